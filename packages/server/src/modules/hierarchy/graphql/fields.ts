import { unreachable } from '@milepost/core/errors';
import { builder } from '../../../platform/graphql/builder.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { wildcards } from '../../work-items/graphql/filters.ts';
import { idOf } from '../../work-items/graphql/inputs.ts';
import { changeIssue } from '../../work-items/graphql/issue-mutations.ts';
import { WorkItemPermissionsRef } from '../../work-items/graphql/items.ts';
import type { Wildcard } from '../../work-items/filter/values.ts';
import type { InputFields, ListFace } from '../../work-items/graphql/filter-inputs.ts';
import {
  plugInGraphql,
  type ChangeBesideRow,
  type PluggedArguments,
  type WriteFace,
} from '../../work-items/graphql/plugs.ts';
import { IssueRef } from '../../work-items/graphql.ts';
import { workItemPolicy } from '../../work-items/policy.ts';
import type { FilterFields, FilterOperator, WidgetInput } from '../../work-items/sockets.ts';
import { addChild } from '../commands.ts';
import { arrange, itemId, RelativePositionEnum } from './mutations.ts';

const ParentWildcardEnum = builder.enumType('EpicWildcardId', { values: wildcards });
const WorkItemParentWildcardEnum = builder.enumType('WorkItemParentWildcardId', { values: wildcards });
const HierarchyCreateInput = builder.inputType('WorkItemWidgetHierarchyCreateInput', {
  fields: (t) => ({ parentId: t.field({ type: 'WorkItemID' }) }),
});
const HierarchyUpdateInput = builder.inputType('WorkItemWidgetHierarchyUpdateInput', {
  fields: (t) => ({
    parentId: t.field({ type: 'WorkItemID', description: 'Null removes it' }),
    childrenIds: t.field({ type: ['WorkItemID'], description: 'Added to the children' }),
    adjacentWorkItemId: t.field({ type: 'WorkItemID', description: 'Another child of the parent' }),
    relativePosition: t.field({ type: RelativePositionEnum }),
  }),
});

const parentArguments = (t: InputFields) => ({
  parentIds: t.field({ type: ['WorkItemID'], description: 'Children of any of these' }),
  parentWildcardId: t.field({ type: WorkItemParentWildcardEnum }),
  includeDescendantWorkItems: t.boolean({ description: 'With parents: items at any depth below them' }),
});
const HierarchyFilterInput = builder.inputType('HierarchyFilterInput', { fields: parentArguments });

interface ParentArguments {
  parentIds?: readonly string[] | null;
  parentWildcardId?: Wildcard | null;
  includeDescendantWorkItems?: boolean | null;
}

interface ParentFilter extends ParentArguments {
  topLevelHierarchyOnly?: boolean | null;
  /** The same in one object, which wins. */
  hierarchyFilters?: ParentArguments | null;
}

interface ParentInput {
  parentId?: string | null;
  epicId?: string | null;
  hierarchyWidget?: {
    parentId?: string | null;
    childrenIds?: readonly string[] | null;
    adjacentWorkItemId?: string | null;
    relativePosition?: 'BEFORE' | 'AFTER' | null;
  } | null;
}

/** The hierarchy arguments and inputs of GraphQL lists and mutations. */
export function plugInGraphqlFields(): void {
  plugInGraphql<ParentFilter, ParentInput>({
    name: 'hierarchy',
    types: { EpicWildcardId: ParentWildcardEnum },
    filter: {
      arguments: filterArguments,
      read: (input, { of }) => ({
        topLevel: input.topLevelHierarchyOnly && of ? { below: of.scope.traversalIds } : undefined,
        ...parentsOf(input),
      }),
    },
    write: { fields: inputFields, read: parentWritten, beside: familyChange },
  });
}

function filterArguments(t: InputFields, list: ListFace, operator: FilterOperator): PluggedArguments {
  if (list === 'epics' && operator === 'is') return { topLevelHierarchyOnly: topLevelArgument(t) };
  if (list !== 'workItems' || operator === 'or') return {};
  if (operator === 'not') return { parentIds: parentArguments(t).parentIds };
  return { ...parentArguments(t), hierarchyFilters: t.field({ type: HierarchyFilterInput }) };
}

