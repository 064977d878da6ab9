import type { Policy } from '../../platform/context.ts';
import { workItemPolicy, type GuardedWorkItem } from '../work-items/policy.ts';

/** Metric images are seen and changed like the text of their incident. */
export const metricImagePolicy = {
  read: workItemPolicy.read,
  update: workItemPolicy.update,
  /** What is no incident any more keeps its images, and gets no new ones. */
  create: (viewer, item) => item.type === 'incident' && workItemPolicy.update(viewer, item),
} satisfies Policy<GuardedWorkItem>;
