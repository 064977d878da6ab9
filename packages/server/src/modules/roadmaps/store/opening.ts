import type { OpenEpics } from '@milepost/core/roadmap/overview';
import { defaultEpicColor } from '@milepost/core/work-items';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { healthShownIn } from '../../hierarchy/store/rollups-in-sql.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { matching, scopeOf, type WorkItemListing } from '../../work-items/store/list-conditions.ts';

/** The health of this many epics is read: their share is exact enough, and the statement stays short. */
const SAMPLE = 2_000;

/** What decides how a roadmap opens, from the open epics that the viewer may see. */
export async function openEpicsOf(ctx: Context, of: Namespace): Promise<OpenEpics> {
  const listing: WorkItemListing = {
    scope: { of, includeDescendants: true },
    types: ['epic'],
    filter: { is: {}, not: {}, or: {} },
    order: { by: 'createdAt', isDescending: true },
  };
  const { rows } = await sql<OpenEpics>`
    WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)}),
    listed AS MATERIALIZED (
      SELECT w.id, w.state, w.namespace_id, coalesce(w.color, ${defaultEpicColor}) AS color
      FROM ${matching(ctx, listing, sql`true`)} LIMIT ${SAMPLE}
    ), open AS (SELECT * FROM listed WHERE state = 'opened')
    SELECT (SELECT count(*) FROM open) AS opened, (SELECT count(*) FROM listed WHERE state = 'closed') AS closed,
      (SELECT count(*) FROM open JOIN work_items w ON w.id = open.id WHERE ${healthShownIn(ctx.viewer)} IS NOT NULL) AS with_health,
      (SELECT coalesce(max(n), 0) FROM (SELECT count(*) AS n FROM open GROUP BY lower(color)) AS colors) AS of_one_color,
      (SELECT count(DISTINCT namespace_id) FROM open) AS groups`.execute(ctx.db);
  const [facts] = rows;
  if (!facts) throw new Error('A count has one row');
  return facts;
}
