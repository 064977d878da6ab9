import type { AuditEntityType, AuditKind } from '@milepost/core/accounts/audit';
import type { AuditEventId, NamespaceId, UserId } from '@milepost/core/ids';
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { AuditEventTable } from '../../platform/audit.ts';
import { readCursor, type Slice } from '../../platform/cursors.ts';
import type { Db } from '../../platform/database/tables.ts';

export type AuditEvent = Selectable<AuditEventTable>;

export interface AuditFilter {
  /** Of this group or project and everything below it; null: all. */
  namespaceId: NamespaceId | null;
  kind?: AuditKind | undefined;
  authorId?: UserId | undefined;
  entityType?: AuditEntityType | undefined;
  entityId?: number | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
}

export const auditEventColumns = sql`e.id, e.created_at, e.kind, e.author_id, e.author_name, e.entity_type, e.entity_id, e.entity_path,
  e.target_type, e.target_id, e.target_details, e.custom_message, e.change, e.change_from, e.change_to, e.ip_address,
  e.impersonator_id, e.impersonator_name, e.request_id`;

interface AuditPage {
  limit: number;
  /** Oldest first. */
  isAscending?: boolean | undefined;
  offset?: number;
  /** The time and id of the last event before the page. */
  after?: readonly unknown[] | null;
}

/** Events, newest first unless ascending. */
export function auditEventsQuery(filter: AuditFilter, page: AuditPage): RawBuilder<AuditEvent> {
  const o = orderedBy(filter);
  const key = sql.ref(o === 'e' ? 'e.id' : 's.event_id');
  const [direction, side] = page.isAscending ? [sql`ASC`, sql`>`] : [sql`DESC`, sql`<`];
  const beyond = page.after
    ? sql`AND (${sql.ref(`${o}.created_at`)}, ${key}) ${side} (${page.after[0]}::timestamptz, ${page.after[1]}::bigint)`
    : sql``;
  return sql<AuditEvent>`SELECT ${auditEventColumns} ${source(filter)} ${beyond}
    ORDER BY ${sql.ref(`${o}.created_at`)} ${direction}, ${key} ${direction} LIMIT ${page.limit} OFFSET ${page.offset ?? 0}`;
}

export async function listAuditEvents(db: Db, filter: AuditFilter, page: AuditPage): Promise<AuditEvent[]> {
  return (await auditEventsQuery(filter, page).execute(db)).rows;
}

/** The table whose index has the order of the log: that of events also for one object of a group, which has few. */
const orderedBy = ({ namespaceId, entityId }: AuditFilter): 'e' | 's' =>
  namespaceId === null || entityId !== undefined ? 'e' : 's';

export async function countAuditEvents(db: Db, filter: AuditFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count ${source(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findAuditEvent(
  db: Db,
  namespaceId: NamespaceId | null,
  id: AuditEventId,
): Promise<AuditEvent | null> {
  const { rows } =
    await sql<AuditEvent>`SELECT ${auditEventColumns} ${source({ namespaceId })} AND e.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** One keyset page: its events, and the key of its last one if there are more. Throws InvalidCursorError for the cursor of another list. */
export async function sliceOfAuditEvents(
  db: Db,
  filter: AuditFilter,
  { limit, cursor, isAscending }: Slice & Pick<AuditPage, 'isAscending'>,
): Promise<{ events: AuditEvent[]; next: readonly unknown[] | null }> {
  const after = cursor && readCursor(cursor, 'timestamptz', 'bigint');
  const found = await listAuditEvents(db, filter, { limit: limit + 1, after, isAscending });
  const events = found.slice(0, limit);
  const last = found.length > limit ? events.at(-1) : undefined;
  return { events, next: last ? await keyOf(db, last.id) : null };
}

/** The time as text: dates of JavaScript lack its microseconds. */
async function keyOf(db: Db, id: AuditEventId): Promise<readonly unknown[]> {
  const { rows } = await sql<{ at: string }>`SELECT created_at::text AS at FROM audit_events WHERE id = ${id}`.execute(
    db,
  );
  return [rows[0]?.at ?? null, id];
}

function source(filter: AuditFilter): RawBuilder<unknown> {
  const { namespaceId, kind, authorId, entityType, entityId, createdAfter, createdBefore } = filter;
  const o = orderedBy(filter);
  const from =
    namespaceId === null
      ? sql`FROM audit_events e`
      : sql`FROM audit_event_scopes s JOIN audit_events e ON e.id = s.event_id`;
  const conditions: RawBuilder<SqlBool>[] = [
    namespaceId === null ? sql<SqlBool>`true` : sql<SqlBool>`s.namespace_id = ${namespaceId}`,
    ...(kind === undefined ? [] : [sql<SqlBool>`${sql.ref(`${o}.kind`)} = ${kind}`]),
    ...(authorId === undefined ? [] : [sql<SqlBool>`${sql.ref(`${o}.author_id`)} = ${authorId}`]),
    ...(entityType === undefined ? [] : [sql<SqlBool>`e.entity_type = ${entityType}`]),
    ...(entityId === undefined ? [] : [sql<SqlBool>`e.entity_id = ${entityId}`]),
    ...(createdAfter === undefined ? [] : [sql<SqlBool>`${sql.ref(`${o}.created_at`)} >= ${createdAfter}`]),
    ...(createdBefore === undefined ? [] : [sql<SqlBool>`${sql.ref(`${o}.created_at`)} <= ${createdBefore}`]),
  ];
  return sql`${from} WHERE ${sql.join(conditions, sql` AND `)}`;
}

const REMOVED_AT_ONCE = 10_000;

/** Deletes the oldest events before `time`, at most ten thousand; returns their number. The only deletion that the database accepts. */
export async function removeOldEvents(trx: Db, time: Date): Promise<number> {
  await sql`SELECT set_config('milepost.removes_old_events', 'on', true)`.execute(trx);
  const { numAffectedRows = 0n } = await sql`DELETE FROM audit_events WHERE id IN (
    SELECT id FROM audit_events WHERE created_at < ${time} ORDER BY created_at, id LIMIT ${REMOVED_AT_ONCE})`.execute(
    trx,
  );
  return Number(numAffectedRows);
}
