import { sql, type SqlBool } from 'kysely';
import type { Context } from '../../../../platform/context.ts';
import { plannedForItsValues } from '../../../../platform/database/connect.ts';
import { matching, scopeOf, type WorkItemListing } from '../../../work-items/store/list-conditions.ts';

/** A scope of labels that epics of a list carry. */
export interface LabelScope {
  /** In lower case, as scopes are compared. */
  key: string;
  scope: string;
  /** Epics with a label of the scope. */
  count: number;
  /** The different values that they have. */
  values: number;
}

/** Maximum number of scopes; real lists are short. */
const MAX_SCOPES = 100;

/** The label scopes of the epics that match, those of most epics first. A nested scope ends at the last `::` of a title. */
export async function labelScopes(ctx: Context, listing: WorkItemListing): Promise<LabelScope[]> {
  const { rows } = await sql<LabelScope>`
    ${sql.raw(plannedForItsValues)} WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)}),
    matched AS MATERIALIZED (SELECT w.id FROM ${matching(ctx, listing, sql<SqlBool>`true`)}),
    used AS (
      SELECT wl.label_id, wl.work_item_id FROM work_item_labels wl
      WHERE wl.is_epic AND wl.work_item_id IN (SELECT id FROM matched)
    ),
    scoped AS (
      SELECT l.id, substring(l.title FROM '^(.+)::.+$') AS scope, substring(l.title FROM '^.+::(.+)$') AS value
      FROM labels l WHERE l.title LIKE '_%::%_' AND l.id IN (SELECT label_id FROM used)
    )
    SELECT lower(scoped.scope) AS key, min(scoped.scope) AS scope, count(DISTINCT used.work_item_id) AS count,
      count(DISTINCT scoped.value) AS values
    FROM scoped JOIN used ON used.label_id = scoped.id WHERE scoped.scope IS NOT NULL
    GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT ${MAX_SCOPES}`.execute(ctx.db);
  return rows;
}
