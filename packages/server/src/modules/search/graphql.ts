import { unreachable } from '@milepost/core/errors';
import { formatGlobalId } from '@milepost/core/ids';
import { fullReference } from '@milepost/core/text/references';
import { MAX_SEARCH_COUNT } from '@milepost/core/text/search';
import type { TextRange } from '@milepost/core/text/passages';
import { builder } from '../../platform/graphql/builder.ts';
import { connectionType, pageArguments, sliceOf, type Page } from '../../platform/graphql/connections.ts';
import { encodeCursor } from '../../platform/cursors.ts';
import { GraphQLError } from 'graphql';
import type { Context } from '../../platform/context.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import { GroupRef, ProjectRef } from '../namespaces/graphql.ts';
import type { Namespace } from '../namespaces/store.ts';
import { UserCoreRef } from '../users/graphql.ts';
import { MAX_TOTAL } from '../../platform/rest/paging.ts';
import { ghost, usersById } from '../users/store.ts';
import {
  countNumbered,
  countsOf,
  filterCounts,
  hitsOf,
  searchScopes,
  startSearch,
  type Search,
  type SearchScope,
} from './commands.ts';
import { highlighted, pathOf, recordOf, type Found, type SearchResult } from './commands/results.ts';
import type { Facets, FacetValue } from './store/facets.ts';

const ScopeEnum = builder.enumType('SearchScope', {
  values: {
    ALL: { value: 'all' },
    EPICS: { value: 'epics' },
    ISSUES: { value: 'issues', description: 'Issues and incidents' },
    TASKS: { value: 'tasks' },
    NOTES: { value: 'notes' },
    MILESTONES: { value: 'milestones' },
    USERS: { value: 'users' },
    PROJECTS: { value: 'projects', description: 'Groups and projects' },
  } as const,
});
const StateEnum = builder.enumType('SearchState', {
  values: { OPENED: { value: 'opened' }, CLOSED: { value: 'closed' } } as const,
});
const AgeEnum = builder.enumType('SearchAge', {
  values: { MONTH: { value: 'month' }, YEAR: { value: 'year' } } as const,
});
const KindEnum = builder.enumType('SearchResultKind', {
  values: {
    EPIC: { value: 'epic' },
    ISSUE: { value: 'issue' },
    INCIDENT: { value: 'incident' },
    TASK: { value: 'task' },
    NOTE: { value: 'note' },
    MILESTONE: { value: 'milestone' },
    GROUP: { value: 'group' },
    PROJECT: { value: 'project' },
    USER: { value: 'user' },
  } as const,
});

const SearchRef = builder.objectRef<Search>('Search');
const ResultRef = builder.objectRef<SearchResult>('SearchResult');
const RangeRef = builder.objectRef<TextRange>('SearchTextRange');
const CountRef = builder.objectRef<{ scope: SearchScope; count: number }>('SearchCount');
const ValueRef = builder.objectRef<FacetValue>('SearchFilterValue');
const FacetsRef = builder.objectRef<Facets>('SearchFilters');
const ResultConnection = connectionType('SearchResult', ResultRef);

export function extendSchema(): void {
  describeResults();
  describeCounts();
  builder.queryField('search', (t) =>
    t.field({
      type: SearchRef,
      description: 'Milepost extension. Searches everything that the viewer may see',
      args: {
        search: t.arg.string({
          required: true,
          description: 'Words, "phrases" and -excluded words; `#12` and `&5` are numbers',
        }),
        scope: t.arg({ type: ScopeEnum, defaultValue: 'all' }),
        groupId: t.arg.id({ description: 'Only in this group and below: a number or full path' }),
        projectId: t.arg.id({ description: 'Only in this project: a number or full path' }),
        state: t.arg({ type: StateEnum }),
        changed: t.arg({ type: AgeEnum, description: 'Changed in the past month or year' }),
        authorUsername: t.arg.string(),
        labelTitle: t.arg.string(),
        projectPath: t.arg.string({ description: 'The full path of a project' }),
      },
      resolve: async (_root, { search, scope, groupId, projectId, ...filters }, ctx) => {
        const within = await withinOf(ctx, groupId, projectId);
        const { state, changed, authorUsername, labelTitle, projectPath } = filters;
        return startSearch(ctx, {
          text: search,
          kinds: searchScopes[scope ?? 'all'],
          within,
          filters: {
            state: state ?? undefined,
            changed: changed ?? undefined,
            authorUsername: authorUsername || undefined,
            labelTitle: labelTitle || undefined,
            projectPath: projectPath || undefined,
          },
        });
      },
    }),
  );
}

