import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/** Labels are visible with their group or project, and managed from planner up. The subject is that namespace. */
export const labelPolicy = {
  read: (viewer, namespace) => viewer.canSee(namespace.scope),
  manage: (viewer, namespace) => isOpen(namespace) && viewer.atLeast('planner', namespace.scope),
  /** Allowed in archived namespaces too: a subscription is private to the viewer. */
  subscribe: (viewer, namespace) => viewer.isSignedIn && viewer.canSee(namespace.scope),
} satisfies Policy<InNamespace>;
