import type { LabelId, MergeRequestId, NamespaceId, UserId } from '@milepost/core/ids';
import type { MergeRequestState } from '@milepost/core/merge-requests/rules';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { defineLoader, defineRowsLoader, type Context } from '../../../platform/context.ts';
import { isOneOf } from '../../../platform/database/one-of.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { containing } from '../../../platform/database/violations.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import { readIntegers, type Slice } from '../../../platform/cursors.ts';
import { namespacesBelow, readableCode } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';
import type { MergeRequest } from '../store.ts';

/** A person by id or name, none, or any. */
export type PersonFilter = { id: UserId } | { username: string } | 'none' | 'any';

export interface MergeRequestFilter {
  states?: readonly MergeRequestState[] | undefined;
  iids?: readonly number[] | undefined;
  author?: PersonFilter | undefined;
  /** All of these people. */
  assignees?: readonly PersonFilter[] | undefined;
  reviewer?: PersonFilter | undefined;
  /** All of these titles; `none` and `any` as words. */
  labels?: readonly string[] | 'none' | 'any' | undefined;
  milestone?: { title: string } | 'none' | 'any' | undefined;
  milestoneId?: number | undefined;
  sourceBranches?: readonly string[] | undefined;
  targetBranches?: readonly string[] | undefined;
  search?: string | undefined;
  searchIn?: readonly ('title' | 'description')[] | undefined;
  isDraft?: boolean | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
  updatedBefore?: Date | undefined;
  projectId?: NamespaceId | undefined;
  /** Contains this commit, or merging wrote it. */
  commit?: CommitFamily | undefined;
  /** Merge requests that mention this issue. */
  issueId?: number | undefined;
  /** Only those that close it. */
  isClosing?: boolean | undefined;
  /** Approved by all of these people. */
  approvers?: readonly PersonFilter[] | undefined;
  merger?: PersonFilter | undefined;
  /** A reaction of the viewer. Merge requests take none: true matches nothing. */
  hasReaction?: boolean | undefined;
  /** Without those that meet a condition of any of these. */
  not?: readonly MergeRequestFilter[] | undefined;
}

/** A commit with what comes after it. */
export interface CommitFamily {
  id: string;
  descendantIds: readonly string[];
  /** The branches that have the commit. */
  branches: readonly string[];
}

export interface MergeRequestListing {
  /** Null: all that the viewer may see. */
  scope: Namespace | null;
  filter: MergeRequestFilter;
  orderBy: 'created_at' | 'updated_at' | 'merged_at' | 'title';
  isDescending: boolean;
}

/** The base of every list: those whose code the viewer may read. */
function found(ctx: Context, { scope, filter }: Pick<MergeRequestListing, 'scope' | 'filter'>) {
  return ctx.db
    .selectFrom('mergeRequests as m')
    .innerJoin('namespaces as n', 'n.id', 'm.projectId')
    .where(readableCode(ctx.viewer))
    .$if(scope !== null, (query) => query.where(namespacesBelow((scope as Namespace).scope.traversalIds)))
    .where(sql<SqlBool>`${sql.join([sql`true`, ...conditionsOf(filter)], sql` AND `)}`);
}

export async function mergeRequestsOnPage(
  ctx: Context,
  listing: MergeRequestListing,
  page: PageRequest,
): Promise<MergeRequest[]> {
  const direction = listing.isDescending ? 'desc' : 'asc';
  const columns = {
    created_at: 'm.createdAt',
    updated_at: 'm.updatedAt',
    merged_at: 'm.mergedAt',
    title: 'm.title',
  } as const;
  return found(ctx, listing)
    .selectAll('m')
    .orderBy(columns[listing.orderBy], (order) =>
      listing.isDescending ? order.desc().nullsLast() : order.asc().nullsLast(),
    )
    .orderBy('m.id', direction)
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
}

/** One more than requested, newest first, after the id in the cursor. */
export async function mergeRequestsAfter(
  ctx: Context,
  listing: Pick<MergeRequestListing, 'scope' | 'filter'>,
  slice: Slice,
): Promise<MergeRequest[]> {
  const cursor = slice.cursor === null ? null : (readIntegers(slice.cursor).at(-1) ?? null);
  const goesDown = !slice.isBackward;
  return found(ctx, listing)
    .selectAll('m')
    .$if(cursor !== null, (query) => query.where('m.id', goesDown ? '<' : '>', cursor as MergeRequestId))
    .orderBy('m.id', goesDown ? 'desc' : 'asc')
    .limit(slice.limit + 1)
    .execute();
}

