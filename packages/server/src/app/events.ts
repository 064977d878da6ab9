import type { NamespaceId, UserId, WorkItemId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import type { Announced } from '../platform/context.ts';
import { writesIn } from '../platform/deferred-writes.ts';
import { notifying } from '../platform/live/channel.ts';
import type { Notify } from '../platform/live/sender.ts';
import { thenCommit } from '../platform/database/connect.ts';
import type { DbTransaction, Generated, GeneratedTime } from '../platform/database/tables.ts';
import { modules } from './modules.ts';

export interface EventTable {
  id: Generated<number>;
  name: string;
  namespaceId: NamespaceId | null;
  workItemId: WorkItemId | null;
  actorId: UserId | null;
  data: unknown;
  createdAt: GeneratedTime;
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    events: EventTable;
  }
}

/**
 * Writes announcements in order in one statement with deferred `writes`, as part of their change, and commits: it is the last statement of
 * the transaction. `notify` gets the notice for the processes with live updates, unless people may lose access: then PostgreSQL sends it with
 * the commit.
 */
export async function recordEvents(
  trx: DbTransaction,
  announced: readonly Announced[],
  writes: readonly RawBuilder<unknown>[],
  notify: Notify,
): Promise<void> {
  const rows = announced.map(({ by, announcement }) => ({
    name: announcement.name,
    namespace_id: announcement.namespaceId,
    work_item_id: announcement.workItemId ?? null,
    actor_id: by.viewer.id,
    data: announcement.data ?? {},
  }));
  const noticeOf = modules.find((module) => module.noticeOf)?.noticeOf;
  const notice = noticeOf?.(announced.map(({ announcement }) => announcement)) ?? null;
  if (notice && !notice.isUrgent) notify(notice.payload);
  // An object deleted by the change itself is announced without a reference to it.
  await sql`
    ${sql.raw(thenCommit)} WITH ${sql.join([
      ...writesIn(writes),
      sql`recorded AS (INSERT INTO events (name, namespace_id, work_item_id, actor_id, data)
    SELECT e.name, n.id, w.id, e.actor_id, e.data
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS (name text, namespace_id bigint, work_item_id bigint, actor_id bigint, data jsonb))
      WITH ORDINALITY AS e(name, namespace_id, work_item_id, actor_id, data, position)
    LEFT JOIN namespaces n ON n.id = e.namespace_id
    LEFT JOIN work_items w ON w.id = e.work_item_id
    ORDER BY e.position)`,
    ])}
    SELECT ${notice?.isUrgent ? notifying(notice.payload) : null}`.execute(trx);
}
