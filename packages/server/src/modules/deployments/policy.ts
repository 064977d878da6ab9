import { meetsRule, type ProtectionRule } from '@milepost/core/deployments/approvals';
import type { NamespaceScope, Viewer } from '@milepost/core/roles';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Policy } from '../../platform/context.ts';
import { isOpen, namespacesWithRole, visibleNamespaces, type InNamespace } from '../namespaces/policy.ts';

/** Environments and deployments of a project, which is the subject. */
export const environmentPolicy = {
  read: (viewer, { scope }) => viewer.canSee(scope) && viewer.atLeast('reporter', scope),
  write: (viewer, project) => isOpen(project) && viewer.atLeast('developer', project.scope),
  destroy: (viewer, project) => isOpen(project) && viewer.atLeast('maintainer', project.scope),
  /** `meetsRule` decides whether a rule names the viewer. */
  approve: (viewer, project) => isOpen(project) && viewer.atLeast('reporter', project.scope),
} satisfies Policy<InNamespace>;

/** The SQL of `environmentPolicy.read` over a row of `namespaces`. */
export function readableEnvironments(viewer: Viewer, alias = 'n'): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${visibleNamespaces(viewer, alias)} AND ${namespacesWithRole(viewer, 'reporter', alias)})`;
}

interface Protecting extends InNamespace {
  kind: 'group' | 'project';
}

function mayProtect(viewer: Viewer, { kind, scope }: Protecting): boolean {
  return viewer.canSee(scope) && viewer.atLeast(kind === 'group' ? 'owner' : 'maintainer', scope);
}

/** Protected environments: of a project for maintainers, of a group for owners. */
export const protectionPolicy = {
  read: (viewer, namespace) => mayProtect(viewer, namespace),
  manage: (viewer, namespace) => isOpen(namespace) && mayProtect(viewer, namespace),
} satisfies Policy<Protecting>;

/** Whether each of these protections has a row that names the viewer. */
export function mayDeploy(
  viewer: Viewer,
  protections: readonly { rules: readonly ProtectionRule[] }[],
  scope: NamespaceScope,
): boolean {
  return protections.every(({ rules }) =>
    rules.some((rule) => rule.requiredApprovals === null && meetsRule(viewer, rule, scope)),
  );
}
