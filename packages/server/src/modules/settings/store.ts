import type { Visibility } from '@milepost/core/roles';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { namespacesBelow } from '../namespaces/policy.ts';
import type { Namespace } from '../namespaces/store.ts';

/** The numbers of objects in a group or project and its descendants: what a deletion removes. */
export interface Contents {
  epics: number;
  issues: number;
  groups: number;
  projects: number;
}

/** Counted without a permission check, for viewers who may change the settings. */
export async function contentsOf(db: Db, { scope, id }: Namespace): Promise<Contents> {
  const { rows } = await sql<Contents>`
    WITH scope AS MATERIALIZED (SELECT n.id, n.kind FROM namespaces n WHERE ${namespacesBelow(scope.traversalIds)})
    SELECT
      (SELECT count(*) FROM work_items w WHERE w.namespace_id IN (SELECT scope.id FROM scope) AND w.type = 'epic') AS epics,
      (SELECT count(*) FROM work_items w WHERE w.namespace_id IN (SELECT scope.id FROM scope) AND w.type <> 'epic') AS issues,
      (SELECT count(*) FROM scope WHERE kind = 'group' AND id <> ${id}) AS groups,
      (SELECT count(*) FROM scope WHERE kind = 'project' AND id <> ${id}) AS projects`.execute(db);
  return rows[0] ?? { epics: 0, issues: 0, groups: 0, projects: 0 };
}

export interface VisibilityBelow {
  visibility: Visibility;
  groups: number;
  projects: number;
  /** The first full paths in alphabetical order. */
  paths: string[];
}

const MAX_NAMED_PATHS = 10;

/** The descendants of a group by visibility, to show which ones a lower visibility of the group would change. */
export async function visibilitiesBelow(db: Db, { scope, id }: Namespace): Promise<VisibilityBelow[]> {
  const { rows } = await sql<VisibilityBelow>`
    SELECT n.visibility, count(*) FILTER (WHERE n.kind = 'group') AS groups,
      count(*) FILTER (WHERE n.kind = 'project') AS projects,
      (array_agg(n.full_path ORDER BY n.full_path))[:${MAX_NAMED_PATHS}::int] AS paths
    FROM namespaces n WHERE ${namespacesBelow(scope.traversalIds)} AND n.id <> ${id} GROUP BY n.visibility`.execute(db);
  return rows;
}

/** The number of entries behind each section of the settings. */
export interface SectionCounts {
  members: number;
  labels: number;
  milestones: number;
  templates: number;
  customFields: number;
  webhooks: number;
  publicLinks: number;
  accessTokens: number;
  cadences: number;
}

export async function sectionCounts(db: Db, { id, rootId, scope }: Namespace): Promise<SectionCounts> {
  const { rows } = await sql<SectionCounts>`
    SELECT
      (SELECT count(*) FROM members m JOIN users u ON u.id = m.user_id AND NOT u.is_bot WHERE m.namespace_id = ${id}) AS members,
      (SELECT count(*) FROM labels WHERE namespace_id = ${id} AND archived_at IS NULL) AS labels,
      (SELECT count(*) FROM milestones WHERE namespace_id = ${id} AND state = 'active') AS milestones,
      (SELECT count(*) FROM description_templates WHERE namespace_id = ${id}) AS templates,
      (SELECT count(*) FROM custom_fields WHERE namespace_id = ${rootId} AND archived_at IS NULL) AS custom_fields,
      (SELECT count(*) FROM webhooks WHERE namespace_id = ${id} AND purpose = 'events') AS webhooks,
      (SELECT count(*) FROM roadmap_links WHERE namespace_id = ${id} AND kind = 'page' AND revoked_at IS NULL) AS public_links,
      (SELECT count(*) FROM personal_access_tokens t JOIN users u ON u.id = t.user_id
        WHERE u.bot_of_id = ${id} AND t.revoked_at IS NULL
          AND (t.expires_at IS NULL OR t.expires_at > (now() AT TIME ZONE 'utc')::date)) AS access_tokens,
      (SELECT count(*) FROM iteration_cadences WHERE namespace_id = ANY(${scope.traversalIds}::bigint[])) AS cadences
    `.execute(db);
  return rows[0] as SectionCounts;
}
