import { formatGlobalId } from '@milepost/core/ids';
import { webPathOf } from '@milepost/core/namespaces';
import { isOffered } from '@milepost/core/settings/entitlements';
import { type DuoAvailability, isAssistantOn, type WithAssistant } from '@milepost/core/settings/assistant';
import { type Feature, hasFeature } from '@milepost/core/settings/features';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import { connectionType } from '../../platform/graphql/connections.ts';
import { mutation } from '../../platform/graphql/mutations.ts';
import { presentHtml } from '../../platform/remote-images/present.ts';
import { findVisibleGroup, visibleNamespace } from './commands.ts';
import { updateGroup } from './commands/writing.ts';
import { groupPolicy, projectPolicy, settingsPolicy } from './policy.ts';
import { pluggedFigures } from './sockets.ts';
import { namespacesById, type Namespace } from './store.ts';

export const GroupRef = builder.objectRef<Namespace>('Group');
export const ProjectRef = builder.objectRef<Namespace>('Project');
/** The interface of groups and projects. */
export const NamespaceRef = builder.objectRef<Namespace>('Namespace');
/** The features that are switched on in a group or project. */
const AvailableFeaturesRef = builder.objectRef<Namespace>('NamespaceAvailableFeatures');
export const GroupConnection = connectionType('Group', GroupRef);
export const ProjectConnection = connectionType('Project', ProjectRef);

/** The viewer's permissions, from the policies; higher rooms add theirs with `builder.objectField(GroupPermissionsRef, …)`. */
export const GroupPermissionsRef = builder.objectRef<Namespace>('GroupPermissions');
export const ProjectPermissionsRef = builder.objectRef<Namespace>('ProjectPermissions');
export const NamespacePermissionsRef = builder.objectRef<Namespace>('NamespacePermissions');

export function extendSchema(): void {
  implementPermissions();
  implementFaces();
  mutate();
}

/** `gid://gitlab/Group/1` or `gid://gitlab/Project/1`. */
function globalIdOf(namespace: Namespace): string {
  return formatGlobalId(namespace.kind === 'group' ? 'Group' : 'Project', namespace.id);
}

function describeFeatures(): void {
  AvailableFeaturesRef.implement({
    description: 'The features of a group or project that can be switched off',
    fields: (t) => {
      const field = (name: Feature, description?: string) =>
        t.boolean({ ...(description && { description }), resolve: (namespace) => isOffered(namespace, name) });
      return {
        hasScopedLabelsFeature: field('scoped_labels'),
        hasIssuableHealthStatusFeature: field('health_status'),
        hasSubepicsFeature: field('sub_epics'),
        hasCustomFieldsFeature: field('custom_fields'),
        hasIterationsFeature: field('iterations'),
        hasWorkItemStatusFeature: field('statuses'),
        hasBoardsFeature: field('boards', 'Milepost extension'),
        hasIssuesFeature: field('issues', 'Milepost extension. Always true for a group'),
        hasMilestonesFeature: field('milestones', 'Milepost extension. Always true for a group'),
      };
    },
  });
}

function implementFaces(): void {
  describeFeatures();
  for (const ref of [GroupRef, ProjectRef, NamespaceRef]) {
    builder.objectFields(ref, (t) => ({
      name: t.exposeString('name', { nullable: ref === GroupRef }),
      path: t.exposeString('path'),
      fullPath: t.exposeID('fullPath'),
      description: t.exposeString('description', { nullable: true }),
      descriptionHtml: t.string({
        nullable: true,
        resolve: ({ descriptionHtml }, _args, ctx) => presentHtml(ctx.services, descriptionHtml),
      }),
      visibility: t.exposeString('visibility', { nullable: true }),
      avatarUrl: t.exposeString('avatarUrl', { nullable: true }),
      webPath: t.string({ resolve: (namespace) => webPathOf(namespace) }),
      webUrl: t.string({
        nullable: ref !== GroupRef,
        resolve: (namespace, _args, ctx) => ctx.baseUrl + webPathOf(namespace),
      }),
      markedForDeletionOn: t.field({ type: 'Time', nullable: true, resolve: ({ deletedAt }) => deletedAt }),
      availableFeatures: t.field({
        type: AvailableFeaturesRef,
        nullable: true,
        description: 'Features that are switched on: neither off here nor in a group above',
        resolve: (namespace) => namespace,
      }),
      archived: t.boolean({ nullable: true, resolve: (namespace) => namespace.archivedAt !== null }),
      createdAt: t.expose('createdAt', { type: 'Time', nullable: true }),
      updatedAt: t.expose('updatedAt', { type: 'Time', nullable: true }),
    }));
  }
  GroupRef.implement({
    description: 'Contains groups and projects, and plans their work in epics',
    fields: (t) => ({
      id: t.id({ nullable: true, resolve: globalIdOf }),
      fullName: t.exposeString('fullName', { nullable: true }),
      requireTwoFactorAuthentication: t.exposeBoolean('requiresTwoFactor', { nullable: true }),
      twoFactorGracePeriod: t.exposeInt('twoFactorGracePeriod', { nullable: true }),
      emailsDisabled: t.boolean({ nullable: true, resolve: () => false }),
      parent: t.field({ type: GroupRef, nullable: true, resolve: visibleParent }),
      rootNamespace: t.field({
        type: NamespaceRef,
        nullable: true,
        resolve: (group, _args, ctx) => visibleNamespace(ctx, group.rootId),
      }),
      userPermissions: t.field({ type: GroupPermissionsRef, resolve: (group) => group }),
    }),
  });
  ProjectRef.implement({
    description: 'Contains issues',
    fields: (t) => ({
      id: t.id({ resolve: globalIdOf }),
      nameWithNamespace: t.exposeString('fullName'),
      lastActivityAt: t.field({ type: 'Time', nullable: true, resolve: (project) => project.updatedAt }),
      issuesEnabled: t.boolean({ nullable: true, resolve: (project) => hasFeature(project, 'issues') }),
      openIssuesCount: t.int({
        nullable: true,
        resolve: async (project, _args, ctx) => {
          const counted = pluggedFigures();
          return (counted && (await ctx.load(counted, project.id)))?.openIssues ?? 0;
        },
      }),
      group: t.field({ type: GroupRef, nullable: true, resolve: visibleParent }),
      namespace: t.field({ type: NamespaceRef, nullable: true, resolve: visibleParent }),
      userPermissions: t.field({ type: ProjectPermissionsRef, resolve: (project) => project }),
    }),
  });
  NamespaceRef.implement({
    description: 'The common fields of groups and projects',
    fields: (t) => ({
      id: t.id({
        resolve: (namespace) =>
          namespace.kind === 'group'
            ? globalIdOf(namespace)
            : formatGlobalId('Namespaces::ProjectNamespace', namespace.id),
      }),
      fullName: t.exposeString('fullName'),
      userPermissions: t.field({ type: NamespacePermissionsRef, resolve: (namespace) => namespace }),
    }),
  });
}

