import type { Policy } from '../../platform/context.ts';
import { workItemPolicy, type GuardedWorkItem } from '../work-items/policy.ts';

/** Checked at an end of a link: creating one needs both ends, removing it needs either (docs/decisions/0061). */
export const linkPolicy = {
  link: (viewer, item) => !item.isArchived && workItemPolicy.read(viewer, item) && viewer.atLeast('guest', item.scope),
} satisfies Policy<GuardedWorkItem>;
