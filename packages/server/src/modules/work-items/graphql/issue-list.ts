import { ValidationError } from '@milepost/core/errors';
import type { InputFieldMap } from '@pothos/core';
import { builder, costOfPage } from '../../../platform/graphql/builder.ts';
import { pageArguments } from '../../../platform/graphql/connections.ts';
import { GroupRef, ProjectRef } from '../../namespaces/graphql.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { IssueConnection, IssueRef } from '../graphql.ts';
import type { WorkItemFilter } from '../sockets.ts';
import type { WorkItemListing } from '../store/list-conditions.ts';
import { issueTypes, visibleWorkItemAt } from '../store.ts';
import { IssuableSearchableFieldEnum, IssuableStateEnum, IssueTypeEnum, knownTypes } from './enums.ts';
import type { InputFields, ListFace } from './filter-inputs.ts';
import { iidsOf, numbersOf } from './filters.ts';
import { pageOfWorkItems, searchOf } from './lists.ts';
import { filterOf, pluggedArguments, pluggedWords } from './plugs.ts';
import { IssueSortEnum, orderOfIssueSort } from './sorts.ts';

type IssueListFace = ListFace & ('issues' | 'workItems');

/** What issues, or work items, must not match. */
export const negatedWords = (t: InputFields, list: IssueListFace) => ({
  iids: t.stringList(),
  ...pluggedWords(t, list, 'not'),
});
/** Of what issues, or work items, must match any. */
export const unionedWords = (t: InputFields, list: IssueListFace) => pluggedWords(t, list, 'or') as InputFieldMap;
const NegatedIssueFilterInput = builder.inputType('NegatedIssueFilterInput', {
  fields: (t) => negatedWords(t, 'issues'),
});
const UnionedIssueFilterInput = builder.inputType('UnionedIssueFilterInput', {
  fields: (t) => unionedWords(t, 'issues'),
});

const ownArguments = builder.args((t) => ({
  ...pageArguments,
  iid: t.string(),
  iids: t.stringList(),
  state: t.field({ type: IssuableStateEnum }),
  sort: t.field({ type: IssueSortEnum, description: 'Newest first when left out' }),
  in: t.field({ type: [IssuableSearchableFieldEnum] }),
  createdAfter: t.field({ type: 'Time' }),
  createdBefore: t.field({ type: 'Time' }),
  updatedAfter: t.field({ type: 'Time' }),
  updatedBefore: t.field({ type: 'Time' }),
  closedAfter: t.field({ type: 'Time' }),
  closedBefore: t.field({ type: 'Time' }),
  not: t.field({ type: NegatedIssueFilterInput }),
  or: t.field({ type: UnionedIssueFilterInput }),
}));

/** The arguments by which lists of issues are narrowed. Called where fields are built: every room has added its own by then. */
export const issueListArguments = (list: IssueListFace) => ({ ...ownArguments, ...pluggedArguments<'issues'>(list) });

/** `issues` of groups and projects and of everywhere: arguments, the listing they plan, and the page of it. */
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
        includeSubgroups: t.arg.boolean({ description: 'Issues of projects in groups below too; false when left out' }),
        includeArchived: t.arg.boolean({ description: 'Issues of archived projects too; false when left out' }),
      },
      resolve: (of, args, ctx, info) => pageOfWorkItems(ctx, args, issueListing(of, args), info),
    }),
  );
  builder.objectField(face, 'issue', (t) =>
    t.field({
      type: IssueRef,
      nullable: true,
      args: { iid: t.arg.string(), types: t.arg({ type: [IssueTypeEnum] }) },
      resolve: (namespace, { iid, types }, ctx) =>
        visibleWorkItemAt(ctx, {
          namespace,
          iid: iid ?? '',
          types: types ? knownTypes(types).filter((type) => type !== 'epic') : issueTypes,
        }),
    }),
  );
}

/** Arguments of a list that narrow nothing. */
const notFilters: ReadonlySet<string> = new Set(['first', 'last', 'before', 'after', 'sort', 'includeArchived']);

/** As clients know it: issues of wherever the viewer may look in. So wide a list has to be narrowed by something. */
function issuesAnywhere(): void {
  builder.queryField('issues', (t) =>
    t.field({
      type: IssueConnection,
      nullable: true,
      description: 'Issues that the viewer may see, anywhere; at least one filter must be provided',
      complexity: costOfPage,
      args: {
        ...issueListArguments('issues'),
        includeArchived: t.arg.boolean({ description: 'Issues of archived projects too; false when left out' }),
      },
      resolve: (_root, args, ctx, info) => {
        const isNarrowed = Object.entries(args).some(
          ([name, value]) => !notFilters.has(name) && value !== undefined && value !== null,
        );
        if (!isNarrowed) {
          throw new ValidationError({ base: ['At least one filter must be provided'] });
        }
        return pageOfWorkItems(ctx, args, issueListing(null, args), info);
      },
    }),
  );
}

type Dates = 'createdAfter' | 'createdBefore' | 'updatedAfter' | 'updatedBefore' | 'closedAfter' | 'closedBefore';

export type IssueListArguments = Partial<Record<Dates, Date | null>> & {
  iid?: string | null;
  iids?: readonly string[] | null;
  state?: 'opened' | 'closed' | 'locked' | 'all' | null;
  not?: { [name: string]: unknown; iids?: readonly string[] | null } | null;
  or?: object | null;
};

interface IssueScopeArguments {
  types?: readonly string[] | null;
  search?: string | null;
  in?: readonly ('title' | 'description')[] | null;
  sort?: string | null;
  includeArchived?: boolean | null;
}

/** Plans a list: the issues of a group or project that the arguments ask for, or of everywhere where `of` is null. */
function issueListing(of: Namespace | null, args: IssueListArguments & IssueScopeArguments): WorkItemListing {
  return {
    scope: of && { of, includeDescendants: of.kind === 'group' },
    types: args.types ? knownTypes(args.types) : issueTypes,
    filter: issueFilterOf(args, of),
    search: searchOf(args),
    order: orderOfIssueSort(args.sort),
    leavesOutArchived: of?.kind !== 'project' && !args.includeArchived,
  };
}

/** What the arguments ask for, in the words of the filter language. `of`: whose issues are listed; null for anybody's. */
export function issueFilterOf(args: IssueListArguments, of: Namespace | null): WorkItemFilter {
  const { createdAfter, createdBefore, updatedAfter, updatedBefore, closedAfter, closedBefore, not } = args;
  const is = {
    createdAfter,
    createdBefore,
    updatedAfter,
    updatedBefore,
    closedAfter,
    closedBefore,
    iids: iidsOf(args),
    state: args.state === 'opened' || args.state === 'closed' ? args.state : undefined,
  };
  return filterOf('issues', args, { is, not: { iids: numbersOf(not?.iids) } }, of);
}
