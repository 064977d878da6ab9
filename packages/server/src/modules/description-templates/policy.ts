import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/** Templates are read by whoever sees the group or project; those above it come with it. */
export const templatePolicy = {
  manage: (viewer, namespace) => isOpen(namespace) && viewer.atLeast('maintainer', namespace.scope),
} satisfies Policy<InNamespace>;
