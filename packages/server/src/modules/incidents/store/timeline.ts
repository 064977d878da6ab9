import type { TimelineEventId, WorkItemId } from '@milepost/core/ids';
import { MAX_TIMELINE_EVENTS } from '@milepost/core/text/incident-timeline';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { TimelineEventTable } from '../table.ts';

export type TimelineEvent = Selectable<TimelineEventTable>;

/** In the order of `occurredAt`. */
export function timelineOf(db: Db, workItemId: WorkItemId): Promise<TimelineEvent[]> {
  return db
    .selectFrom('timelineEvents')
    .selectAll()
    .where('workItemId', '=', workItemId)
    .orderBy('occurredAt')
    .orderBy('id')
    .limit(MAX_TIMELINE_EVENTS)
    .execute();
}

export async function countTimelineEvents(db: Db, workItemId: WorkItemId): Promise<number> {
  const { count } = await db
    .selectFrom('timelineEvents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workItemId', '=', workItemId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function timelineEventById(db: Db, id: TimelineEventId): Promise<TimelineEvent | null> {
  return (await db.selectFrom('timelineEvents').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export function insertTimelineEvent(db: Db, row: Insertable<TimelineEventTable>): Promise<TimelineEvent> {
  return db.insertInto('timelineEvents').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function saveTimelineEvent(
  db: Db,
  id: TimelineEventId,
  change: Updateable<TimelineEventTable>,
): Promise<TimelineEvent | null> {
  const changed = { ...change, updatedAt: sql<Date>`now()` };
  const row = await db
    .updateTable('timelineEvents')
    .set(changed)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function removeTimelineEvent(db: Db, id: TimelineEventId): Promise<void> {
  await db.deleteFrom('timelineEvents').where('id', '=', id).execute();
}

/** Copies the timeline of an item to its successor. */
export async function copyTimeline(db: Db, fromId: WorkItemId, toId: WorkItemId): Promise<void> {
  await sql`
    INSERT INTO timeline_events (work_item_id, author_id, updated_by_id, action, note, occurred_at, tags, created_at, updated_at)
    SELECT ${toId}, author_id, updated_by_id, action, note, occurred_at, tags, created_at, updated_at
    FROM timeline_events WHERE work_item_id = ${fromId} ORDER BY id`.execute(db);
}

/** Whether the item is an incident of a project that adds label changes to timelines. */
export async function takesLabelChanges(db: Db, workItemId: WorkItemId): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
    WHERE w.id = ${workItemId} AND w.type = 'incident' AND n.has_label_timeline`.execute(db);
  return rows.length > 0;
}
