import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/** Labels are seen with their group or project, and kept by whoever plans there. The subject is that namespace. */
export const labelPolicy = {
  read: (viewer, namespace) => viewer.canSee(namespace.scope),
  manage: (viewer, namespace) => isOpen(namespace) && viewer.atLeast('planner', namespace.scope),
  /** To hear of items that get it: one's own business, in archived places too. */
  subscribe: (viewer, namespace) => viewer.isSignedIn && viewer.canSee(namespace.scope),
} satisfies Policy<InNamespace>;
