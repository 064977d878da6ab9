import type { WorkItemId } from '@milepost/core/ids';
import { NotFoundError } from '@milepost/core/errors';
import type { WorkItemType } from '@milepost/core/work-items';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import { idInput } from '../../../platform/rest/input.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import type { RestFields } from '../../work-items/rest/plugs.ts';
import type { WorkItemListing } from '../../work-items/store/list-conditions.ts';
import { totalOf, workItemsOnPage } from '../../work-items/store/lists.ts';
import { findVisibleWorkItemById, nameOfType, type WorkItem } from '../../work-items/store.ts';
import { setChildPosition } from '../commands.ts';
import { inTreeOrder } from '../store/children.ts';

export const childrenListed = Type.Object(pagingInput);

export const childPosition = Type.Object({
  ...pagingInput,
  move_before_id: Type.Optional(idInput({ description: 'The sibling that precedes it afterwards' })),
  move_after_id: Type.Optional(idInput({ description: 'The sibling that follows it afterwards' })),
});

/** One numbered page of an epic's children of these types, in tree order. */
export async function presentChildren(
  ctx: Context,
  epic: WorkItem,
  types: readonly WorkItemType[],
  input: { page?: number; per_page?: number },
  present: (child: WorkItem) => Promise<RestFields>,
): Promise<RestPage<RestFields>> {
  // Children live anywhere below the top-level group of their epic.
  const top = (await ctx.load(namespacesById, epic.rootId)) as Namespace;
  const listing: WorkItemListing = {
    scope: { of: top, includeDescendants: true },
    types,
    filter: { is: { parentId: [epic.id] }, not: {}, or: {} },
    order: inTreeOrder,
  };
  const page = pageRequest(input);
  const [children, total] = await Promise.all([workItemsOnPage(ctx, listing, page), totalOf(ctx, listing)]);
  return new RestPage(await Promise.all(children.map((child) => present(child))), total, page);
}

/** The child in a path. Throws NotFoundError if it is not the epic's, or invisible to the viewer. */
export async function childAt(
  ctx: Context,
  epic: WorkItem,
  id: WorkItemId,
  types?: readonly WorkItemType[],
): Promise<WorkItem> {
  const child = await findVisibleWorkItemById(ctx, id, types);
  if (child.parentId !== epic.id) throw new NotFoundError(nameOfType(child.type));
  return child;
}

/** Moves a child next to one of its siblings; does nothing when none is named. */
export async function moveChild(
  ctx: Context,
  epic: WorkItem,
  child: WorkItem,
  { move_before_id: before, move_after_id: after }: { move_before_id?: number; move_after_id?: number },
): Promise<void> {
  const siblingId = before ?? after;
  if (siblingId === undefined) return;
  const { id } = await childAt(ctx, epic, siblingId as WorkItemId);
  const spot = before === undefined ? { before: id } : { after: id };
  await setChildPosition(ctx, { parentId: epic.id, childId: child.id, spot });
}
