import type { WorkItemId } from '@milepost/core/ids';
import { workItemTypes, type WorkItemType } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { defineRowsLoader, type Context, type Loader } from '../../../platform/context.ts';
import type { Slice } from '../../../platform/cursors.ts';
import { keysIn } from '../../../platform/database/one-of.ts';
import { visibleWorkItems } from '../../work-items/policy.ts';
import { filterConditions, type WorkItemListing } from '../../work-items/store/list-conditions.ts';
import { textConditions } from '../../work-items/store/texts.ts';
import { afterCursor, keyColumnsOf, type ListOrder } from '../../work-items/store/orders.ts';
import {
  issueTypes,
  selectWorkItems,
  shownWorkItemOf,
  type SelectedWorkItem,
  type Timeframe,
  type WorkItem,
} from '../../work-items/store.ts';

/** A query for the children of an item. */
export interface ChildListing extends Pick<WorkItemListing, 'filter' | 'search'> {
  kind: 'epics' | 'others' | 'all';
  order: ListOrder;
}

export interface ListedChild extends WorkItem {
  sortKey: readonly string[];
}

export const inTreeOrder: ListOrder = { by: 'relativePosition', isDescending: false };
/** All children, in the order of the tree. */
export const everyChild: ChildListing = {
  kind: 'all',
  filter: { is: {}, not: {}, or: {} },
  search: null,
  order: inTreeOrder,
};
export const inDueOrder: ListOrder = { by: 'dueDateAndIid', isDescending: false };

/** Loads one page of the children of each item. An optional cursor applies to all. */
export function childrenAfter(listing: ChildListing, slice: Slice): Loader<WorkItemId, ListedChild[]> {
  return defineRowsLoader<WorkItemId, SelectedChild, ListedChild[]>(`children/${listing.kind}`, {
    rows: (ctx, parentIds) => selectChildren(ctx, parentIds, listing, slice),
    collect: (rows, parentIds) => {
      const children = new Map<WorkItemId, ListedChild[]>(parentIds.map((id) => [id, []]));
      for (const row of rows) if (row.parentId !== null) children.get(row.parentId)?.push(shownWorkItemOf(row));
      return children;
    },
  });
}

type SelectedChild = SelectedWorkItem & Pick<ListedChild, 'sortKey'>;

function selectChildren(
  ctx: Context,
  parentIds: readonly WorkItemId[],
  listing: ChildListing,
  slice: Slice,
): RawBuilder<unknown> {
  const { isDescending } = listing.order;
  const columns = keyColumnsOf(listing.order, ctx.viewer);
  const isDownwards = isDescending !== slice.isBackward;
  const children = selectWorkItems(ctx.db)
    .innerJoin(
      sql<{ id: WorkItemId; parentId: WorkItemId }>`(
        SELECT parents.id AS parent_id, page.*
        FROM unnest(${keysIn(parentIds)}) AS parents (id)
        CROSS JOIN LATERAL (
          SELECT w.id, ${columns.computed} FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
          WHERE w.parent_id = parents.id AND ${kindOf(listing)} AND ${visibleWorkItems(ctx.viewer)}
            AND ${conditionsOf(ctx, listing)} AND ${afterCursor(listing.order, ctx.viewer, isDownwards, slice.cursor)}
          ${columns.inOrder(isDownwards)} LIMIT ${slice.limit + 1}
        ) AS page)`.as('child'),
      'child.id',
      'w.id',
    )
    .select(columns.textsOf('child').as('sortKey'))
    .modifyEnd(columns.inOrder(isDownwards, 'child'));
  return sql`${children}`;
}

export async function countListedChildren(ctx: Context, parentId: WorkItemId, listing: ChildListing): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
    WHERE w.parent_id = ${parentId} AND ${kindOf(listing)} AND ${visibleWorkItems(ctx.viewer)}
      AND ${conditionsOf(ctx, listing)}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

export function childKey(child: ListedChild): readonly unknown[] {
  return [...child.sortKey, child.id];
}

function typesOf({ kind }: ChildListing): readonly WorkItemType[] {
  if (kind === 'epics') return ['epic'];
  return kind === 'others' ? issueTypes : workItemTypes;
}

function kindOf({ kind }: ChildListing): RawBuilder<SqlBool> {
  if (kind === 'all') return sql<SqlBool>`true`;
  return kind === 'epics' ? sql<SqlBool>`w.type = 'epic'` : sql<SqlBool>`w.type <> 'epic'`;
}

function conditionsOf(ctx: Context, listing: ChildListing): RawBuilder<SqlBool> {
  const conditions = [
    ...filterConditions(ctx, { filter: listing.filter, types: typesOf(listing) }),
    ...textConditions(listing.search),
  ];
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

/** Keys are `id|start|end`: which items have a child epic that touches those days. One statement for a page of items. */
export const hasChildrenWithin = defineRowsLoader<string, Within, boolean>('hasChildrenWithin', {
  rows: (ctx, keys) => {
    const wanted = keys.map((key) => key.split('|') as [id: string, start: string, end: string]);
    return sql`
    SELECT wanted.id, wanted.start_day::text AS start_day, wanted.end_day::text AS end_day, EXISTS (
      SELECT FROM work_items c JOIN namespaces n ON n.id = c.namespace_id
      WHERE ${visibleWorkItems(ctx.viewer, 'c')} AND c.parent_id = wanted.id AND c.type = 'epic' AND (c.start_date IS NOT NULL OR c.due_date IS NOT NULL)
        AND (c.start_date IS NULL OR c.start_date <= wanted.end_day)
        AND (c.due_date IS NULL OR c.due_date >= wanted.start_day)
    ) AS is_so
    FROM unnest(${keysIn(wanted.map(([id]) => Number(id)))}, ${keysIn(
      wanted.map(([, start]) => start),
      'date',
    )},
      ${keysIn(
        wanted.map(([, , end]) => end),
        'date',
      )}) AS wanted (id, start_day, end_day)`;
  },
  collect: (rows) =>
    new Map(rows.map(({ id, startDay, endDay, isSo }) => [withinKey(id, { start: startDay, end: endDay }), isSo])),
});

interface Within {
  id: WorkItemId;
  startDay: string;
  endDay: string;
  isSo: boolean;
}

export function withinKey(id: WorkItemId, { start, end }: Timeframe): string {
  return `${id}|${start}|${end}`;
}
