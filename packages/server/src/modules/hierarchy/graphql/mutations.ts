import { ValidationError } from '@milepost/core/errors';
import type { WorkItemId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { EpicIssueRef, EpicRef, WorkItemRef } from '../../work-items/graphql.ts';
import { findEpic } from '../../work-items/graphql/epic-mutations.ts';
import { findIssue } from '../../work-items/graphql/issue-mutations.ts';
import { findVisibleWorkItemById, type WorkItem } from '../../work-items/store.ts';
import { addChild, setChildPosition } from '../commands.ts';
import type { Spot } from '../store/siblings.ts';

const MoveTypeEnum = builder.enumType('MoveType', {
  description: 'The position relative to the adjacent item',
  values: ['before', 'after'] as const,
});
export const RelativePositionEnum = builder.enumType('RelativePositionType', {
  description: 'The new position, relative to the adjacent item',
  values: ['BEFORE', 'AFTER'] as const,
});

const TreeNodeInput = builder.inputType('EpicTreeNodeFieldsInputType', {
  description: "The moved item in an epic's tree, and its new position",
  fields: (t) => ({
    id: t.field({ type: 'EpicTreeSortingID', required: true }),
    adjacentReferenceId: t.field({ type: 'EpicTreeSortingID', description: 'The start of the list by default' }),
    relativePosition: t.field({ type: MoveTypeEnum }),
    newParentId: t.field({ type: 'EpicID', description: 'The current parent by default' }),
  }),
});

/** An epic or issue that is a child of an epic has the id of its work item, regardless of the type in its global id. */
const treeId = (id: string): WorkItemId => readGlobalId<'WorkItem'>(id, 'Epic', 'EpicIssue', 'Issue', 'WorkItem');
export const itemId = (id: string): WorkItemId => readGlobalId<'WorkItem'>(id, 'WorkItem', 'Issue', 'Epic');

interface Arrangement {
  parentId?: string | null;
  adjacentWorkItemId?: string | null;
  relativePosition?: 'BEFORE' | 'AFTER' | null;
}

/** Moves an item among the children of a parent, by default its own; to the top without an adjacent item. */
export function arrange(ctx: Context, item: WorkItem, input: Arrangement): Promise<WorkItem> {
  const parentId = input.parentId ? itemId(input.parentId) : item.parentId;
  if (parentId === null) throw new ValidationError({ base: ['The item has no parent to be arranged under'] });
  const adjacent = input.adjacentWorkItemId ? itemId(input.adjacentWorkItemId) : null;
  const spot: Spot =
    adjacent === null ? 'top' : input.relativePosition === 'AFTER' ? { after: adjacent } : { before: adjacent };
  return setChildPosition(ctx, { childId: item.id, parentId, spot });
}

export function mutateTree(): void {
  mutation('epicTreeReorder', {
    description: 'Moves an epic or issue within the tree of an epic',
    input: (t) => ({
      baseEpicId: t.field({ type: 'EpicID', required: true }),
      moved: t.field({ type: TreeNodeInput, required: true }),
    }),
    resolve: async ({ baseEpicId, moved }, ctx) => {
      const base = await findVisibleWorkItemById(ctx, treeId(baseEpicId), ['epic']);
      const item = await findVisibleWorkItemById(ctx, treeId(moved.id));
      // A new parent may be in any namespace: the command checks whether the item can be moved there.
      const newParentId = moved.newParentId ? treeId(moved.newParentId) : null;
      const parentId = newParentId ?? item.parentId ?? base.id;
      if (newParentId === null) await requireInTree(ctx, base, item, parentId);
      return setChildPosition(ctx, { childId: item.id, parentId, spot: spotOf(moved) });
    },
    payload: () => ({}),
  });
  mutation('epicAddIssue', {
    description: 'Adds an issue as the first child of an epic',
    input: (t) => ({
      groupPath: t.id({ required: true }),
      iid: t.id({ required: true, description: 'Of the epic' }),
      projectPath: t.id({ required: true }),
      issueIid: t.string({ required: true }),
    }),
    resolve: async (input, ctx) => {
      const epic = await findEpic(ctx, input.groupPath, input.iid);
      const issue = await findIssue(ctx, input.projectPath, input.issueIid);
      return { epic, issue: await addChild(ctx, { parentId: epic.id, childId: issue.id }) };
    },
    payload: (t) => ({
      epic: t.field({ type: EpicRef, nullable: true, resolve: ({ result }) => result?.epic ?? null }),
      epicIssue: t.field({ type: EpicIssueRef, nullable: true, resolve: ({ result }) => result?.issue ?? null }),
    }),
  });
  mutation('workItemHierarchyAddChildrenItems', {
    description: 'Adds existing items as children of a parent',
    input: (t) => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      childrenIds: t.field({ type: ['WorkItemID'], required: true }),
    }),
    resolve: async (input, ctx) => {
      const parent = await findVisibleWorkItemById(ctx, itemId(input.id));
      const added: WorkItem[] = [];
      await ctx.transaction(async (trx) => {
        const within = ctx.within(trx);
        for (const childId of input.childrenIds.map(itemId)) {
          added.push(await addChild(within, { parentId: parent.id, childId }));
        }
      });
      return { added };
    },
    payload: (t) => ({
      addedChildren: t.field({ type: [WorkItemRef], resolve: ({ result }) => result?.added ?? [] }),
    }),
  });
  mutation('workItemsHierarchyReorder', {
    description: 'Moves a work item among the children of a parent, its own or another',
    typeName: 'workItemsHierarchyReorder',
    input: (t) => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      parentId: t.field({ type: 'WorkItemID' }),
      adjacentWorkItemId: t.field({ type: 'WorkItemID' }),
      relativePosition: t.field({ type: RelativePositionEnum }),
    }),
    resolve: async (input, ctx) => arrange(ctx, await findVisibleWorkItemById(ctx, itemId(input.id)), input),
    payload: (t) => ({ workItem: t.field({ type: WorkItemRef, nullable: true, resolve: ({ result }) => result }) }),
  });
}

interface Moved {
  adjacentReferenceId?: string | null;
  relativePosition?: 'before' | 'after' | null;
}

/** `after`: the adjacent item follows, so the moved one goes before it. */
function spotOf({ adjacentReferenceId, relativePosition }: Moved): Spot {
  if (!adjacentReferenceId) return 'top';
  const adjacent = treeId(adjacentReferenceId);
  return relativePosition === 'before' ? { after: adjacent } : { before: adjacent };
}

async function requireInTree(ctx: Context, base: WorkItem, item: WorkItem, parentId: WorkItemId): Promise<void> {
  const parent = parentId === base.id ? base : await findVisibleWorkItemById(ctx, parentId, ['epic']);
  const isInTree = parent.id === base.id || parent.ancestorIds.includes(base.id);
  if (!isInTree || (item.parentId !== null && !item.ancestorIds.includes(base.id))) {
    throw new ValidationError({ base: ['Only items in the tree of the base epic can be arranged'] });
  }
}
