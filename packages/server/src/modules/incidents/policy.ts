import type { Policy } from '../../platform/context.ts';
import { workItemPolicy, type GuardedWorkItem } from '../work-items/policy.ts';

/** Metric images are visible and changed like the text of their incident. */
export const metricImagePolicy = {
  read: workItemPolicy.read,
  update: workItemPolicy.update,
  /** An item that is no longer an incident keeps its images, but gets no new ones. */
  create: (viewer, item) => item.type === 'incident' && workItemPolicy.update(viewer, item),
} satisfies Policy<GuardedWorkItem>;

/** Everyone who may read an incident reads its timeline; developers write it. */
export const timelinePolicy = {
  read: workItemPolicy.read,
  write: (viewer, item) =>
    item.type === 'incident' && workItemPolicy.comment(viewer, item) && viewer.atLeast('developer', item.scope),
} satisfies Policy<GuardedWorkItem>;
