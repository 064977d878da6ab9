import { formatGlobalId } from '@milepost/core/ids';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import { connectionType, pageArguments, pageOf, sliceOf } from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { mayListUsers, mayReadPage, userPolicy } from './policy.ts';
import { usersById, userByUsername, usersInOrder, type User } from './store.ts';

/** Fields that every kind of account has. */
export const UserRef = builder.interfaceRef<User>('User');
/** An account as others see it: authors, assignees, participants. */
export const UserCoreRef = builder.objectRef<User>('UserCore');
/** The current user. */
export const CurrentUserRef = builder.objectRef<User>('CurrentUser');
/** A suggested account in an autocomplete list. */
export const AutocompletedUserRef = builder.objectRef<User>('AutocompletedUser');
export const UserCoreConnection = connectionType('UserCore', UserCoreRef);

/** The published states. Milepost accounts have the first three; clients may pass all. */
const UserStateEnum = builder.enumType('UserState', {
  values: ['active', 'blocked', 'banned', 'blocked_pending_approval', 'deactivated', 'ldap_blocked'] as const,
});
const UserTypeEnum = builder.enumType('UserType', {
  values: [
    'HUMAN',
    'GHOST',
    'ADMIN_BOT',
    'ALERT_BOT',
    'AUTOMATION_BOT',
    'DUO_CODE_REVIEW_BOT',
    'IMPORT_USER',
    'PLACEHOLDER',
    'PROJECT_BOT',
    'SECURITY_BOT',
    'SECURITY_POLICY_BOT',
    'SERVICE_ACCOUNT',
    'SERVICE_USER',
    'SUPPORT_BOT',
    'VISUAL_REVIEW_BOT',
  ] as const,
});
const AvailabilityEnum = builder.enumType('AvailabilityEnum', { values: ['BUSY', 'NOT_SET'] as const });

interface UserStatus {
  availability: 'BUSY' | 'NOT_SET';
}
const UserStatusRef = builder.objectRef<UserStatus>('UserStatus');

export function extendSchema(): void {
  UserStatusRef.implement({
    description: 'The person’s current availability',
    fields: (t) => ({
      availability: t.field({ type: AvailabilityEnum, resolve: (status) => status.availability }),
      disabledForDuoUsage: t.boolean({ resolve: () => false }),
      disabledForDuoUsageReason: t.string({ nullable: true, resolve: () => null }),
    }),
  });

  UserRef.implement({
    description: 'An account',
    fields: (t) => ({
      id: t.field({ type: 'UserID', resolve: (user) => formatGlobalId('User', user.id) }),
      username: t.exposeString('username'),
      name: t.exposeString('name'),
      avatarUrl: t.exposeString('avatarUrl', { nullable: true }),
      webPath: t.string({ resolve: (user) => `/${user.username}` }),
      webUrl: t.string({ resolve: (user, _args, ctx) => `${ctx.baseUrl}/${user.username}` }),
      state: t.field({ type: UserStateEnum, resolve: (user) => user.state }),
      type: t.field({
        type: UserTypeEnum,
        resolve: (user) => {
          if (user.id === 0) return 'GHOST';
          if (user.isAutomation) return 'AUTOMATION_BOT';
          if (user.isServiceAccount) return 'SERVICE_ACCOUNT';
          return user.isBot ? 'PROJECT_BOT' : 'HUMAN';
        },
      }),
      bot: t.exposeBoolean('isBot'),
      human: t.boolean({ nullable: true, resolve: (user) => user.id !== 0 && !user.isBot }),
      active: t.boolean({ nullable: true, resolve: (user) => user.state === 'active' }),
      bio: t.exposeString('bio', { nullable: true }),
      publicEmail: t.exposeString('publicEmail', { nullable: true }),
      createdAt: t.field({ type: 'Time', nullable: true, resolve: (user) => user.createdAt }),
      status: t.field({ type: UserStatusRef, nullable: true, resolve: () => null }),
    }),
  });

  UserCoreRef.implement({
    description: 'An account as others see it',
    interfaces: [UserRef],
    fields: (t) => ({ compositeIdentityEnforced: t.boolean({ nullable: true, resolve: () => false }) }),
  });
  CurrentUserRef.implement({
    description: 'The current user',
    interfaces: [UserRef],
    fields: (t) => ({
      email: t.string({
        nullable: true,
        resolve: (user, _args, ctx) => (ctx.can(userPolicy.readPrivate, user) ? user.email : null),
      }),
    }),
  });
  AutocompletedUserRef.implement({
    description: 'A suggested account in an autocomplete list',
    interfaces: [UserRef],
    fields: (t) => ({ compositeIdentityEnforced: t.boolean({ resolve: () => false }) }),
  });

  builder.queryField('currentUser', (t) =>
    t.field({
      type: CurrentUserRef,
      nullable: true,
      description: 'The current user; null for an anonymous request',
      resolve: (_root, _args, ctx) => (ctx.viewer.id === null ? null : ctx.load(usersById, ctx.viewer.id)),
    }),
  );
  builder.queryField('user', (t) =>
    t.field({
      type: UserCoreRef,
      nullable: true,
      args: { id: t.arg({ type: 'UserID' }), username: t.arg.string() },
      resolve: (_root, { id, username }, ctx) => oneUser(ctx, id, username),
    }),
  );
  builder.queryField('users', (t) =>
    t.field({
      type: UserCoreConnection,
      nullable: true,
      args: {
        ...pageArguments,
        ids: t.arg.idList(),
        usernames: t.arg.stringList(),
        search: t.arg.string(),
        admins: t.arg.boolean(),
      },
      resolve: async (_root, args, ctx) => {
        if (!mayListUsers(ctx.viewer)) return null;
        const slice = sliceOf(args);
        const users = await usersInOrder(
          ctx.db,
          {
            ...(args.ids && { ids: args.ids.map((id) => readGlobalId<'User'>(id, 'User')) }),
            ...(args.usernames && { usernames: args.usernames }),
            ...(args.search && { search: args.search, searchesEmails: ctx.viewer.isAdmin }),
            ...(args.admins && ctx.viewer.isAdmin && { admins: true }),
          },
          slice,
        );
        return pageOf(users, slice, (user) => [user.id]);
      },
    }),
  );
}

async function oneUser(
  ctx: Context,
  id: string | null | undefined,
  username: string | null | undefined,
): Promise<User | null> {
  const user = id
    ? await ctx.load(usersById, readGlobalId<'User'>(id, 'User'))
    : username
      ? await userByUsername(ctx.db, username)
      : null;
  return user && mayReadPage(ctx.viewer, user) ? user : null;
}
