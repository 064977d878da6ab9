import {
  changeInvitation,
  createSharedLink,
  invitationsTo,
  invite,
  resendInvitation,
  revokeSharedLink,
  sharedLinksOf,
  withdrawInvitation,
} from '../../../modules/invitations/commands.ts';
import { findVisibleGroup, findVisibleProject } from '../../../modules/namespaces/commands.ts';
import type { Namespace } from '../../../modules/namespaces/store.ts';
import type { Context } from '../../../platform/context.ts';
import { permission, type PermissionRow } from '../../permissions.ts';

let invited = 0;

/** Everything that one invitation goes through. */
async function throughInvitation(ctx: Context, namespace: Namespace, accessLevel: number): Promise<void> {
  const email = `invited-${(invited += 1)}@milepost.test`;
  const role = { accessLevel, expiresAt: null };
  await invite(ctx, namespace, { ...role, emails: [email], userIds: [], message: '' });
  await invitationsTo(ctx, namespace, '', { offset: 0, perPage: 10 });
  await changeInvitation(ctx, namespace, email, { accessLevel: 10 });
  await resendInvitation(ctx, namespace, email);
  await withdrawInvitation(ctx, namespace, email);
  const link = await createSharedLink(ctx, namespace, { ...role, uses: 5 });
  await sharedLinksOf(ctx, namespace);
  await revokeSharedLink(ctx, namespace, link.id);
}

export const invitationPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'invite people to a group by mail or link, list, change, resend and withdraw invitations',
    least: 'owner',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => throughInvitation(ctx, await findVisibleGroup(ctx, id), 50),
  }),
  permission({
    operation: 'invite people to a project by mail or link, list, change, resend and withdraw invitations',
    least: 'maintainer',
    given: async (build, visibility) => build.project({ group: await build.group({ visibility }) }),
    perform: async (ctx, { id }) => throughInvitation(ctx, await findVisibleProject(ctx, id), 40),
  }),
  permission({
    operation: 'invite owners to a project',
    least: 'owner',
    given: async (build, visibility) => build.project({ group: await build.group({ visibility }) }),
    perform: async (ctx, { id }) => throughInvitation(ctx, await findVisibleProject(ctx, id), 50),
  }),
];
