import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/** Milestones are visible with their group or project, and managed from planner up. The subject is that namespace. */
export const milestonePolicy = {
  read: (viewer, namespace) => viewer.canSee(namespace.scope),
  manage: (viewer, namespace) => isOpen(namespace) && viewer.atLeast('planner', namespace.scope),
} satisfies Policy<InNamespace>;
