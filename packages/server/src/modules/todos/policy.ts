import type { Policy } from '../../platform/context.ts';
import { workItemPolicy, type GuardedWorkItem } from '../work-items/policy.ts';

/** Whoever is signed in puts on their own list what they may read. */
export const namespaceTodoPolicy = {
  add: (viewer, item) => viewer.isSignedIn && workItemPolicy.read(viewer, item),
} satisfies Policy<GuardedWorkItem>;
