import { formatDay, utcDayOf } from '@milepost/core/days';
import { ValidationError } from '@milepost/core/errors';
import { workItemTypes } from '@milepost/core/work-items';
import type { InputFieldMap } from '@pothos/core';
import { builder, costOfPage } from '../../../platform/graphql/builder.ts';
import { pageArguments } from '../../../platform/graphql/connections.ts';
import { prefetchedByPath } from '../../../platform/graphql/preload.ts';
import { GroupRef, ProjectRef } from '../../namespaces/graphql.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { IssueConnection, IssueRef } from '../graphql.ts';
import type { WorkItemFilter } from '../sockets.ts';
import type { WorkItemListing } from '../store/list-conditions.ts';
import { issueTypes, prefetchWorkItemAtPath, visibleWorkItemAt } from '../store.ts';
import { IssuableSearchableFieldEnum, IssuableStateEnum, knownTypes, typesAmong } from './enums.ts';
import type { InputFields, ListFace } from './filter-inputs.ts';
import { iidsOf, numbersOf } from './filters.ts';
import { firstWorkItem, isFiltered, pageOfWorkItems, searchOf } from './lists.ts';
import { filterOf, pluggedArguments, pluggedInputs } from './plugs.ts';
import { IssueSortEnum, orderOfIssueSort } from './sorts.ts';

type IssueListFace = ListFace & ('issues' | 'workItems');

/** Negated filters of issues and work items. */
export const negatedInputs = (t: InputFields, list: IssueListFace) => ({
  iids: t.stringList(),
  ...pluggedInputs(t, list, 'not'),
});
/** Alternative filters of issues and work items. */
export const unionedInputs = (t: InputFields, list: IssueListFace) => pluggedInputs(t, list, 'or') as InputFieldMap;
const NegatedIssueFilterInput = builder.inputType('NegatedIssueFilterInput', {
  fields: (t) => negatedInputs(t, 'issues'),
});
const UnionedIssueFilterInput = builder.inputType('UnionedIssueFilterInput', {
  fields: (t) => unionedInputs(t, 'issues'),
});

const ownArguments = builder.args((t) => ({
  iid: t.string(),
  iids: t.stringList(),
  state: t.field({ type: IssuableStateEnum }),
  sort: t.field({ type: IssueSortEnum, description: 'Newest first by default' }),
  in: t.field({ type: [IssuableSearchableFieldEnum] }),
  createdAfter: t.field({ type: 'Time' }),
  createdBefore: t.field({ type: 'Time' }),
  updatedAfter: t.field({ type: 'Time' }),
  updatedBefore: t.field({ type: 'Time' }),
  closedAfter: t.field({ type: 'Time' }),
  closedBefore: t.field({ type: 'Time' }),
  dueAfter: t.field({ type: 'Time' }),
  dueBefore: t.field({ type: 'Time' }),
  not: t.field({ type: NegatedIssueFilterInput }),
  or: t.field({ type: UnionedIssueFilterInput }),
}));

/** The filter arguments of issue lists. Called when fields are built, after every room has registered its own. */
const issueArguments = (list: IssueListFace) => ({ ...ownArguments, ...pluggedArguments<'issues'>(list) });
export const issueListArguments = (list: IssueListFace) => ({ ...pageArguments, ...issueArguments(list) });

/** `issues` of groups, projects and the root: the arguments, the listing they plan, and its page. */
export function listIssues(): void {
  issuesOf(GroupRef);
  issuesOf(ProjectRef);
  issuesAnywhere();
}

