import type { Policy } from '../../platform/context.ts';
import { workItemPolicy, type GuardedWorkItem } from '../work-items/policy.ts';

/** Whoever is signed in and may read an item says for themselves whether to hear of it, even where it is archived. */
export const subscriptionPolicy = {
  choose: (viewer, item) => viewer.isSignedIn && workItemPolicy.read(viewer, item),
} satisfies Policy<GuardedWorkItem>;
