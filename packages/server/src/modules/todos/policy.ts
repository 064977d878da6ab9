import type { Policy } from '../../platform/context.ts';
import { workItemPolicy, type GuardedWorkItem } from '../work-items/policy.ts';

/** Signed-in viewers can add every item that they may read to their own list. */
export const namespaceTodoPolicy = {
  add: (viewer, item) => viewer.isSignedIn && workItemPolicy.read(viewer, item),
} satisfies Policy<GuardedWorkItem>;
