import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/** Boards are visible with their group or project, and managed from planner up. The subject is that namespace. */
export const boardPolicy = {
  read: (viewer, namespace) => viewer.canSee(namespace.scope),
  manage: (viewer, namespace) => isOpen(namespace) && viewer.atLeast('planner', namespace.scope),
  /** The viewer's own folded columns and lanes. */
  fold: (viewer, namespace) => viewer.isSignedIn && viewer.canSee(namespace.scope),
} satisfies Policy<InNamespace>;