async function withinOf(
  ctx: Context,
  groupId: string | number | null | undefined,
  projectId: string | number | null | undefined,
) {
  if (groupId && projectId) throw new GraphQLError('Give groupId or projectId, not both');
  if (groupId) return findVisibleGroup(ctx, keyOf(groupId));
  return projectId ? findVisibleProject(ctx, keyOf(projectId)) : null;
}

/** A global id as a number; numbers and paths as they are. */
const keyOf = (id: string | number) => String(id).replace(/^gid:\/\/gitlab\/(?:Group|Project)\//, '');

function describeResults(): void {
  RangeRef.implement({
    description: 'Position of a matched word, in UTF-16 code units',
    fields: (t) => ({ start: t.exposeInt('start'), end: t.exposeInt('end') }),
  });
  ResultRef.implement({
    description: 'A search result. All texts are plain text',
    fields: (t) => ({
      id: t.id({ resolve: ({ found }) => idOf(found) }),
      kind: t.field({ type: KindEnum, resolve: ({ found }) => kindOf(found) }),
      title: t.string({ description: 'The title; for a comment that of its item', resolve: ({ title }) => title.text }),
      titleRanges: t.field({ type: [RangeRef], resolve: ({ title }) => [...title.ranges] }),
      passage: t.string({
        nullable: true,
        description: 'At most 300 characters of the text around the match',
        resolve: ({ passage }) => passage?.text ?? null,
      }),
      passageRanges: t.field({ type: [RangeRef], resolve: ({ passage }) => [...(passage?.ranges ?? [])] }),
      webPath: t.string({ resolve: ({ found }) => pathOf(found) }),
      reference: t.string({
        description: 'The reference of an item, the path of a group or project, the username of a person',
        resolve: ({ found }) => referenceOf(found),
      }),
      state: t.field({ type: StateEnum, nullable: true, resolve: ({ found }) => stateOf(found) }),
      author: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: async ({ found }, _args, ctx) => {
          if (found.kind === 'user') return found.user;
          if (found.kind !== 'item' && found.kind !== 'note') return null;
          const { authorId } = found.kind === 'note' ? found.note : found.item;
          return (authorId === null ? null : await ctx.load(usersById, authorId)) ?? ghost;
        },
      }),
      avatarUrl: t.string({
        nullable: true,
        resolve: ({ found }) => (found.kind === 'namespace' ? found.namespace.avatarUrl : null),
      }),
      confidential: t.boolean({
        description: 'A confidential item, or an internal note',
        resolve: ({ found }) =>
          found.kind === 'item' ? found.item.isConfidential : found.kind === 'note' && found.note.isInternal,
      }),
      dueDate: t.field({
        type: 'Date',
        nullable: true,
        resolve: ({ found }) =>
          found.kind === 'item' ? found.item.dueDate : found.kind === 'milestone' ? found.milestone.dueDate : null,
      }),
      createdAt: t.field({ type: 'Time', resolve: ({ found }) => recordOf(found).createdAt }),
      updatedAt: t.field({ type: 'Time', resolve: ({ found }) => recordOf(found).updatedAt }),
    }),
  });
}

