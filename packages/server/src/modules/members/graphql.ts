import type { UserId } from '@milepost/core/ids';
import { accessLevelOf, roleOfAccessLevel, roles, type Role } from '@milepost/core/roles';
import { roleTitle } from '@milepost/core/members';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import {
  connectionType,
  pageArguments,
  pageOf,
  sliceOf,
  type PageArguments,
} from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { mutation } from '../../platform/graphql/mutations.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import { GroupPermissionsRef, GroupRef, ProjectPermissionsRef, ProjectRef } from '../namespaces/graphql.ts';
import { namespacesById, type Namespace } from '../namespaces/store.ts';
import { AutocompletedUserRef, UserCoreRef } from '../users/graphql.ts';
import { usersById, type User } from '../users/store.ts';
import { updateMember } from './commands.ts';
import { memberPolicy } from './policy.ts';
import {
  countMembers,
  listMembers,
  membersInOrder,
  membershipsOf,
  membersToOffer,
  type Member,
  type MemberFilter,
  type Relation,
} from './store.ts';

/** Someone with a role, in a group or a project. */
const MemberInterfaceRef = builder.interfaceRef<Member>('MemberInterface');
const GroupMemberRef = builder.objectRef<Member>('GroupMember');
const ProjectMemberRef = builder.objectRef<Member>('ProjectMember');
const GroupMemberConnection = connectionType('GroupMember', GroupMemberRef);
const ProjectMemberConnection = connectionType('ProjectMember', ProjectMemberRef);
const MemberInterfaceConnection = connectionType(
  'MemberInterface',
  MemberInterfaceRef as never as typeof GroupMemberRef,
);

const AccessLevelRef = builder.objectRef<{ level: number }>('AccessLevel');
const levelNames = roles.map((role) => role.toUpperCase()) as Uppercase<Role>[];
const AccessLevelEnum = builder.enumType('AccessLevelEnum', {
  values: ['NO_ACCESS', 'MINIMAL_ACCESS', ...levelNames, 'ADMIN'] as const,
});
const MemberAccessLevel = builder.enumType('MemberAccessLevel', { values: levelNames });
const relationNames = {
  DIRECT: 'direct',
  INHERITED: 'inherited',
  DESCENDANTS: 'descendants',
} as const satisfies Record<string, Relation>;
type RelationName = keyof typeof relationNames;
const names = Object.keys(relationNames) as RelationName[];
/** Groups are not shared with one another, so nobody is a member in these ways; published clients ask for them. */
const sharedGroupNames = ['SHARED_FROM_GROUPS'] as const;
const sharedProjectNames = ['INVITED_GROUPS', 'SHARED_INTO_ANCESTORS'] as const;
type SharedName = (typeof sharedGroupNames | typeof sharedProjectNames)[number];
const GroupMemberRelation = builder.enumType('GroupMemberRelation', { values: [...names, ...sharedGroupNames] });
const ProjectMemberRelation = builder.enumType('ProjectMemberRelation', { values: [...names, ...sharedProjectNames] });

/** How many people are offered while someone types. */
const MAX_OFFERED = 50;

export function extendSchema(): void {
  implement();
  listMembersOf();
  listMembershipsOf();
  offerPeople();
  mutate();
}

function implement(): void {
  AccessLevelRef.implement({
    description: 'A role, by its number and its name',
    fields: (t) => ({
      integerValue: t.int({ nullable: true, resolve: ({ level }) => level }),
      stringValue: t.field({ type: AccessLevelEnum, nullable: true, resolve: ({ level }) => nameOf(level) }),
      humanAccess: t.string({ nullable: true, resolve: ({ level }) => roleTitle(level) }),
    }),
  });
  MemberInterfaceRef.implement({
    description: 'Someone with a role',
    resolveType: (member) => (member.kind === 'group' ? GroupMemberRef : ProjectMemberRef),
    fields: (t) => ({
      id: t.id({ resolve: globalIdOf }),
      accessLevel: t.field({
        type: AccessLevelRef,
        nullable: true,
        resolve: ({ accessLevel }) => ({ level: accessLevel }),
      }),
      user: t.field({ type: UserCoreRef, nullable: true, resolve: ({ user }) => user }),
      createdBy: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: ({ createdById }, _args, ctx) => (createdById === null ? null : ctx.load(usersById, createdById)),
      }),
      createdAt: t.field({ type: 'Time', nullable: true, resolve: ({ createdAt }) => createdAt }),
      updatedAt: t.field({ type: 'Time', nullable: true, resolve: ({ createdAt }) => createdAt }),
      expiresAt: t.field({ type: 'Time', nullable: true, resolve: ({ expiresAt }) => expiresAt }),
    }),
  });
  GroupMemberRef.implement({
    description: 'Someone with a role that was given in a group',
    interfaces: [MemberInterfaceRef],
    fields: (t) => ({ group: t.field({ type: GroupRef, nullable: true, resolve: visiblePlace }) }),
  });
  ProjectMemberRef.implement({
    description: 'Someone with a role that was given in a project',
    interfaces: [MemberInterfaceRef],
    fields: (t) => ({ project: t.field({ type: ProjectRef, nullable: true, resolve: visiblePlace }) }),
  });
  builder.objectField(GroupPermissionsRef, 'adminGroupMember', (t) =>
    t.boolean({ resolve: (group, _args, ctx) => ctx.can(memberPolicy.manage, group) }),
  );
  builder.objectField(ProjectPermissionsRef, 'adminProjectMember', (t) =>
    t.boolean({ resolve: (project, _args, ctx) => ctx.can(memberPolicy.manage, project) }),
  );
}

