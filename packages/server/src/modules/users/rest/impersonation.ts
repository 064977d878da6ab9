import type { UserId } from '@milepost/core/ids';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { UnauthenticatedError } from '@milepost/core/errors';
import { idInput } from '../../../platform/rest/input.ts';
import { impersonate, stopImpersonating } from '../commands/impersonation.ts';
import {
  clearOwnSessionCookie,
  clearSessionCookie,
  OWN_SESSION_COOKIE,
  SESSION_COOKIE,
  setOwnSessionCookie,
  setSessionCookie,
  tokenIdOf,
} from './credentials.ts';
import { answer, inputOf, originOf, type PagesOptions } from './page-endpoints.ts';

const startInput = Type.Object({ user_id: idInput(), reason: Type.String() });

/** Endpoints with which an administrator acts as a person. The browser keeps the administrator's session in another cookie meanwhile. */
export function addImpersonationPages(server: FastifyInstance, { services, contextOf }: PagesOptions): void {
  const { instance, baseUrl } = services;
  const isSecure = baseUrl.startsWith('https:');

  answer(server, 'POST', '/-/impersonation', async (request, reply) => {
    const ctx = await contextOf(request);
    const own = request.cookies[SESSION_COOKIE];
    // A token has no page that could show the banner.
    if (!own || tokenIdOf(request) !== null || !ctx.viewer.isSignedIn) throw new UnauthenticatedError();
    const { user_id: userId, reason } = inputOf(startInput, request);
    const secret = await impersonate(ctx, { userId: userId as UserId, reason, origin: originOf(request) });
    setOwnSessionCookie(reply, own, { isSecure });
    setSessionCookie(reply, secret, { isSecure, isRemembered: false, idleMinutes: instance.sessionMinutes });
    return reply.code(204).send();
  });

  answer(server, 'DELETE', '/-/impersonation', async (request, reply) => {
    const own = request.cookies[OWN_SESSION_COOKIE] ?? null;
    const isActive = await stopImpersonating(await contextOf(request), request.cookies[SESSION_COOKIE] ?? '', own);
    clearOwnSessionCookie(reply);
    if (isActive && own !== null) {
      setSessionCookie(reply, own, { isSecure, isRemembered: false, idleMinutes: instance.sessionMinutes });
    } else clearSessionCookie(reply);
    return reply.code(204).send();
  });
}
