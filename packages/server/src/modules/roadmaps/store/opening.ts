import { parseDay, type Day } from '@milepost/core/days';
import { MAX_COLORED_GROUPS } from '@milepost/core/roadmap/appearance';
import { openingLanes, type CountedScope, type OpeningSample } from '@milepost/core/roadmap/opening/facts';
import { defaultEpicColor } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { lookupsOf, plannedForItsValues } from '../../../platform/database/connect.ts';
import { rollupsSeenIn, worstOf } from '../../hierarchy/store/rollups-in-sql.ts';
import { milestoneDueDates } from '../../milestones/store.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { matching, scopeOf, type WorkItemListing } from '../../work-items/store/list-conditions.ts';
import { hasOneScan } from './lanes/rows.ts';

/** This many epics decide how a roadmap opens: their shares are exact enough, and the statement stays short. */
const SAMPLE = 2_000;
/** Maximum number of milestones that are read; plans have fewer. */
const MAX_MILESTONES = 500;

/** One row of the statement: dates as days since 1970-01-01, and JSON. */
interface Counted extends Omit<OpeningSample, 'spans' | 'scopes' | 'milestones'> {
  spans: (readonly [start: Day | null, due: Day | null, count: number])[];
  scopes: CountedScope[];
}

/** What decides how a roadmap opens, from the matching epics that the viewer may see. */
export async function openingSampleOf(ctx: Context, of: Namespace, listing: WorkItemListing): Promise<OpeningSample> {
  const [{ spans, ...counted }, dueDates] = await Promise.all([
    countedEpics(ctx, listing),
    milestoneDueDates(ctx, activeMilestones(of), MAX_MILESTONES),
  ]);
  return {
    ...counted,
    spans: spans.map(([start, due, count]) => ({ start, due, count })),
    milestones: dueDates.flatMap((day) => parseDay(day) ?? []),
  };
}

/** Epics that the roadmap draws. */
const activeMilestones = (namespace: Namespace) =>
  ({ namespace, state: 'active', includeAncestors: true, includeDescendants: true }) as const;

const sampled = (ctx: Context, listing: WorkItemListing, condition: RawBuilder<SqlBool>) => sql`
  SELECT w.id, w.namespace_id, w.parent_id, w.health_status, w.start_date, w.due_date, lower(coalesce(w.color, ${defaultEpicColor})) AS color
  FROM ${matching(ctx, listing, condition)} LIMIT ${sql.lit(SAMPLE)}`;

async function countedEpics(ctx: Context, listing: WorkItemListing): Promise<Counted> {
  const isPlannedOnce = hasOneScan(ctx, listing);
  const { rows } = await sql<Counted>`
    ${isPlannedOnce ? sql`` : sql.raw(plannedForItsValues)} WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)}),
    opened AS MATERIALIZED (${sampled(ctx, listing, sql<SqlBool>`w.state = 'opened'`)}),
    closed AS MATERIALIZED (${sampled(ctx, listing, sql<SqlBool>`(w.state = 'closed' AND NOT EXISTS (SELECT FROM opened))`)}),
    shown AS MATERIALIZED (SELECT * FROM opened UNION ALL SELECT * FROM closed),
    seen AS (${rollupsSeenIn(ctx, sql`shown`, ['issuesOnTrack', 'issuesNeedingAttention', 'issuesAtRisk'])}),
    spans AS (
      SELECT start_date - date '1970-01-01' AS start, due_date - date '1970-01-01' AS due, count(*)::integer AS count FROM shown
      WHERE start_date IS NOT NULL OR due_date IS NOT NULL GROUP BY 1, 2
    ),
    links AS MATERIALIZED (
      SELECT work_item_id, label_id FROM work_item_labels WHERE is_epic AND work_item_id = ANY(ARRAY(SELECT id FROM shown))
    ),
    scoped AS MATERIALIZED (
      SELECT id, priority, substring(title FROM '^(.+)::.+$') AS scope, substring(title FROM '^.+::(.+)$') AS value
      FROM labels WHERE id = ANY(ARRAY(SELECT label_id FROM links)) AND title LIKE '_%::%_'
    ),
    labeled AS MATERIALIZED (
      SELECT s.id, lower(l.scope) AS key, l.scope, l.value, l.priority, l.id AS label_id,
        s.parent_id IS NULL AND (s.start_date IS NOT NULL OR s.due_date IS NOT NULL) AS is_row
      FROM shown s JOIN links k ON k.work_item_id = s.id JOIN scoped l ON l.id = k.label_id
    ),
    scopes AS (
      SELECT key, min(scope) AS scope, count(DISTINCT id) AS count, count(DISTINCT value) AS values,
        count(DISTINCT id) FILTER (WHERE is_row) AS rows
      FROM labeled GROUP BY key HAVING count(DISTINCT value) BETWEEN ${openingLanes.min} AND ${openingLanes.max}
    ),
    lanes AS (
      SELECT key, value, min(priority) AS priority, min(label_id) AS label_id, count(DISTINCT id) FILTER (WHERE is_row) AS rows
      FROM labeled GROUP BY key, value
    ),
    dated AS (
      SELECT namespace_id, count(*) AS rows FROM shown
      WHERE parent_id IS NULL AND (start_date IS NOT NULL OR due_date IS NOT NULL) GROUP BY namespace_id
    ),
    largest AS (
      SELECT n.full_path FROM dated d JOIN namespaces n ON n.id = d.namespace_id
      ORDER BY d.rows DESC, n.full_path COLLATE "C" LIMIT ${MAX_COLORED_GROUPS}
    )
    SELECT (SELECT count(*) FROM opened) AS opened, (SELECT count(*) FROM closed) AS closed,
      (SELECT count(*) FROM shown w FULL JOIN seen below ON below.id = w.id
        WHERE w.health_status IS NOT NULL OR ${worstOf} IS NOT NULL) AS with_health,
      (SELECT coalesce(max(n), 0) FROM (SELECT count(*) AS n FROM shown GROUP BY color) AS colors) AS of_one_color,
      (SELECT count(DISTINCT namespace_id) FROM shown) AS groups,
      (SELECT coalesce(json_agg(full_path ORDER BY full_path COLLATE "C"), '[]') FROM largest) AS largest_groups,
      (SELECT count(due_date) FROM shown) AS with_due_date,
      (SELECT coalesce(array_to_json(array_agg(ARRAY[start, due, count])), '[]') FROM spans) AS spans,
      (SELECT coalesce(json_agg(json_build_object('scope', s.scope, 'count', s.count, 'valueCount', s.values,
          'without', (SELECT coalesce(sum(rows), 0)::bigint FROM dated) - s.rows, 'values', (
            SELECT json_agg(json_build_object('text', l.value, 'count', l.rows) ORDER BY l.priority NULLS LAST, l.label_id)
            FROM lanes l WHERE l.key = s.key))), '[]')
        FROM scopes s) AS scopes`.execute(isPlannedOnce ? lookupsOf(ctx.db) : ctx.db);
  const [counted] = rows;
  if (!counted) throw new Error('A count has one row');
  return counted;
}
