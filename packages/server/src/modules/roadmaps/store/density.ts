import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { plannedForItsValues } from '../../../platform/database/connect.ts';
import { matching, scopeOf, type WorkItemListing } from '../../work-items/store/list-conditions.ts';

/** How many epics run in each of some equal parts of the time from the first to the last of their dates. */
export interface EpicDensity {
  /** `YYYY-MM-DD`. */
  startDate: string;
  dueDate: string;
  counts: number[];
}

/**
 * The density of the epics that match, in one statement: 1 where an epic begins and -1 after its end, summed up. One with a single
 * date runs on that day. Null when none has a date.
 */
export async function densityOf(ctx: Context, listing: WorkItemListing, parts: number): Promise<EpicDensity | null> {
  const { rows } = await sql<{ startDate: string; dueDate: string; changes: Record<string, number> }>`
    ${sql.raw(plannedForItsValues)} WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)}),
    spans AS MATERIALIZED (
      SELECT coalesce(w.start_date, w.due_date) AS first_day, coalesce(w.due_date, w.start_date) AS last_day
      FROM ${matching(ctx, listing, sql`(w.start_date IS NOT NULL OR w.due_date IS NOT NULL)`)}
    ),
    whole AS (
      SELECT min(least(first_day, last_day)) AS first_day, max(greatest(first_day, last_day)) AS last_day FROM spans
    ),
    edges AS (
      SELECT (spans.first_day - whole.first_day) * ${parts} / (whole.last_day - whole.first_day + 1) AS part, 1 AS change
      FROM spans, whole
      UNION ALL
      SELECT (greatest(spans.first_day, spans.last_day) - whole.first_day) * ${parts} / (whole.last_day - whole.first_day + 1) + 1, -1
      FROM spans, whole
    )
    SELECT first_day::text AS start_date, last_day::text AS due_date,
      (SELECT jsonb_object_agg(part, change) FROM (SELECT part, sum(change) AS change FROM edges GROUP BY part) summed) AS changes
    FROM whole WHERE first_day IS NOT NULL`.execute(ctx.db);
  const [row] = rows;
  if (!row) return null;
  let running = 0;
  const counts = Array.from({ length: parts }, (_, part) => (running += row.changes[part] ?? 0));
  return { startDate: row.startDate, dueDate: row.dueDate, counts };
}
