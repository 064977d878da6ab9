import { canContain, ChildTypeError, ConfidentialParentError, partsOfChange } from '@milepost/core/hierarchy';
import type { WorkItemId } from '@milepost/core/ids';
import type { Context, Trx } from '../../platform/context.ts';
import type { Widget, WidgetChange, WidgetPlan } from '../work-items/sockets.ts';
import { visibleWorkItem, workItemsById } from '../work-items/store.ts';
import { lockWorkItem } from '../work-items/store/writing.ts';
import type { WorkItemRow } from '../work-items/table.ts';
import { lockToMove, moveTo } from './commands.ts';
import { recomputeInheritedDates } from './commands/dates.ts';
import { foldSoon } from './jobs.ts';
import { addingChange } from './store/rollups.ts';
import { childrenFacts, lockTree } from './store.ts';

declare module '../work-items/sockets.ts' {
  interface WidgetInput {
    /** Null removes the item from its parent. */
    parentId?: WorkItemId | null;
  }
}

/** Keeps parents, paths, roll-ups and inherited dates correct with every change of an item. */
export const hierarchyWidget: Widget = {
  name: 'hierarchy',
  readsRow: true,

  async prepare(ctx, trx, plan) {
    const mode = await lockFor(plan);
    if (mode) await lockTree(trx, (await plan.about()).rootId, mode);
    if (!plan.isNew || !plan.input?.parentId) return null;
    const parent = await visibleWorkItem(ctx, plan.input.parentId);
    return parent?.isConfidential ? { isConfidential: true } : null;
  },

  async write(ctx, trx, change) {
    const { before, after } = change;
    if (before) {
      await checkFamily(ctx, trx, change);
      // State, weight, health, type or confidentiality may have changed: every ancestor gets the difference.
      const counted = addingChange(after, after.ancestorIds, partsOfChange(before, after));
      if (counted) {
        trx.defer(counted);
        foldSoon(ctx.services.db);
      }
    }
    const isDated = await followDates(trx, before, after);
    const isMoved = await setParent(ctx, trx, change);
    return isDated || isMoved;
  },

  async deleted(_ctx, trx, item) {
    if (item.parentId !== null) await recomputeInheritedDates(trx, [item.parentId]);
  },
};

/**
 * The tree locks that a change needs before any row lock. Most changes need none: moving and closing an item both lock its row.
 */
async function lockFor({ input, isNew, about, isEpic }: WidgetPlan): Promise<'shared' | 'exclusive' | null> {
  // Deleting removes children from their parent.
  if (input === null) return 'exclusive';
  if (isNew) return input.parentId ? 'shared' : null;
  // Rules between parent and child need both to be locked.
  if (input.type !== undefined || input.isConfidential !== undefined) return 'exclusive';
  if (input.parentId !== undefined) return lockToMove((await about()).type);
  const { startDateFixed, startDateIsFixed, dueDateFixed, dueDateIsFixed, milestoneId } = input;
  if (milestoneId !== undefined) return 'shared';
  // Nothing follows the dates of other items.
  const dates = [startDateFixed, startDateIsFixed, dueDateFixed, dueDateIsFixed];
  return dates.some((value) => value !== undefined) && (await isEpic()) ? 'shared' : null;
}

async function setParent(ctx: Context, trx: Trx, { itemId, before, after, input }: WidgetChange): Promise<boolean> {
  if (input.parentId === undefined || input.parentId === after.parentId) return false;
  const child = await lockWorkItem(trx, itemId);
  return child !== null && moveTo(ctx, trx, child, { parentId: input.parentId, spot: 'top', isNew: before === null });
}

/** Throws for a type or a confidentiality that is inconsistent with the children or with a parent that stays. */
async function checkFamily(ctx: Context, trx: Trx, { before, after, input }: WidgetChange): Promise<void> {
  const isTypeChanged = before?.type !== after.type;
  const isConfidentialityChanged = before?.isConfidential !== after.isConfidential;
  if (!isTypeChanged && !isConfidentialityChanged) return;
  const children = await childrenFacts(trx, after.id);
  const staysHere = after.parentId !== null && (input.parentId === undefined || input.parentId === after.parentId);
  const parent = staysHere && after.parentId !== null ? await ctx.load(workItemsById, after.parentId) : null;
  if (isTypeChanged) {
    const misfit = children.types.find((type) => !canContain(after.type, type));
    if (misfit) throw new ChildTypeError(after.type, misfit);
    if (parent && !canContain(parent.type, after.type)) throw new ChildTypeError(parent.type, after.type);
  }
  if (isConfidentialityChanged && (after.isConfidential ? children.hasOpenToAll : parent?.isConfidential)) {
    throw new ConfidentialParentError();
  }
}

/** True when the item's own dates were recomputed. */
async function followDates(trx: Trx, before: WorkItemRow | null, after: WorkItemRow): Promise<boolean> {
  if (!before) return false;
  const isReleased =
    (before.startDateIsFixed && !after.startDateIsFixed) || (before.dueDateIsFixed && !after.dueDateIsFixed);
  const isDated = before.startDate !== after.startDate || before.dueDate !== after.dueDate;
  const givesOther = after.type === 'epic' ? isDated : before.milestoneId !== after.milestoneId;
  const heirs = [isReleased ? after.id : null, givesOther ? after.parentId : null].filter((id) => id !== null);
  if (heirs.length > 0) await recomputeInheritedDates(trx, heirs);
  return isReleased;
}
