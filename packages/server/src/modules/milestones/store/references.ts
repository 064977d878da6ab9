import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { NamespaceKind } from '../../namespaces/table.ts';

/** A milestone reference: a title, seen from a group or project. */
export interface MilestoneReference {
  path: string;
  title: string;
}

export interface ReferencedMilestone {
  /** The index of the reference. */
  index: number;
  iid: number;
  title: string;
  /** The namespace of the reference, as written. */
  path: string;
  isPublic: boolean;
  homeKind: NamespaceKind;
  homePath: string;
}

/** The referenced milestones: of the group or project itself, otherwise of the nearest ancestor. One statement for all. */
export async function referencedMilestones(
  db: Db,
  wanted: readonly MilestoneReference[],
): Promise<ReferencedMilestone[]> {
  const { rows } = await sql<ReferencedMilestone>`
    SELECT DISTINCT ON (wanted.index) wanted.index::int - 1 AS index, m.iid, m.title,
      home.full_path AS path, home.visibility = 'public' AS "isPublic", n.kind AS "homeKind", n.full_path AS "homePath"
    FROM unnest(${wanted.map(({ path }) => path)}::text[], ${wanted.map(({ title }) => title)}::text[])
      WITH ORDINALITY AS wanted(path, title, index)
    JOIN namespaces home ON home.id = namespace_of_path(wanted.path)
    JOIN milestones m ON m.title = wanted.title AND m.namespace_id = ANY(home.traversal_ids)
    JOIN namespaces n ON n.id = m.namespace_id
    ORDER BY wanted.index, cardinality(n.traversal_ids) DESC`.execute(db);
  return rows;
}
