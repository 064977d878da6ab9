import type { MergeRequestId, NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { ImportProblem } from '../table.ts';
import type { Counted } from './merge-planning.ts';
import { countOf, createTempTable, findProblems, rowsWritten, type Problems } from './problems.ts';

/**
 * Matches the merge requests of the archive with those of the project by number and time of creation, and assigns ids to the rest.
 * Problems are requests that are skipped: their number, or their branches while open, belong to another one.
 */
export async function resolveRequests(trx: Db, projectId: NamespaceId): Promise<Problems> {
  // Must come first: it locks the counter, so that no concurrent transaction takes these numbers.
  await sql`
    INSERT INTO iid_counters (namespace_id, usage, last_iid)
    SELECT ${projectId}::bigint, 'merge_requests', max(iid) FROM staged_requests HAVING max(iid) IS NOT NULL
    ON CONFLICT (namespace_id, usage) DO UPDATE SET last_iid = excluded.last_iid
    WHERE iid_counters.last_iid < excluded.last_iid`.execute(trx);
  await createTempTable(
    trx,
    'placed_requests',
    sql`
    SELECT matched.*, coalesce(known_id, nextval(pg_get_serial_sequence('merge_requests', 'id'))) AS id
    FROM (
      SELECT s.request, s.location, s.iid, m.id AS known_id, m.id IS NULL AS is_new,
        CASE
          WHEN row_number() OVER (PARTITION BY s.iid ORDER BY s.request) > 1 THEN 'has a duplicate number: ' || s.iid
          WHEN m.created_at <> s.created_at
            THEN 'is skipped: number ' || s.iid || ' belongs to a merge request created here'
          WHEN m.id IS NULL AND s.state = 'opened' AND (
            row_number() OVER (PARTITION BY s.state, s.source_branch, s.target_branch ORDER BY s.request) > 1
            OR EXISTS (
              SELECT FROM merge_requests o WHERE o.project_id = ${projectId}::bigint AND o.state = 'opened' AND o.forge IS NULL
                AND o.source_branch = s.source_branch AND o.target_branch = s.target_branch))
            THEN 'is skipped: another open merge request has its branches'
        END AS problem
      FROM staged_requests s LEFT JOIN merge_requests m ON m.project_id = ${projectId}::bigint AND m.iid = s.iid
      ORDER BY s.request
    ) AS matched`,
  );
  const found = await findProblems(
    trx,
    sql<ImportProblem>`SELECT location, problem FROM placed_requests WHERE problem IS NOT NULL`,
  );
  if (found.count > 0) await sql`DELETE FROM placed_requests WHERE problem IS NOT NULL`.execute(trx);
  await sql`CREATE INDEX ON placed_requests (request)`.execute(trx);
  return found;
}

/** What decides which commits of a request the repository has. */
export interface StagedRequest {
  request: number;
  id: MergeRequestId;
  state: 'opened' | 'closed' | 'merged';
  title: string;
  description: string;
  sourceBranch: string;
  targetBranch: string;
  headSha: string | null;
  baseSha: string | null;
}

/** The next new requests, in order. */
export async function newRequestsAfter(trx: Db, after: number, limit: number): Promise<StagedRequest[]> {
  const { rows } = await sql<StagedRequest>`
    SELECT s.request, p.id, s.state, s.title, s.description, s.source_branch, s.target_branch, s.head_sha, s.base_sha
    FROM placed_requests p JOIN staged_requests s USING (request)
    WHERE p.is_new AND s.request > ${after}::bigint ORDER BY s.request LIMIT ${limit}`.execute(trx);
  return rows;
}

/** Sets the newest commits of requests. */
export async function saveHeads(trx: Db, heads: readonly { request: number; headSha: string | null }[]): Promise<void> {
  if (heads.length === 0) return;
  const rows = heads.map(({ request, headSha }) => ({ request, head_sha: headSha }));
  await sql`UPDATE staged_requests s SET head_sha = changed.head_sha
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS changed (request bigint, head_sha text)
    WHERE s.request = changed.request`.execute(trx);
}

/** Writes the new requests with the people, labels and approvals that the archive names. Problems are authors without a name in it. */
export async function writeRequests(trx: Db, projectId: NamespaceId): Promise<Counted & { nameless: Problems }> {
  const result = await sql`
    INSERT INTO merge_requests (id, project_id, iid, title, description, description_html, state, author_id, milestone_id, source_branch,
      target_branch, head_sha, base_sha, squash, removes_source_branch, merge_commit_sha, squash_commit_sha, merged_at, merged_by_id,
      closed_at, closed_by_id, lock_version, created_at, updated_at)
    SELECT p.id, ${projectId}::bigint, s.iid, s.title, s.description, s.description_html, s.state, author.user_id, m.milestone_id,
      s.source_branch, s.target_branch, s.head_sha, s.base_sha, s.squash, s.removes_source_branch, s.merge_commit_sha,
      s.squash_commit_sha, s.merged_at, merger.user_id, s.closed_at, closer.user_id, s.lock_version, coalesce(s.created_at, now()),
      coalesce(s.updated_at, s.created_at, now())
    FROM placed_requests p JOIN staged_requests s USING (request)
    LEFT JOIN known_users author ON author.source_id = s.author_source_id
    LEFT JOIN known_users merger ON merger.source_id = s.merged_by_source_id
    LEFT JOIN known_users closer ON closer.source_id = s.closed_by_source_id
    LEFT JOIN milestone_refs m ON m.owner = s.milestone_owner AND m.title = s.milestone_title
    WHERE p.is_new ORDER BY p.id`.execute(trx);
  await sql`
    INSERT INTO merge_request_people (merge_request_id, user_id, role)
    SELECT DISTINCT p.id, k.user_id, s.role FROM staged_request_people s
    JOIN placed_requests p ON p.request = s.request AND p.is_new
    JOIN known_users k ON k.source_id = s.user_source_id
    WHERE s.role <> 'approver' ORDER BY p.id, k.user_id`.execute(trx);
  await sql`
    INSERT INTO merge_request_approvals (merge_request_id, user_id, created_at)
    SELECT p.id, k.user_id, coalesce(min(s.created_at), now()) FROM staged_request_people s
    JOIN placed_requests p ON p.request = s.request AND p.is_new
    JOIN known_users k ON k.source_id = s.user_source_id
    WHERE s.role = 'approver' GROUP BY p.id, k.user_id ORDER BY p.id, k.user_id`.execute(trx);
  await sql`
    INSERT INTO merge_request_labels (merge_request_id, label_id)
    SELECT DISTINCT p.id, r.label_id FROM staged_request_labels l
    JOIN placed_requests p ON p.request = l.request AND p.is_new
    JOIN label_refs r ON r.owner = l.owner AND r.title = l.title AND r.label_id IS NOT NULL
    ORDER BY p.id, r.label_id`.execute(trx);
  const nameless = await findProblems(
    trx,
    sql`
    SELECT p.location, CASE u.role WHEN 'author' THEN 'came without its author' ELSE 'came without an ' || u.role END
      || ': the archive has no name for user ' || u.user_source_id AS problem
    FROM (
      SELECT request, 'author' AS role, author_source_id AS user_source_id FROM staged_requests WHERE author_source_id IS NOT NULL
      UNION SELECT request, CASE role WHEN 'approver' THEN 'approval' ELSE role END, user_source_id FROM staged_request_people
    ) AS u
    JOIN placed_requests p ON p.request = u.request AND p.is_new
    WHERE NOT EXISTS (SELECT FROM known_users k WHERE k.source_id = u.user_source_id)`,
  );
  const total = await countOf(trx, sql`SELECT count(*) AS count FROM placed_requests`);
  const added = rowsWritten(result);
  return { added, present: total - added, nameless };
}

/** Comments of the new requests. Existing requests keep their discussions unchanged. */
export async function writeRequestNotes(trx: Db): Promise<Counted> {
  await createTempTable(
    trx,
    'placed_request_notes',
    sql`
    SELECT matched.*, nextval(pg_get_serial_sequence('merge_request_notes', 'id')) AS id
    FROM (
      SELECT n.note, p.id AS merge_request_id
      FROM staged_request_notes n JOIN placed_requests p ON p.request = n.request AND p.is_new ORDER BY n.created_at, n.note
    ) AS matched`,
  );
  const result = await sql`
    INSERT INTO merge_request_notes (id, merge_request_id, discussion_id, is_thread, author_id, body, body_html, is_system, is_internal,
      resolved_at, resolved_by_id, created_at, updated_at)
    SELECT p.id, p.merge_request_id, n.discussion_id, n.is_thread, coalesce(author.user_id, named.user_id), n.body, n.body_html,
      n.is_system, n.is_internal, n.resolved_at, resolver.user_id, n.created_at, n.updated_at
    FROM placed_request_notes p
    JOIN staged_request_notes n ON n.note = p.note
    LEFT JOIN known_users author ON author.source_id = n.author_source_id
    LEFT JOIN known_names named ON author.user_id IS NULL AND named.name = n.author_name
    LEFT JOIN known_users resolver ON resolver.source_id = n.resolved_by_source_id
    ORDER BY p.id`.execute(trx);
  const total = await countOf(
    trx,
    sql`SELECT count(*) AS count FROM staged_request_notes n JOIN placed_requests p ON p.request = n.request`,
  );
  const added = rowsWritten(result);
  return { added, present: total - added };
}

/** Stores the changed files of these new requests, as the archive has them. */
export async function writeDiffs(trx: Db, requests: readonly number[]): Promise<void> {
  if (requests.length === 0) return;
  await sql`
    INSERT INTO merge_request_diffs (merge_request_id, files, is_cut)
    SELECT p.id, d.body::jsonb, d.is_cut FROM staged_request_diffs d
    JOIN placed_requests p ON p.request = d.request
    WHERE d.request = ANY(${requests}::bigint[])`.execute(trx);
}
