import { mergeRequestAges, type DayRange } from '@milepost/core/dates/analytics';
import type { NamespaceId } from '@milepost/core/ids';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { allOf } from '../../../platform/database/all-of.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import { conditionsOf, type MergeRequestFilter } from '../../merge-requests/store/lists.ts';
import { readableRequestNotes } from '../../merge-requests/store/notes.ts';
import type { MergeRequestTable } from '../../merge-requests/table.ts';
import { readableCode } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { forItsValues, isWithin, medianDays, projectsIn } from '../store.ts';

/** Merge requests of a project, or of the projects of a group. */
export interface RequestSelection {
  namespace: Namespace;
  /** Requests that meet all of these. */
  filters: readonly MergeRequestFilter[];
  /** Null: all projects. */
  projectIds: readonly NamespaceId[] | null;
}

/** Rows `m` of the projects whose code the viewer may read. */
function selected(ctx: Context, { namespace, filters, projectIds }: RequestSelection): RawBuilder<unknown> {
  const projects = projectsIn(namespace, readableCode(ctx.viewer), projectIds);
  return sql`merge_requests m WHERE m.project_id IN (${projects}) AND ${allOf(filters.flatMap(conditionsOf))}`;
}

export async function countCreatedRequests(
  ctx: Context,
  selection: RequestSelection,
  range: DayRange,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    ${forItsValues} SELECT count(*)::int AS count FROM ${selected(ctx, selection)} AND ${isWithin('m.created_at', range)}`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}

/** The median of days from creation to merging, of requests merged in the range. */
export async function timeToMerge(ctx: Context, selection: RequestSelection, range: DayRange): Promise<number | null> {
  const { rows } = await sql<{ value: number | null }>`
    ${forItsValues} SELECT ${medianDays(sql`m.merged_at - m.created_at`)} AS value FROM ${selected(ctx, selection)}
      AND m.state = 'merged' AND ${isWithin('m.merged_at', range)}`.execute(ctx.db);
  return rows[0]?.value ?? null;
}

/** The number of open requests of each age in `mergeRequestAges`. */
export async function openRequestAges(ctx: Context, selection: RequestSelection): Promise<number[]> {
  const limits = mergeRequestAges.flatMap(({ until }) => until ?? []);
  const { rows } = await sql<{ index: number; count: number }>`
    ${forItsValues} SELECT width_bucket(extract(epoch FROM now() - m.created_at)::float8 / 86400, ${limits}::float8[]) AS index,
      count(*)::int AS count
    FROM ${selected(ctx, selection)} AND m.state = 'opened' GROUP BY 1`.execute(ctx.db);
  return mergeRequestAges.map((_age, index) => rows.find((row) => row.index === index)?.count ?? 0);
}

/** An open request in review. */
export interface ReviewedRequest extends Selectable<MergeRequestTable> {
  /** Comments that the viewer may read. */
  notesCount: number;
  /** Whole hours since the first comment by somebody other than the author; null without one. */
  reviewTime: number | null;
}

/** One page of the open requests of a project, those longest in review first, and their number. */
export async function requestsInReview(
  ctx: Context,
  projectId: NamespaceId,
  filter: MergeRequestFilter,
  page: PageRequest,
): Promise<{ rows: ReviewedRequest[]; total: number }> {
  const conditions = allOf(conditionsOf(filter));
  const comments = sql`merge_request_notes note
    WHERE note.merge_request_id = m.id AND NOT note.is_system AND ${readableRequestNotes(ctx)}`;
  const { rows } = await sql<Partial<ReviewedRequest> & { total: number }>`
    ${forItsValues} WITH found AS MATERIALIZED (
      SELECT m.*, (SELECT min(note.created_at) FROM ${comments} AND note.author_id IS DISTINCT FROM m.author_id) AS reviewed_since
      FROM merge_requests m JOIN namespaces n ON n.id = m.project_id
      WHERE m.project_id = ${projectId} AND m.state = 'opened' AND ${readableCode(ctx.viewer)} AND ${conditions}
    ), page AS (
      SELECT * FROM found ORDER BY reviewed_since NULLS LAST, id LIMIT ${page.perPage} OFFSET ${page.offset}
    )
    SELECT counted.total, m.*, floor(extract(epoch FROM now() - m.reviewed_since) / 3600)::int AS review_time,
      (SELECT count(*)::int FROM ${comments}) AS notes_count
    FROM (SELECT count(*)::int AS total FROM found) AS counted
    LEFT JOIN page m ON true LEFT JOIN namespaces n ON n.id = m.project_id
    ORDER BY m.reviewed_since NULLS LAST, m.id`.execute(ctx.db);
  return {
    rows: rows.filter((row): row is ReviewedRequest & { total: number } => row.id !== null),
    total: rows[0]?.total ?? 0,
  };
}
