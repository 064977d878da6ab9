import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../../platform/context.ts';
import { plannedForItsValues } from '../../../../platform/database/connect.ts';
import { laneValues, type LaneQuestion } from './lanes.ts';
import { laneRows } from './rows.ts';

/** The number of epics of each lane for each pair of the columns where they start and end: see `shadesOf`. */
export interface LaneRun {
  above: number;
  number: number;
  first: number;
  last: number;
  count: number;
}

/** How many epics of these lanes run from which column to which. `starts`: the first day of each column, `end`: the last. */
export async function laneRuns(
  ctx: Context,
  question: LaneQuestion,
  columns: { starts: readonly string[]; end: string },
  isSecond: boolean,
): Promise<LaneRun[]> {
  const { of, listing, by, thenBy } = question;
  const [above, value] = isSecond ? [sql`v.first`, sql`v.second`] : [sql`0::bigint`, sql`v.first`];
  const columnOf = (day: RawBuilder<unknown>) =>
    sql`least(greatest(width_bucket(${day}, ${columns.starts}::date[]), 1), ${columns.starts.length})`;
  const { rows } = await sql<LaneRun>`
    ${sql.raw(plannedForItsValues)} WITH ${laneRows(ctx, question, [by, thenBy])},
    ${laneValues(question, { ctx, of, order: listing.order })}
    SELECT ${above} AS above, ${value} AS number, ${columnOf(sql`coalesce(v.start_date, v.due_date)`)} - 1 AS first,
      ${columnOf(sql`coalesce(v.due_date, v.start_date)`)} - 1 AS last, count(*) AS count
    FROM lane_values v
    WHERE coalesce(v.start_date, v.due_date) <= ${columns.end}::date
      AND coalesce(v.due_date, v.start_date) >= ${columns.starts[0]}::date
    GROUP BY 1, 2, 3, 4`.execute(ctx.db);
  return rows;
}
