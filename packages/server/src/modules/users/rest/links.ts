import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Services } from '../../../platform/context.ts';
import type { PublicBootstrap } from '../../../platform/rooms/module.ts';
import {
  AccountLinkClosedError,
  changeEmail,
  confirmEmail,
  readLink,
  requestReset,
  resetPassword,
} from '../commands/links.ts';
import { ownAccount } from '../commands/accounts.ts';
import { waitingEmail } from '../store/links.ts';
import { requireOwnOrigin } from './credentials.ts';
import { answer, inputOf, type PagesOptions, sessionHashOf } from './page-endpoints.ts';

const forgotInput = Type.Object({ email: Type.String() });
const passwordInput = Type.Object({ password: Type.String() });
const emailInput = Type.Object({ current_password: Type.Optional(Type.String()), email: Type.String() });

/** Endpoints of the pages of mailed links, and for the change of the viewer's address. */
export function addLinkPages(server: FastifyInstance, { services, contextOf }: PagesOptions): void {
  const { baseUrl } = services;

  answer(server, 'POST', '/-/forgot-password', async (request) => {
    requireOwnOrigin(request, baseUrl);
    await requestReset(services, inputOf(forgotInput, request).email, request.ip);
    return { message: 'If an account with this address exists, we sent a link to reset the password.' };
  });

  answer(server, 'GET', '/-/reset-password/:token/link.json', async (request) => {
    const { user } = await readLink(services, tokenIn(request));
    return { username: user.username, email: user.email };
  });

  answer(server, 'POST', '/-/reset-password/:token', async (request, reply) => {
    requireOwnOrigin(request, baseUrl);
    await resetPassword(services, tokenIn(request), inputOf(passwordInput, request).password, request.ip);
    return reply.code(204).send();
  });

  answer(server, 'GET', '/-/confirm-email/:token/link.json', async (request) => {
    const { link, user } = await readLink(services, tokenIn(request));
    return { username: user.username, email: link.email };
  });

  // A separate POST, because virus scanners open the links of mails.
  answer(server, 'POST', '/-/confirm-email/:token', async (request, reply) => {
    requireOwnOrigin(request, baseUrl);
    await confirmEmail(services, tokenIn(request), request.ip);
    return reply.code(204).send();
  });

  answer(server, 'GET', '/-/email', async (request) => {
    const { user } = await ownAccount(await contextOf(request));
    return { email: user.email, waiting: await waitingEmail(services.db, user.id) };
  });

  answer(server, 'PUT', '/-/email', async (request, reply) => {
    const ctx = await contextOf(request);
    const input = inputOf(emailInput, request);
    await changeEmail(ctx, {
      currentPassword: input.current_password ?? '',
      email: input.email,
      session: sessionHashOf(request),
    });
    return reply.code(204).send();
  });
}

/** Bootstrap data of the pages of mailed links; 404 for a closed link, null for other pages. */
export async function bootstrapOfLink(services: Services, path: string): Promise<PublicBootstrap | null> {
  const token = /^\/-\/(?:reset-password|confirm-email)\/([^/]+)\/?$/.exec(path)?.[1];
  if (token === undefined) return null;
  try {
    await readLink(services, token);
    return null;
  } catch (error) {
    if (error instanceof AccountLinkClosedError) return { isFound: false, parts: {} };
    throw error;
  }
}

const tokenIn = (request: FastifyRequest): string => (request.params as { token: string }).token;