export async function countMergeRequests(
  ctx: Context,
  listing: Pick<MergeRequestListing, 'scope' | 'filter'>,
): Promise<number> {
  const { count } = await found(ctx, listing)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface MergeRequestCounts {
  opened: number;
  closed: number;
  merged: number;
}

/** The numbers of each state; the filter is one without states. */
export async function countByState(
  ctx: Context,
  listing: Pick<MergeRequestListing, 'scope' | 'filter'>,
): Promise<MergeRequestCounts> {
  const rows = await found(ctx, listing)
    .select(['m.state', sql<number>`count(*)::int`.as('count')])
    .groupBy('m.state')
    .execute();
  const counts = { opened: 0, closed: 0, merged: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/** The merged requests whose merge commit is among these commits of a project, oldest merge first. */
export async function mergedWithCommits(
  ctx: Context,
  projectId: NamespaceId,
  shas: readonly string[],
): Promise<MergeRequest[]> {
  return found(ctx, { scope: null, filter: {} })
    .selectAll('m')
    .where('m.projectId', '=', projectId)
    .where('m.state', '=', 'merged')
    .where(sql<boolean>`coalesce(m.merge_commit_sha, m.squash_commit_sha) = ANY(${shas}::text[])`)
    .orderBy('m.mergedAt')
    .orderBy('m.id')
    .execute();
}

/** The number of merge requests that mention each issue, of those that the viewer may see. */
export const mergeRequestCountOfIssue = defineRowsLoader<number, { workItemId: number; count: number }, number>(
  'mergeRequestCountOfIssue',
  {
    rows: (ctx, ids) =>
      sql`${found(ctx, { scope: null, filter: {} })
        .innerJoin('mergeRequestIssues as i', 'i.mergeRequestId', 'm.id')
        .select(['i.workItemId', sql<number>`count(*)::int`.as('count')])
        .where(isOneOf('i.work_item_id', ids))
        .groupBy('i.workItemId')}`,
    collect: (rows) => new Map(rows.map(({ workItemId, count }) => [workItemId, count])),
  },
);

/** The number of open ones with each label, of those that the viewer may see. */
export const openRequestsOfLabel = defineLoader<LabelId, number>('openRequestsOfLabel', async (ctx, ids) => {
  const rows = await found(ctx, { scope: null, filter: { states: ['opened'] } })
    .innerJoin('mergeRequestLabels as ml', 'ml.mergeRequestId', 'm.id')
    .select(['ml.labelId', sql<number>`count(*)::int`.as('count')])
    .where(isOneOf('ml.label_id', ids))
    .groupBy('ml.labelId')
    .execute();
  return new Map(rows.map(({ labelId, count }) => [labelId, count]));
});

/** The conditions on the row `m`. */
export function conditionsOf(filter: MergeRequestFilter): RawBuilder<SqlBool>[] {
  const parts: RawBuilder<SqlBool>[] = [];
  const { states, iids, author, reviewer, search } = filter;
  if (states) parts.push(sql`m.state = ANY(${states}::text[])`);
  if (iids) parts.push(sql`m.iid = ANY(${iids}::bigint[])`);
  if (author) parts.push(isPerson(author, sql`m.author_id`));
  for (const assignee of filter.assignees ?? []) parts.push(hasPerson(inRole('assignee'), assignee));
  if (reviewer) parts.push(hasPerson(inRole('reviewer'), reviewer));
  for (const approver of filter.approvers ?? []) parts.push(hasPerson(approvals, approver));
  if (filter.merger) parts.push(isPerson(filter.merger, sql`m.merged_by_id`));
  if (filter.hasReaction !== undefined) parts.push(sql`${!filter.hasReaction}::boolean`);
  parts.push(...labelConditions(filter.labels));
  if (filter.milestone !== undefined) parts.push(milestoneCondition(filter.milestone));
  if (filter.milestoneId !== undefined) parts.push(sql`m.milestone_id = ${filter.milestoneId}`);
  if (filter.sourceBranches) parts.push(sql`m.source_branch = ANY(${filter.sourceBranches}::text[])`);
  if (filter.targetBranches) parts.push(sql`m.target_branch = ANY(${filter.targetBranches}::text[])`);
  if (search !== undefined && search !== '') {
    const pattern = containing(search);
    const fields = (filter.searchIn ?? ['title', 'description']).map(
      (field) => sql`m.${sql.raw(field)} ILIKE ${pattern}`,
    );
    parts.push(sql`(${sql.join(fields, sql` OR `)})`);
  }
  if (filter.isDraft !== undefined) parts.push(sql`(m.title ~* ${DRAFT}) = ${filter.isDraft}`);
  if (filter.createdAfter) parts.push(sql`m.created_at >= ${filter.createdAfter}`);
  if (filter.createdBefore) parts.push(sql`m.created_at <= ${filter.createdBefore}`);
  if (filter.updatedAfter) parts.push(sql`m.updated_at >= ${filter.updatedAfter}`);
  if (filter.updatedBefore) parts.push(sql`m.updated_at <= ${filter.updatedBefore}`);
  if (filter.projectId !== undefined) parts.push(sql`m.project_id = ${filter.projectId}`);
  if (filter.commit !== undefined) {
    const { id, descendantIds, branches } = filter.commit;
    const family = sql`${[id, ...descendantIds]}::text[]`;
    // A request brings the commits that its newest one has and its target, or the base of a merged one, has not.
    parts.push(sql`(${id} IN (m.merge_commit_sha, m.squash_commit_sha) OR (m.head_sha = ANY(${family}) AND CASE WHEN m.state = 'merged'
      THEN m.base_sha <> ALL(${family}) ELSE m.target_branch <> ALL(${branches}::text[]) END))`);
  }
  if (filter.issueId !== undefined) {
    const closing = filter.isClosing === undefined ? sql`true` : sql`i.is_closing = ${filter.isClosing}`;
    parts.push(sql`EXISTS (SELECT FROM merge_request_issues i WHERE i.merge_request_id = m.id
      AND i.work_item_id = ${filter.issueId} AND ${closing})`);
  }
  const negated = (filter.not ?? []).flatMap(conditionsOf);
  parts.push(...negated.map((condition) => sql<SqlBool>`(${condition}) IS NOT TRUE`));
  return parts;
}

/** As `isDraftTitle`. */
const DRAFT = String.raw`^\s*(draft:|\[draft\]|\(draft\))`;

function isPerson(person: PersonFilter, column: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (person === 'none') return sql`${column} IS NULL`;
  if (person === 'any') return sql`${column} IS NOT NULL`;
  if ('id' in person) return sql`${column} = ${person.id}`;
  return sql`${column} = (SELECT id FROM users WHERE lower(username) = ${person.username.toLowerCase()})`;
}

const inRole = (role: 'assignee' | 'reviewer') =>
  sql`SELECT FROM merge_request_people p WHERE p.merge_request_id = m.id AND p.role = ${role}`;
const approvals = sql`SELECT FROM merge_request_approvals p WHERE p.merge_request_id = m.id`;

/** Among the rows `p` of people. */
function hasPerson(people: RawBuilder<unknown>, person: PersonFilter): RawBuilder<SqlBool> {
  const isWanted = typeof person === 'string' ? sql`true` : isPerson(person, sql`p.user_id`);
  const rows = sql`${people} AND ${isWanted}`;
  return person === 'none' ? sql`NOT EXISTS (${rows})` : sql`EXISTS (${rows})`;
}

function labelConditions(labels: MergeRequestFilter['labels']): RawBuilder<SqlBool>[] {
  const rows = sql`SELECT FROM merge_request_labels ml JOIN labels l ON l.id = ml.label_id WHERE ml.merge_request_id = m.id`;
  if (labels === undefined) return [];
  if (labels === 'none') return [sql`NOT EXISTS (${rows})`];
  if (labels === 'any') return [sql`EXISTS (${rows})`];
  return labels.map((title) => sql`EXISTS (${rows} AND l.title = ${title})`);
}

function milestoneCondition(milestone: { title: string } | 'none' | 'any'): RawBuilder<SqlBool> {
  if (milestone === 'none') return sql`m.milestone_id IS NULL`;
  if (milestone === 'any') return sql`m.milestone_id IS NOT NULL`;
  return sql`m.milestone_id IN (SELECT s.id FROM milestones s WHERE s.title = ${milestone.title})`;
}

/** The newest merge request of a project, or of a group and everything below it. */
export async function newestMergeRequest(db: Db, traversalIds: readonly NamespaceId[]): Promise<MergeRequest | null> {
  const row = await db
    .selectFrom('mergeRequests as m')
    .innerJoin('namespaces as n', 'n.id', 'm.projectId')
    .selectAll('m')
    .where(namespacesBelow(traversalIds))
    .orderBy('m.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
