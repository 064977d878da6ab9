import { DEFAULT_LINK_USES, INVITATION_MESSAGE_LIMIT } from '@milepost/core/accounts/invitations';
import type { UserId } from '@milepost/core/ids';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { InputError, idInput } from '../../platform/rest/input.ts';
import { idParam } from '../../platform/rest/params.ts';
import { pageRequest, pagingInput, RestPage } from '../../platform/rest/paging.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import { idOf as namespaceIn } from '../namespaces/rest/groups.ts';
import { usersById } from '../users/store.ts';
import {
  changeInvitation,
  createSharedLink,
  invitationsTo,
  invite,
  resendInvitation,
  revokeSharedLink,
  sharedLinksOf,
  withdrawInvitation,
} from './commands.ts';
import { addressOfToken } from './commands/tokens.ts';
import type { Invitation } from './store.ts';

const tags = ['invitations'];
const expiry = Type.Optional(
  Type.Union([Type.String({ format: 'date' }), Type.Literal(''), Type.Null()], {
    description: 'The first day on which the role is no longer valid',
  }),
);
const ownerKinds = [
  { path: '/groups/:id', find: findVisibleGroup },
  { path: '/projects/:id', find: findVisibleProject },
] as const;

/** Invitations to groups and projects. */
export function addRoutes(routes: Routes): void {
  for (const owner of ownerKinds) {
    addInvitationRoutes(routes, owner);
    addLinkRoutes(routes, owner);
  }
}

function addInvitationRoutes(routes: Routes, { path, find }: (typeof ownerKinds)[number]): void {
  const one = `${path}/invitations/:email`;
  routes.post(
    `${path}/invitations`,
    {
      summary: 'Invite people',
      tags,
      signedIn: true,
      input: Type.Object({
        email: Type.Optional(Type.String({ description: 'One or several addresses, separated by commas' })),
        user_id: Type.Optional(
          Type.Union([idInput(), Type.String()], { description: 'One or several ids of users, separated by commas' }),
        ),
        access_level: Type.Integer(),
        expires_at: expiry,
        message: Type.Optional(
          Type.String({
            maxLength: INVITATION_MESSAGE_LIMIT,
            description: 'Milepost extension. Plain text for the mail.',
          }),
        ),
      }),
    },
    async ({ params, input }, ctx) => {
      if (input.email === undefined && input.user_id === undefined)
        throw new InputError(['email, user_id are missing, at least one parameter must be provided']);
      const failures = await invite(ctx, await find(ctx, namespaceIn(params)), {
        emails: partsOf(input.email),
        userIds: userIdsOf(input.user_id),
        accessLevel: input.access_level,
        expiresAt: input.expires_at || null,
        message: input.message?.trim() ?? '',
      });
      return Object.keys(failures).length > 0 ? { status: 'error', message: failures } : { status: 'success' };
    },
  );
  routes.get(
    `${path}/invitations`,
    {
      summary: 'Invitations by e-mail that are open',
      tags,
      signedIn: true,
      input: Type.Object({
        ...pagingInput,
        query: Type.Optional(Type.String({ description: 'Part of an address' })),
      }),
    },
    async ({ params, input }, ctx) => {
      const wanted = pageRequest(input);
      const namespace = await find(ctx, namespaceIn(params));
      const { invitations, total } = await invitationsTo(ctx, namespace, input.query ?? '', wanted);
      return new RestPage(await Promise.all(invitations.map((each) => present(ctx, each))), total, wanted);
    },
  );
  routes.put(
    one,
    {
      summary: 'Change the role or expiry of an invitation',
      tags,
      signedIn: true,
      input: Type.Object({ access_level: Type.Optional(Type.Integer()), expires_at: expiry }),
    },
    async ({ params, input }, ctx) => {
      const saved = await changeInvitation(ctx, await find(ctx, namespaceIn(params)), params['email'] ?? '', {
        accessLevel: input.access_level,
        expiresAt: input.expires_at === '' ? null : input.expires_at,
      });
      return { access_level: saved.accessLevel, expires_at: saved.accessExpiresAt };
    },
  );
  routes.delete(one, { summary: 'Withdraw an invitation', tags, signedIn: true }, async ({ params }, ctx) =>
    withdrawInvitation(ctx, await find(ctx, namespaceIn(params)), params['email'] ?? ''),
  );
  routes.post(
    `${one}/resend`,
    { summary: 'Milepost extension. Send an invitation again, with a new link', tags, signedIn: true },
    async ({ params }, ctx) =>
      present(ctx, await resendInvitation(ctx, await find(ctx, namespaceIn(params)), params['email'] ?? '')),
  );
}

