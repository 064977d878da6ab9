import type { AuditEventId, AuditStreamId, NamespaceId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { auditEventColumns, type AuditEvent } from '../store.ts';
import type { AuditStreamTable } from '../table.ts';

export type AuditStream = Selectable<AuditStreamTable> & {
  /** Number of events that it has not taken yet. */
  waiting: number;
};

function selectStreams(db: Db) {
  return db
    .selectFrom('auditStreams')
    .selectAll()
    .select(
      sql<number>`(SELECT count(*)::int FROM audit_stream_events e WHERE e.stream_id = audit_streams.id)`.as('waiting'),
    );
}

const isOf = (namespaceId: NamespaceId | null) =>
  sql<boolean>`namespace_id IS NOT DISTINCT FROM ${namespaceId}::bigint`;

/** The destinations of a group, or of the installation (null), oldest first. */
export function streamsOf(db: Db, namespaceId: NamespaceId | null): Promise<AuditStream[]> {
  return selectStreams(db).where(isOf(namespaceId)).orderBy('id').execute();
}

export async function streamOf(
  db: Db,
  namespaceId: NamespaceId | null,
  id: AuditStreamId,
): Promise<AuditStream | null> {
  return (await selectStreams(db).where(isOf(namespaceId)).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Lets one transaction at a time add destinations, so that their number stays within the limit. */
export async function lockStreams(trx: Db): Promise<void> {
  await sql`LOCK TABLE audit_streams IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
}

export async function insertStream(trx: Db, values: Insertable<AuditStreamTable>): Promise<AuditStreamId> {
  const { id } = await trx.insertInto('auditStreams').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function renameStream(trx: Db, id: AuditStreamId, name: string): Promise<void> {
  await trx.updateTable('auditStreams').set({ name }).where('id', '=', id).execute();
}

export async function deleteStream(trx: Db, id: AuditStreamId): Promise<void> {
  await trx.deleteFrom('auditStreams').where('id', '=', id).execute();
}

export interface OutgoingEvent extends AuditEvent {
  url: string;
  sealedSecrets: Buffer;
  failures: number;
}

/** The oldest event that a destination has not taken; null if there is none, or if its next attempt is not due. */
export async function nextEventOf(db: Db, id: AuditStreamId): Promise<OutgoingEvent | null> {
  const { rows } = await sql<OutgoingEvent>`
    SELECT ${auditEventColumns}, t.url, t.sealed_secrets, t.failures
    FROM audit_streams t JOIN audit_stream_events d ON d.stream_id = t.id JOIN audit_events e ON e.id = d.event_id
    WHERE t.id = ${id} AND t.next_attempt_at <= now() ORDER BY d.event_id LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** The destination took an event. */
export async function settleEvent(db: Db, streamId: AuditStreamId, eventId: AuditEventId): Promise<void> {
  await sql`WITH taken AS (DELETE FROM audit_stream_events WHERE stream_id = ${streamId} AND event_id = ${eventId})
    UPDATE audit_streams SET failures = 0, failure = NULL, delivered_at = now() WHERE id = ${streamId}`.execute(db);
}

/** The destination did not take an event: all later ones wait until this time. */
export async function postponeStream(db: Db, id: AuditStreamId, failure: string, seconds: number): Promise<void> {
  await sql`UPDATE audit_streams SET failures = failures + 1, failure = ${failure.slice(0, 500)},
    next_attempt_at = now() + make_interval(secs => ${seconds}) WHERE id = ${id}`.execute(db);
}

/** The destinations with events whose attempt is due: after a crash. */
export async function streamsDue(db: Db): Promise<AuditStreamId[]> {
  const { rows } = await sql<{ id: AuditStreamId }>`
    SELECT t.id FROM audit_streams t WHERE t.next_attempt_at <= now()
      AND EXISTS (SELECT FROM audit_stream_events d WHERE d.stream_id = t.id)`.execute(db);
  return rows.map(({ id }) => id);
}
