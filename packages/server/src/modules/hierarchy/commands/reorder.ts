import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { WorkItemId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { workItemPolicy } from '../../work-items/policy.ts';
import { findVisibleWorkItemById, type WorkItem } from '../../work-items/store.ts';
import { lockWorkItem } from '../../work-items/store/writing.ts';
import { setChildPosition } from '../commands.ts';
import { rankFor } from './ranks.ts';
import { saveRanks, type Spot } from '../store/siblings.ts';
import { lockTree } from '../store.ts';

/**
 * Moves an issue before or after another: among the children of their parent, or among the issues of their project without a
 * parent. Throws ValidationError if the two are not siblings, NotFoundError for anything the viewer may not see, ForbiddenError
 * below planner.
 */
export async function reorderIssue(
  ctx: Context,
  id: WorkItemId,
  spot: Exclude<Spot, 'top' | 'end'>,
): Promise<WorkItem> {
  const neighborId = 'before' in spot ? spot.before : spot.after;
  const [issue, neighbor] = await Promise.all([
    findVisibleWorkItemById(ctx, id),
    findVisibleWorkItemById(ctx, neighborId),
  ]);
  if (issue.id === neighbor.id) throw new ValidationError({ base: ['An issue cannot be moved relative to itself'] });
  if (!isSibling(issue, neighbor))
    throw new ValidationError({ base: ['The adjacent item must be a child of the same parent'] });
  if (issue.parentId !== null) return setChildPosition(ctx, { parentId: issue.parentId, childId: id, spot });
  await ctx.transaction(async (trx) => {
    await lockTree(trx, issue.rootId, 'exclusive');
    const item = await lockWorkItem(trx, id);
    if (!item || item.parentId !== null) throw new NotFoundError('Issue');
    ctx.require(workItemPolicy.plan, item);
    const family = { freeIn: item.namespaceId };
    const rank = await rankFor(trx, { family, childId: id, spot });
    await saveRanks(trx, family, [{ id, rank }]);
  });
  return findVisibleWorkItemById(ctx, id);
}

/** Whether two items have a common order: the same parent, or none and the same project. */
export function isSibling(one: WorkItem, other: WorkItem): boolean {
  return one.parentId === other.parentId && (one.parentId !== null || one.namespaceId === other.namespaceId);
}
