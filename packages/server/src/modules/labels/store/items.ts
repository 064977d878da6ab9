import type { LabelId, NamespaceId, WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { defineLoader, defineRowsLoader } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { isOneOf } from '../../../platform/database/one-of.ts';
import { visibleWorkItems } from '../../work-items/policy.ts';
import { selectLabels, type Label } from '../store.ts';

/** The labels of each item by title: one statement for a page of items. */
export const labelsOfWorkItem = defineRowsLoader<WorkItemId, LabelOfItem, Label[]>('labelsOfWorkItem', {
  rows: (ctx, itemIds) =>
    sql`${selectLabels(ctx.db)
      .innerJoin('workItemLabels as wl', 'wl.labelId', 'l.id')
      .select('wl.workItemId')
      .where(isOneOf('wl.work_item_id', itemIds))
      .orderBy(sql`lower(l.title)`)
      .orderBy('l.id')}`,
  collect: (rows, itemIds) => {
    const labels = new Map<WorkItemId, Label[]>(itemIds.map((id) => [id, []]));
    for (const row of rows) labels.get(row.workItemId)?.push(row);
    return labels;
  },
});

interface LabelOfItem extends Label {
  workItemId: WorkItemId;
}

export interface IssueCounts {
  opened: number;
  closed: number;
  openedEpics: number;
}

/** The number of visible issues with each label by state, and of open epics: one statement for a page of labels. */
export const issueCountsOfLabel = defineLoader<LabelId, IssueCounts>('issueCountsOfLabel', async (ctx, labelIds) => {
  const rows = await ctx.db
    .selectFrom('workItemLabels as wl')
    .innerJoin('workItems as w', 'w.id', 'wl.workItemId')
    .innerJoin('namespaces as n', 'n.id', 'w.namespaceId')
    .select([
      'wl.labelId',
      sql<number>`count(*) FILTER (WHERE w.type <> 'epic' AND w.state = 'opened')::int`.as('opened'),
      sql<number>`count(*) FILTER (WHERE w.type <> 'epic' AND w.state = 'closed')::int`.as('closed'),
      sql<number>`count(*) FILTER (WHERE w.type = 'epic' AND w.state = 'opened')::int`.as('openedEpics'),
    ])
    .where(sql<boolean>`wl.label_id = ANY(${labelIds}::bigint[])`)
    .where(visibleWorkItems(ctx.viewer))
    .groupBy('wl.labelId')
    .execute();
  return new Map(rows.map(({ labelId, ...counts }) => [labelId, counts]));
});

/**
 * Those of these ids and titles that an item in the namespace may have: labels of the namespace and its ancestors, without
 * archived ones.
 */
export async function labelsAvailableIn(
  db: Db,
  traversalIds: readonly NamespaceId[],
  wanted: { ids: readonly LabelId[]; titles: readonly string[] },
): Promise<Label[]> {
  return selectLabels(db)
    .where(sql<boolean>`l.namespace_id = ANY(${traversalIds}::bigint[])`)
    .where(sql<boolean>`(l.id = ANY(${wanted.ids}::bigint[]) OR l.title = ANY(${wanted.titles}::text[]))`)
    .where('l.archivedAt', 'is', null)
    .orderBy(sql`cardinality(n.traversal_ids)`, 'desc')
    .execute();
}

/** The labels of an item, read within the transaction that changes them. */
export async function labelsOnItem(trx: Db, itemId: WorkItemId): Promise<Label[]> {
  return selectLabels(trx)
    .innerJoin('workItemLabels as wl', 'wl.labelId', 'l.id')
    .where('wl.workItemId', '=', itemId)
    .orderBy('l.id')
    .execute();
}

/** Adds and removes labels of an item. */
export async function changeItemLabels(
  trx: Db,
  itemId: WorkItemId,
  change: { added: readonly LabelId[]; removed: readonly LabelId[] },
): Promise<void> {
  if (change.removed.length > 0) {
    await trx
      .deleteFrom('workItemLabels')
      .where('workItemId', '=', itemId)
      .where(sql<boolean>`label_id = ANY(${change.removed}::bigint[])`)
      .execute();
  }
  if (change.added.length > 0) {
    await sql`
      INSERT INTO work_item_labels (work_item_id, label_id)
      SELECT ${itemId}::bigint, unnest(${change.added}::bigint[]) ON CONFLICT DO NOTHING`.execute(trx);
  }
}
