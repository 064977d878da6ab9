import type { AnalyticsInterval, DayRange } from '@milepost/core/dates/analytics';
import { formatDay, parseDay, type Day } from '@milepost/core/days';
import type { NamespaceId } from '@milepost/core/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { plannedForItsValues } from '../../platform/database/connect.ts';
import { namespacesBelow } from '../namespaces/policy.ts';
import type { Namespace } from '../namespaces/store.ts';

/** Plans for the values: the number of rows in a range depends on them. */
export const forItsValues = sql.raw(plannedForItsValues);

export function isWithin(column: string, { from, to }: DayRange): RawBuilder<SqlBool> {
  const instant = sql.ref(column);
  const start = sql`${formatDay(from)}::timestamp AT TIME ZONE 'utc'`;
  const end = sql`${formatDay((to + 1) as Day)}::timestamp AT TIME ZONE 'utc'`;
  return sql<SqlBool>`(${instant} >= ${start} AND ${instant} < ${end})`;
}

const units = { daily: 'day', weekly: 'week', monthly: 'month' } as const;

/** The first day of the period in which an instant lies, for GROUP BY. */
export function periodOf(column: string, interval: AnalyticsInterval): RawBuilder<string> {
  if (interval === 'all') return sql<string>`date '1970-01-01'`;
  return sql<string>`date_trunc(${sql.lit(units[interval])}, ${sql.ref(column)} AT TIME ZONE 'utc')::date`;
}

/** Each period with its row; `none` for one without. `start` is that of `periodOf`, which may be before the range. */
export function inPeriods<Row extends { start: string }, Value>(
  periods: readonly DayRange[],
  rows: readonly Row[],
  valueOf: (row: Row | null) => Value,
): (DayRange & Value)[] {
  const first = periods[0]?.from ?? 0;
  const byStart = new Map(rows.map((row) => [Math.max(first, parseDay(row.start) ?? 0), row]));
  return periods.map((period) => ({ ...period, ...valueOf(byStart.get(period.from) ?? null) }));
}

/** The median of intervals, in days. */
export function medianDays(interval: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<
    number | null
  >`(extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY ${interval})) / 86400)::float8`;
}

/** The projects of a project or group, as ids, that meet a condition on `n`; `only`: limits them to these. */
export function projectsIn(
  namespace: Namespace,
  condition: RawBuilder<SqlBool>,
  only: readonly NamespaceId[] | null = null,
): RawBuilder<unknown> {
  const isChosen = only === null ? sql`true` : sql`n.id = ANY(${only}::bigint[])`;
  return sql`SELECT n.id FROM namespaces n
    WHERE n.kind = 'project' AND ${namespacesBelow(namespace.scope.traversalIds)} AND ${isChosen} AND ${condition}`;
}
