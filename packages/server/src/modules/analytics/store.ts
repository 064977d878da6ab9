import type { DayRange } from '@milepost/core/dates/analytics';
import { formatDay, type Day } from '@milepost/core/days';
import type { NamespaceId } from '@milepost/core/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { plannedForItsValues } from '../../platform/database/connect.ts';
import { namespacesBelow } from '../namespaces/policy.ts';
import type { Namespace } from '../namespaces/store.ts';

/** Plans for the values: the number of rows in a range depends on them. */
export const forItsValues = sql.raw(plannedForItsValues);

const startOf = (day: Day) => `${formatDay(day)}T00:00:00Z`;
const endOf = (day: Day) => startOf((day + 1) as Day);

export function isWithin(column: string, { from, to }: DayRange): RawBuilder<SqlBool> {
  const instant = sql.ref(column);
  return sql<SqlBool>`(${instant} >= ${startOf(from)}::timestamptz AND ${instant} < ${endOf(to)}::timestamptz)`;
}

/** The place of the period, from 1, in which an instant of the range lies: for GROUP BY. */
export function placeIn(periods: readonly DayRange[], column: string): RawBuilder<number> {
  return sql<number>`width_bucket(${sql.ref(column)}, ${periods.map(({ from }) => startOf(from))}::timestamptz[])`;
}

/** The periods as rows `p` of the instants `since` and `until`, and their `place`. */
export function rowsOf(periods: readonly DayRange[]): RawBuilder<unknown> {
  const [starts, ends] = [periods.map(({ from }) => startOf(from)), periods.map(({ to }) => endOf(to))];
  return sql`unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) WITH ORDINALITY AS p (since, until, place)`;
}

/** Each period with the value of its row; `null`: it has none. */
export function inPeriods<Row extends { place: number }, Value>(
  periods: readonly DayRange[],
  rows: readonly Row[],
  valueOf: (row: Row | null) => Value,
): (DayRange & Value)[] {
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return periods.map((period, index) => ({ ...period, ...valueOf(byPlace.get(index + 1) ?? null) }));
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
