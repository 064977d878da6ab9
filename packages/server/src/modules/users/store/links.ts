import type { UserId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { AccountLinkTable, LinkPurpose } from '../table.ts';

export type AccountLink = Selectable<AccountLinkTable>;

const isOpen = sql<boolean>`closed_at IS NULL AND expires_at > now()`;

export async function insertLink(trx: Db, values: Insertable<AccountLinkTable>): Promise<void> {
  await trx.insertInto('accountLinks').values(values).execute();
}

/** The open link of a token; null if it was used, replaced, has expired or never existed. */
export async function openLink(db: Db, tokenHash: Buffer): Promise<AccountLink | null> {
  const row = await db
    .selectFrom('accountLinks')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where(isOpen)
    .executeTakeFirst();
  return row ?? null;
}

/** Closes the link of a token and returns it; null if it is not open. Of concurrent calls only one gets the link. */
export async function useLink(trx: Db, tokenHash: Buffer): Promise<AccountLink | null> {
  const row = await trx
    .updateTable('accountLinks')
    .set({ closedAt: sql<Date>`now()`, nextAttemptAt: null })
    .where('tokenHash', '=', tokenHash)
    .where(isOpen)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Closes the open links of an account for these purposes. */
export async function closeLinks(trx: Db, userId: UserId, purposes: readonly LinkPurpose[]): Promise<void> {
  await trx
    .updateTable('accountLinks')
    .set({ closedAt: sql<Date>`now()`, nextAttemptAt: null })
    .where('userId', '=', userId)
    .where(sql<boolean>`purpose = ANY(${purposes}::text[])`)
    .where('closedAt', 'is', null)
    .execute();
}

/** The new address of an account that is not confirmed yet; null for none. */
export async function waitingEmail(db: Db, userId: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('accountLinks')
    .select('email')
    .where('userId', '=', userId)
    .where('purpose', '=', 'email')
    .where(isOpen)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** How many links were mailed to an address in the last hour. */
export async function countLinksOfHour(db: Db, email: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM account_links
    WHERE lower(email) = ${email.toLowerCase()} AND created_at > now() - interval '1 hour'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Leases due mails: for two minutes at first, doubled with each attempt. After a crash they become due again. */
export async function leaseDueLinks(db: Db, limit: number): Promise<AccountLink[]> {
  const { rows } = await sql<AccountLink>`
    UPDATE account_links SET attempts = attempts + 1,
      next_attempt_at = now() + interval '1 minute' * power(2, least(attempts + 1, 6))
    WHERE id IN (
      SELECT id FROM account_links WHERE next_attempt_at <= now() ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING *`.execute(db);
  return rows;
}

/** Marks a mail as sent or given up. */
export async function settleLink(db: Db, id: number): Promise<void> {
  await db.updateTable('accountLinks').set({ nextAttemptAt: null }).where('id', '=', id).execute();
}

/** Deletes links that expired long ago. */
export async function sweepLinks(db: Db): Promise<void> {
  await sql`DELETE FROM account_links WHERE expires_at < now() - interval '7 days'`.execute(db);
}
