import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { NamespaceKind } from '../../namespaces/table.ts';

/** A milestone that text may point at: asked for by its title, from a group or project. */
export interface WantedMilestone {
  path: string;
  title: string;
}

export interface ReferencedMilestone {
  /** Which of the wanted ones, from 0. */
  index: number;
  iid: number;
  title: string;
  /** The group or project it was asked from, as it is written. */
  path: string;
  isPublic: boolean;
  homeKind: NamespaceKind;
  homePath: string;
}

/** The milestones asked for: of the group or project itself, else of the nearest one above it. One statement for all. */
export async function referencedMilestones(db: Db, wanted: readonly WantedMilestone[]): Promise<ReferencedMilestone[]> {
  const { rows } = await sql<ReferencedMilestone>`
    SELECT DISTINCT ON (wanted.index) wanted.index::int - 1 AS index, m.iid, m.title,
      home.full_path AS path, home.visibility = 'public' AS "isPublic", n.kind AS "homeKind", n.full_path AS "homePath"
    FROM unnest(${wanted.map(({ path }) => path)}::text[], ${wanted.map(({ title }) => title)}::text[])
      WITH ORDINALITY AS wanted(path, title, index)
    JOIN namespaces home ON lower(home.full_path) = lower(wanted.path)
    JOIN milestones m ON m.title = wanted.title AND m.namespace_id = ANY(home.traversal_ids)
    JOIN namespaces n ON n.id = m.namespace_id
    ORDER BY wanted.index, cardinality(n.traversal_ids) DESC`.execute(db);
  return rows;
}
