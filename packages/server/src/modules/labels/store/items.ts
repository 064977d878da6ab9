import type { LabelId, NamespaceId, WorkItemId } from '@milepost/core/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { defineLoader, defineRowsLoader } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { isOneOf } from '../../../platform/database/one-of.ts';
import { visibleWorkItems } from '../../work-items/policy.ts';
import { labelColumns, selectLabels, type Label } from '../store.ts';

/** The labels of each item by title: one statement for a page of items. */
export const labelsOfWorkItem = defineRowsLoader<WorkItemId, LabelOfItem, Label[]>('labelsOfWorkItem', {
  rows: (_ctx, itemIds) => sql`
    SELECT ${labelColumns}, wl.work_item_id FROM work_item_labels wl
    JOIN labels l ON l.id = wl.label_id JOIN namespaces n ON n.id = l.namespace_id
    WHERE ${isOneOf('wl.work_item_id', itemIds)} ORDER BY lower(l.title), l.id`,
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

function isAvailable(
  traversalIds: readonly NamespaceId[],
  wanted: { ids: readonly LabelId[]; titles: readonly string[] },
): RawBuilder<SqlBool> {
  return sql<SqlBool>`l.namespace_id = ANY(${traversalIds}::bigint[]) AND l.archived_at IS NULL
    AND (l.id = ANY(${wanted.ids}::bigint[]) OR l.title = ANY(${wanted.titles}::text[]))`;
}

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
    .where(isAvailable(traversalIds, wanted))
    .orderBy(sql`cardinality(n.traversal_ids)`, 'desc')
    .execute();
}

/**
 * The labels of an item by id, read within the transaction that changes them, and those of `labelsAvailableIn`: in one statement.
 * `itemId` null: a new item has none. `nearest`: those of both to which their title refers in a text of the item.
 */
export async function labelsFor(
  trx: Db,
  itemId: WorkItemId | null,
  traversalIds: readonly NamespaceId[],
  wanted: { ids: readonly LabelId[]; titles: readonly string[] },
): Promise<{ current: Label[]; available: Label[]; nearest: Label[] }> {
  const depth = sql<number>`cardinality(n.traversal_ids)`;
  const isNearest = sql<boolean>`l.namespace_id = ANY(${traversalIds}::bigint[]) AND NOT EXISTS (
    SELECT FROM labels o JOIN namespaces h ON h.id = o.namespace_id
    WHERE o.title = l.title AND o.namespace_id = ANY(${traversalIds}::bigint[])
      AND cardinality(h.traversal_ids) > cardinality(n.traversal_ids))`;
  const rows = await selectLabels(trx)
    .innerJoin('workItemLabels as wl', 'wl.labelId', 'l.id')
    .select([sql<boolean>`true`.as('isCurrent'), depth.as('depth'), isNearest.as('isNearest')])
    .where(sql<boolean>`wl.work_item_id = ${itemId}::bigint`)
    .unionAll(
      selectLabels(trx)
        .select([sql<boolean>`false`.as('isCurrent'), depth.as('depth'), isNearest.as('isNearest')])
        .where(isAvailable(traversalIds, wanted)),
    )
    .execute();
  const labelOf = ({
    isCurrent: _current,
    depth: _depth,
    isNearest: _nearest,
    ...label
  }: (typeof rows)[number]): Label => label;
  return {
    nearest: rows.filter((row) => row.isNearest).map(labelOf),
    current: rows
      .filter(({ isCurrent }) => isCurrent)
      .map(labelOf)
      .toSorted((one, other) => one.id - other.id),
    available: rows
      .filter(({ isCurrent }) => !isCurrent)
      .toSorted((one, other) => other.depth - one.depth)
      .map(labelOf),
  };
}

/** The statements that add and remove labels of an item. */
export function changingItemLabels(
  itemId: WorkItemId,
  { added, removed }: { added: readonly LabelId[]; removed: readonly LabelId[] },
): RawBuilder<unknown>[] {
  return [
    ...(removed.length === 0
      ? []
      : [
          sql`DELETE FROM work_item_labels WHERE work_item_id = ${itemId}::bigint AND label_id = ANY(${removed}::bigint[])`,
        ]),
    ...(added.length === 0
      ? []
      : [
          sql`INSERT INTO work_item_labels (work_item_id, label_id)
            SELECT ${itemId}::bigint, unnest(${added}::bigint[]) ON CONFLICT DO NOTHING`,
        ]),
  ];
}
