import type { NamespaceId } from '@milepost/core/ids';
import type { NamespaceScope, Role, Viewer } from '@milepost/core/roles';
import type { Feature } from '@milepost/core/settings/features';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Policy } from '../../platform/context.ts';

/** The input of policies about a group or project. */
export interface InNamespace {
  scope: NamespaceScope;
  archivedAt: Date | null;
}

export const groupPolicy = {
  read: (viewer, group) => viewer.canSee(group.scope),
  update: (viewer, group) => isOpen(group) && viewer.atLeast('owner', group.scope),
  archive: (viewer, group) => !group.scope.isDeleted && isSettled(group) && viewer.atLeast('owner', group.scope),
  transfer: (viewer, group) => isOpen(group) && viewer.atLeast('owner', group.scope),
  destroy: (viewer, group) => isSettled(group) && viewer.atLeast('owner', group.scope),
  restore: (viewer, group) => isSettled(group) && viewer.atLeast('owner', group.scope),
  createSubgroup: (viewer, group) => isOpen(group) && viewer.atLeast('maintainer', group.scope),
  createProject: (viewer, group) => isOpen(group) && viewer.atLeast('developer', group.scope),
} satisfies Policy<InNamespace>;

export const projectPolicy = {
  read: (viewer, project) => viewer.canSee(project.scope),
  update: (viewer, project) => isOpen(project) && viewer.atLeast('maintainer', project.scope),
  archive: (viewer, project) =>
    !project.scope.isDeleted && isSettled(project) && viewer.atLeast('maintainer', project.scope),
  transfer: (viewer, project) => isOpen(project) && viewer.atLeast('owner', project.scope),
  destroy: (viewer, project) => isSettled(project) && viewer.atLeast('owner', project.scope),
  restore: (viewer, project) => isSettled(project) && viewer.atLeast('owner', project.scope),
} satisfies Policy<InNamespace>;

/** The settings of a group or project: maintainers see the parts that they may change, archived or not. */
export const settingsPolicy = {
  read: (viewer, namespace) => viewer.atLeast('maintainer', namespace.scope),
} satisfies Policy<InNamespace>;

/** The policy of groups, or that of projects. */
export function policyOf(kind: 'group' | 'project') {
  return kind === 'group' ? groupPolicy : projectPolicy;
}

/** A viewer's own data about a group or project. */
export const ownUsePolicy = {
  track: (viewer, namespace) => viewer.isSignedIn && viewer.canSee(namespace.scope),
} satisfies Policy<InNamespace>;

/** An archived group or project is read-only, and so is one that is being transferred. */
export function isOpen(namespace: InNamespace): boolean {
  return namespace.archivedAt === null && isSettled(namespace);
}

/** Nothing ends or archives what a job is moving. */
function isSettled({ scope }: Pick<InNamespace, 'scope'>): boolean {
  return !scope.isTransferring;
}

/** Every person who is signed in may create a top-level group. */
export function mayCreateTopLevelGroup(viewer: Viewer): boolean {
  return viewer.isSignedIn && !viewer.isBot;
}

/**
 * The SQL of `Viewer.canSee`: a condition over a row of `namespaces` under the given alias. This and its neighbors below are
 * the only functions that write visibility in SQL:
 * `SELECT … WHERE w.namespace_id = ANY(ARRAY(SELECT n.id FROM namespaces n WHERE ${visibleNamespaces(viewer)}))`.
 */
export function visibleNamespaces(viewer: Viewer, alias = 'n'): RawBuilder<SqlBool> {
  const visibility = sql.ref(`${alias}.visibility`);
  if (viewer.linkedTo !== null)
    return sql<SqlBool>`(${belowAny([viewer.linkedTo], alias)} AND ${unlessDeleted(viewer, alias)})`;
  if (viewer.isAdmin) return sql<SqlBool>`true`;
  const isPresent = unlessDeleted(viewer, alias);
  if (!viewer.isSignedIn) return sql<SqlBool>`(${visibility} = 'public' AND ${isPresent})`;
  const isMember = belowAny(viewer.namespacesWith('guest'), alias);
  if (viewer.isBot) return sql<SqlBool>`(${isMember} AND ${isPresent})`;
  return sql<SqlBool>`((${visibility} IN ('public', 'internal') OR ${isMember}) AND ${isPresent})`;
}

