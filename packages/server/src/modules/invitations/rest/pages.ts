import { webPathOf } from '@milepost/core/namespaces';
import { roleTitle } from '@milepost/core/members';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Services } from '../../../platform/context.ts';
import type { Host, PublicBootstrap } from '../../../platform/rooms/module.ts';
import { requireOwnOrigin } from '../../users/rest/credentials.ts';
import { answer, beginInBrowser, inputOf, originOf } from '../../users/rest/page-endpoints.ts';
import { usersById } from '../../users/store.ts';
import {
  acceptInvitation,
  InvitationClosedError,
  readInvitation,
  registerInvited,
  type OpenInvitation,
} from '../commands/accept.ts';

const registerInput = Type.Object({ name: Type.String(), username: Type.String(), password: Type.String() });

/** Endpoints of the invitation page: read the invitation, accept it, create an account with it. */
export function addInvitationPages(server: FastifyInstance, { services, contextOf }: Host): void {
  const { baseUrl } = services;
  const at = '/-/invitations/:token';

  answer(server, 'GET', `${at}.json`, async (request) => {
    const open = await readInvitation(services, tokenIn(request));
    const ctx = await contextOf(request);
    const viewer = ctx.viewer.id === null ? null : await ctx.load(usersById, ctx.viewer.id);
    return { ...presentOpen(open), viewerEmail: viewer?.email ?? null };
  });

  answer(server, 'POST', `${at}/accept`, async (request) => {
    const namespace = await acceptInvitation(await contextOf(request), tokenIn(request));
    return { path: webPathOf(namespace) };
  });

  answer(server, 'POST', `${at}/register`, async (request, reply) => {
    requireOwnOrigin(request, baseUrl);
    const account = inputOf(registerInput, request);
    const { namespace, ...signedIn } = await registerInvited(services, tokenIn(request), account, originOf(request));
    return { ...(await beginInBrowser(services, request, reply, signedIn)), path: webPathOf(namespace) };
  });
}

/** Bootstrap data of invitation pages; 404 for an invalid link, null for any other page. */
export async function publicBootstrap(services: Services, url: string): Promise<PublicBootstrap | null> {
  const token = /^\/-\/invitations\/([^/?#]+)\/?(?:[?#]|$)/.exec(url)?.[1];
  if (token === undefined || token.endsWith('.json')) return null;
  try {
    await readInvitation(services, token);
    return null;
  } catch (error) {
    if (error instanceof InvitationClosedError) return { isFound: false, parts: {} };
    throw error;
  }
}

const tokenIn = (request: FastifyRequest): string => (request.params as { token: string }).token;

function presentOpen({ invitation, namespace, inviter }: OpenInvitation) {
  return {
    kind: namespace.kind,
    name: namespace.name,
    role: roleTitle(invitation.accessLevel),
    accessLevel: invitation.accessLevel,
    expiresAt: invitation.accessExpiresAt,
    /** Null: a shared link. */
    email: invitation.email,
    inviter: inviter && { name: inviter.name, username: inviter.username, avatarUrl: inviter.avatarUrl },
  };
}
