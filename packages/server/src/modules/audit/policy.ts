import type { Viewer } from '@milepost/core/roles';
import type { Policy } from '../../platform/context.ts';
import type { InNamespace } from '../namespaces/policy.ts';
import type { NamespaceKind } from '../namespaces/table.ts';

/** Owners read the log of their group, maintainers that of their project; administrators all, and that of the installation. */
export const auditPolicy = {
  read: (viewer, { kind, scope }) => viewer.atLeast(kind === 'group' ? 'owner' : 'maintainer', scope),
} satisfies Policy<InNamespace & { kind: NamespaceKind }>;

export function mayReadInstanceLog(viewer: Viewer): boolean {
  return viewer.isAdmin;
}
