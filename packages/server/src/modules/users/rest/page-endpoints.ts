import { DomainError, ValidationError } from '@milepost/core/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TObject, Type } from 'typebox';
import type { Context, Services } from '../../../platform/context.ts';
import { sendError, statusOfError } from '../../../platform/rest/errors.ts';
import { isRecord, readInput } from '../../../platform/rest/input.ts';
import { sha256Of } from '../../../platform/util/tokens.ts';
import { TooManyAttemptsError } from '../commands/attempts.ts';
import { deviceCookie } from '../commands/devices.ts';
import type { Proof } from '../commands/proof.ts';
import type { PendingSignIn, SignedIn, SignInProgress } from '../commands/first-factor.ts';
import { TooManyLinksError } from '../commands/links.ts';
import { csrfTokenOf, signOut, type Origin } from '../commands/sessions.ts';
import type { User } from '../store.ts';
import {
  clearSessionCookie,
  deviceOf,
  SESSION_COOKIE,
  setDeviceCookie,
  setSessionCookie,
  setStepCookie,
} from './credentials.ts';

export interface PagesOptions {
  services: Services;
  /** The credential of a request; throws for a change without the session's CSRF token. */
  contextOf: (request: FastifyRequest) => Promise<Context>;
}

/** The current user in the bootstrap data of pages. */
export function presentViewer(user: User) {
  const { id, username, name, avatarUrl, isAdmin } = user;
  return { id, username, name, avatarUrl, isAdmin };
}

/** Answers a first factor: with a session, or with the second factors of which one is due. */
export async function continueInBrowser(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  progress: SignInProgress,
) {
  if ('signedIn' in progress) return beginInBrowser(services, request, reply, progress.signedIn);
  await startSecondStep(services, request, reply, progress.pending);
  return { secondFactor: true };
}

/** Gives the browser the token of the second step, and ends its previous session: until that step it is a visitor. */
export async function startSecondStep(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { stepToken }: PendingSignIn,
): Promise<void> {
  await endFormerSession(services, request);
  clearSessionCookie(reply);
  setStepCookie(reply, stepToken, { isSecure: isSecure(services) });
}

/** Starts a session for the requesting browser: sets its cookies, and responds with the viewer. */
export async function beginInBrowser(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn,
) {
  const { secret, instance } = services;
  await endFormerSession(services, request);
  const cookie = { isSecure: isSecure(services) };
  const { isRemembered } = signedIn;
  setSessionCookie(reply, signedIn.sessionSecret, { ...cookie, isRemembered, idleMinutes: instance.sessionMinutes });
  setDeviceCookie(reply, deviceCookie(secret, deviceOf(request, secret), signedIn.user.id), cookie);
  return { viewer: presentViewer(signedIn.user), csrfToken: csrfTokenOf(signedIn.sessionSecret) };
}

/** Ends the browser's previous session, which would otherwise stay active without a cookie. */
async function endFormerSession({ db }: Services, request: FastifyRequest): Promise<void> {
  const former = request.cookies[SESSION_COOKIE];
  if (former) await signOut(db, former, request.ip);
}

const isSecure = ({ baseUrl }: Services): boolean => baseUrl.startsWith('https:');

/** The network address and browser of a request, for the list of sessions. */
export function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
}

/** The stored hash of the session of a request; null without one. */
export function sessionHashOf(request: FastifyRequest): Buffer | null {
  const secret = request.cookies[SESSION_COOKIE];
  return secret ? sha256Of(secret) : null;
}

const proofInput = Type.Object({ current_password: Type.Optional(Type.String()) });

/** The proof in a request that changes the viewer's second factors. */
export function proofOf(request: FastifyRequest): Proof {
  const { current_password: currentPassword = '' } = inputOf(proofInput, request);
  return { currentPassword, session: sessionHashOf(request) };
}

/** Parses and validates the body of a request. Throws InputError. */
export function inputOf<Input extends TObject>(schema: Input, request: FastifyRequest): Static<Input> {
  return readInput(schema, isRecord(request.body) ? request.body : {}) as Static<Input>;
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Adds an endpoint of the product's own pages, outside the APIs. Errors are answered with their messages. */
export function answer(
  server: FastifyInstance,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  work: Answer,
): void {
  server.route({
    method,
    url,
    schema: { hide: true },
    handler: async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      try {
        return await work(request, reply);
      } catch (error) {
        if (error instanceof TooManyAttemptsError || error instanceof TooManyLinksError)
          void reply.header('retry-after', String(error.retryAfterSeconds));
        if (refuse(reply, error) || sendError(reply, error)) return reply;
        throw error;
      }
    },
  });
}

/** Responds with the message of an error, which pages show; the APIs respond with the status text instead. */
function refuse(reply: FastifyReply, error: unknown): boolean {
  const status = statusOfError(error);
  if (status === null || !(error instanceof DomainError) || error instanceof ValidationError) return false;
  void reply.code(status).send({ message: error.message, code: error.code });
  return true;
}
