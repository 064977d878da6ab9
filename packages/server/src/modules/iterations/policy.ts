import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/** Cadences and iterations are seen with their group, and kept by whoever plans there. The subject is that group. */
export const iterationPolicy = {
  read: (viewer, group) => viewer.canSee(group.scope),
  manage: (viewer, group) => isOpen(group) && viewer.atLeast('planner', group.scope),
} satisfies Policy<InNamespace>;
