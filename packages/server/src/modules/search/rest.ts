import { unreachable } from '@milepost/core/errors';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { RateLimitedError, sharedCounter } from '../../platform/http/request-limits.ts';
import { pageRequest, pagingInput, RestPage } from '../../platform/rest/paging.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import { presentSimpleProject } from '../namespaces/rest/presenters.ts';
import type { Namespace } from '../namespaces/store.ts';
import { presentMilestone } from '../milestones/rest.ts';
import { presentNote } from '../notes/rest/presenters.ts';
import { presentUser } from '../users/rest/presenters.ts';
import { presentEpic, presentIssue } from '../work-items/rest/presenters.ts';
import { countNumbered, hitsOnPage, startSearch } from './commands.ts';
import { loadHits, type Found } from './commands/results.ts';
import type { SearchKind } from './store/sources.ts';

const tags = ['search'];

/** Supported scopes; `epics` is a Milepost extension. */
const scopes = ['projects', 'issues', 'milestones', 'users', 'notes', 'epics'] as const;
const kindsOf: Readonly<Record<(typeof scopes)[number], readonly SearchKind[]>> = {
  projects: ['project'],
  issues: ['issue', 'task'],
  milestones: ['milestone'],
  users: ['user'],
  notes: ['note'],
  epics: ['epic'],
};
/** Published scopes that Milepost does not have: their results are always empty. */
const emptyScopes = ['merge_requests', 'snippet_titles', 'wiki_blobs', 'commits', 'blobs', 'work_items'] as const;
type RestScope = (typeof scopes)[number] | (typeof emptyScopes)[number];

const inputOf = (allowed: readonly RestScope[]) =>
  Type.Object({
    ...pagingInput,
    scope: Type.Enum([...allowed], {
      description: 'Scopes that Milepost does not support are empty; `epics` is a Milepost extension',
    }),
    search: Type.String({ description: 'Words, "phrases" and -excluded words' }),
    state: Type.Optional(Type.Enum(['opened', 'closed', 'all'])),
    confidential: Type.Optional(
      Type.Boolean({ description: 'Only confidential, or only non-confidential issues and epics' }),
    ),
    order_by: Type.Optional(Type.Enum(['created_at'], { description: 'The best match first by default' })),
    sort: Type.Optional(Type.Enum(['asc', 'desc'])),
  });

/** Per user: searches cost more than other requests. */
const MAX_SEARCHES_PER_MINUTE = 30;

const all = [...scopes, ...emptyScopes];
const places = [
  {
    path: '/search',
    summary: 'Search everything that the viewer may see',
    allowed: all,
    find: () => Promise.resolve(null),
  },
  {
    path: '/groups/:id/search',
    summary: 'Search a group and everything below it',
    allowed: all,
    find: findVisibleGroup,
  },
  {
    path: '/projects/:id/search',
    summary: 'Search a project',
    allowed: all.filter((scope) => scope !== 'projects'),
    find: findVisibleProject,
  },
] as const;

export function addRoutes(routes: Routes): void {
  const counterOf = sharedCounter(MAX_SEARCHES_PER_MINUTE, 'search');
  for (const { path, summary, allowed, find } of places) {
    routes.get(path, { summary, tags, signedIn: true, input: inputOf(allowed) }, async ({ params, input }, ctx) => {
      const { limit, observed, resetAt } = counterOf(ctx.services.db).count(String(ctx.viewer.id));
      if (observed > limit) {
        const retryAfter = Math.max(1, Math.ceil(resetAt - Date.now() / 1000));
        throw new RateLimitedError(`More than ${limit} searches in a minute. Retry later.`, retryAfter);
      }
      return searchPage(ctx, await find(ctx, params['id'] ?? ''), input);
    });
  }
}

interface Input {
  scope: RestScope;
  search: string;
  state?: 'opened' | 'closed' | 'all';
  confidential?: boolean;
  order_by?: 'created_at';
  sort?: 'asc' | 'desc';
  page?: number;
  per_page?: number;
}

async function searchPage(ctx: Context, within: Namespace | null, input: Input): Promise<RestPage<unknown>> {
  const page = pageRequest(input);
  const scope = scopes.find((each) => each === input.scope);
  if (!scope) return new RestPage([], 0, page);
  const { state, confidential, order_by: order, sort } = input;
  const filters = { state: state === 'all' ? undefined : state, isConfidential: confidential };
  const search = await startSearch(ctx, {
    text: input.search,
    kinds: kindsOf[scope],
    within,
    filters: scope === 'issues' || scope === 'epics' ? filters : scope === 'milestones' ? { state: filters.state } : {},
    ...(order && { order: sort === 'asc' ? 'oldest' : 'newest' }),
  });
  const [hits, total] = await Promise.all([hitsOnPage(ctx, search, page), countNumbered(ctx, search)]);
  const loaded = await loadHits(ctx, hits);
  return new RestPage(await Promise.all(loaded.map(({ found }) => present(ctx, found))), total, page);
}

async function present(ctx: Context, found: Found): Promise<unknown> {
  switch (found.kind) {
    case 'item':
      return found.item.type === 'epic' ? presentEpic(ctx, found.item) : presentIssue(ctx, found.item);
    case 'note':
      return presentNote(ctx, found.note, found.item);
    case 'milestone':
      return presentMilestone(ctx, found.milestone);
    case 'namespace':
      return presentSimpleProject(found.namespace, ctx);
    case 'user':
      return presentUser(found.user, ctx.baseUrl);
    default:
      return unreachable(found);
  }
}