function issuesOf(face: typeof GroupRef): void {
  builder.objectField(face, 'issues', (t) =>
    t.field({
      type: IssueConnection,
      nullable: true,
      complexity: costOfPage,
      args: {
        ...issueListArguments('issues'),
        includeSubgroups: t.arg.boolean({ description: 'Includes issues of projects in subgroups; false by default' }),
        includeArchived: t.arg.boolean({ description: 'Includes issues of archived projects; false by default' }),
      },
      resolve: (of, args, ctx, info) => pageOfWorkItems(ctx, args, issueListing(of, args), info),
    }),
  );
  builder.objectField(face, 'issue', (t) =>
    t.field({
      type: IssueRef,
      nullable: true,
      description: 'By its number, or the first one that matches the other arguments as in a list',
      args: issueArguments('issues'),
      ...prefetchedByPath((ctx, path, { iid }: { iid?: string | null }) =>
        prefetchWorkItemAtPath(ctx, path, iid ?? ''),
      ),
      resolve: (namespace, args, ctx) => {
        if (isFiltered(args, ['iid', 'types'])) return firstWorkItem(ctx, issueListing(namespace, args));
        const types = args.types ? knownTypes(args.types).filter((type) => type !== 'epic') : issueTypes;
        return visibleWorkItemAt(ctx, { namespace, iid: args.iid ?? '', types });
      },
    }),
  );
}

/** Arguments that do not filter. */
const notFilters = ['first', 'last', 'before', 'after', 'sort', 'includeArchived'];

/** The published query `issues` of all visible namespaces. It requires a filter, because the list would be too long. */
function issuesAnywhere(): void {
  builder.queryField('issues', (t) =>
    t.field({
      type: IssueConnection,
      nullable: true,
      description: 'Visible issues of all namespaces; at least one filter must be provided',
      complexity: costOfPage,
      args: {
        ...issueListArguments('issues'),
        includeArchived: t.arg.boolean({ description: 'Includes issues of archived projects; false by default' }),
      },
      resolve: (_root, args, ctx, info) => {
        if (!isFiltered(args, notFilters)) {
          throw new ValidationError({ base: ['At least one filter must be provided'] });
        }
        return pageOfWorkItems(ctx, args, issueListing(null, args), info);
      },
    }),
  );
}

type Dates = `${'created' | 'updated' | 'closed' | 'due'}${'After' | 'Before'}`;

export type IssueListArguments = Partial<Record<Dates, Date | null>> & {
  iid?: string | null;
  iids?: readonly string[] | null;
  state?: 'opened' | 'closed' | 'locked' | 'all' | null;
  not?: { [name: string]: unknown; iids?: readonly string[] | null; types?: readonly string[] | null } | null;
  or?: object | null;
};

interface IssueScopeArguments {
  types?: readonly string[] | null;
  search?: string | null;
  in?: readonly ('title' | 'description')[] | null;
  sort?: string | null;
  includeSubgroups?: boolean | null;
  includeArchived?: boolean | null;
}

/** Plans a list of issues of a group or project from its arguments, or of all namespaces if `of` is null. */
function issueListing(of: Namespace | null, args: IssueListArguments & IssueScopeArguments): WorkItemListing {
  return {
    scope: of && {
      of,
      includeProjects: of.kind === 'group',
      includeDescendants: of.kind === 'group' && args.includeSubgroups === true,
    },
    types: typesAmong(args.types ? workItemTypes : issueTypes, args),
    filter: issueFilterOf(args, of),
    search: searchOf(args),
    order: orderOfIssueSort(args.sort),
    leavesOutArchived: of?.kind !== 'project' && !args.includeArchived,
  };
}

/** Converts the arguments to filters. `of`: the namespace; null for all. */
export function issueFilterOf(args: IssueListArguments, of: Namespace | null): WorkItemFilter {
  const { createdAfter, createdBefore, updatedAfter, updatedBefore, closedAfter, closedBefore, not } = args;
  const is = {
    createdAfter,
    createdBefore,
    updatedAfter,
    updatedBefore,
    closedAfter,
    closedBefore,
    dueAfter: args.dueAfter && dayOf(args.dueAfter),
    dueBefore: args.dueBefore && dayOf(args.dueBefore),
    iids: iidsOf(args),
    state: args.state === 'opened' || args.state === 'closed' ? args.state : undefined,
  };
  return filterOf('issues', args, { is, not: { iids: numbersOf(not?.iids) } }, of);
}

const dayOf = (time: Date): string => formatDay(utcDayOf(time));
