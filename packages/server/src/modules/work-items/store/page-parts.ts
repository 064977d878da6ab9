import type { WorkItemState } from '@milepost/core/work-items';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { allOf } from '../../../platform/database/all-of.ts';
import {
  expensiveConditions,
  indexedConditions,
  inRoot,
  isOnlyEpics,
  statesOf,
  visibleOnWalk,
  type WorkItemListing,
} from './list-conditions.ts';
import { afterCursor, keyColumnsOf, orderOf, rangesOf, type IndexRange } from './orders.ts';
import { isDownwards, walkBeside, type Window } from './phases.ts';

/** Maximum number of rows of the epic index to check before all matches of a filter are fetched instead. */
const MAX_EPIC_WALK = 1_000;
/**
 * As MAX_EPIC_WALK, for issue indexes. Higher, because all matches of a filter that selects fewer than one in two hundred are fetched
 * quickly even from a million issues.
 */
const MAX_ISSUE_WALK = 4_000;

/** The sizes of our pages, one row more, and of REST. They are literals, because PostgreSQL plans a parameter for a tenth of all rows. */
const usualLimits: ReadonlySet<number> = new Set([20, 21, 50, 51, 100, 101]);

export function isUsual({ limit, offset }: Window): boolean {
  return usualLimits.has(limit) && offset === 0;
}

/** The common parts of all forms: sort key, start position and limit. */
export function partsOf({ viewer }: Context, listing: WorkItemListing, window: Window) {
  const columns = keyColumnsOf(listing.order, viewer);
  const inOrder = columns.inOrder(isDownwards(listing, window));
  const { startsAt } = orderOf(listing.order, viewer);
  const { timeframe } = listing.filter.is;
  return {
    columns,
    after: allOf([
      ...(startsAt && timeframe ? [startsAt(timeframe.start)] : []),
      afterCursor(listing.order, viewer, isDownwards(listing, window), window.cursor),
    ]),
    inOrder,
    end: isUsual(window)
      ? sql`${inOrder} LIMIT ${sql.lit(window.limit)}`
      : sql`${inOrder} LIMIT ${window.limit} OFFSET ${window.offset}`,
  };
}

/**
 * The first rows of one index, for a short walk. The index of epics contains the filtered columns. That of issues contains only the
 * state: other conditions are checked after the limit, so that the walk stays short for viewers who may see few of many issues.
 */
export function nearest(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { columns, after, inOrder } = partsOf(ctx, listing, window);
  if (isOnlyEpics(listing)) {
    return sql`(
        SELECT w.*, ${columns.computed} FROM work_items w
        WHERE ${visibleOnWalk(ctx, listing)} AND ${allOf(indexedConditions(ctx, listing))} AND ${after}
        ${inOrder} LIMIT ${sql.lit(MAX_EPIC_WALK)}
      ) AS w WHERE ${allOf(expensiveConditions(ctx, { ...listing, isWalk: true }))}`;
  }
  const run = (state: WorkItemState, range: IndexRange, columns: RawBuilder<unknown>) => sql`(
          SELECT ${columns}, ${range.key} AS key FROM work_items w
          WHERE w.type <> 'epic' AND w.state = ${state} AND ${inRoot(listing)} AND ${range.isIn}
          ${range.inOrder} LIMIT ${MAX_ISSUE_WALK})`;
  const isMet = sql`${visibleOnWalk(ctx, listing)} AND ${allOf(expensiveConditions(ctx, { ...listing, isWalk: true }))}`;
  if (orderOf(listing.order, ctx.viewer).beside)
    return sql`(${nearestBeside(ctx, listing, window)}) AS w WHERE ${isMet}`;
  const rangesIn = (state: WorkItemState) =>
    rangesOf(listing.order, ctx.viewer, state, isDownwards(listing, window), window.cursor).map((range) => ({
      state,
      range,
    }));
  const [first, ...others] = statesOf(listing).flatMap(rangesIn);
  // A single range is already in order, and the walk stops when enough rows match.
  if (first && others.length === 0) {
    return sql`${run(first.state, first.range, sql`w.*`)} AS w WHERE ${isMet}`;
  }
  const runs = statesOf(listing)
    .flatMap(rangesIn)
    .map(({ state, range }) => run(state, range, sql`w.id`));
  return sql`(
        SELECT w.*, met.key FROM (${sql.join(runs, sql` UNION ALL `)} ${inOrder} LIMIT ${MAX_ISSUE_WALK}) AS met
        JOIN work_items w ON w.id = met.id
      ) AS w WHERE ${isMet}`;
}

/** As `nearest`, for an order with an index beside the issues: the state is read from each issue. */
function nearestBeside(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { inOrder } = partsOf(ctx, listing, window);
  const { table } = orderOf(listing.order, ctx.viewer).beside ?? { table: sql`work_items` };
  const runs = rangesOf(listing.order, ctx.viewer, null, isDownwards(listing, window), window.cursor).map(
    (range) => sql`(
          SELECT k.work_item_id AS id, ${range.key} AS key FROM ${table} AS k
          WHERE k.root_id = ${listing.scope?.of.rootId ?? null} AND ${range.isIn} ${range.inOrder} LIMIT ${walkBeside.most})`,
  );
  const run =
    runs.length === 1 ? runs[0] : sql`(${sql.join(runs, sql` UNION ALL `)} ${inOrder} LIMIT ${walkBeside.most})`;
  return sql`
        SELECT w.*, met.key FROM ${run} AS met
        JOIN work_items w ON w.id = met.id AND w.type <> 'epic' AND w.state = ANY(${statesOf(listing)}::text[])`;
}
