import type { MergeRequestId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { Diffs } from '../../repositories/store/diffs.ts';

/** The changed files that an archive had of a request whose commits are not in the repository; null if there are none. */
export async function storedDiffs(db: Db, id: MergeRequestId): Promise<Diffs | null> {
  const { rows } = await sql<Diffs>`
    SELECT files, is_cut FROM merge_request_diffs WHERE merge_request_id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function countStoredFiles(db: Db, id: MergeRequestId): Promise<number | null> {
  const { rows } = await sql<{ count: number }>`
    SELECT jsonb_array_length(files) AS count FROM merge_request_diffs WHERE merge_request_id = ${id}`.execute(db);
  return rows[0]?.count ?? null;
}
