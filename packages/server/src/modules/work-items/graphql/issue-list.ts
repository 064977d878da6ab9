import { ValidationError } from '@milepost/core/errors';
import type { HealthStatus } from '@milepost/core/work-items';
import { builder, costOfPage } from '../../../platform/graphql/builder.ts';
import { pageArguments } from '../../../platform/graphql/connections.ts';
import { GroupRef, ProjectRef } from '../../namespaces/graphql.ts';
import type { Namespace } from '../../namespaces/store.ts';
import type { Wildcard } from '../filter.ts';
import { IssueConnection, IssueRef } from '../graphql.ts';
import type { WorkItemFilter } from '../sockets.ts';
import { issueTypes, visibleWorkItemAt } from '../store.ts';
import {
  HealthStatusEnum,
  IssuableSearchableFieldEnum,
  IssuableStateEnum,
  IssueTypeEnum,
  knownTypes,
} from './enums.ts';
import { iidsOf, listOf, numbersOf, wildcards } from './filters.ts';
import { pageOfWorkItems, searchOf } from './lists.ts';
import { filterOf, pluggedArguments, pluggedWords, type InputFields, type ListFace } from './plugs.ts';
import { IssueSortEnum, orderOfIssueSort } from './sorts.ts';

const AssigneeWildcardEnum = builder.enumType('AssigneeWildcardId', { values: wildcards });
const WeightWildcardEnum = builder.enumType('WeightWildcardId', { values: wildcards });
const HealthStatusFilterEnum = builder.enumType('HealthStatusFilter', {
  values: {
    ...wildcards,
    onTrack: { value: 'on_track' },
    needsAttention: { value: 'needs_attention' },
    atRisk: { value: 'at_risk' },
  } as const,
});

type IssueListFace = ListFace & ('issues' | 'workItems');

/** What issues, or work items, must not match. */
export const negatedWords = (t: InputFields, list: IssueListFace) => ({
  assigneeUsernames: t.stringList(),
  authorUsername: t.field({ type: ['String'] }),
  iids: t.stringList(),
  weight: t.string(),
  types: t.field({ type: [IssueTypeEnum] }),
  healthStatusFilter: t.field({ type: [HealthStatusEnum] }),
  ...pluggedWords(t, list, 'not'),
});
/** Of what issues, or work items, must match any. */
export const unionedWords = (t: InputFields, list: IssueListFace) => ({
  assigneeUsernames: t.stringList(),
  authorUsernames: t.stringList(),
  ...pluggedWords(t, list, 'or'),
});
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
  types: t.field({ type: [IssueTypeEnum] }),
  sort: t.field({ type: IssueSortEnum, description: 'Newest first when left out' }),
  search: t.string(),
  in: t.field({ type: [IssuableSearchableFieldEnum] }),
  authorUsername: t.string(),
  assigneeUsername: t.string(),
  assigneeUsernames: t.stringList(),
  assigneeId: t.string(),
  assigneeWildcardId: t.field({ type: AssigneeWildcardEnum }),
  confidential: t.boolean(),
  weight: t.string(),
  weightWildcardId: t.field({ type: WeightWildcardEnum }),
  healthStatusFilter: t.field({ type: HealthStatusFilterEnum }),
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
export const issueListArguments = (list: IssueListFace) => ({ ...ownArguments, ...pluggedArguments(list) });

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
      resolve: (of, args, ctx, info) =>
        pageOfWorkItems(
          ctx,
          args,
          {
            scope: { of, includeDescendants: of.kind === 'group' },
            types: args.types ? knownTypes(args.types) : issueTypes,
            filter: issueFilterOf(args, of),
            search: searchOf(args),
            order: orderOfIssueSort(args.sort),
            leavesOutArchived: of.kind === 'group' && !args.includeArchived,
          },
          info,
        ),
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
      resolve: (_root, { first, last, before, after, sort, includeArchived, ...filters }, ctx, info) => {
        if (Object.values(filters).every((value) => value === undefined || value === null)) {
          throw new ValidationError({ base: ['At least one filter must be provided'] });
        }
        const page = { first, last, before, after };
        return pageOfWorkItems(
          ctx,
          page,
          {
            scope: null,
            types: filters.types ? knownTypes(filters.types) : issueTypes,
            filter: issueFilterOf(filters, null),
            search: searchOf(filters),
            order: orderOfIssueSort(sort),
            leavesOutArchived: !includeArchived,
          },
          info,
        );
      },
    }),
  );
}

type Dates = 'createdAfter' | 'createdBefore' | 'updatedAfter' | 'updatedBefore' | 'closedAfter' | 'closedBefore';

export type IssueListArguments = Partial<Record<'assigneeUsernames' | 'iids', readonly string[] | null>> &
  Partial<Record<'iid' | 'authorUsername' | 'assigneeUsername' | 'assigneeId' | 'weight', string | null>> &
  Partial<Record<'assigneeWildcardId' | 'weightWildcardId', Wildcard | null>> &
  Partial<Record<Dates, Date | null>> & {
    state?: 'opened' | 'closed' | 'locked' | 'all' | null;
    confidential?: boolean | null;
    healthStatusFilter?: WorkItemFilter['is']['healthStatus'] | null;
    not?: NegatedArguments | null;
    or?: UnionedArguments | null;
  };

interface NegatedArguments {
  assigneeUsernames?: readonly string[] | null;
  authorUsername?: string | readonly string[] | null;
  iids?: readonly string[] | null;
  weight?: string | null;
  healthStatusFilter?: readonly HealthStatus[] | null;
}

interface UnionedArguments {
  assigneeUsernames?: readonly string[] | null;
  authorUsernames?: readonly string[] | null;
}

/** What the arguments ask for, in the words of the filter language. `of`: whose issues are listed; null for anybody's. */
export function issueFilterOf(args: IssueListArguments, of: Namespace | null): WorkItemFilter {
  const { createdAfter, createdBefore, updatedAfter, updatedBefore, closedAfter, closedBefore, not, or } = args;
  const is = {
    createdAfter,
    createdBefore,
    updatedAfter,
    updatedBefore,
    closedAfter,
    closedBefore,
    iids: iidsOf(args),
    state: args.state === 'opened' || args.state === 'closed' ? args.state : undefined,
    isConfidential: args.confidential,
    healthStatus: args.healthStatusFilter,
    authorUsername: listOf(args.authorUsername),
    assigneeUsername: args.assigneeUsernames ?? listOf(args.assigneeUsername),
    assigneeId: args.assigneeWildcardId ?? wildcardOf(args.assigneeId),
    weight:
      args.weightWildcardId ?? wildcardOf(args.weight) ?? (args.weight ? Number.parseInt(args.weight, 10) : undefined),
  };
  const own = {
    is,
    not: {
      authorUsername: listOf(not?.authorUsername),
      assigneeUsername: not?.assigneeUsernames,
      iids: numbersOf(not?.iids),
      weight: not?.weight ? Number(not.weight) : undefined,
      healthStatus: not?.healthStatusFilter?.[0],
    },
    or: { authorUsername: or?.authorUsernames, assigneeUsername: or?.assigneeUsernames },
  };
  return filterOf(args, own, of);
}

function wildcardOf(text: string | null | undefined): Wildcard | undefined {
  const word = text?.toLowerCase();
  return word === 'none' || word === 'any' ? word : undefined;
}
