import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

/** A label reference: a title, seen from a group or project. */
export interface LabelReference {
  path: string;
  title: string;
}

export interface ReferencedLabel {
  /** The index of the reference. */
  index: number;
  title: string;
  color: string;
  description: string;
  /** The namespace of the reference, as written. */
  path: string;
  isPublic: boolean;
}

type KnownLabel = Pick<ReferencedLabel, 'title' | 'color' | 'description'>;

/** What titles refer to in a group or project, by its full path, as far as a transaction has read it. */
const knownTo = new WeakMap<Db, Map<string, Map<string, KnownLabel>>>();

/** Keeps what titles refer to, for references in the notes about the same change. */
export function keepReferenced(trx: Db, path: string, labels: readonly KnownLabel[]): void {
  const known = knownTo.get(trx) ?? new Map<string, Map<string, KnownLabel>>();
  knownTo.set(trx, known);
  known.set(path, new Map(labels.map((label) => [label.title, label])));
}

/**
 * The referenced labels: of the group or project itself, otherwise of the nearest ancestor. One statement for all, none if
 * `keepReferenced` has them.
 */
export async function referencedLabels(db: Db, wanted: readonly LabelReference[]): Promise<ReferencedLabel[]> {
  const known = wanted.map(({ path, title }) => knownTo.get(db)?.get(path)?.get(title));
  if (!known.includes(undefined)) {
    return wanted.flatMap(({ path }, index) => {
      const label = known[index];
      // Everyone who reads the text sees the labels of its namespace.
      return label ? [{ ...label, index, path, isPublic: false }] : [];
    });
  }
  const { rows } = await sql<ReferencedLabel>`
    SELECT DISTINCT ON (wanted.index) wanted.index::int - 1 AS index, l.title, l.color, l.description,
      home.full_path AS path, home.visibility = 'public' AS "isPublic"
    FROM unnest(${wanted.map(({ path }) => path)}::text[], ${wanted.map(({ title }) => title)}::text[])
      WITH ORDINALITY AS wanted(path, title, index)
    JOIN namespaces home ON home.id = namespace_of_path(wanted.path)
    JOIN labels l ON l.title = wanted.title AND l.namespace_id = ANY(home.traversal_ids)
    JOIN namespaces n ON n.id = l.namespace_id
    ORDER BY wanted.index, cardinality(n.traversal_ids) DESC`.execute(db);
  return rows;
}
