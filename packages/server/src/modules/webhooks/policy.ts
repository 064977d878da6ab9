import type { Viewer } from '@milepost/core/roles';
import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';
import type { NamespaceKind } from '../namespaces/table.ts';

/**
 * A webhook receives everything below its group, regardless of confidentiality, so it is managed by the owners of a group and
 * the maintainers of a project.
 */
export const webhookPolicy = {
  read: administers,
  manage: (viewer, namespace) => isOpen(namespace) && administers(viewer, namespace),
} satisfies Policy<InNamespace & { kind: NamespaceKind }>;

function administers(viewer: Viewer, { kind, scope }: InNamespace & { kind: NamespaceKind }): boolean {
  return viewer.atLeast(kind === 'group' ? 'owner' : 'maintainer', scope);
}
