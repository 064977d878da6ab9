import { utcDayOf } from '@milepost/core/days';
import { iterationPath, iterationState, iterationStateNumber } from '@milepost/core/timeboxes/iterations';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { pageRequest, pagingInput, RestPage } from '../../platform/rest/paging.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { timeInput, timeOf } from '../../platform/rest/times.ts';
import { findVisibleGroup, findVisibleProject, withFeature } from '../namespaces/commands.ts';
import type { Namespace } from '../namespaces/store.ts';
import { spanOf } from './commands.ts';
import { countIterations, iterationsOnPage, type Iteration, type IterationListing } from './store.ts';

const listed = Type.Object({
  ...pagingInput,
  state: Type.Optional(
    Type.Union(['opened', 'upcoming', 'current', 'closed', 'all'].map((state) => Type.Literal(state))),
  ),
  search: Type.Optional(Type.String()),
  in: Type.Optional(Type.Array(Type.String(), { description: 'title, cadence_title or both' })),
  include_ancestors: Type.Optional(Type.Boolean({ default: true })),
  include_descendants: Type.Optional(Type.Boolean({ default: false })),
  updated_before: timeInput('At this time or earlier'),
  updated_after: timeInput('At this time or later'),
});

const parents = [
  { kind: 'group', path: '/groups/:id/iterations', find: withFeature('iterations', findVisibleGroup) },
  { kind: 'project', path: '/projects/:id/iterations', find: withFeature('iterations', findVisibleProject) },
] as const;

export function addRoutes(routes: Routes): void {
  for (const { kind, path, find } of parents) {
    const options = { summary: `Iterations of a ${kind}`, tags: ['iterations'], input: listed };
    routes.get(path, options, async ({ params, input }, ctx) => {
      const listing = listingOf(await find(ctx, params['id'] ?? ''), input);
      const page = pageRequest(input);
      const [iterations, total] = await Promise.all([
        iterationsOnPage(ctx, listing, page),
        countIterations(ctx, listing),
      ]);
      const rows = iterations.map((iteration) => presentIteration(ctx, iteration));
      return new RestPage(rows, total, page);
    });
  }
}

interface ListInput {
  state?: string;
  search?: string;
  in?: string[];
  include_ancestors?: boolean;
  include_descendants?: boolean;
  updated_before?: string;
  updated_after?: string;
}

function listingOf(namespace: Namespace, input: ListInput): IterationListing {
  const fields = new Set(input.in ?? []);
  return {
    namespace,
    state: input.state as IterationListing['state'],
    search: input.search,
    searchIn:
      fields.size === 0
        ? null
        : [
            ...(fields.has('title') ? (['TITLE'] as const) : []),
            ...(fields.has('cadence_title') ? (['CADENCE_TITLE'] as const) : []),
          ],
    includeAncestors: input.include_ancestors ?? true,
    includeDescendants: namespace.kind === 'group' && (input.include_descendants ?? false),
    updatedAfter: timeOf('updated_after', input.updated_after),
    updatedBefore: timeOf('updated_before', input.updated_before),
  };
}

/** An iteration in the shape of the REST API. */
export function presentIteration(ctx: Context, iteration: Iteration) {
  const { id, iid, sequence, namespaceId, title, description, startDate, dueDate } = iteration;
  return {
    id,
    iid,
    sequence,
    group_id: namespaceId,
    title,
    description: description || null,
    state: iterationStateNumber[iterationState(spanOf(iteration), utcDayOf(new Date()))],
    created_at: iteration.createdAt,
    updated_at: iteration.updatedAt,
    start_date: startDate,
    due_date: dueDate,
    web_url: ctx.baseUrl + iterationPath(iteration.namespacePath, iid),
  };
}
