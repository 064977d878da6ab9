import { isSlotKey, NONE, parseSlotKey, type SlotKey } from '@milepost/core/boards/boards';
import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { UserId, WorkItemId } from '@milepost/core/ids';
import type { Context, Trx } from '../../../platform/context.ts';
import { rankFor } from '../../hierarchy/commands/ranks.ts';
import { isSibling, reorderIssue } from '../../hierarchy/commands/reorder.ts';
import { saveRanks, type Spot } from '../../hierarchy/store/siblings.ts';
import { changeWithin } from '../../work-items/commands.ts';
import type { WorkItemChange } from '../../work-items/commands/fields.ts';
import { workItemPolicy } from '../../work-items/policy.ts';
import { findVisibleWorkItemById, issueTypes, type WorkItem } from '../../work-items/store.ts';
import { assignableAmong, lockWorkItem } from '../../work-items/store/writing.ts';
import { changeBetween, merged } from './slots.ts';
import { lockRanks } from '../store/ranks.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    /** The rank of a card changed; changed fields have their own events. */
    'workItem.cardMoved': { rank: number };
  }
}

/** The columns and lanes that a dropped card leaves and enters, and its position among all cards. */
export interface CardMove {
  fromColumn: SlotKey;
  toColumn: SlotKey;
  fromLane?: SlotKey | null;
  toLane?: SlotKey | null;
  /** Null keeps the position. */
  spot: Spot | null;
  /** Another change of the card, in the same transaction. */
  change?: WorkItemChange;
}

/**
 * Moves a card: changes the fields of both columns and lanes, with the rules, notes and events of those fields, and its position.
 * All in one transaction. Throws ForbiddenError below planner, and the errors of the fields.
 */
export async function moveCard(ctx: Context, id: WorkItemId, move: CardMove): Promise<WorkItem> {
  const { fromColumn, toColumn, fromLane, toLane, spot } = move;
  const item = await findVisibleWorkItemById(ctx, id, issueTypes);
  ctx.require(workItemPolicy.plan, item);
  // An unknown key would be read as “no value”, and clear the field.
  if (![fromColumn, toColumn, fromLane ?? NONE, toLane ?? NONE].every(isSlotKey)) {
    throw new ValidationError({ base: ['Columns and lanes must be named by their keys'] });
  }
  const lanes = fromLane && toLane ? changeBetween(fromLane, toLane) : {};
  const change = merged(changeBetween(fromColumn, toColumn), lanes, move.change ?? {});
  await requireAssignable(ctx, item, [toColumn, toLane ?? NONE]);
  const neighborId = spotNeighbor(spot);
  if (neighborId !== null) {
    const neighbor = await findVisibleWorkItemById(ctx, neighborId, issueTypes);
    if (neighbor.rootId !== item.rootId || neighbor.id === id) {
      throw new ValidationError({ base: ['The adjacent card must be another one of the same board'] });
    }
  }
  await ctx.transaction(async (trx) => {
    if (spot) await lockRanks(trx, item.rootId);
    const within = ctx.within(trx);
    if (Object.keys(change).length > 0) await changeWithin(within, trx, id, change);
    if (spot) await place(within, trx, id, spot);
  });
  return findVisibleWorkItemById(ctx, id, issueTypes);
}

/**
 * Places a new issue beside another one: on boards, and in the manual order of lists if both have the same parent, or none and the
 * same project. Throws as `moveCard` does.
 */
export async function placeNewIssue(ctx: Context, id: WorkItemId, spot: Exclude<Spot, 'top' | 'end'>): Promise<void> {
  await moveCard(ctx, id, { fromColumn: NONE, toColumn: NONE, spot });
  const neighborId = 'before' in spot ? spot.before : spot.after;
  const [issue, neighbor] = await Promise.all([
    findVisibleWorkItemById(ctx, id),
    findVisibleWorkItemById(ctx, neighborId),
  ]);
  if (isSibling(issue, neighbor)) await reorderIssue(ctx, id, spot);
}

async function place(ctx: Context, trx: Trx, id: WorkItemId, spot: Spot): Promise<void> {
  const item = await lockWorkItem(trx, id);
  if (!item || !ctx.can(workItemPolicy.read, item)) throw new NotFoundError('Issue');
  ctx.require(workItemPolicy.plan, item);
  const family = { cardsOf: item.rootId };
  const rank = await rankFor(trx, { family, childId: id, spot });
  await saveRanks(trx, family, [{ id, rank }]);
  trx.announce({ name: 'workItem.cardMoved', namespaceId: item.namespaceId, workItemId: id, data: { rank } });
}

function spotNeighbor(spot: Spot | null): WorkItemId | null {
  if (spot === null || typeof spot === 'string') return null;
  return 'before' in spot ? spot.before : spot.after;
}

/** People who cannot see an item are left out of its assignees, so that a move to their column would do nothing. */
async function requireAssignable(ctx: Context, item: WorkItem, keys: readonly SlotKey[]): Promise<void> {
  const ids = keys.flatMap((key) => {
    const value = parseSlotKey(key);
    return value?.kind === 'assignee' ? [value.id as UserId] : [];
  });
  if (ids.length === 0) return;
  const assignable = await assignableAmong(ctx.db, item.scope, ids);
  if (ids.some((id) => !assignable.includes(id))) {
    throw new ValidationError({ assignees: [`must be able to see ${item.namespacePath}`] });
  }
}