async function visiblePlace(member: Member, _args: object, ctx: Context): Promise<Namespace | null> {
  const place = await ctx.load(namespacesById, member.namespaceId);
  return place && ctx.viewer.canSee(place.place) ? place : null;
}

/** A membership is of one person in one place, so its number is made of both. */
function globalIdOf({ kind, namespaceId, user }: Member): string {
  return `gid://gitlab/${kind === 'group' ? 'GroupMember' : 'ProjectMember'}/${namespaceId}${String(user.id).padStart(10, '0')}`;
}

function nameOf(level: number): Uppercase<Role> | 'NO_ACCESS' {
  const role = roleOfAccessLevel(level);
  return role ? (role.toUpperCase() as Uppercase<Role>) : 'NO_ACCESS';
}

/** Where somebody is a member, as far as the viewer may look in: whoever may, may see who is there. */
function listMembershipsOf(): void {
  builder.objectFields(UserCoreRef, (t) => ({
    groupMemberships: t.field({
      type: GroupMemberConnection,
      nullable: true,
      description: 'Roles they were given in groups that the viewer may see',
      args: pageArguments,
      resolve: (user, args, ctx) => pageOfMemberships(ctx, user, 'group', args),
    }),
    projectMemberships: t.field({
      type: ProjectMemberConnection,
      nullable: true,
      description: 'Roles they were given in projects that the viewer may see',
      args: pageArguments,
      resolve: (user, args, ctx) => pageOfMemberships(ctx, user, 'project', args),
    }),
  }));
}

async function pageOfMemberships(ctx: Context, { id }: User, kind: 'group' | 'project', args: PageArguments) {
  const slice = sliceOf(args);
  const rows = await membershipsOf(ctx.db, ctx.viewer, { userId: id, kind }, slice);
  return pageOf(rows, slice, ({ namespaceId }) => [namespaceId]);
}

function listMembersOf(): void {
  builder.objectField(GroupRef, 'groupMembers', (t) =>
    t.field({
      type: GroupMemberConnection,
      nullable: true,
      args: {
        ...pageArguments,
        search: t.arg.string(),
        ids: t.arg.idList({ description: 'Of people' }),
        relations: t.arg({ type: [GroupMemberRelation], description: 'Direct and inherited ones when left out' }),
        accessLevels: t.arg({ type: [AccessLevelEnum] }),
      },
      resolve: (group, args, ctx) =>
        pageOfMembers(ctx, group, args, {
          ...filterOf(args),
          ...(args.accessLevels && { levels: args.accessLevels.map(levelNamed) }),
        }),
    }),
  );
  builder.objectField(ProjectRef, 'projectMembers', (t) =>
    t.field({
      type: MemberInterfaceConnection,
      nullable: true,
      args: {
        ...pageArguments,
        search: t.arg.string(),
        ids: t.arg.idList({ description: 'Of people' }),
        relations: t.arg({ type: [ProjectMemberRelation], description: 'Direct and inherited ones when left out' }),
      },
      resolve: (project, args, ctx) => pageOfMembers(ctx, project, args, filterOf(args)),
    }),
  );
  builder.objectField(GroupRef, 'groupMembersCount', (t) =>
    t.int({
      description: 'People who were given a role in the group itself',
      resolve: (group, _args, ctx) => countMembers(ctx.db, ctx.viewer, group, { relations: ['direct'] }),
    }),
  );
}

