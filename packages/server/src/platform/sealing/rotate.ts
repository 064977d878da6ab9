import { sql } from 'kysely';
import type { Db } from '../database/tables.ts';
import { UnsealError } from './cipher.ts';
import {
  headerOf,
  newKey,
  openKey,
  SEALING_LOCK,
  sealWith,
  unseal,
  wrapKey,
  type SealingKey,
  type Vault,
} from './sealing.ts';

/** A column whose values `seal` made. */
export interface SealedColumn {
  table: string;
  column: string;
  purpose: string;
}

/** The secret of the installation is not the one that the stored secrets were encrypted with. */
export class WrongSecretError extends Error {
  override name = 'WrongSecretError';
  constructor() {
    super(
      'the secrets in the database were stored with another MILEPOST_SECRET: start with that one (without MILEPOST_SECRET it is the file "secret" in the data folder), or run "milepost secret rotate --forget" if it is lost. Nothing was changed',
    );
  }
}

/** Rows of one statement. */
const BATCH = 200;
/** Values that are decrypted to detect a wrong secret, for each column. */
const MAX_CHECKED = 100;

/**
 * Verifies the secret before a server writes anything, creates the first key, and completes a change of the secret. `isReadOnly` of a
 * standby, which only verifies. Throws WrongSecretError.
 */
export async function openVault(
  { db, secret }: Vault,
  columns: readonly SealedColumn[],
  { isReadOnly = false }: { isReadOnly?: boolean } = {},
): Promise<void> {
  if (isReadOnly) {
    await verify({ db, secret }, columns);
    return;
  }
  await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${SEALING_LOCK})`.execute(trx);
    const state = await verify({ db: trx, secret }, columns);
    if (state === 'without key') await insertKey(trx, newKey(), secret);
    if (state === 'next secret') {
      // Retired keys stay with the former secret, with which nobody starts any more.
      await sql`DELETE FROM sealing_keys WHERE wrapped_next IS NULL`.execute(trx);
      await sql`UPDATE sealing_keys SET wrapped = wrapped_next, wrapped_next = NULL`.execute(trx);
    }
  });
}

async function verify(
  { db, secret }: Vault,
  columns: readonly SealedColumn[],
): Promise<'open' | 'next secret' | 'without key'> {
  const keys = await db.selectFrom('sealingKeys').selectAll().execute();
  const current = keys.find(({ isCurrent }) => isCurrent);
  if (current) {
    if (canOpen(secret, current.wrapped)) return 'open';
    if (current.wrappedNext && canOpen(secret, current.wrappedNext)) return 'next secret';
    throw new WrongSecretError();
  }
  if ((await countUnreadable({ db, secret }, columns, MAX_CHECKED)) > 0) throw new WrongSecretError();
  return 'without key';
}

function canOpen(secret: string, wrapped: Buffer): boolean {
  try {
    openKey(secret, wrapped);
    return true;
  } catch (error) {
    if (error instanceof UnsealError) return false;
    throw error;
  }
}

/** The number of values that cannot be decrypted, of up to `max` of each column. */
export async function countUnreadable(
  vault: Vault,
  columns: readonly SealedColumn[],
  max: number = MAX_CHECKED,
): Promise<number> {
  let count = 0;
  for (const { table, column, purpose } of columns) {
    const { rows } = await sql<{ value: Buffer }>`SELECT ${sql.ref(column)} AS value FROM ${sql.table(table)}
      WHERE ${sql.ref(column)} IS NOT NULL LIMIT ${max}::int`.execute(vault.db);
    for (const { value } of rows) if ((await textOf(vault, purpose, value)) === null) count += 1;
  }
  return count;
}

async function textOf(vault: Vault, purpose: string, value: Buffer): Promise<string | null> {
  try {
    return await unseal(vault, purpose, value);
  } catch (error) {
    if (error instanceof UnsealError) return null;
    throw error;
  }
}

/**
 * Encrypts every stored secret under a new key, while servers run: they read both, and write under the new one. It can be run again after
 * an interruption. `nextSecret`: the secret of the next start, which then opens the key too. Throws WrongSecretError.
 * @returns the numbers of secrets that were encrypted again, and of those that no key opens, which stay as they are.
 */
export async function rotateSecrets(
  { db, secret }: Vault,
  columns: readonly SealedColumn[],
  nextSecret: string | null = null,
): Promise<{ rotated: number; unreadable: number }> {
  await openVault({ db, secret }, columns);
  const key = newKey();
  await db.transaction().execute(async (trx) => {
    // Waits for transactions that encrypt with the former key. It holds no row, so that they never wait for this one.
    await sql`SELECT pg_advisory_xact_lock(${SEALING_LOCK})`.execute(trx);
    await sql`UPDATE sealing_keys SET is_current = false`.execute(trx);
    await insertKey(trx, key, secret, nextSecret);
  });
  let rotated = 0;
  let unreadable = 0;
  for (const column of columns) {
    const done = await rotateColumn({ db, secret }, column, key);
    rotated += done.rotated;
    unreadable += done.unreadable;
  }
  if (unreadable === 0) {
    await sql`UPDATE sealing_keys SET retired_at = now() WHERE NOT is_current AND retired_at IS NULL`.execute(db);
  }
  return { rotated, unreadable };
}

/**
 * Starts anew with the present secret, for an installation whose former one is lost: what was encrypted with it stays unreadable and
 * has to be entered again.
 */
export async function forgetSecrets({ db, secret }: Vault): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${SEALING_LOCK})`.execute(trx);
    await trx.deleteFrom('sealingKeys').execute();
    await insertKey(trx, newKey(), secret);
  });
}

async function insertKey(trx: Db, key: SealingKey, secret: string, nextSecret: string | null = null): Promise<void> {
  await trx
    .insertInto('sealingKeys')
    .values({
      id: key.id,
      wrapped: wrapKey(secret, key),
      wrappedNext: nextSecret === null ? null : wrapKey(nextSecret, key),
    })
    .execute();
}

/** Passes over a column until no value is encrypted with another key: a row that somebody changes meanwhile has another place then. */
async function rotateColumn(
  vault: Vault,
  { table, column, purpose }: SealedColumn,
  key: SealingKey,
): Promise<{ rotated: number; unreadable: number }> {
  const value = sql.ref(column);
  let rotated = 0;
  for (;;) {
    let changed = 0;
    let unreadable = 0;
    let after = '(0,0)';
    for (;;) {
      const { rows } = await sql<{ place: string; value: Buffer }>`
        SELECT ctid::text AS place, ${value} AS value FROM ${sql.table(table)}
        WHERE ctid > ${after}::tid AND ${value} IS NOT NULL AND substring(${value} FROM 1 FOR 9) <> ${headerOf(key)}
        ORDER BY ctid LIMIT ${BATCH}`.execute(vault.db);
      for (const row of rows) {
        after = row.place;
        const text = await textOf(vault, purpose, row.value);
        if (text === null) {
          unreadable += 1;
          continue;
        }
        const { numAffectedRows } = await sql`UPDATE ${sql.table(table)} SET ${value} = ${sealWith(key, purpose, text)}
          WHERE ctid = ${row.place}::tid AND ${value} = ${row.value}`.execute(vault.db);
        changed += Number(numAffectedRows ?? 0n);
      }
      if (rows.length < BATCH) break;
    }
    rotated += changed;
    if (changed === 0) return { rotated, unreadable };
  }
}

/** Deletes keys that were retired more than a day ago. */
export async function deleteRetiredKeys(db: Db): Promise<void> {
  await sql`DELETE FROM sealing_keys WHERE retired_at < now() - interval '1 day'`.execute(db);
}