function addLinkRoutes(routes: Routes, { path, find }: (typeof ownerKinds)[number]): void {
  routes.get(
    `${path}/invitation_links`,
    { summary: 'Milepost extension. Shared links that are open', tags, signedIn: true },
    async ({ params }, ctx) => {
      const links = await sharedLinksOf(ctx, await find(ctx, namespaceIn(params)));
      return Promise.all(links.map((link) => presentLink(ctx, link)));
    },
  );
  routes.post(
    `${path}/invitation_links`,
    {
      summary: 'Milepost extension. Make a link with which several people can join',
      tags,
      signedIn: true,
      input: Type.Object({
        access_level: Type.Integer(),
        expires_at: expiry,
        uses: Type.Optional(Type.Integer({ description: `Maximum number of uses; ${DEFAULT_LINK_USES} by default` })),
      }),
    },
    async ({ params, input }, ctx) => {
      const link = await createSharedLink(ctx, await find(ctx, namespaceIn(params)), {
        accessLevel: input.access_level,
        expiresAt: input.expires_at || null,
        uses: input.uses ?? DEFAULT_LINK_USES,
      });
      return { ...(await presentLink(ctx, link)), url: addressOfToken(ctx.baseUrl, link.token) };
    },
  );
  routes.delete(
    `${path}/invitation_links/:link_id`,
    { summary: 'Milepost extension. End a shared link', tags, signedIn: true },
    async ({ params }, ctx) =>
      revokeSharedLink(ctx, await find(ctx, namespaceIn(params)), idParam<'Invitation'>(params, 'link_id')),
  );
}

async function inviterOf(ctx: Context, { createdById }: Invitation): Promise<string | null> {
  return createdById === null ? null : ((await ctx.load(usersById, createdById))?.name ?? null);
}

/** The keys of the published documentation, and `sent_at`, `link_expires_at` and `delivery_error`, which Milepost adds. */
async function present(ctx: Context, invitation: Invitation) {
  return {
    invite_email: invitation.email,
    created_at: invitation.createdAt.toISOString(),
    access_level: invitation.accessLevel,
    expires_at: invitation.accessExpiresAt,
    // The response does not reveal whether an account has the address.
    user_name: null,
    created_by_name: await inviterOf(ctx, invitation),
    sent_at: invitation.sentAt.toISOString(),
    link_expires_at: invitation.expiresAt.toISOString(),
    delivery_error: invitation.deliveryError,
  };
}

async function presentLink(ctx: Context, link: Invitation) {
  return {
    id: link.id,
    access_level: link.accessLevel,
    expires_at: link.accessExpiresAt,
    uses_left: link.usesLeft,
    token_end: link.tokenEnd,
    created_at: link.createdAt.toISOString(),
    link_expires_at: link.expiresAt.toISOString(),
    created_by_name: await inviterOf(ctx, link),
  };
}

function partsOf(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function userIdsOf(list: number | string | undefined): UserId[] {
  const ids = partsOf(list === undefined ? undefined : String(list)).map(Number);
  if (ids.some((id) => !Number.isSafeInteger(id))) throw new InputError(['user_id is invalid']);
  return ids as UserId[];
}
