import type { Viewer } from '@milepost/core/roles';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Policy } from '../../platform/context.ts';
import { isOpen, namespacesWithRole, visibleNamespaces, type InNamespace } from '../namespaces/policy.ts';

/** Vulnerabilities are for those who can fix them, in public projects too. The subject is the project, or a group of projects. */
export const vulnerabilityPolicy = {
  read: (viewer, { scope }) => viewer.linkedTo === null && viewer.canSee(scope) && viewer.atLeast('developer', scope),
  /** Change states and issue links, and send reports. */
  change: (viewer, project) => isOpen(project) && viewer.atLeast('maintainer', project.scope),
} satisfies Policy<InNamespace>;

/** The SQL of `vulnerabilityPolicy.read`, over the row of a project. */
export function projectsWithVulnerabilities(viewer: Viewer, alias = 'n'): RawBuilder<SqlBool> {
  if (viewer.linkedTo !== null) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${namespacesWithRole(viewer, 'developer', alias)} AND ${visibleNamespaces(viewer, alias)})`;
}