function describeCounts(): void {
  CountRef.implement({
    description: `The number of results of a scope: exact up to ${MAX_SEARCH_COUNT}, ${MAX_SEARCH_COUNT + 1} for more`,
    fields: (t) => ({
      scope: t.field({ type: ScopeEnum, resolve: ({ scope }) => scope }),
      count: t.exposeInt('count'),
    }),
  });
  ValueRef.implement({
    description: 'A value of a filter, with the number of results that have it',
    fields: (t) => ({ value: t.exposeString('value'), count: t.exposeInt('count') }),
  });
  const values = (name: keyof Facets['values']) => (facets: Facets) => facets.values[name];
  FacetsRef.implement({
    description: 'The most frequent values of each filter. Other filters apply to the counts',
    fields: (t) => ({
      isPartial: t.exposeBoolean('isPartial', { description: 'Whether there are more results than were counted' }),
      state: t.field({ type: [ValueRef], resolve: values('state') }),
      changed: t.field({ type: [ValueRef], resolve: values('changed') }),
      authorUsername: t.field({ type: [ValueRef], resolve: values('authorUsername') }),
      labelTitle: t.field({ type: [ValueRef], resolve: values('labelTitle') }),
      projectPath: t.field({ type: [ValueRef], resolve: values('projectPath') }),
    }),
  });
  SearchRef.implement({
    description: 'A search. Each field runs its own statements',
    fields: (t) => ({
      group: t.field({
        type: GroupRef,
        nullable: true,
        resolve: ({ request }) => namespaceOfKind(request.within, 'group'),
      }),
      project: t.field({
        type: ProjectRef,
        nullable: true,
        resolve: ({ request }) => namespaceOfKind(request.within, 'project'),
      }),
      counts: t.field({
        type: [CountRef],
        complexity: { field: 20, multiplier: 1 },
        resolve: async (search, _args, ctx) =>
          [...(await countsOf(ctx, search))].map(([scope, count]) => ({ scope, count })),
      }),
      filters: t.field({ type: FacetsRef, nullable: true, resolve: (search, _args, ctx) => filterCounts(ctx, search) }),
      results: t.field({
        type: ResultConnection,
        args: pageArguments,
        description: 'The best match first. Only forward paging',
        resolve: (search, args, ctx) => resultsOf(ctx, search, sliceOf(args, MAX_RESULTS)),
      }),
    }),
  });
}

const namespaceOfKind = (within: Namespace | null, kind: Namespace['kind']) => (within?.kind === kind ? within : null);

/** Maximum results of a page: their passages are extracted on each read. */
const MAX_RESULTS = 50;

async function resultsOf(ctx: Context, search: Search, slice: ReturnType<typeof sliceOf>): Promise<Page<SearchResult>> {
  if (slice.isBackward) throw new GraphQLError('Search results support forward paging only: use first and after');
  const hits = await hitsOf(ctx, search, slice);
  const nodes = await highlighted(ctx, hits.slice(0, slice.limit), search.searching?.query.words ?? []);
  return {
    nodes,
    hasNextPage: hits.length > slice.limit,
    hasPreviousPage: slice.cursor !== null,
    cursorOf: ({ cursor }) => encodeCursor(cursor),
    count: async () => (await countNumbered(ctx, search)) ?? MAX_TOTAL,
  };
}

function kindOf(found: Found) {
  return found.kind === 'item' ? found.item.type : found.kind === 'namespace' ? found.namespace.kind : found.kind;
}

function idOf(found: Found): string {
  switch (found.kind) {
    case 'item':
      return formatGlobalId('WorkItem', found.item.id);
    case 'note':
      return formatGlobalId('Note', found.note.id);
    case 'milestone':
      return formatGlobalId('Milestone', found.milestone.id);
    case 'namespace':
      return formatGlobalId(found.namespace.kind === 'group' ? 'Group' : 'Project', found.namespace.id);
    case 'user':
      return formatGlobalId('User', found.user.id);
    default:
      return unreachable(found);
  }
}

function referenceOf(found: Found): string {
  switch (found.kind) {
    case 'item':
    case 'note': {
      const { type, namespacePath, iid } = found.item;
      return fullReference({ kind: type === 'epic' ? 'epic' : 'issue', path: namespacePath, name: String(iid) });
    }
    case 'milestone':
      return found.milestone.namespacePath;
    case 'namespace':
      return found.namespace.fullPath;
    case 'user':
      return `@${found.user.username}`;
    default:
      return unreachable(found);
  }
}

function stateOf(found: Found): 'opened' | 'closed' | null {
  if (found.kind === 'item') return found.item.state;
  if (found.kind === 'milestone') return found.milestone.state === 'active' ? 'opened' : 'closed';
  return null;
}
