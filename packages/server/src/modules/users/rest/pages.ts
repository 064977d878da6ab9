import { DomainError, ValidationError } from '@milepost/core/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static, type TObject } from 'typebox';
import type { Context, Services } from '../../../platform/context.ts';
import { sendError, statusOfError } from '../../../platform/rest/errors.ts';
import { isRecord, readInput } from '../../../platform/rest/input.ts';
import { sha256Of } from '../../../platform/tokens.ts';
import { addAbusePages } from './abuse.ts';
import { changePassword } from '../commands/accounts.ts';
import { TooManyAttemptsError } from '../commands/attempts.ts';
import { deviceCookie } from '../commands/devices.ts';
import { listSessions, revokeSession, revokeSessions, signOut, type Origin } from '../commands/sessions.ts';
import { setUp } from '../commands/set-up.ts';
import { signIn, type SignedIn } from '../commands/sign-in.ts';
import {
  SESSION_COOKIE,
  clearSessionCookie,
  deviceOf,
  requireOwnOrigin,
  setDeviceCookie,
  setSessionCookie,
} from './credentials.ts';
import { csrfTokenOf } from '../commands/sessions.ts';
import type { Session } from '../store/sessions.ts';
import type { User } from '../store.ts';

export interface PagesOptions {
  services: Services;
  /** The credential of a request; throws for a change without the session's CSRF token. */
  contextOf: (request: FastifyRequest) => Promise<Context>;
}

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
const passwordInput = Type.Object({ current_password: Type.String(), password: Type.String() });

/** Endpoints of the product's pages outside the APIs: signing in and out, the first administrator, the viewer's sessions. */
export function addPages(server: FastifyInstance, { services, contextOf }: PagesOptions): void {
  const { db, baseUrl, secret } = services;
  addAbusePages(server, contextOf);
  const isSecure = baseUrl.startsWith('https:');

  answer(server, 'POST', '/-/sign-in', async (request, reply) => {
    requireOwnOrigin(request, baseUrl);
    const input = inputOf(signInInput, request);
    const login = { login: input.username, password: input.password };
    const signedIn = await signIn(services, login, originOf(request), deviceOf(request, secret));
    return begin(request, reply, signedIn, input.remember ?? true);
  });

  answer(server, 'POST', '/-/set-up', async (request, reply) => {
    requireOwnOrigin(request, baseUrl);
    return begin(request, reply, await setUp(db, inputOf(setUpInput, request), originOf(request)), true);
  });

  answer(server, 'POST', '/-/sign-out', async (request, reply) => {
    await contextOf(request);
    const session = request.cookies[SESSION_COOKIE];
    if (session) await signOut(db, session);
    clearSessionCookie(reply);
    return reply.code(204).send();
  });

  answer(server, 'GET', '/-/sessions', async (request) => {
    const sessions = await listSessions(await contextOf(request));
    return sessions.map((session) => presentSession(session, hashOf(request)));
  });

  answer(server, 'DELETE', '/-/sessions/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    await revokeSession(await contextOf(request), id);
    return reply.code(204).send();
  });

  // All sessions but this one.
  answer(server, 'DELETE', '/-/sessions', async (request, reply) => {
    await revokeSessions(await contextOf(request), request.cookies[SESSION_COOKIE] ?? null);
    return reply.code(204).send();
  });

  answer(server, 'PUT', '/-/password', async (request, reply) => {
    const ctx = await contextOf(request);
    const input = inputOf(passwordInput, request);
    await changePassword(ctx, {
      currentPassword: input.current_password,
      password: input.password,
      keepSession: hashOf(request),
    });
    return reply.code(204).send();
  });

  async function begin(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn, isRemembered: boolean) {
    // The browser's previous session must not stay active unnoticed.
    const former = request.cookies[SESSION_COOKIE];
    if (former) await signOut(db, former);
    setSessionCookie(reply, signedIn.sessionSecret, { isSecure, isRemembered });
    setDeviceCookie(reply, deviceCookie(secret, deviceOf(request, secret), signedIn.user.id), { isSecure });
    return { viewer: presentViewer(signedIn.user), csrfToken: csrfTokenOf(signedIn.sessionSecret) };
  }
}

/** The current user, as the pages know them. */
export function presentViewer(user: User) {
  const { id, username, name, avatarUrl, isAdmin } = user;
  return { id, username, name, avatarUrl, isAdmin };
}

function presentSession(session: Session, own: Buffer | null) {
  return {
    id: session.publicId,
    current: own !== null && session.idHash.equals(own),
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    userAgent: session.userAgent,
    ipAddress: session.ip,
  };
}

function hashOf(request: FastifyRequest): Buffer | null {
  const secret = request.cookies[SESSION_COOKIE];
  return secret ? sha256Of(secret) : null;
}

function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
}

function inputOf<Input extends TObject>(schema: Input, request: FastifyRequest): Static<Input> {
  return readInput(schema, isRecord(request.body) ? request.body : {}) as Static<Input>;
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function answer(server: FastifyInstance, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, work: Answer): void {
  server.route({
    method,
    url,
    schema: { hide: true },
    handler: async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      try {
        return await work(request, reply);
      } catch (error) {
        if (error instanceof TooManyAttemptsError) void reply.header('retry-after', String(error.retryAfterSeconds));
        if (refuse(reply, error) || sendError(reply, error)) return reply;
        throw error;
      }
    },
  });
}

/** Pages show this sentence; the APIs answer with the status text. */
function refuse(reply: FastifyReply, error: unknown): boolean {
  const status = statusOfError(error);
  if (status === null || !(error instanceof DomainError) || error instanceof ValidationError) return false;
  void reply.code(status).send({ message: error.message, code: error.code });
  return true;
}
