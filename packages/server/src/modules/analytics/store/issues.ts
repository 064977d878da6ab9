import { periodsOf, type AnalyticsInterval, type DayRange } from '@milepost/core/dates/analytics';
import type { NamespaceId } from '@milepost/core/ids';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { allOf } from '../../../platform/database/all-of.ts';
import type { Namespace } from '../../namespaces/store.ts';
import type { WorkItemFilter } from '../../work-items/sockets.ts';
import {
  conditionsOf,
  inScope,
  isWholeTree,
  scopeOf,
  type WorkItemListing,
} from '../../work-items/store/list-conditions.ts';
import { issueTypes } from '../../work-items/store.ts';
import { forItsValues, inPeriods, isWithin, medianDays, placeIn, rowsOf } from '../store.ts';

/** Issues of a project, or of a group and everything below it. */
export interface IssueSelection {
  namespace: Namespace;
  filter: WorkItemFilter;
  /** Null: all projects. */
  projectIds: readonly NamespaceId[] | null;
  range: DayRange;
}

type Chosen = Omit<IssueSelection, 'range'>;

/** The condition on rows `w`; needs `scope` of `visibleScope`. */
export function isSelected(ctx: Context, chosen: Chosen, types?: readonly WorkItemType[]): RawBuilder<SqlBool> {
  const listing = listingOf(chosen, types);
  const { projectIds } = chosen;
  return allOf([
    inScope(ctx, listing),
    ...(projectIds ? [sql<SqlBool>`w.namespace_id = ANY(${projectIds}::bigint[])`] : []),
    ...conditionsOf(ctx, listing),
  ]);
}

/** The visible namespaces, as CTE `scope`. */
export function visibleScope(ctx: Context, chosen: Chosen): RawBuilder<unknown> {
  return sql`scope AS MATERIALIZED (${scopeOf(ctx, listingOf(chosen))})`;
}

function listingOf({ namespace, filter }: Chosen, types: readonly WorkItemType[] = issueTypes): WorkItemListing {
  const scope = { of: namespace, includeDescendants: namespace.kind === 'group' };
  return { scope, types, filter, order: { by: 'createdAt', isDescending: true } };
}

/** The index by creation begins with the state. */
const isInEitherState = sql<SqlBool>`w.state IN ('opened', 'closed')`;
const leadTime = sql`w.closed_at - w.created_at`;
/** Null without a known start; never negative. */
const cycleTime = sql`CASE WHEN w.started_at IS NOT NULL THEN w.closed_at - least(w.started_at, w.closed_at) END`;

export async function countCreated(ctx: Context, selection: IssueSelection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    ${forItsValues} WITH ${visibleScope(ctx, selection)}
    SELECT count(*)::int AS count FROM work_items w
    WHERE ${isSelected(ctx, selection)} AND ${isInEitherState} AND ${isWithin('w.created_at', selection.range)}`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}

export const completionMeasures = {
  count: sql<number>`count(*)::int`,
  leadTime: medianDays(leadTime),
  cycleTime: medianDays(cycleTime),
} as const;

/** One measure of the issues closed in a range: reopened ones count at their last closing. Times are medians in days. */
export async function measureClosed(
  ctx: Context,
  selection: IssueSelection,
  measure: keyof typeof completionMeasures,
): Promise<number | null> {
  const { rows } = await sql<{ value: number | null }>`
    ${forItsValues} WITH ${visibleScope(ctx, selection)}
    SELECT ${completionMeasures[measure]} AS value FROM work_items w
    WHERE ${isSelected(ctx, selection)} AND ${isWithin('w.closed_at', selection.range)}`.execute(ctx.db);
  return rows[0]?.value ?? null;
}

/**
 * Rows of `place` and what is selected of the issues of each period. Without a filter each period reads its own part of an index: finding
 * the period of each row would take longer than reading it.
 */
function inEachPeriod(
  ctx: Context,
  selection: IssueSelection,
  periods: readonly DayRange[],
  { column, and, select }: { column: string; and: RawBuilder<SqlBool>; select: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { filter, projectIds, range } = selection;
  const found = sql`work_items w WHERE ${isSelected(ctx, selection)} AND ${and}`;
  const isFiltered = Object.values(filter).some((fields) => Object.keys(fields as object).length > 0);
  if (isFiltered || projectIds !== null || !isWholeTree(listingOf(selection))) {
    return sql`SELECT ${placeIn(periods, column)} AS place, ${select} FROM ${found} AND ${isWithin(column, range)} GROUP BY place`;
  }
  const instant = sql.ref(column);
  return sql`SELECT p.place::int, part.* FROM ${rowsOf(periods)} CROSS JOIN LATERAL (
    SELECT ${select} FROM ${found} AND ${instant} >= p.since AND ${instant} < p.until) AS part`;
}

export interface IssueActivity extends DayRange {
  opened: number;
  closed: number;
}

export async function issueActivity(
  ctx: Context,
  selection: IssueSelection,
  interval: AnalyticsInterval,
): Promise<IssueActivity[]> {
  const periods = periodsOf(selection.range, interval);
  const opened = { column: 'w.created_at', and: isInEitherState, select: sql`count(*)::int AS opened, 0 AS closed` };
  const closed = { column: 'w.closed_at', and: sql<SqlBool>`true`, select: sql`0 AS opened, count(*)::int AS closed` };
  const { rows } = await sql<{ place: number; opened: number; closed: number }>`
    ${forItsValues} WITH ${visibleScope(ctx, selection)}
    SELECT place, sum(opened)::int AS opened, sum(closed)::int AS closed FROM (
      ${inEachPeriod(ctx, selection, periods, opened)} UNION ALL ${inEachPeriod(ctx, selection, periods, closed)}
    ) AS counts GROUP BY place`.execute(ctx.db);
  return inPeriods(periods, rows, (row) => ({ opened: row?.opened ?? 0, closed: row?.closed ?? 0 }));
}

export interface IssueCompletion extends DayRange {
  completed: number;
  /** Medians in days. */
  leadTime: number | null;
  cycleTime: number | null;
}

export async function issueCompletion(
  ctx: Context,
  selection: IssueSelection,
  interval: AnalyticsInterval,
): Promise<IssueCompletion[]> {
  const periods = periodsOf(selection.range, interval);
  const { count, leadTime: lead, cycleTime: cycle } = completionMeasures;
  const select = sql`${count} AS completed, ${lead} AS lead_time, ${cycle} AS cycle_time`;
  const closed = { column: 'w.closed_at', and: sql<SqlBool>`true`, select };
  const { rows } = await sql<{
    place: number;
    completed: number;
    leadTime: number | null;
    cycleTime: number | null;
  }>`${forItsValues} WITH ${visibleScope(ctx, selection)} ${inEachPeriod(ctx, selection, periods, closed)}`.execute(
    ctx.db,
  );
  return inPeriods(periods, rows, (row) => ({
    completed: row?.completed ?? 0,
    leadTime: row?.leadTime ?? null,
    cycleTime: row?.cycleTime ?? null,
  }));
}
