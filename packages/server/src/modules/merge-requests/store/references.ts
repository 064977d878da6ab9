import type { MergeRequestState } from '@milepost/core/merge-requests/rules';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

/** A reference: the number of a merge request in a project, seen from the text's namespace. */
export interface RequestReference {
  path: string;
  iid: number;
  basePath: string;
}

export interface ReferencedRequest {
  /** The index of the reference. */
  index: number;
  iid: number;
  title: string;
  state: MergeRequestState;
  projectPath: string;
  /** Whether everyone who may read the text may read the code of the project. */
  isKnownToReaders: boolean;
}

/**
 * The existing merge requests, in order; those of other top-level groups only if every reader may see them. The code of a private project
 * is for reporters, and its texts are for guests too.
 */
export async function referencedRequests(db: Db, wanted: readonly RequestReference[]): Promise<ReferencedRequest[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<ReferencedRequest>`
    SELECT * FROM (
      SELECT wanted.position::integer AS index, m.iid, m.title, m.state, n.full_path AS project_path, n.root_id = base.root_id AS is_near,
        n.visibility = 'public' OR (n.visibility = 'internal' AND base.visibility <> 'public') AS is_known_to_readers
      FROM unnest(${wanted.map(({ path }) => path.toLowerCase())}::text[], ${wanted.map(({ iid }) => iid)}::bigint[],
        ${wanted.map(({ basePath }) => basePath.toLowerCase())}::text[]) WITH ORDINALITY AS wanted (path, iid, base_path, position)
      JOIN namespaces n ON n.id = namespace_of_path(wanted.path)
      JOIN merge_requests m ON m.project_id = n.id AND m.iid = wanted.iid
      JOIN namespaces base ON lower(base.full_path) = wanted.base_path
    ) AS found
    WHERE is_known_to_readers OR is_near
    ORDER BY index`.execute(db);
  return rows.map((row) => ({ ...row, index: row.index - 1 }));
}
