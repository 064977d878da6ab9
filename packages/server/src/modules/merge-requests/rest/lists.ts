import type { MergeRequestId, UserId } from '@milepost/core/ids';
import { Type } from 'typebox';
import { UnauthenticatedError } from '@milepost/core/errors';
import type { Context } from '../../../platform/context.ts';
import {
  keysetInput,
  keysetRequest,
  KeysetPage,
  pageRequest,
  pagingInput,
  RestPage,
} from '../../../platform/rest/paging.ts';
import { InputError, idInput } from '../../../platform/rest/input.ts';
import { timeInput, timeOf } from '../../../platform/rest/times.ts';
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
  type PersonFilter,
} from '../store/lists.ts';
import { mergeRequestsById, type MergeRequest } from '../store.ts';
import { presentMergeRequest } from './presenters.ts';
import { tags } from './paths.ts';
import { refInput } from '../../repositories/rest/code.ts';

const person = (description: string) =>
  Type.Optional(Type.Union([idInput(), Type.Enum(['None', 'Any'])], { description }));

const listed = Type.Object({
  ...pagingInput,
  ...keysetInput,
  state: Type.Optional(Type.Enum(['opened', 'closed', 'merged', 'locked', 'all'])),
  scope: Type.Optional(Type.Enum(['created_by_me', 'assigned_to_me', 'reviews_for_me', 'all'])),
  author_id: Type.Optional(idInput()),
  author_username: Type.Optional(Type.String()),
  assignee_id: person('`None`, `Any`, or an id'),
  assignee_username: Type.Optional(Type.String()),
  reviewer_id: person('`None`, `Any`, or an id'),
  reviewer_username: Type.Optional(Type.String()),
  labels: Type.Optional(Type.Array(Type.String(), { description: 'All of these titles; `None` or `Any`' })),
  milestone: Type.Optional(Type.String({ description: 'A title; `None` or `Any`' })),
  source_branch: Type.Optional(refInput()),
  target_branch: Type.Optional(refInput()),
  search: Type.Optional(Type.String()),
  in: Type.Optional(Type.String({ description: '`title`, `description`, or both separated by a comma' })),
  draft: Type.Optional(Type.Boolean()),
  wip: Type.Optional(Type.Enum(['yes', 'no'])),
  iids: Type.Optional(Type.Array(idInput())),
  created_after: timeInput('Created at or after this time'),
  created_before: timeInput('Created at or before this time'),
  updated_after: timeInput('Changed at or after this time'),
  updated_before: timeInput('Changed at or before this time'),
  order_by: Type.Optional(Type.Enum(['created_at', 'updated_at', 'merged_at', 'title'])),
  sort: Type.Optional(Type.Enum(['asc', 'desc'])),
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
  const isCreated = (input.order_by ?? 'created_at') === 'created_at' && input.sort !== 'asc';
  const slice = isCreated ? keysetRequest(input) : null;
  if (slice) {
    const rows = await mergeRequestsAfter(ctx, { scope, filter }, slice);
    const shown = rows.slice(0, slice.limit);
    const last = rows.length > slice.limit ? shown.at(-1) : undefined;
    return new KeysetPage(await presentMergeRequests(ctx, shown, scope), last ? [last.iid, last.id] : null);
  }
  const listing: MergeRequestListing = {
    scope,
    filter,
    orderBy: input.order_by ?? 'created_at',
    isDescending: input.sort !== 'asc',
  };
  const page = pageRequest(input);
  const [rows, total] = await Promise.all([mergeRequestsOnPage(ctx, listing, page), countMergeRequests(ctx, listing)]);
  return new RestPage(await presentMergeRequests(ctx, rows, scope), total, page);
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
  from: Namespace | null = null,
): Promise<object[]> {
  return Promise.all(
    requests.map(async (request) => presentMergeRequest(ctx, await foundRequest(ctx, request), { from })),
  );
}

function filterOf(ctx: Context, input: Listed, scope: string): MergeRequestFilter {
  const { id } = ctx.viewer;
  const mine = id === null ? undefined : ({ id } as const);
  if (scope !== 'all' && !mine) throw new UnauthenticatedError();
  const { state = 'all' } = input;
  return {
    states: state === 'all' ? undefined : state === 'locked' ? [] : [state],
    iids: input.iids,
    author: scope === 'created_by_me' ? mine : (personOf(input.author_id) ?? named(input.author_username)),
    assignee: scope === 'assigned_to_me' ? mine : (personOf(input.assignee_id) ?? named(input.assignee_username)),
    reviewer: scope === 'reviews_for_me' ? mine : (personOf(input.reviewer_id) ?? named(input.reviewer_username)),
    labels: labelsOf(input.labels),
    milestone: milestoneOf(input.milestone),
    sourceBranches: input.source_branch ? [input.source_branch] : undefined,
    targetBranches: input.target_branch ? [input.target_branch] : undefined,
    search: input.search,
    searchIn: fieldsOf(input.in),
    isDraft: input.draft ?? (input.wip === undefined ? undefined : input.wip === 'yes'),
    createdAfter: timeOf('created_after', input.created_after),
    createdBefore: timeOf('created_before', input.created_before),
    updatedAfter: timeOf('updated_after', input.updated_after),
    updatedBefore: timeOf('updated_before', input.updated_before),
  };
}

function personOf(given: number | 'None' | 'Any' | undefined): PersonFilter | undefined {
  if (given === undefined) return undefined;
  if (given === 'None' || given === 0) return 'none';
  return given === 'Any' ? 'any' : { id: given as UserId };
}

function named(username: string | undefined): PersonFilter | undefined {
  return username === undefined || username === '' ? undefined : { username };
}

export function labelsOf(titles: readonly string[] | undefined): MergeRequestFilter['labels'] {
  if (titles === undefined || titles.length === 0) return undefined;
  const [first] = titles;
  return first === 'None' ? 'none' : first === 'Any' ? 'any' : titles;
}

export function milestoneOf(title: string | undefined): MergeRequestFilter['milestone'] {
  if (title === undefined || title === '') return undefined;
  return title === 'None' ? 'none' : title === 'Any' ? 'any' : { title };
}

function fieldsOf(given: string | undefined): MergeRequestFilter['searchIn'] {
  if (given === undefined || given === '') return undefined;
  const fields = given.split(',').map((field) => field.trim());
  if (!fields.every((field) => field === 'title' || field === 'description')) throw new InputError(['in is invalid']);
  return fields;
}
