import { ValidationError } from '@milepost/core/errors';
import type { MilestoneId } from '@milepost/core/ids';
import type { Widget } from '../work-items/sockets.ts';
import { isMilestoneAvailable, setMilestone } from './store/items.ts';

declare module '../work-items/sockets.ts' {
  interface WidgetInput {
    /** Of the item's namespace or an ancestor; null for none. */
    milestoneId?: MilestoneId | null;
  }
}

declare module '../../platform/context.ts' {
  interface Events {
    'workItem.milestoneChanged': { fromId: MilestoneId | null; toId: MilestoneId | null };
    /** The item lost its milestone because the milestone was deleted; nobody changed the item itself. */
    'workItem.milestoneDeleted': { milestoneId: MilestoneId; title: string };
  }
}

/** The milestone of a work item. */
export const milestoneWidget: Widget = {
  name: 'milestone',
  async write(_ctx, trx, { itemId, before, input, scope, namespacePath }) {
    const { milestoneId } = input;
    const fromId = before?.milestoneId ?? null;
    if (milestoneId === undefined || milestoneId === fromId) return false;
    if (milestoneId !== null && !(await isMilestoneAvailable(trx, scope.traversalIds, milestoneId))) {
      throw new ValidationError({ milestone: [`must belong to ${namespacePath} or a group above it`] });
    }
    await setMilestone(trx, itemId, milestoneId);
    trx.announce({
      name: 'workItem.milestoneChanged',
      namespaceId: scope.namespaceId,
      workItemId: itemId,
      data: { fromId, toId: milestoneId },
    });
    return true;
  },
};
