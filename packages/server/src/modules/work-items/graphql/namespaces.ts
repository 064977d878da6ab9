import { ValidationError } from '@milepost/core/errors';
import type { WorkItemType } from '@milepost/core/work-items';
import { builder, costOfPage } from '../../../platform/graphql/builder.ts';
import { pageArguments } from '../../../platform/graphql/connections.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { GroupRef, NamespaceRef, ProjectRef } from '../../namespaces/graphql.ts';
import type { Namespace } from '../../namespaces/store.ts';
import {
  IssuableSearchableFieldEnum,
  IssuableStateEnum,
  IssueTypeEnum,
  knownTypes,
  SubscriptionStatusEnum,
} from './enums.ts';
import {
  AssigneeWildcardEnum,
  customFieldArgument,
  customFieldsOf,
  HealthStatusFilterEnum,
  iterationIdsOf,
  IterationWildcardEnum,
  listOf,
  MilestoneWildcardEnum,
  negatedFields,
  NegatedIssueFilterInput,
  NegatedWorkItemFilterInput,
  itemsOptional,
  parentIdOf,
  ParentWildcardEnum,
  textsOf,
  unionedFields,
  UnionedIssueFilterInput,
  UnionedWorkItemFilterInput,
  WeightWildcardEnum,
  withoutEmpty,
  type CustomFieldArgument,
} from './filters.ts';
import {
  epicFilterOf,
  epicListArguments,
  iidsOf,
  onlyEpics,
  pageOfWorkItems,
  searchOf,
  withNearestEpic,
} from './lists.ts';
import { IssueSortEnum, orderOfEpicSort, orderOfIssueSort, WorkItemSortEnum } from './sorts.ts';
import { EpicConnection, EpicRef, IssueConnection, IssueRef, WorkItemConnection, WorkItemRef } from '../graphql.ts';
import type { Wildcard } from '../filter.ts';
import type { WorkItemFilter } from '../sockets.ts';
import { issueTypes, visibleWorkItem, visibleWorkItemAt } from '../store.ts';

/** Where work items are found: in groups and projects, and by their ids. */
export function listWorkItems(): void {
  epicsOfGroups();
  issuesOf(GroupRef);
  issuesOf(ProjectRef);
  for (const face of [GroupRef, ProjectRef, NamespaceRef]) workItemsOf(face);
  issuesAnywhere();
  byId();
}

function epicsOfGroups(): void {
  builder.objectFields(GroupRef, (t) => ({
    roadmapEpicsLimit: t.int({
      description: 'An addition of ours: with more epics than this a roadmap warns that there are many',
      resolve: (_group, _args, ctx) => ctx.services.roadmapEpicsLimit,
    }),
    epic: t.field({
      type: EpicRef,
      nullable: true,
      args: { iid: t.arg.id() },
      resolve: (group, { iid }, ctx) => visibleWorkItemAt(ctx, { namespace: group, iid: iid ?? '', types: onlyEpics }),
    }),
    epics: t.field({
      type: EpicConnection,
      nullable: true,
      complexity: costOfPage,
      args: {
        ...epicListArguments,
        includeDescendantGroups: t.arg.boolean({ description: 'Epics of groups below too; true when left out' }),
        includeAncestorGroups: t.arg.boolean({ description: 'Epics of groups above too; false when left out' }),
        topLevelHierarchyOnly: t.arg.boolean({
          description:
            'Only epics whose parent is not in these groups; with a timeframe, only those none of whose ancestors is in the list',
        }),
      },
      resolve: async (of, args, ctx, info) => {
        const includeDescendants = args.includeDescendantGroups ?? true;
        const nearest = { of, iid: args.iid, reachesBelow: includeDescendants };
        const filter = await withNearestEpic(ctx, epicFilterOf(args), nearest);
        if (args.topLevelHierarchyOnly) filter.is.topLevel = { below: of.place.traversalIds };
        return pageOfWorkItems(
          ctx,
          args,
          {
            scope: { of, includeDescendants, includeAncestors: args.includeAncestorGroups ?? false },
            types: onlyEpics,
            filter,
            search: searchOf(args),
            order: orderOfEpicSort(args.sort),
          },
          info,
        );
      },
    }),
  }));
}