async function pageOfMembers(ctx: Context, namespace: Namespace, args: PageArguments, filter: MemberFilter) {
  const slice = sliceOf(args);
  const members = await membersInOrder(ctx.db, ctx.viewer, namespace, filter, slice);
  return pageOf(
    members,
    slice,
    ({ user }) => [user.name, user.id],
    () => countMembers(ctx.db, ctx.viewer, namespace, filter),
  );
}

interface FilterArguments {
  search?: string | null;
  ids?: readonly string[] | null;
  relations?: readonly (RelationName | SharedName)[] | null;
}

function filterOf({ search, ids, relations }: FilterArguments): MemberFilter {
  const wanted = (relations ?? []).flatMap((name) =>
    name in relationNames ? relationNames[name as RelationName] : [],
  );
  const asksForSharedOnly = wanted.length === 0 && (relations?.length ?? 0) > 0;
  return {
    relations: wanted.length > 0 ? wanted : ['direct', 'inherited'],
    ...(search && { search }),
    ...(ids && { userIds: ids.map((id) => readGlobalId<'User'>(id, 'User')) }),
    ...(asksForSharedOnly && { userIds: [] }),
  };
}

function levelNamed(name: string): number {
  return accessLevelOf[name.toLowerCase() as Role] ?? 0;
}

function offerPeople(): void {
  const offer =
    (relations: readonly Relation[]) =>
    (namespace: Namespace, { search }: { search?: string | null }, ctx: Context): Promise<User[]> =>
      membersToOffer(
        ctx.db,
        ctx.viewer,
        namespace,
        { relations, isActive: true, ...(search && { search }) },
        MAX_OFFERED,
      );
  builder.objectField(GroupRef, 'autocompleteUsers', (t) =>
    t.field({
      type: [AutocompletedUserRef],
      nullable: true,
      description: 'People with a role in the group, above it or below it',
      args: { search: t.arg.string() },
      resolve: offer(['direct', 'inherited', 'descendants']),
    }),
  );
  builder.objectField(ProjectRef, 'autocompleteUsers', (t) =>
    t.field({
      type: [AutocompletedUserRef],
      nullable: true,
      description: 'People with a role in the project or above it',
      args: { search: t.arg.string() },
      resolve: offer(['direct', 'inherited']),
    }),
  );
}

function mutate(): void {
  mutation('groupMemberBulkUpdate', {
    description: 'Changes the roles that people were given in a group',
    input: (t) => ({
      groupId: t.field({ type: 'GroupID', required: true }),
      userIds: t.field({ type: ['UserID'], required: true }),
      accessLevel: t.field({ type: MemberAccessLevel, required: true }),
      expiresAt: t.field({ type: 'Time' }),
    }),
    resolve: async ({ groupId, ...roles }, ctx) =>
      updateMembers(ctx, await findVisibleGroup(ctx, readGlobalId(groupId, 'Group')), roles),
    payload: (t) => ({
      groupMembers: t.field({ type: [GroupMemberRef], nullable: true, resolve: ({ result }) => result }),
    }),
  });
  mutation('projectMemberBulkUpdate', {
    description: 'Changes the roles that people were given in a project',
    input: (t) => ({
      projectId: t.field({ type: 'ProjectID', required: true }),
      userIds: t.field({ type: ['UserID'], required: true }),
      accessLevel: t.field({ type: MemberAccessLevel, required: true }),
      expiresAt: t.field({ type: 'Time' }),
    }),
    resolve: async ({ projectId, ...roles }, ctx) =>
      updateMembers(ctx, await findVisibleProject(ctx, readGlobalId(projectId, 'Project')), roles),
    payload: (t) => ({
      projectMembers: t.field({ type: [ProjectMemberRef], nullable: true, resolve: ({ result }) => result }),
    }),
  });
}

interface RolesToGive {
  userIds: readonly string[];
  accessLevel: Uppercase<Role>;
  expiresAt?: Date | null;
}

/** All of them or none. */
async function updateMembers(
  ctx: Context,
  namespace: Namespace,
  { userIds, accessLevel, expiresAt }: RolesToGive,
): Promise<Member[]> {
  const ids: UserId[] = userIds.map((id) => readGlobalId<'User'>(id, 'User'));
  const day = expiresAt ? expiresAt.toISOString().slice(0, 10) : expiresAt;
  return ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    for (const userId of ids)
      await updateMember(within, namespace, { userId, accessLevel: levelNamed(accessLevel), expiresAt: day });
    const filter = { relations: ['direct'], userIds: ids } as const;
    return (await listMembers(trx, ctx.viewer, namespace, filter, { offset: 0, perPage: ids.length })).members;
  });
}