async function visibleParent(namespace: Namespace, _args: object, ctx: Context): Promise<Namespace | null> {
  const parent = namespace.parentId === null ? null : await ctx.load(namespacesById, namespace.parentId);
  return parent && ctx.viewer.canSee(parent.scope) ? parent : null;
}

function implementPermissions(): void {
  GroupPermissionsRef.implement({
    fields: (t) => ({
      readGroup: t.boolean({ resolve: (group, _args, ctx) => ctx.can(groupPolicy.read, group) }),
      createProjects: t.boolean({ resolve: (group, _args, ctx) => ctx.can(groupPolicy.createProject, group) }),
      createSubgroup: t.boolean({ resolve: (group, _args, ctx) => ctx.can(groupPolicy.createSubgroup, group) }),
      viewEditPage: t.boolean({ resolve: (group, _args, ctx) => ctx.can(groupPolicy.update, group) }),
      readSettings: t.boolean({
        description: 'Milepost extension. Whether the viewer may open the settings',
        resolve: (group, _args, ctx) => ctx.can(settingsPolicy.read, group),
      }),
      adminGroup: t.boolean({ resolve: (group, _args, ctx) => ctx.can(groupPolicy.update, group) }),
      archiveGroup: t.boolean({ resolve: (group, _args, ctx) => ctx.can(groupPolicy.archive, group) }),
      removeGroup: t.boolean({ resolve: (group, _args, ctx) => ctx.can(groupPolicy.destroy, group) }),
    }),
  });
  ProjectPermissionsRef.implement({
    fields: (t) => ({
      readProject: t.boolean({ resolve: (project, _args, ctx) => ctx.can(projectPolicy.read, project) }),
      adminProject: t.boolean({ resolve: (project, _args, ctx) => ctx.can(projectPolicy.update, project) }),
      viewEditPage: t.boolean({ resolve: (project, _args, ctx) => ctx.can(projectPolicy.update, project) }),
      readSettings: t.boolean({
        description: 'Milepost extension. Whether the viewer may open the settings',
        resolve: (project, _args, ctx) => ctx.can(settingsPolicy.read, project),
      }),
      archiveProject: t.boolean({ resolve: (project, _args, ctx) => ctx.can(projectPolicy.archive, project) }),
      changeNamespace: t.boolean({ resolve: (project, _args, ctx) => ctx.can(projectPolicy.transfer, project) }),
      removeProject: t.boolean({ resolve: (project, _args, ctx) => ctx.can(projectPolicy.destroy, project) }),
    }),
  });
  NamespacePermissionsRef.implement({
    fields: (t) => ({
      readNamespace: t.boolean({ resolve: (namespace, _args, ctx) => ctx.can(groupPolicy.read, namespace) }),
    }),
  });
}

function mutate(): void {
  const VisibilityLevelsEnum = builder.enumType('VisibilityLevelsEnum', {
    values: ['private', 'internal', 'public'] as const,
  });
  mutation('groupUpdate', {
    description: 'Changes the given fields of a group',
    input: (t) => ({
      fullPath: t.id({ required: true }),
      name: t.string(),
      path: t.string(),
      visibility: t.field({ type: VisibilityLevelsEnum }),
      duoFeaturesEnabled: t.boolean(),
      lockDuoFeaturesEnabled: t.boolean(),
    }),
    resolve: async ({ fullPath, name, path, visibility, ...assistant }, ctx) => {
      const group = await findVisibleGroup(ctx, fullPath);
      const duoAvailability = availabilityOf(group, assistant);
      return updateGroup(ctx, group.id, {
        name: name ?? undefined,
        path: path ?? undefined,
        ...(visibility && { visibility }),
        ...(duoAvailability && { duoAvailability }),
      });
    },
    payload: (t) => ({ group: t.field({ type: GroupRef, nullable: true, resolve: ({ result }) => result }) }),
  });
}

/** GraphQL has the availability of the assistant as two switches: on or off, and whether that may be changed below. */
function availabilityOf(
  group: WithAssistant,
  given: { duoFeaturesEnabled?: boolean | null; lockDuoFeaturesEnabled?: boolean | null },
): DuoAvailability | null {
  const { duoFeaturesEnabled: isOn, lockDuoFeaturesEnabled: isLocked } = given;
  if (typeof isOn !== 'boolean' && typeof isLocked !== 'boolean') return null;
  if (isOn ?? isAssistantOn(group)) return 'default_on';
  return (isLocked ?? group.duoAvailability === 'never_on') ? 'never_on' : 'default_off';
}
