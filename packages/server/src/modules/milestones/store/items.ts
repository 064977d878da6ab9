import type { MilestoneId, NamespaceId, WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { defineLoader } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { visibleWorkItems } from '../../work-items/policy.ts';

export interface IssueCounts {
  total: number;
  closed: number;
  weight: number;
  closedWeight: number;
  epics: number;
}

const noIssues: IssueCounts = { total: 0, closed: 0, weight: 0, closedWeight: 0, epics: 0 };

/** The number of visible issues in each milestone: one statement for a page of milestones. */
export const issueCountsOfMilestone = defineLoader<MilestoneId, IssueCounts>(
  'issueCountsOfMilestone',
  async (ctx, ids) => {
    const rows = await ctx.db
      .selectFrom('workItems as w')
      .innerJoin('namespaces as n', 'n.id', 'w.namespaceId')
      .select([
        sql<MilestoneId>`w.milestone_id`.as('milestoneId'),
        sql<number>`count(*) FILTER (WHERE w.type <> 'epic')::int`.as('total'),
        sql<number>`count(*) FILTER (WHERE w.type <> 'epic' AND w.state = 'closed')::int`.as('closed'),
        sql<number>`coalesce(sum(w.weight) FILTER (WHERE w.type <> 'epic'), 0)::int`.as('weight'),
        sql<number>`coalesce(sum(w.weight) FILTER (WHERE w.type <> 'epic' AND w.state = 'closed'), 0)::int`.as(
          'closedWeight',
        ),
        sql<number>`count(*) FILTER (WHERE w.type = 'epic')::int`.as('epics'),
      ])
      .where(sql<boolean>`w.milestone_id = ANY(${ids}::bigint[])`)
      .where(visibleWorkItems(ctx.viewer))
      .groupBy('w.milestoneId')
      .execute();
    const counts = new Map<MilestoneId, IssueCounts>(ids.map((id) => [id, noIssues]));
    for (const { milestoneId, ...count } of rows) counts.set(milestoneId, count);
    return counts;
  },
);

/** Whether an item in a namespace may have the milestone: it belongs to the namespace or an ancestor. */
export async function isMilestoneAvailable(
  trx: Db,
  traversalIds: readonly NamespaceId[],
  id: MilestoneId,
): Promise<boolean> {
  const row = await trx
    .selectFrom('milestones')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`namespace_id = ANY(${traversalIds}::bigint[])`)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setMilestone(trx: Db, itemId: WorkItemId, id: MilestoneId | null): Promise<void> {
  await trx.updateTable('workItems').set({ milestoneId: id }).where('id', '=', itemId).execute();
}

/** An item whose milestone is removed or replaced. */
export interface AffectedItem {
  id: WorkItemId;
  namespaceId: NamespaceId;
  parentId: WorkItemId | null;
}

/** The parents of these items. */
export function parentsOf(items: readonly AffectedItem[]): WorkItemId[] {
  return [...new Set(items.flatMap(({ parentId }) => parentId ?? []))].toSorted((one, other) => one - other);
}

/** Removes a milestone from its items; returns those items. */
export function clearMilestone(trx: Db, id: MilestoneId): Promise<AffectedItem[]> {
  return replaceMilestones(trx, [id], null);
}

/**
 * Moves the items and chart events of some milestones to another, and deletes those milestones; returns the
 * parents of those items.
 */
export async function mergeMilestones(trx: Db, from: readonly MilestoneId[], to: MilestoneId): Promise<WorkItemId[]> {
  const items = await replaceMilestones(trx, from, to);
  await sql`UPDATE timebox_events SET milestone_id = ${to} WHERE milestone_id = ANY(${from}::bigint[])`.execute(trx);
  await trx
    .deleteFrom('milestones')
    .where(sql<boolean>`id = ANY(${from}::bigint[])`)
    .execute();
  return parentsOf(items);
}

async function replaceMilestones(
  trx: Db,
  from: readonly MilestoneId[],
  to: MilestoneId | null,
): Promise<AffectedItem[]> {
  const { rows } = await sql<AffectedItem>`
    UPDATE work_items SET milestone_id = ${to} WHERE milestone_id = ANY(${from}::bigint[])
    RETURNING id, namespace_id AS "namespaceId", parent_id AS "parentId"`.execute(trx);
  return rows;
}

/** Milestones of this title in the projects below a group, which a promotion merges. Locked until the transaction ends. */
export async function projectMilestonesBelow(trx: Db, group: Namespace, title: string): Promise<MilestoneId[]> {
  const rows = await trx
    .selectFrom('milestones as m')
    .innerJoin('namespaces as n', 'n.id', 'm.namespaceId')
    .select('m.id')
    .where('m.title', '=', title)
    .where('n.kind', '=', 'project')
    .where(namespacesBelow(group.scope.traversalIds))
    .forUpdate('m')
    .execute();
  return rows.map(({ id }) => id);
}

/** The open milestone of this title that an item in a namespace can have; of several, the nearest. */
export async function milestoneTitled(
  db: Db,
  traversalIds: readonly NamespaceId[],
  title: string,
): Promise<{ id: MilestoneId; title: string } | null> {
  const row = await db
    .selectFrom('milestones as m')
    .innerJoin('namespaces as n', 'n.id', 'm.namespaceId')
    .select(['m.id', 'm.title'])
    .where('m.title', '=', title)
    .where('m.state', '=', 'active')
    .where(sql<boolean>`m.namespace_id = ANY(${traversalIds}::bigint[])`)
    .orderBy(sql`cardinality(n.traversal_ids)`, 'desc')
    .executeTakeFirst();
  return row ?? null;
}
