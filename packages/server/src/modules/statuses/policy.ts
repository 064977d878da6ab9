import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/**
 * Lifecycles are visible with every group or project of their top-level group, which is the subject here. Who may change the
 * status of an item: `workItemPolicy.update` and `assigneePolicy.changeState`.
 */
export const lifecyclePolicy = {
  read: (viewer, group) => viewer.canSee(group.scope),
  manage: (viewer, group) => isOpen(group) && viewer.atLeast('maintainer', group.scope),
} satisfies Policy<InNamespace>;
