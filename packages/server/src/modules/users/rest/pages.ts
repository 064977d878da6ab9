import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { addAbusePages } from './abuse.ts';
import { passFirstFactor } from '../commands/first-factor.ts';
import { changePassword } from '../commands/proof.ts';
import { listSessions, revokeSession, revokeSessions, signOut } from '../commands/sessions.ts';
import { setUp } from '../commands/set-up.ts';
import { prepareComparison } from '../commands/passwords.ts';
import { verifyPassword } from '../commands/sign-in.ts';
import { SESSION_COOKIE, clearSessionCookie, deviceOf, requireOwnOrigin } from './credentials.ts';
import { addImpersonationPages } from './impersonation.ts';
import { addLinkPages } from './links.ts';
import { addPasskeyPages } from './passkeys.ts';
import { addProfilePages } from './profile.ts';
import { addSecondFactorPages } from './second-factor.ts';
import { addSignUpPages } from './sign-up.ts';
import {
  answer,
  beginInBrowser,
  continueInBrowser,
  inputOf,
  originOf,
  type PagesOptions,
  sessionHashOf,
} from './page-endpoints.ts';
import type { Session } from '../store/sessions.ts';

const signInInput = Type.Object({
  username: Type.String(),
  password: Type.String(),
  remember: Type.Optional(Type.Boolean()),
});
const setUpInput = Type.Object({
  token: Type.String(),
  username: Type.String(),
  name: Type.String(),
  email: Type.String(),
  password: Type.String(),
});
const passwordInput = Type.Object({ current_password: Type.Optional(Type.String()), password: Type.String() });

/** Endpoints of the product's pages outside the APIs: signing in and out, the first administrator, the viewer's sessions. */
export function addPages(server: FastifyInstance, { services, contextOf }: PagesOptions): void {
  const { db, baseUrl, secret } = services;
  server.addHook('onListen', async () => void (await prepareComparison()));
  addAbusePages(server, contextOf);
  addImpersonationPages(server, { services, contextOf });
  addLinkPages(server, { services, contextOf });
  addProfilePages(server, contextOf);
  addSecondFactorPages(server, { services, contextOf });
  addPasskeyPages(server, { services, contextOf });
  addSignUpPages(server, { services, contextOf });

  answer(server, 'POST', '/-/sign-in', async (request, reply) => {
    requireOwnOrigin(request, baseUrl);
    const input = inputOf(signInInput, request);
    const login = { login: input.username, password: input.password };
    const user = await verifyPassword(services, login, request.ip, deviceOf(request, secret));
    const factor = { by: 'password', hasSeveralFactors: false, isRemembered: input.remember ?? true };
    const progress = await passFirstFactor(services, user, originOf(request), factor);
    return continueInBrowser(services, request, reply, progress);
  });

  answer(server, 'POST', '/-/set-up', async (request, reply) => {
    requireOwnOrigin(request, baseUrl);
    const signedIn = await setUp(services, inputOf(setUpInput, request), originOf(request));
    return beginInBrowser(services, request, reply, signedIn);
  });

  answer(server, 'POST', '/-/sign-out', async (request, reply) => {
    await contextOf(request);
    const session = request.cookies[SESSION_COOKIE];
    if (session) await signOut(db, session, request.ip);
    clearSessionCookie(reply);
    return reply.code(204).send();
  });

  answer(server, 'GET', '/-/sessions', async (request) => {
    const sessions = await listSessions(await contextOf(request));
    return sessions.map((session) => presentSession(session, sessionHashOf(request)));
  });

  answer(server, 'DELETE', '/-/sessions/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    await revokeSession(await contextOf(request), id);
    return reply.code(204).send();
  });

  // Ends all sessions but the current one.
  answer(server, 'DELETE', '/-/sessions', async (request, reply) => {
    await revokeSessions(await contextOf(request), request.cookies[SESSION_COOKIE] ?? null);
    return reply.code(204).send();
  });

  answer(server, 'PUT', '/-/password', async (request, reply) => {
    const ctx = await contextOf(request);
    const input = inputOf(passwordInput, request);
    await changePassword(ctx, {
      currentPassword: input.current_password ?? '',
      password: input.password,
      session: sessionHashOf(request),
    });
    return reply.code(204).send();
  });
}

function presentSession(session: Session, own: Buffer | null) {
  return {
    id: session.publicId,
    current: own !== null && session.idHash.equals(own),
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    userAgent: session.userAgent,
    ipAddress: session.ip,
    impersonatedBy: session.impersonatorName,
  };
}
