import { sql, type Insertable, type Selectable } from 'kysely';
import type { UserId } from '@milepost/core/ids';
import type { Db } from '../../platform/database/tables.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import type { IncomingMailboxTable, ReceivedMailTable } from './table.ts';

const RETENTION_DAYS = 30;

export type ReceivedMail = Pick<Selectable<ReceivedMailTable>, 'receivedAt' | 'sender' | 'outcome' | 'reason'>;

/** Records a mail; false if it was recorded before. In the transaction of what the mail creates, so that both exist or neither. */
export async function recordMail(db: Db, mail: Insertable<ReceivedMailTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('receivedMails')
    .values(mail)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The mails of a person in the last hour. */
export async function countMailsOfHour(db: Db, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('receivedMails')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('userId', '=', userId)
    .where('receivedAt', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function isRecorded(db: Db, digest: Buffer): Promise<boolean> {
  const row = await db.selectFrom('receivedMails').select('digest').where('digest', '=', digest).executeTakeFirst();
  return row !== undefined;
}

/** The mails that were refused or ignored, newest first. */
export async function refusedMails(
  db: Db,
  { perPage, offset }: PageRequest,
): Promise<{ rows: ReceivedMail[]; total: number }> {
  const refused = db.selectFrom('receivedMails').where('outcome', '<>', 'accepted');
  const [rows, { total }] = await Promise.all([
    refused
      .select(['receivedAt', 'sender', 'outcome', 'reason'])
      .orderBy('receivedAt', 'desc')
      .orderBy('digest')
      .limit(perPage)
      .offset(offset)
      .execute(),
    refused.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

export async function removeOldMails(db: Db): Promise<void> {
  await db
    .deleteFrom('receivedMails')
    .where('receivedAt', '<', sql<Date>`now() - make_interval(days => ${RETENTION_DAYS})`)
    .execute();
}

export type MailboxState = Pick<Selectable<IncomingMailboxTable>, 'failingSince' | 'reason'>;

export async function mailboxState(db: Db): Promise<MailboxState> {
  return db.selectFrom('incomingMailbox').select(['failingSince', 'reason']).executeTakeFirstOrThrow();
}

/** Null, or since when the mailbox cannot be read, for `milepost doctor`. */
export async function describeMailbox(db: Db): Promise<string | null> {
  const { failingSince, reason } = await mailboxState(db);
  return failingSince && `not read since ${failingSince.toISOString()}: ${reason ?? 'unknown'}`;
}

/** Records that the mailbox cannot be read, since the first of several failures; null: it can. */
export async function recordMailboxFailure(db: Db, reason: string | null): Promise<void> {
  await (
    reason === null
      ? sql`UPDATE incoming_mailbox SET failing_since = NULL, reason = NULL WHERE failing_since IS NOT NULL`
      : sql`UPDATE incoming_mailbox SET failing_since = coalesce(failing_since, now()), reason = ${reason}`
  ).execute(db);
}