const issueArguments = builder.args((t) => ({
  ...pageArguments,
  iid: t.string(),
  iids: t.stringList(),
  state: t.field({ type: IssuableStateEnum }),
  types: t.field({ type: [IssueTypeEnum] }),
  sort: t.field({ type: IssueSortEnum, description: 'Newest first when left out' }),
  search: t.string(),
  in: t.field({ type: [IssuableSearchableFieldEnum] }),
  labelName: t.field({ type: ['String'], required: itemsOptional }),
  milestoneTitle: t.field({ type: ['String'], required: itemsOptional }),
  milestoneWildcardId: t.field({ type: MilestoneWildcardEnum }),
  iterationId: t.field({ type: ['ID'], required: itemsOptional, description: 'In one of these iterations' }),
  iterationWildcardId: t.field({ type: IterationWildcardEnum }),
  iterationTitle: t.string(),
  iterationCadenceId: t.field({ type: ['IterationsCadenceID'] }),
  epicId: t.string({ description: 'Right below this epic' }),
  epicWildcardId: t.field({ type: ParentWildcardEnum }),
  authorUsername: t.string(),
  assigneeUsername: t.string(),
  assigneeUsernames: t.stringList(),
  assigneeId: t.string(),
  assigneeWildcardId: t.field({ type: AssigneeWildcardEnum }),
  myReactionEmoji: t.string(),
  subscribed: t.field({
    type: SubscriptionStatusEnum,
    description: 'What the viewer said about hearing of them; nobody has where nobody is signed in',
  }),
  confidential: t.boolean(),
  ...customFieldArgument,
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

function issuesOf(face: typeof GroupRef): void {
  builder.objectField(face, 'issues', (t) =>
    t.field({
      type: IssueConnection,
      nullable: true,
      complexity: costOfPage,
      args: {
        ...issueArguments,
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
            filter: issueFilterOf(args),
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
        ...issueArguments,
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
            filter: issueFilterOf(filters),
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

interface WildcardArguments {
  assigneeWildcardId?: Wildcard | null;
  weightWildcardId?: Wildcard | null;
  milestoneWildcardId?: string | null;
  iterationId?: readonly (string | number | null | undefined)[] | null;
  iterationWildcardId?: string | null;
  iterationTitle?: string | null;
  iterationCadenceId?: readonly string[] | null;
  epicId?: string | null;
  epicWildcardId?: Wildcard | null;
}

export type IssueListArguments = WildcardArguments &
  Partial<Record<'labelName' | 'milestoneTitle', readonly (string | null | undefined)[] | null>> &
  Partial<Record<'assigneeUsernames' | 'iids', readonly string[] | null>> &
  Partial<
    Record<'iid' | 'authorUsername' | 'assigneeUsername' | 'assigneeId' | 'myReactionEmoji' | 'weight', string | null>
  > &
  Partial<
    Record<
      'createdAfter' | 'createdBefore' | 'updatedAfter' | 'updatedBefore' | 'closedAfter' | 'closedBefore',
      Date | null
    >
  > & {
    state?: 'opened' | 'closed' | 'locked' | 'all' | null;
    confidential?: boolean | null;
    subscribed?: WorkItemFilter['is']['subscribed'] | null;
    customField?: CustomFieldArgument;
    healthStatusFilter?: WorkItemFilter['is']['healthStatus'] | null;
    not?: Parameters<typeof negatedFields>[0];
    or?: Parameters<typeof unionedFields>[0];
  };

/** What the arguments ask for, in the words of the filter language. */
export function issueFilterOf(args: IssueListArguments): WorkItemFilter {
  const { createdAfter, createdBefore, updatedAfter, updatedBefore, closedAfter, closedBefore } = args;
  const { myReactionEmoji } = args;
  const is = withoutEmpty({
    createdAfter,
    createdBefore,
    updatedAfter,
    updatedBefore,
    closedAfter,
    closedBefore,
    labelName: textsOf(args.labelName),
    myReactionEmoji,
    milestoneTitle: listOf(args.milestoneWildcardId) ?? textsOf(args.milestoneTitle),
    iterationId: iterationIdsOf(args.iterationId),
    iterationTitle: listOf(args.iterationWildcardId ?? args.iterationTitle),
    iterationCadenceId: args.iterationCadenceId?.map((id) => readGlobalId<'Cadence'>(id, 'Iterations::Cadence')),
    parentId: parentIdOf(args.epicId, args.epicWildcardId),
    iids: iidsOf(args),
    state: args.state === 'opened' || args.state === 'closed' ? args.state : undefined,
    isConfidential: args.confidential,
    subscribed: args.subscribed,
    customFields: customFieldsOf(args.customField),
    healthStatus: args.healthStatusFilter,
    authorUsername: listOf(args.authorUsername),
    assigneeUsername: args.assigneeUsernames ?? listOf(args.assigneeUsername),
    assigneeId: args.assigneeWildcardId ?? wildcardOf(args.assigneeId),
    weight:
      args.weightWildcardId ?? wildcardOf(args.weight) ?? (args.weight ? Number.parseInt(args.weight, 10) : undefined),
  });
  return { is, not: negatedFields(args.not), or: unionedFields(args.or) };
}

function wildcardOf(text: string | null | undefined): Wildcard | undefined {
  const word = text?.toLowerCase();
  return word === 'none' || word === 'any' ? word : undefined;
}

function workItemsOf(face: typeof GroupRef): void {
  builder.objectField(face, 'workItem', (t) =>
    t.field({
      type: WorkItemRef,
      nullable: true,
      args: { iid: t.arg.string({ required: true }) },
      resolve: (namespace, { iid }, ctx) => visibleWorkItemAt(ctx, { namespace, iid }),
    }),
  );
  builder.objectField(face, 'workItems', (t) =>
    t.field({
      type: WorkItemConnection,
      nullable: true,
      complexity: costOfPage,
      args: {
        ...issueArguments,
        labelName: t.arg.stringList(),
        milestoneTitle: t.arg.stringList(),
        sort: t.arg({ type: WorkItemSortEnum }),
        dueAfter: t.arg({ type: 'Time' }),
        dueBefore: t.arg({ type: 'Time' }),
        includeDescendants: t.arg.boolean({ description: 'Items of groups and projects below too' }),
        excludeProjects: t.arg.boolean({ description: 'Only items of groups' }),
        excludeGroupWorkItems: t.arg.boolean({ description: 'Only items of projects' }),
        not: t.arg({ type: NegatedWorkItemFilterInput }),
        or: t.arg({ type: UnionedWorkItemFilterInput }),
      },
      resolve: (of, args, ctx, info) => {
        const filter = issueFilterOf(args);
        Object.assign(filter.is, {
          ...(args.dueAfter && { dueAfter: args.dueAfter.toISOString().slice(0, 10) }),
          ...(args.dueBefore && { dueBefore: args.dueBefore.toISOString().slice(0, 10) }),
        });
        return pageOfWorkItems(
          ctx,
          args,
          {
            scope: { of, includeDescendants: args.includeDescendants ?? false },
            types: typesWanted(of, args),
            filter,
            search: searchOf(args),
            order: orderOfIssueSort(args.sort),
          },
          info,
        );
      },
    }),
  );
}

interface TypeArguments {
  types?: readonly string[] | null;
  includeDescendants?: boolean | null;
  excludeProjects?: boolean | null;
  excludeGroupWorkItems?: boolean | null;
}

function typesWanted(of: Namespace, args: TypeArguments): WorkItemType[] {
  const holdsEpics = of.kind === 'group' && !args.excludeGroupWorkItems;
  const holdsIssues = (of.kind === 'project' || args.includeDescendants === true) && !args.excludeProjects;
  const held: WorkItemType[] = [...(holdsEpics ? onlyEpics : []), ...(holdsIssues ? issueTypes : [])];
  const { types } = args;
  return types ? held.filter((type) => types.includes(type)) : held;
}

function byId(): void {
  builder.queryFields((t) => ({
    issue: t.field({
      type: IssueRef,
      nullable: true,
      args: { id: t.arg({ type: 'IssueID', required: true }) },
      resolve: async (_root, { id }, ctx) => {
        const item = await visibleWorkItem(ctx, readGlobalId<'WorkItem'>(id, 'Issue', 'WorkItem'));
        return item && item.type !== 'epic' ? item : null;
      },
    }),
    workItem: t.field({
      type: WorkItemRef,
      nullable: true,
      args: { id: t.arg({ type: 'WorkItemID', required: true }) },
      resolve: (_root, { id }, ctx) => visibleWorkItem(ctx, readGlobalId<'WorkItem'>(id, 'WorkItem', 'Issue', 'Epic')),
    }),
  }));
}
