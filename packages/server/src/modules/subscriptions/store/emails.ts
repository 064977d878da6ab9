import type { EmailEventId, EmailId, UserId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { EmailOutcome, EmailTable } from '../table.ts';

export type Email = Selectable<EmailTable>;
/** `exactTime`: that of the change, the same for all its parts. */
export type NewEmail = Omit<Insertable<EmailTable>, 'userId' | 'reason' | 'createdAt'> & { exactTime: string };

/** Queues messages, at most one per person and change. */
export async function insertEmails(
  trx: Db,
  message: NewEmail,
  readers: readonly { userId: UserId; reason: EmailTable['reason'] }[],
): Promise<void> {
  if (readers.length === 0) return;
  const { workItemId, noteId = null, actorId = null, event, data, exactTime } = message;
  await sql`
    INSERT INTO emails (user_id, reason, work_item_id, note_id, actor_id, event, data, created_at)
    SELECT reader.id, reader.reason, ${workItemId}, ${noteId}::bigint, ${actorId}::bigint, ${event}, ${JSON.stringify(data)}::jsonb,
      ${exactTime}::timestamptz
    FROM unnest(${readers.map(({ userId }) => userId)}::bigint[], ${readers.map(({ reason }) => reason)}::text[]) AS reader (id, reason)
    WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = reader.id AND u.is_bot)
    -- Two events of one change have the same readers: the second waits, and must not hold what the first waits for.
    ORDER BY reader.id
    -- Of an item that is assigned as it is created, the description says more than the assignment.
    ON CONFLICT ON CONSTRAINT emails_once_per_change DO UPDATE SET event = excluded.event, data = excluded.data
      WHERE excluded.event IN ('created', 'mentioned') AND emails.event IN ('assigneesChanged', 'labelled') AND emails.settled_at IS NULL`.execute(
    trx,
  );
}

/**
 * Leases due messages, oldest first: for two minutes at first, doubled with each attempt, up to four hours. After a crash they
 * become due again when the lease expires.
 */
export async function leaseDueEmails(db: Db, limit: number): Promise<Email[]> {
  const { rows } = await sql<Email>`
    UPDATE emails SET attempts = attempts + 1,
      next_attempt_at = now() + least(interval '4 hours', interval '1 minute' * power(2, least(attempts + 1, 10)))
    WHERE id IN (
      SELECT id FROM emails WHERE settled_at IS NULL AND next_attempt_at <= now()
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING *`.execute(db);
  return rows.toSorted((one, other) => one.id - other.id);
}

/** Whether any message is due, or an event after this one is stored. */
export async function isEmailDue(db: Db, after: EmailEventId): Promise<boolean> {
  const { rows } = await sql`
    SELECT WHERE EXISTS (SELECT FROM emails WHERE settled_at IS NULL AND next_attempt_at <= now())
      OR EXISTS (SELECT FROM email_events WHERE id > ${after})`.execute(db);
  return rows.length > 0;
}

/** Which messages are about labels that were deleted, or that their recipients have unsubscribed from: one statement for all. */
export async function withoutTheirLabels(db: Db, emails: readonly Email[]): Promise<ReadonlySet<EmailId>> {
  const ids = emails.filter(({ event }) => event === 'labelled').map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: EmailId }>`
    SELECT e.id FROM emails e WHERE e.id = ANY(${ids}::bigint[]) AND NOT EXISTS (
      SELECT FROM label_subscriptions s WHERE s.user_id = e.user_id
        AND s.label_id IN (SELECT label.id::bigint FROM jsonb_array_elements_text(e.data->'labelIds') AS label (id)))`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Releases leased messages that were not attempted. */
export async function releaseEmails(db: Db, ids: readonly EmailId[]): Promise<void> {
  await sql`UPDATE emails SET attempts = attempts - 1, next_attempt_at = now()
    WHERE id = ANY(${ids}::bigint[]) AND settled_at IS NULL`.execute(db);
}

export async function settleEmail(db: Db, id: EmailId, outcome: EmailOutcome): Promise<void> {
  await db
    .updateTable('emails')
    .set({ settledAt: sql<Date>`now()`, outcome })
    .where('id', '=', id)
    .execute();
}

/** Deletes messages that were settled long ago. */
export async function sweepEmails(db: Db): Promise<void> {
  await sql`DELETE FROM emails WHERE settled_at < now() - interval '7 days'`.execute(db);
}
