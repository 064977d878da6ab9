import type { Policy } from '../../platform/context.ts';
import type { InNamespace } from '../namespaces/policy.ts';
import type { NamespaceKind } from '../namespaces/table.ts';

/** A hook is notified of everything below a group, whoever may see it: it is for owners there, and for maintainers of a project. */
export const webhookPolicy = {
  manage: (viewer, namespace) => viewer.atLeast(namespace.kind === 'group' ? 'owner' : 'maintainer', namespace.scope),
} satisfies Policy<Pick<InNamespace, 'scope'> & { kind: NamespaceKind }>;
