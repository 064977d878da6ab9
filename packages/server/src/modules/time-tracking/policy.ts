import type { UserId } from '@milepost/core/ids';
import type { Policy } from '../../platform/context.ts';
import { workItemPolicy, type GuardedWorkItem } from '../work-items/policy.ts';

/** The input of the policy: a time log with its item. */
export interface GuardedTimelog {
  userId: UserId | null;
  item: GuardedWorkItem;
}

/** Planners and above log time; a time log is deleted by its author, or by maintainers. */
export const timelogPolicy = {
  log: (viewer, { item }) => workItemPolicy.plan(viewer, item),
  destroy: (viewer, { item, userId }) =>
    !item.isArchived &&
    workItemPolicy.read(viewer, item) &&
    ((viewer.is(userId) && viewer.atLeast('planner', item.scope)) || viewer.atLeast('maintainer', item.scope)),
} satisfies Policy<GuardedTimelog>;
