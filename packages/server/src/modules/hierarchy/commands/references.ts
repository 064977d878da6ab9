import { ConflictError, NotFoundError } from '@milepost/core/errors';
import type { WorkItemId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { itemReferenced } from '../../work-items/commands/references.ts';
import { nameOfType, workItemsById, type WorkItem } from '../../work-items/store.ts';
import { lockWorkItem } from '../../work-items/store/writing.ts';
import { lockToMove, moveTo } from '../commands.ts';
import { lockTree } from '../store.ts';

/** The kind of children that a form of the epic page adds: epics, or issues, incidents and tasks. */
export type ChildKind = 'epic' | 'issue';

/**
 * Adds items as the first children of an epic, in the given order: all of them, or none. References are relative to the epic's
 * group; addresses of this installation are references too. Throws NotFoundError for a missing or invisible item, and as
 * `addChild` does.
 */
export async function addReferenced(
  ctx: Context,
  parent: WorkItem,
  kind: ChildKind,
  references: readonly string[],
): Promise<WorkItem[]> {
  const found: WorkItem[] = [];
  for (const text of references) {
    const item = await referenced(ctx, parent, kind, text);
    if (!found.some(({ id }) => id === item.id)) found.push(item);
  }
  return addChildren(ctx, parent.id, found);
}

async function addChildren(ctx: Context, parentId: WorkItemId, children: readonly WorkItem[]): Promise<WorkItem[]> {
  if (children.length === 0) return [];
  await ctx.transaction(async (trx) => {
    const mode = children.some(({ type }) => lockToMove(type) === 'exclusive') ? 'exclusive' : 'shared';
    // Sorted, so that two concurrent calls with the same items do not deadlock.
    const roots = [...new Set(children.map(({ rootId }) => rootId))].toSorted((one, other) => one - other);
    for (const root of roots) await lockTree(trx, root, mode);
    const ids = children.map(({ id }) => id);
    for (const id of ids.toSorted((one, other) => one - other)) await lockWorkItem(trx, id);
    for (const id of ids.toReversed()) {
      const child = await lockWorkItem(trx, id);
      if (!child) throw new NotFoundError('Work item');
      if (child.parentId === parentId) throw new ConflictError(`${nameOfType(child.type)}(s) already assigned`);
      await moveTo(ctx.within(trx), trx, child, { parentId, spot: 'top' });
    }
  });
  const items = await Promise.all(children.map(({ id }) => ctx.load(workItemsById, id)));
  return items.filter((item) => item !== null);
}

async function referenced(ctx: Context, base: WorkItem, kind: ChildKind, text: string): Promise<WorkItem> {
  const item = await itemReferenced(ctx, { path: base.namespacePath, kind: 'group' }, text, [kind]);
  if (!item) throw new NotFoundError(kind === 'epic' ? 'Epic' : 'Issue');
  return item;
}
