import { accessLevelOf, roleOfAccessLevel, roles, type Role } from '@milepost/core/roles';
import { roleTitle } from '@milepost/core/members';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { connectionType } from '../../../platform/graphql/connections.ts';
import { GroupPermissionsRef, GroupRef, ProjectPermissionsRef, ProjectRef } from '../../namespaces/graphql.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { UserCoreRef } from '../../users/graphql.ts';
import { usersById } from '../../users/store.ts';
import { memberPolicy } from '../policy.ts';
import type { Member, Relation } from '../store.ts';

/** A person with a role in a group or a project. */
const MemberInterfaceRef = builder.interfaceRef<Member>('MemberInterface');
export const GroupMemberRef = builder.objectRef<Member>('GroupMember');
export const ProjectMemberRef = builder.objectRef<Member>('ProjectMember');
export const GroupMemberConnection = connectionType('GroupMember', GroupMemberRef);
export const ProjectMemberConnection = connectionType('ProjectMember', ProjectMemberRef);
export const MemberInterfaceConnection = connectionType(
  'MemberInterface',
  MemberInterfaceRef as never as typeof GroupMemberRef,
);

export const AccessLevelRef = builder.objectRef<{ level: number }>('AccessLevel');
const levelNames = roles.map((role) => role.toUpperCase()) as Uppercase<Role>[];
export const AccessLevelEnum = builder.enumType('AccessLevelEnum', {
  values: ['NO_ACCESS', 'MINIMAL_ACCESS', ...levelNames, 'ADMIN'] as const,
});
export const MemberAccessLevel = builder.enumType('MemberAccessLevel', { values: levelNames });
export const relationNames = {
  DIRECT: ['direct'],
  INHERITED: ['inherited'],
  DESCENDANTS: ['descendants'],
  SHARED_FROM_GROUPS: ['shared', 'sharedAbove'],
  INVITED_GROUPS: ['shared'],
  SHARED_INTO_ANCESTORS: ['sharedAbove'],
} as const satisfies Record<string, readonly Relation[]>;
export type RelationName = keyof typeof relationNames;
export const GroupMemberRelation = builder.enumType('GroupMemberRelation', {
  values: ['DIRECT', 'INHERITED', 'DESCENDANTS', 'SHARED_FROM_GROUPS'] as const,
});
export const ProjectMemberRelation = builder.enumType('ProjectMemberRelation', {
  values: ['DIRECT', 'INHERITED', 'DESCENDANTS', 'INVITED_GROUPS', 'SHARED_INTO_ANCESTORS'] as const,
});

export function implementTypes(): void {
  AccessLevelRef.implement({
    description: 'A role, by its number and its name',
    fields: (t) => ({
      integerValue: t.int({ nullable: true, resolve: ({ level }) => level }),
      stringValue: t.field({ type: AccessLevelEnum, nullable: true, resolve: ({ level }) => nameOf(level) }),
      humanAccess: t.string({ nullable: true, resolve: ({ level }) => roleTitle(level) }),
    }),
  });
  MemberInterfaceRef.implement({
    description: 'A member',
    resolveType: (member) => (isOfGroup(member) ? GroupMemberRef : ProjectMemberRef),
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
    description: 'A member of a group',
    interfaces: [MemberInterfaceRef],
    fields: (t) => ({ group: t.field({ type: GroupRef, nullable: true, resolve: visibleNamespaceOf }) }),
  });
  ProjectMemberRef.implement({
    description: 'A member of a project',
    interfaces: [MemberInterfaceRef],
    fields: (t) => ({ project: t.field({ type: ProjectRef, nullable: true, resolve: visibleNamespaceOf }) }),
  });
  builder.objectField(GroupPermissionsRef, 'adminGroupMember', (t) =>
    t.boolean({ resolve: (group, _args, ctx) => ctx.can(memberPolicy.manage, group) }),
  );
  builder.objectField(ProjectPermissionsRef, 'adminProjectMember', (t) =>
    t.boolean({ resolve: (project, _args, ctx) => ctx.can(memberPolicy.manage, project) }),
  );
}

async function visibleNamespaceOf(member: Member, _args: object, ctx: Context): Promise<Namespace | null> {
  const namespace = await ctx.load(namespacesById, member.groupId ?? member.namespaceId);
  return namespace && ctx.viewer.canSee(namespace.scope) ? namespace : null;
}

/** A membership has one person and one namespace, so its id combines both. */
function globalIdOf(member: Member): string {
  const type = isOfGroup(member) ? 'GroupMember' : 'ProjectMember';
  return `gid://gitlab/${type}/${member.groupId ?? member.namespaceId}${String(member.user.id).padStart(10, '0')}`;
}

/** A role by a share belongs to a membership of the shared group. */
function isOfGroup({ kind, groupId }: Member): boolean {
  return kind === 'group' || groupId !== null;
}

function nameOf(level: number): Uppercase<Role> | 'NO_ACCESS' {
  const role = roleOfAccessLevel(level);
  return role ? (role.toUpperCase() as Uppercase<Role>) : 'NO_ACCESS';
}

export function levelNamed(name: string): number {
  return accessLevelOf[name.toLowerCase() as Role] ?? 0;
}
