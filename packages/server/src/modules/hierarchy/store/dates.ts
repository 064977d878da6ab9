import type { MilestoneId, NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { Viewer } from '@milepost/core/roles';
import { sql, type RawBuilder } from 'kysely';
import { defineRowsLoader } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { keysIn } from '../../../platform/database/one-of.ts';
import { visibleWorkItems } from '../../work-items/policy.ts';

interface Heir {
  id: WorkItemId;
  parentId: WorkItemId | null;
  depth: number;
}

/**
 * Recomputes the inherited dates of these epics, and of every ancestor that changes. An epic inherits the earliest start and
 * the latest due date of its child epics and of its other children's milestones. Works from the deepest upwards, and locks each
 * row before it reads the children, so that it sees concurrent changes.
 */
export async function inheritDates(trx: Db, epicIds: readonly WorkItemId[]): Promise<WorkItemId[]> {
  const dated: WorkItemId[] = [];
  // Depths order several epics: the first one needs none.
  const [only, ...others] = new Set(epicIds);
  let waiting: Heir[] =
    only !== undefined && others.length === 0
      ? [{ id: only, parentId: null, depth: 0 }]
      : await heirsAmong(trx, epicIds);
  while (waiting.length > 0) {
    const deepest = Math.max(...waiting.map(({ depth }) => depth));
    const now = waiting.filter(({ depth }) => depth === deepest).map(({ id }) => id);
    waiting = waiting.filter(({ depth }) => depth !== deepest);
    const changed = await inheritNow(trx, now);
    for (const { id, parentId, depth } of changed) {
      dated.push(id);
      if (parentId === null || waiting.some(({ id }) => id === parentId)) continue;
      // An epic's parent is an epic, one level up.
      waiting.push({ id: parentId, parentId: null, depth: depth - 1 });
    }
  }
  return dated;
}

async function heirsAmong(trx: Db, epicIds: readonly WorkItemId[]): Promise<Heir[]> {
  if (epicIds.length === 0) return [];
  const { rows } = await sql<Heir>`
    SELECT id, parent_id, cardinality(ancestor_ids) AS depth FROM work_items
    WHERE id = ANY(${epicIds}::bigint[]) AND type = 'epic'`.execute(trx);
  return rows;
}

/** Returns those whose dates or sources changed. Also locks those with fixed dates, which a concurrent change may make inherited. */
async function inheritNow(trx: Db, epicIds: readonly WorkItemId[]): Promise<Heir[]> {
  const { rows: held } = await sql<{ id: WorkItemId; isFixed: boolean }>`
    SELECT id, start_date_is_fixed AND due_date_is_fixed AS is_fixed FROM work_items
    WHERE id = ANY(${epicIds}::bigint[]) AND type = 'epic' ORDER BY id FOR NO KEY UPDATE`.execute(trx);
  const heirIds = held.filter(({ isFixed }) => !isFixed).map(({ id }) => id);
  if (heirIds.length === 0) return [];
  const { rows } = await sql<Heir>`
    WITH ${offersTo(heirIds)}, inherited AS (
      SELECT e.id,
        CASE WHEN e.start_date_is_fixed THEN e.start_date ELSE s.start_date END AS start_date,
        CASE WHEN NOT e.start_date_is_fixed THEN s.item_id END AS start_item_id,
        CASE WHEN NOT e.start_date_is_fixed THEN s.milestone_id END AS start_milestone_id,
        CASE WHEN e.due_date_is_fixed THEN e.due_date ELSE d.due_date END AS due_date,
        CASE WHEN NOT e.due_date_is_fixed THEN d.item_id END AS due_item_id,
        CASE WHEN NOT e.due_date_is_fixed THEN d.milestone_id END AS due_milestone_id
      FROM work_items e
      LEFT JOIN starts s ON s.parent_id = e.id
      LEFT JOIN dues d ON d.parent_id = e.id
      WHERE e.id = ANY(${heirIds}::bigint[])
    )
    UPDATE work_items e
    SET start_date = i.start_date, start_date_sourcing_work_item_id = i.start_item_id,
      start_date_sourcing_milestone_id = i.start_milestone_id,
      due_date = i.due_date, due_date_sourcing_work_item_id = i.due_item_id, due_date_sourcing_milestone_id = i.due_milestone_id
    FROM inherited i
    WHERE e.id = i.id AND (
      e.start_date, e.start_date_sourcing_work_item_id, e.start_date_sourcing_milestone_id,
      e.due_date, e.due_date_sourcing_work_item_id, e.due_date_sourcing_milestone_id
    ) IS DISTINCT FROM (i.start_date, i.start_item_id, i.start_milestone_id, i.due_date, i.due_item_id, i.due_milestone_id)
    RETURNING e.id, e.parent_id, cardinality(e.ancestor_ids) AS depth`.execute(trx);
  return rows;
}

/**
 * The inheritable dates of epics, as parts of a WITH: from the dates of child epics and the milestones of other children,
 * `starts` has the earliest start and `dues` the latest due date, each with its source. Limited to a viewer's visible children
 * on request.
 */
function offersTo(epicIds: readonly WorkItemId[], viewer: Viewer | null = null): RawBuilder<unknown> {
  const home = viewer ? sql`JOIN namespaces n ON n.id = c.namespace_id` : sql``;
  const seen = viewer ? sql`AND ${visibleWorkItems(viewer, 'c')}` : sql``;
  return sql`sources AS (
      SELECT c.parent_id, c.id AS item_id, NULL::bigint AS milestone_id, c.start_date, c.due_date
      FROM work_items c ${home} WHERE c.parent_id = ANY(${keysIn(epicIds)}) AND c.type = 'epic' ${seen}
      UNION ALL
      SELECT DISTINCT c.parent_id, NULL::bigint, m.id, m.start_date, m.due_date
      FROM work_items c JOIN milestones m ON m.id = c.milestone_id ${home}
      WHERE c.parent_id = ANY(${keysIn(epicIds)}) AND c.type <> 'epic' ${seen}
    ), starts AS (
      SELECT DISTINCT ON (parent_id) parent_id, start_date, item_id, milestone_id FROM sources WHERE start_date IS NOT NULL
      ORDER BY parent_id, start_date, item_id, milestone_id
    ), dues AS (
      SELECT DISTINCT ON (parent_id) parent_id, due_date, item_id, milestone_id FROM sources WHERE due_date IS NOT NULL
      ORDER BY parent_id, due_date DESC, item_id, milestone_id
    )`;
}

/** A date with its source, a child epic or a milestone. */
export interface InheritedDate {
  date: string;
  itemId: WorkItemId | null;
  milestoneId: MilestoneId | null;
}

export interface InheritedDates {
  start: InheritedDate | null;
  due: InheritedDate | null;
}

/** The dates that an epic would inherit from visible children if none were fixed. Missing if there are none. */
export const inheritedDatesOf = defineRowsLoader<WorkItemId, OfferedDates, InheritedDates>('inheritedDatesOf', {
  rows: (ctx, epicIds) => sql`
    WITH ${offersTo(epicIds, ctx.viewer)}
    SELECT coalesce(s.parent_id, d.parent_id) AS id,
      s.start_date, s.item_id AS start_item_id, s.milestone_id AS start_milestone_id,
      d.due_date, d.item_id AS due_item_id, d.milestone_id AS due_milestone_id
    FROM starts s FULL JOIN dues d ON d.parent_id = s.parent_id`,
  collect: (rows) =>
    new Map(
      rows.map((row) => [
        row.id,
        {
          start: row.startDate && { date: row.startDate, itemId: row.startItemId, milestoneId: row.startMilestoneId },
          due: row.dueDate && { date: row.dueDate, itemId: row.dueItemId, milestoneId: row.dueMilestoneId },
        } as InheritedDates,
      ]),
    ),
});

interface OfferedDates {
  id: WorkItemId;
  startDate: string | null;
  startItemId: WorkItemId | null;
  startMilestoneId: MilestoneId | null;
  dueDate: string | null;
  dueItemId: WorkItemId | null;
  dueMilestoneId: MilestoneId | null;
}

/** The milestones of each epic's visible children: one statement for a page of epics. */
export const seenMilestonesOf = defineRowsLoader<
  WorkItemId,
  { id: WorkItemId; milestoneIds: MilestoneId[] },
  ReadonlySet<MilestoneId>
>('seenMilestonesOf', {
  rows: (ctx, epicIds) => sql`
      SELECT c.parent_id AS id, array_agg(DISTINCT c.milestone_id) AS milestone_ids
      FROM work_items c JOIN namespaces n ON n.id = c.namespace_id
      WHERE c.parent_id = ANY(${keysIn(epicIds)}) AND c.type <> 'epic' AND c.milestone_id IS NOT NULL
        AND ${visibleWorkItems(ctx.viewer, 'c')}
      GROUP BY c.parent_id`,
  collect: (rows) => new Map(rows.map(({ id, milestoneIds }) => [id, new Set(milestoneIds)])),
});

/** The epics that inherit from a milestone: the parents of its items. */
export async function epicsInheritingFromMilestone(trx: Db, milestoneId: MilestoneId): Promise<WorkItemId[]> {
  const { rows } = await sql<{ id: WorkItemId }>`
    SELECT DISTINCT parent_id AS id FROM work_items WHERE milestone_id = ${milestoneId} AND parent_id IS NOT NULL`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Epics whose inherited date lost its source, a deleted child or milestone. */
export async function epicsWithDeletedSource(trx: Db, rootId: NamespaceId): Promise<WorkItemId[]> {
  const { rows } = await sql<{ id: WorkItemId }>`
    SELECT id FROM work_items WHERE root_id = ${rootId}
      AND NOT start_date_is_fixed AND start_date IS NOT NULL
      AND start_date_sourcing_work_item_id IS NULL AND start_date_sourcing_milestone_id IS NULL
    UNION
    SELECT id FROM work_items WHERE root_id = ${rootId}
      AND NOT due_date_is_fixed AND due_date IS NOT NULL
      AND due_date_sourcing_work_item_id IS NULL AND due_date_sourcing_milestone_id IS NULL`.execute(trx);
  return rows.map(({ id }) => id);
}

/** All epics of a top-level group. */
export async function epicIdsIn(trx: Db, rootId: NamespaceId): Promise<WorkItemId[]> {
  const rows = await trx
    .selectFrom('workItems')
    .select('id')
    .where('rootId', '=', rootId)
    .where('type', '=', 'epic')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
