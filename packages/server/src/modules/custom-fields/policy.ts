import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/**
 * Fields are seen wherever work items may have them: by whoever sees the group or project one looks at. The subject here is
 * their top-level group. Values are set by whoever may plan an item: `workItemPolicy.plan`.
 */
export const customFieldPolicy = {
  read: (viewer, group) => viewer.canSee(group.scope),
  manage: (viewer, group) => isOpen(group) && viewer.atLeast('maintainer', group.scope),
} satisfies Policy<InNamespace>;
