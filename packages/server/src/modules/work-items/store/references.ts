import type { WorkItemState, WorkItemType } from '@milepost/core/work-items';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { NamespaceKind } from '../../namespaces/table.ts';

/** A reference: the number of an item in a namespace, seen from the text's namespace. */
export interface ItemReference {
  path: string;
  iid: number;
  isEpic: boolean;
  basePath: string;
}

export interface ReferencedItem {
  /** The index of the reference. */
  index: number;
  type: WorkItemType;
  iid: number;
  title: string;
  state: WorkItemState;
  namespacePath: string;
  namespaceKind: NamespaceKind;
  /** Whether everyone who may read the text may read the item as well. */
  isKnownToReaders: boolean;
}

/**
 * The existing items, in order; items of other top-level groups only if every reader may see them. Readers of a private
 * namespace see its descendants; other readers see only what is as visible as that namespace.
 */
export async function referencedItems(db: Db, wanted: readonly ItemReference[]): Promise<ReferencedItem[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<ReferencedItem>`
    SELECT * FROM (
      SELECT wanted.position::integer AS index, w.type, w.iid, w.title, w.state, n.full_path AS namespace_path, n.kind AS namespace_kind,
        n.root_id = base.root_id AS is_near,
        NOT w.is_confidential AND NOT w.is_hidden AND (
          n.visibility = 'public' OR (n.visibility = 'internal' AND base.visibility <> 'public')
          OR (base.visibility = 'private' AND n.traversal_ids[:cardinality(base.traversal_ids)] = base.traversal_ids)
        ) AS is_known_to_readers
      FROM unnest(
        ${wanted.map(({ path }) => path.toLowerCase())}::text[], ${wanted.map(({ iid }) => iid)}::bigint[],
        ${wanted.map(({ isEpic }) => isEpic)}::boolean[], ${wanted.map(({ basePath }) => basePath.toLowerCase())}::text[]
      ) WITH ORDINALITY AS wanted (path, iid, is_epic, base_path, position)
      JOIN namespaces n ON n.id = namespace_of_path(wanted.path)
      JOIN work_items w ON w.namespace_id = n.id AND w.iid = wanted.iid AND (w.type = 'epic') = wanted.is_epic
      JOIN namespaces base ON lower(base.full_path) = wanted.base_path
    ) AS found
    WHERE is_known_to_readers OR is_near
    ORDER BY index`.execute(db);
  return rows.map((row) => ({ ...row, index: row.index - 1 }));
}
