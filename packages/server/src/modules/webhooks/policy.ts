import type { Policy } from '../../platform/context.ts';
import type { InNamespace } from '../namespaces/policy.ts';
import type { NamespaceKind } from '../namespaces/table.ts';

/**
 * A webhook receives everything below its group, regardless of confidentiality, so it is managed by the owners of a group and
 * the maintainers of a project.
 */
export const webhookPolicy = {
  manage: (viewer, namespace) => viewer.atLeast(namespace.kind === 'group' ? 'owner' : 'maintainer', namespace.scope),
} satisfies Policy<Pick<InNamespace, 'scope'> & { kind: NamespaceKind }>;
