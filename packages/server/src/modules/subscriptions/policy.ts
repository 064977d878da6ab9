import type { Policy } from '../../platform/context.ts';
import { workItemPolicy, type GuardedWorkItem } from '../work-items/policy.ts';

/** A signed-in viewer who may read an item can subscribe or unsubscribe, even in an archived namespace. */
export const subscriptionPolicy = {
  choose: (viewer, item) => viewer.isSignedIn && workItemPolicy.read(viewer, item),
} satisfies Policy<GuardedWorkItem>;
