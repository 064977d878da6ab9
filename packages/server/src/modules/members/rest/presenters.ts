import { NotFoundError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { presentUser } from '../../users/rest/presenters.ts';
import { usersById } from '../../users/store.ts';
import { maySeeActivity, maySeeEmails } from '../policy.ts';
import { lastActiveDayOf } from '../store/activity.ts';
import { isSeated, seatKey } from '../store/seats.ts';
import { sourcesOf, type RoleSource } from '../store/shares.ts';
import { lastOwnerOf } from '../store/writing.ts';
import { listMembers, type Member, type Relation } from '../store.ts';

export interface MemberDetails {
  show_seat_info?: boolean;
  with_source?: boolean;
}

/** A page of members; `with_source` (a Milepost extension) adds the sources of their roles. */
export async function presentMembers(
  ctx: Context,
  namespace: Namespace,
  members: readonly Member[],
  details: MemberDetails = {},
): Promise<object[]> {
  if (!details.with_source) return Promise.all(members.map((member) => presentMember(ctx, namespace, member, details)));
  const ids = members.map(({ user }) => user.id);
  const [sources, lastOwner] = await Promise.all([sourcesOf(ctx.db, namespace, ids), lastOwnerOf(ctx.db, namespace)]);
  return Promise.all(
    members.map(async (member) => {
      const own = sources.filter(({ userId }) => userId === member.user.id);
      return {
        ...(await presentMember(ctx, namespace, member, details)),
        ...(maySeeActivity(ctx.viewer, namespace) && {
          last_activity_on: await ctx.load(lastActiveDayOf, member.user.id),
        }),
        bot: member.user.isBot,
        service_account: member.user.isServiceAccount,
        is_last_owner: member.user.id === lastOwner,
        source: await presentSource(ctx, namespace, { ...member, userId: member.user.id }),
        sources: await Promise.all(own.map((source) => presentSource(ctx, namespace, source))),
      };
    }),
  );
}

export async function presentMember(ctx: Context, namespace: Namespace, member: Member, details: MemberDetails = {}) {
  const createdBy = member.createdById === null ? null : await ctx.load(usersById, member.createdById);
  return {
    ...presentUser(member.user, ctx.baseUrl),
    access_level: member.accessLevel,
    created_at: member.createdAt.toISOString(),
    ...(createdBy && { created_by: presentUser(createdBy, ctx.baseUrl) }),
    expires_at: member.expiresAt,
    group_saml_identity: null,
    membership_state: 'active',
    ...(maySeeEmails(ctx.viewer, namespace) && { email: member.user.email }),
    ...(details.show_seat_info && {
      is_using_seat: (await ctx.load(isSeated, seatKey(namespace, member.user.id))) ?? false,
    }),
  };
}

/** One member. Throws NotFoundError. */
export async function presentOne(ctx: Context, namespace: Namespace, userId: UserId, relations: readonly Relation[]) {
  const { members } = await listMembers(
    ctx.db,
    ctx.viewer,
    namespace,
    { relations, userIds: [userId] },
    { offset: 0, perPage: 1 },
  );
  const [member] = members;
  if (!member) throw new NotFoundError('Member');
  return presentMember(ctx, namespace, member);
}

/** A source of a role. Its group or project is omitted if the viewer cannot see it. */
async function presentSource(ctx: Context, namespace: Namespace, source: RoleSource) {
  const { accessLevel, expiresAt, groupId, namespaceId } = source;
  const from = await ctx.load(namespacesById, groupId ?? namespaceId);
  const isVisible = from !== null && ctx.viewer.canSee(from.scope);
  return {
    relation: relationOf(namespace, source),
    access_level: accessLevel,
    expires_at: expiresAt,
    ...(isVisible && { kind: from.kind, name: from.name, full_path: from.fullPath }),
  };
}

function relationOf({ id }: Namespace, { namespaceId, groupId }: RoleSource): 'direct' | 'inherited' | 'shared' {
  if (groupId !== null) return 'shared';
  return namespaceId === id ? 'direct' : 'inherited';
}
