import type { EmailEventId, UserId } from '@milepost/core/ids';
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { jobAdded } from '../../../platform/queue/add-job.ts';
import type { EmailEventTable } from '../table.ts';

/** The job that determines the recipients of events, and sends messages. */
export const SEND_EMAILS = 'subscriptions.sendEmails';

/** `exactTime`: the time of its transaction with microseconds, which two changes of one millisecond differ in. */
export type StoredEmailEvent = Selectable<EmailEventTable> & { exactTime: string };
export type NewEmailEvent = Required<Omit<Insertable<EmailEventTable>, 'createdAt' | 'id'>> & {
  userIds: readonly UserId[];
};

/** Stores events, each with a job that handles them. */
export function insertEmailEvents(events: readonly NewEmailEvent[]): RawBuilder<unknown> {
  const rows = events.map(
    ({ workItemId, noteId, actorId, event, userIds, data }) =>
      sql`(${workItemId}::bigint, ${noteId}::bigint, ${actorId}::bigint, ${event}, ${userIds}::bigint[], ${JSON.stringify(data)}::jsonb)`,
  );
  return sql`INSERT INTO email_events (work_item_id, note_id, actor_id, event, user_ids, data)
    VALUES ${sql.join(rows)} RETURNING ${jobAdded(SEND_EMAILS, {})}`;
}

/** Removes the oldest event after this one, and returns it; null if there is none. A concurrent transaction has others. */
export async function takeEmailEvent(trx: Db, after: EmailEventId): Promise<StoredEmailEvent | null> {
  const { rows } = await sql<StoredEmailEvent>`
    DELETE FROM email_events WHERE id = (
      SELECT id FROM email_events WHERE id > ${after} ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING *, created_at::text AS exact_time`.execute(trx);
  return rows[0] ?? null;
}

/** Deletes events whose recipients could not be determined in time. */
export async function sweepEmailEvents(db: Db): Promise<void> {
  await sql`DELETE FROM email_events WHERE created_at < now() - interval '3 days'`.execute(db);
}