/** As for the epic of issues, a wildcard wins. Without either the field stays as `epicId` set it. */
function parentsOf({ hierarchyFilters, ...own }: ParentFilter): Pick<FilterFields, 'parentId' | 'parentsBelow'> {
  const { parentIds, parentWildcardId, includeDescendantWorkItems } = hierarchyFilters ?? own;
  const parentId = parentWildcardId ?? (parentIds?.length ? parentIds.map(itemId) : null);
  return parentId === null ? {} : { parentId, ...(includeDescendantWorkItems && { parentsBelow: 'items' as const }) };
}

function topLevelArgument(t: InputFields) {
  return t.boolean({
    description:
      'Only epics whose parent is not in these groups; with a timeframe, only those without an ancestor in the list',
  });
}

function inputFields(t: InputFields, name: WriteFace) {
  switch (name) {
    case 'updateEpic':
      return {};
    case 'createEpic':
      return { parentId: t.field({ type: 'EpicID' }) };
    case 'createIssue':
    case 'updateIssue':
    case 'issuesBulkUpdate':
      return { epicId: t.field({ type: 'EpicID' }) };
    case 'workItemCreate':
    case 'workItemBulkUpdate':
      return { hierarchyWidget: t.field({ type: HierarchyCreateInput }) };
    case 'workItemUpdate':
      return { hierarchyWidget: t.field({ type: HierarchyUpdateInput }) };
    default:
      return unreachable(name);
  }
}

/** In a bulk update `parentId` is the namespace; only the widget sets a parent there. */
function parentWritten(input: ParentInput, name: WriteFace): WidgetInput {
  switch (name) {
    case 'updateEpic':
      return {};
    case 'createEpic':
      return { parentId: idOf<'WorkItem'>(input.parentId, 'Epic', 'WorkItem') ?? undefined };
    case 'createIssue':
      return { parentId: idOf<'WorkItem'>(input.epicId, 'Epic', 'WorkItem') ?? undefined };
    case 'updateIssue':
    case 'issuesBulkUpdate':
      return { parentId: idOf<'WorkItem'>(input.epicId, 'Epic', 'WorkItem') };
    case 'workItemCreate':
    case 'workItemUpdate':
    case 'workItemBulkUpdate':
      if (isArranged(input)) return {};
      return { parentId: idOf<'WorkItem'>(input.hierarchyWidget?.parentId, 'WorkItem', 'Epic', 'Issue') };
    default:
      return unreachable(name);
  }
}

const isArranged = ({ hierarchyWidget: widget }: ParentInput): boolean =>
  Boolean(widget?.adjacentWorkItemId ?? widget?.relativePosition);

/** Children that `workItemUpdate` adds, and the position that it gives the item. */
function familyChange(input: ParentInput): ChangeBesideRow | null {
  const { childrenIds, ...position } = input.hierarchyWidget ?? {};
  if (!childrenIds?.length && !isArranged(input)) return null;
  return async (ctx, item) => {
    for (const childId of (childrenIds ?? []).map(itemId)) await addChild(ctx, { parentId: item.id, childId });
    if (isArranged(input)) await arrange(ctx, item, position);
  };
}

export function mutateParentOfIssue(): void {
  builder.objectField(WorkItemPermissionsRef, 'adminParentLink', (t) =>
    t.boolean({ resolve: (item, _args, ctx) => ctx.can(workItemPolicy.plan, item) }),
  );
  mutation('issueSetEpic', {
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      epicId: t.field({ type: 'EpicID', description: 'Null for none' }),
    }),
    resolve: (input, ctx) =>
      changeIssue(ctx, input, { parentId: idOf<'WorkItem'>(input.epicId, 'Epic', 'WorkItem') ?? null }),
    payload: (t) => ({ issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }) }),
  });
}
