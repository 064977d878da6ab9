import type { MergeRequestId } from '@milepost/core/ids';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import {
  keysetInput,
  keysetRequest,
  KeysetPage,
  pageRequest,
  pagingInput,
  RestPage,
} from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { findCodeOfList } from '../../repositories/commands.ts';
import { foundRequest } from '../commands/find.ts';
import {
  countMergeRequests,
  mergeRequestsAfter,
  mergeRequestsOnPage,
  type MergeRequestFilter,
  type MergeRequestListing,
} from '../store/lists.ts';
import { mergeRequestsById, type MergeRequest } from '../store.ts';
import { filterInput, filterOf } from './filters.ts';
import { presentMergeRequest, presentSimpleRequest, type Showing } from './presenters.ts';
import { tags } from './paths.ts';

const listed = Type.Object({
  ...pagingInput,
  ...keysetInput,
  ...filterInput,
  order_by: Type.Optional(Type.Enum(['created_at', 'updated_at', 'merged_at', 'title'])),
  sort: Type.Optional(Type.Enum(['asc', 'desc'])),
  view: Type.Optional(Type.Enum(['simple'], { description: 'Only what names a merge request' })),
  with_labels_details: Type.Optional(Type.Boolean({ description: 'Labels with their fields instead of their titles' })),
});
type Listed = Type.Static<typeof listed>;

/** Merge requests of a project, of a group and everything below it, and of all projects that the viewer may see. */
export function addListRoutes(routes: Routes): void {
  routes.get(
    '/merge_requests',
    {
      summary: 'Merge requests of all projects, by default those created by the current user',
      tags,
      signedIn: true,
      input: listed,
    },
    ({ input }, ctx) => presentPage(ctx, null, input, 'created_by_me'),
  );
  routes.get(
    '/groups/:id/merge_requests',
    { summary: 'Merge requests of all projects in a group and below it', tags, input: listed },
    async ({ params, input }, ctx) => presentPage(ctx, await findVisibleGroup(ctx, params['id'] ?? ''), input),
  );
  routes.get(
    '/projects/:id/merge_requests',
    { summary: 'Merge requests of a project', tags, input: listed },
    async ({ params, input }, ctx) => presentPage(ctx, (await findCodeOfList(ctx, params['id'] ?? '')).project, input),
  );
}

async function presentPage(
  ctx: Context,
  scope: Namespace | null,
  input: Listed,
  defaultScope = 'all',
): Promise<unknown> {
  const filter = filterOf(ctx, input, input.scope ?? defaultScope);
  const present = (rows: readonly MergeRequest[]): Promise<object[]> =>
    presentMergeRequests(ctx, rows, {
      from: scope,
      isSimple: input.view === 'simple',
      hasLabelDetails: input.with_labels_details,
    });
  const isCreated = (input.order_by ?? 'created_at') === 'created_at' && input.sort !== 'asc';
  const slice = isCreated ? keysetRequest(input) : null;
  if (slice) {
    const rows = await mergeRequestsAfter(ctx, { scope, filter }, slice);
    const shown = rows.slice(0, slice.limit);
    const last = rows.length > slice.limit ? shown.at(-1) : undefined;
    return new KeysetPage(await present(shown), last ? [last.iid, last.id] : null);
  }
  const listing: MergeRequestListing = {
    scope,
    filter,
    orderBy: input.order_by ?? 'created_at',
    isDescending: input.sort !== 'asc',
  };
  const page = pageRequest(input);
  const [rows, total] = await Promise.all([mergeRequestsOnPage(ctx, listing, page), countMergeRequests(ctx, listing)]);
  return new RestPage(await present(rows), total, page);
}

/** One page of merge requests of a filter, newest first. */
export async function mergeRequestPage(
  ctx: Context,
  filter: MergeRequestFilter,
  input: { page?: number; per_page?: number },
): Promise<RestPage<object>> {
  const listing: MergeRequestListing = { scope: null, filter, orderBy: 'created_at', isDescending: true };
  const page = pageRequest(input);
  const [rows, total] = await Promise.all([mergeRequestsOnPage(ctx, listing, page), countMergeRequests(ctx, listing)]);
  return new RestPage(await presentMergeRequests(ctx, rows), total, page);
}

/** The same by its id, for the to-do of a viewer who may read it. */
export async function presentRequestById(ctx: Context, id: MergeRequestId): Promise<object | null> {
  const [shown = null] = await presentMergeRequests(ctx, await ctx.loadMany(mergeRequestsById, [id]));
  return shown;
}

/** Merge requests in the shape of lists. */
export async function presentMergeRequests(
  ctx: Context,
  requests: readonly MergeRequest[],
  { isSimple, ...showing }: Omit<Showing, 'isAlone'> & { isSimple?: boolean } = {},
): Promise<object[]> {
  return Promise.all(
    requests.map(async (request) => {
      const found = await foundRequest(ctx, request);
      return isSimple ? presentSimpleRequest(ctx, found) : presentMergeRequest(ctx, found, showing);
    }),
  );
}
