import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/** Templates are visible with their group or project and inherited by its descendants. */
export const templatePolicy = {
  manage: (viewer, namespace) => isOpen(namespace) && viewer.atLeast('maintainer', namespace.scope),
} satisfies Policy<InNamespace>;
