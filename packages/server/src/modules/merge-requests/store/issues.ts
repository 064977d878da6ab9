import type { MergeRequestId, NamespaceId, WorkItemId } from '@milepost/core/ids';
import { candidatePathsOf } from '@milepost/core/text/references';
import type { NamedIssue } from '@milepost/core/text/closing-words';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { visibleWorkItems } from '../../work-items/policy.ts';

/** The issues that a text of a project names, of those that the viewer may see, and whether a closing keyword precedes them. */
export async function issuesNamed(
  ctx: Context,
  project: { fullPath: string },
  named: readonly NamedIssue[],
): Promise<Map<WorkItemId, boolean>> {
  const base = { path: project.fullPath, kind: 'project' } as const;
  const wanted = named.flatMap((issue, index) =>
    candidatePathsOf(issue, base).map((path) => ({ index, path: path.toLowerCase(), iid: Number(issue.name) })),
  );
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ index: number; id: WorkItemId }>`
    SELECT DISTINCT ON (wanted.index) wanted.index, w.id
    FROM unnest(${wanted.map(({ index }) => index)}::int[], ${wanted.map(({ path }) => path)}::text[],
      ${wanted.map(({ iid }) => iid)}::bigint[]) WITH ORDINALITY AS wanted (index, path, iid, position)
    JOIN namespaces n ON n.id = namespace_of_path(wanted.path)
    JOIN work_items w ON w.namespace_id = n.id AND w.iid = wanted.iid AND w.type <> 'epic'
    WHERE ${visibleWorkItems(ctx.viewer)}
    ORDER BY wanted.index, wanted.position`.execute(ctx.db);
  const found = new Map<WorkItemId, boolean>();
  for (const { index, id } of rows) found.set(id, (found.get(id) ?? false) || (named[index]?.isClosing ?? false));
  return found;
}

/** Stores that a merge request names these issues; returns those that it did not name before. */
export async function addNamedIssues(
  trx: Db,
  mergeRequestId: MergeRequestId,
  issues: ReadonlyMap<WorkItemId, boolean>,
): Promise<WorkItemId[]> {
  if (issues.size === 0) return [];
  const { rows } = await sql<{ workItemId: WorkItemId; isNew: boolean }>`
    INSERT INTO merge_request_issues AS i (merge_request_id, work_item_id, is_closing)
    SELECT ${mergeRequestId}, * FROM unnest(${[...issues.keys()]}::bigint[], ${[...issues.values()]}::boolean[])
    ON CONFLICT (merge_request_id, work_item_id) DO UPDATE SET is_closing = i.is_closing OR excluded.is_closing
    RETURNING i.work_item_id, (xmax = 0) AS is_new`.execute(trx);
  return rows.filter(({ isNew }) => isNew).map(({ workItemId }) => workItemId);
}

/** Forgets the issues of a merge request that are not among these. */
export async function keepNamedIssues(
  ctx: Context,
  trx: Db,
  mergeRequestId: MergeRequestId,
  issues: ReadonlyMap<WorkItemId, boolean>,
): Promise<void> {
  // An issue that this viewer may not see was named by somebody else, and stays.
  await sql`
    DELETE FROM merge_request_issues i USING work_items w, namespaces n
    WHERE i.merge_request_id = ${mergeRequestId} AND w.id = i.work_item_id AND n.id = w.namespace_id
      AND i.work_item_id <> ALL(${[...issues.keys()]}::bigint[]) AND ${visibleWorkItems(ctx.viewer)}`.execute(trx);
  await sql`
    UPDATE merge_request_issues i SET is_closing = wanted.is_closing
    FROM unnest(${[...issues.keys()]}::bigint[], ${[...issues.values()]}::boolean[]) AS wanted (work_item_id, is_closing)
    WHERE i.merge_request_id = ${mergeRequestId} AND i.work_item_id = wanted.work_item_id`.execute(trx);
}

/** The issues that a merge request closes, of those that the viewer may see. */
export async function closingIssueIds(ctx: Context, mergeRequestId: MergeRequestId): Promise<WorkItemId[]> {
  const rows = await ctx.db
    .selectFrom('mergeRequestIssues as i')
    .innerJoin('workItems as w', 'w.id', 'i.workItemId')
    .innerJoin('namespaces as n', 'n.id', 'w.namespaceId')
    .select('w.id')
    .where('i.mergeRequestId', '=', mergeRequestId)
    .where('i.isClosing', '=', true)
    .where(visibleWorkItems(ctx.viewer))
    .orderBy('w.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of these issues that the commit did not name before. */
export async function insertCommitMentions(
  trx: Db,
  projectId: NamespaceId,
  sha: string,
  issueIds: readonly WorkItemId[],
): Promise<WorkItemId[]> {
  if (issueIds.length === 0) return [];
  const rows = await trx
    .insertInto('commitMentions')
    .values(issueIds.map((workItemId) => ({ workItemId, projectId, sha })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('workItemId')
    .execute();
  return rows.map(({ workItemId }) => workItemId);
}