/** Excludes deleted namespaces, except for their owners. */
function unlessDeleted(viewer: Viewer, alias: string): RawBuilder<SqlBool> {
  const isPresent = sql<SqlBool>`${sql.ref(`${alias}.deleted_at`)} IS NULL`;
  const owned = viewer.namespacesWith('owner');
  return owned.length === 0 ? isPresent : sql<SqlBool>`(${isPresent} OR ${belowAny(owned, alias)})`;
}

/** Excludes rows of deleted namespaces without a join: the few deleted ones are looked up once per statement. */
export function unlessInDeleted(viewer: Viewer, alias: string): RawBuilder<SqlBool> {
  if (viewer.isAdmin) return sql<SqlBool>`true`;
  const owned = viewer.namespacesWith('owner');
  const others = owned.length === 0 ? sql`` : sql`AND NOT ${belowAny(owned, 'gone')}`;
  return sql<SqlBool>`(${sql.ref(`${alias}.namespace_id`)} IN (
    SELECT gone.id FROM namespaces gone WHERE gone.deleted_at IS NOT NULL ${others})) IS NOT TRUE`;
}

/** Matches rows of namespaces where a feature is switched off, without a join: the few are looked up once per statement. */
export function whereSwitchedOff(feature: Feature, alias: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`((${sql.ref(`${alias}.namespace_id`)} IN (
    SELECT off.id FROM namespaces off WHERE off.disabled_features <> '{}' AND ${feature} = ANY(off.disabled_features))) IS TRUE)`;
}

/** Restricts conditions on values of a feature of rows `w` to namespaces where it is on: in others, items count as without a value. */
export function whereFeature(
  feature: Feature | undefined,
  isNegated: boolean,
  conditions: readonly RawBuilder<SqlBool>[],
): readonly RawBuilder<SqlBool>[] {
  if (feature === undefined || conditions.length === 0) return conditions;
  const isOff = whereSwitchedOff(feature, 'w');
  if (!isNegated) return [...conditions, sql<SqlBool>`(NOT ${isOff})`];
  return conditions.map((condition) => sql<SqlBool>`(${isOff} OR ${condition})`);
}

/** The SQL of `hasFeature` over a row of `namespaces`. */
export function hasFeatureIn(feature: Feature, alias = 'n'): RawBuilder<SqlBool> {
  return sql<SqlBool>`(NOT ${feature} = ANY(${sql.ref(`${alias}.disabled_features`)}))`;
}

/** The SQL of `Viewer.atLeast`: namespaces in which the viewer has at least this role, directly or from above. */
export function namespacesWithRole(viewer: Viewer, role: Role, alias = 'n'): RawBuilder<SqlBool> {
  if (viewer.isAdmin) return sql<SqlBool>`true`;
  if (!viewer.isSignedIn) return sql<SqlBool>`false`;
  return belowAny(viewer.namespacesWith(role), alias);
}

/** Projects whose code the viewer may read: of private ones from reporter up. */
export function readableCode(viewer: Viewer, alias = 'n'): RawBuilder<SqlBool> {
  const isOpenToAll = sql<SqlBool>`${sql.ref(`${alias}.visibility`)} <> 'private'`;
  return sql<SqlBool>`(${visibleNamespaces(viewer, alias)} AND (${isOpenToAll} OR ${namespacesWithRole(viewer, 'reporter', alias)}))`;
}

/** Namespaces whose confidential items the viewer may read because of their role. */
export function insiderNamespaces(viewer: Viewer, alias = 'n'): RawBuilder<SqlBool> {
  return namespacesWithRole(viewer, 'planner', alias);
}

/** This namespace and everything below it: one index range. Takes the namespace's `traversalIds`. */
export function namespacesBelow(traversalIds: readonly NamespaceId[], alias = 'n'): RawBuilder<SqlBool> {
  const column = sql.ref(`${alias}.traversal_ids`);
  const last = traversalIds.at(-1);
  if (last === undefined) throw new RangeError('A namespace has at least its own id in its traversal ids');
  const end = [...traversalIds.slice(0, -1), last + 1];
  return sql<SqlBool>`(${column} >= ${traversalIds}::bigint[] AND ${column} < ${end}::bigint[])`;
}

function belowAny(ids: readonly NamespaceId[], alias: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${alias}.traversal_ids`)} && ${ids}::bigint[]`;
}
