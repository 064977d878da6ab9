import { periodsOf, type AnalyticsInterval, type DayRange } from '@milepost/core/dates/analytics';
import type { NamespaceId } from '@milepost/core/ids';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { allOf } from '../../../platform/database/all-of.ts';
import type { Namespace } from '../../namespaces/store.ts';
import type { WorkItemFilter } from '../../work-items/sockets.ts';
import { conditionsOf, inScope, scopeOf, type WorkItemListing } from '../../work-items/store/list-conditions.ts';
import { issueTypes } from '../../work-items/store.ts';
import { forItsValues, inPeriods, isWithin, medianDays, periodOf } from '../store.ts';

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

export interface IssueActivity extends DayRange {
  opened: number;
  closed: number;
}

export async function issueActivity(
  ctx: Context,
  selection: IssueSelection,
  interval: AnalyticsInterval,
): Promise<IssueActivity[]> {
  const part = (column: string, condition: RawBuilder<SqlBool>) => sql`
    FROM work_items w WHERE ${isSelected(ctx, selection)} AND ${condition} AND ${isWithin(column, selection.range)}
    GROUP BY ${periodOf(column, interval)}`;
  const { rows } = await sql<{ start: string; opened: number; closed: number }>`
    ${forItsValues} WITH ${visibleScope(ctx, selection)}
    SELECT start::text, sum(opened)::int AS opened, sum(closed)::int AS closed FROM (
      SELECT ${periodOf('w.created_at', interval)} AS start, count(*) AS opened, 0 AS closed ${part('w.created_at', isInEitherState)}
      UNION ALL
      SELECT ${periodOf('w.closed_at', interval)}, 0, count(*) ${part('w.closed_at', sql`true`)}
    ) AS counts GROUP BY start`.execute(ctx.db);
  return inPeriods(periodsOf(selection.range, interval), rows, (row) => ({
    opened: row?.opened ?? 0,
    closed: row?.closed ?? 0,
  }));
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
  const { count, leadTime: lead, cycleTime: cycle } = completionMeasures;
  const { rows } = await sql<{
    start: string;
    completed: number;
    leadTime: number | null;
    cycleTime: number | null;
  }>`
    ${forItsValues} WITH ${visibleScope(ctx, selection)}
    SELECT ${periodOf('w.closed_at', interval)}::text AS start, ${count} AS completed, ${lead} AS lead_time, ${cycle} AS cycle_time
    FROM work_items w WHERE ${isSelected(ctx, selection)} AND ${isWithin('w.closed_at', selection.range)}
    GROUP BY ${periodOf('w.closed_at', interval)}`.execute(ctx.db);
  return inPeriods(periodsOf(selection.range, interval), rows, (row) => ({
    completed: row?.completed ?? 0,
    leadTime: row?.leadTime ?? null,
    cycleTime: row?.cycleTime ?? null,
  }));
}
