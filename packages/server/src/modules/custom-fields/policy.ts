import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/**
 * Fields are visible with every group or project of their top-level group, which is the subject here. Values are set by those
 * who may plan an item: `workItemPolicy.plan`.
 */
export const customFieldPolicy = {
  read: (viewer, group) => viewer.canSee(group.scope),
  manage: (viewer, group) => isOpen(group) && viewer.atLeast('maintainer', group.scope),
} satisfies Policy<InNamespace>;
