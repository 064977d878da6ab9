import type { ImportId, NamespaceId, UserId } from '@milepost/core/ids';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { ImportReport, ImportState, ImportTable } from './table.ts';

/** An uploaded archive and what became of it. */
export type Import = Selectable<ImportTable>;

export interface NewImport {
  userId: UserId | null;
  /** As its owner knows it. */
  fileName: string;
  /** Below the data folder. */
  storedAs: string;
  size: number;
  intoPath: string | null;
  name: string | null;
}

export async function insertImport(trx: Db, values: NewImport): Promise<Import> {
  const reservedId = sql<NamespaceId>`nextval(pg_get_serial_sequence('namespaces', 'id'))`;
  return trx
    .insertInto('imports')
    .values({ ...values, reservedId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function importById(db: Db, id: ImportId): Promise<Import | null> {
  return (await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The latest import into a namespace, also one that is still to come into being; null when there was none. */
export async function latestImportOf(db: Db, namespaceId: NamespaceId): Promise<Import | null> {
  const found = await db
    .selectFrom('imports')
    .selectAll()
    .where((is) => is.or([is('namespaceId', '=', namespaceId), is('reservedId', '=', namespaceId)]))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return found ?? null;
}

export async function latestImports(db: Db, limit: number, offset: number): Promise<{ rows: Import[]; total: number }> {
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom('imports')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Those that a server began, or should have begun, and that nobody has ended. */
export async function unfinishedImports(db: Db): Promise<Import[]> {
  const waiting: ImportState[] = ['uploaded', 'running'];
  return db.selectFrom('imports').selectAll().where('state', 'in', waiting).orderBy('id').execute();
}

/** Those that are over and whose archive still lies there. */
export async function importsToTidy(db: Db): Promise<Import[]> {
  const over: ImportState[] = ['finished', 'failed'];
  return db.selectFrom('imports').selectAll().where('state', 'in', over).where('storedAs', 'is not', null).execute();
}

/** Where archives lie that are still needed, below the data folder. */
export async function storedArchives(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('imports').select('storedAs').where('storedAs', 'is not', null).execute();
  return rows.flatMap(({ storedAs }) => storedAs ?? []);
}

/** Says that it runs, once more; gives how often it has been tried with this. */
export async function noteBegin(db: Db, id: ImportId): Promise<number> {
  const { attempts } = await db
    .updateTable('imports')
    .set({
      state: 'running',
      attempts: sql`attempts + 1`,
      startedAt: sql`coalesce(started_at, now())`,
      phase: null,
      done: 0,
      total: 0,
    })
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow();
  return attempts;
}

export async function noteProgress(
  db: Db,
  id: ImportId,
  at: { phase: string; done: number; total: number },
): Promise<void> {
  await db.updateTable('imports').set(at).where('id', '=', id).where('state', '=', 'running').execute();
}

/** Call within the transaction that merged: the import is over exactly when what it brought is there. */
export async function noteFinished(
  trx: Db,
  id: ImportId,
  { report, namespaceId }: { report: ImportReport; namespaceId: NamespaceId },
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({
      state: 'finished',
      report: JSON.stringify(report) as unknown as ImportReport,
      namespaceId,
      phase: null,
      finishedAt: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function noteFailed(db: Db, id: ImportId, error: string): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'failed', error, phase: null, finishedAt: sql`now()` })
    .where('id', '=', id)
    .where('state', '<>', 'finished')
    .execute();
}

/** The archive no longer lies there. */
export async function noteTidied(db: Db, id: ImportId): Promise<void> {
  await db.updateTable('imports').set({ storedAs: null }).where('id', '=', id).execute();
}

const RUNNING = 7_205_012;

/**
 * Does `work` while holding the one place there is for a running import: they come one after the other, whichever server runs
 * them, so that other jobs have room. The lock goes with its connection: a killed server gives it up at once. False, and
 * nothing done, when somebody else holds it. The work may use that connection, and so needs no second one for itself.
 */
export async function withImportLease(db: Db, work: (connection: Db) => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ held: boolean }>`SELECT pg_try_advisory_lock(${RUNNING}) AS held`.execute(connection);
    if (!rows[0]?.held) return false;
    try {
      await work(connection);
    } finally {
      await sql`SELECT pg_advisory_unlock(${RUNNING})`.execute(connection).catch(() => {});
    }
    return true;
  });
}
