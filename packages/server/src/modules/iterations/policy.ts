import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/** Cadences and iterations are visible with their group, and managed from planner up. The subject is that group. */
export const iterationPolicy = {
  read: (viewer, group) => viewer.canSee(group.scope),
  manage: (viewer, group) => isOpen(group) && viewer.atLeast('planner', group.scope),
} satisfies Policy<InNamespace>;
