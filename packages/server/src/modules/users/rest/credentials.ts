import { DomainError, UNVERIFIED } from '@milepost/core/errors';
import type { TokenId } from '@milepost/core/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../../platform/util/tokens.ts';
import { readDevice, type KnownDevice } from '../commands/devices.ts';
import { SECOND_FACTOR_MINUTES } from '../commands/first-factor.ts';
import { csrfTokenOf, type Credentials } from '../commands/sessions.ts';
import { MAX_SESSION_DAYS } from '../store/sessions.ts';

export const SESSION_COOKIE = '_gitlab_session';
/** The session of an administrator who acts as another person. */
export const OWN_SESSION_COOKIE = 'milepost_own_session';
const STEP_COOKIE = 'milepost_sign_in_step';
const DEVICE_COOKIE = 'milepost_device';
/** Browsers keep a cookie for at most 400 days; each sign-in extends it. */
const DEVICE_COOKIE_DAYS = 400;

/** A change with the session cookie but without its CSRF token: another site may have sent it. */
class CsrfError extends DomainError {
  override name = 'CsrfError';
  readonly code = 'CSRF' as const;
  readonly kind = 'forbidden' as const;
  constructor() {
    super(UNVERIFIED);
  }
}

/**
 * Reads a request's token (header `PRIVATE-TOKEN`, `Authorization: Bearer`, or a query parameter), otherwise its session
 * cookie. An explicit token wins.
 */
export function credentialsOf(request: FastifyRequest): Credentials {
  const token = tokenIn(request);
  if (token !== null) return { by: 'token', secret: token };
  const secret = request.cookies[SESSION_COOKIE];
  return secret ? { by: 'session', secret } : { by: 'nothing' };
}

function tokenIn({ headers, query }: FastifyRequest): string | null {
  const privateToken = headers['private-token'];
  if (typeof privateToken === 'string' && privateToken !== '') return privateToken.trim();
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer) return bearer;
  const { private_token: asPrivate, access_token: asAccess } = query as Record<string, unknown>;
  const parameter = asPrivate ?? asAccess;
  return typeof parameter === 'string' && parameter !== '' ? parameter : null;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Throws CsrfError for a change with a session cookie but without its CSRF token: in `x-csrf-token`, or in the form field
 * `authenticity_token`.
 */
export function requireCsrfToken(request: FastifyRequest, credentials: Credentials): void {
  if (credentials.by !== 'session' || safeMethods.has(request.method)) return;
  const given =
    request.headers['x-csrf-token'] ?? (request.body as Record<string, unknown> | null)?.['authenticity_token'];
  if (typeof given !== 'string' || !isSameSecret(given, csrfTokenOf(credentials.secret))) throw new CsrfError();
}

/** The CSRF token for a page; empty without a session. */
export function csrfTokenFor(request: FastifyRequest): string {
  const secret = request.cookies[SESSION_COOKIE];
  return secret ? csrfTokenOf(secret) : '';
}

/**
 * Throws CsrfError when the browser reports a cross-site request. For requests without a session: login CSRF, which signs the
 * victim in to the attacker's account.
 */
export function requireOwnOrigin(request: FastifyRequest, baseUrl: string): void {
  const { origin, host } = request.headers;
  if (origin === undefined || origin === baseUrl) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new CsrfError();
}

/** Sets the session cookie. `isRemembered`: it outlives the browser session. On https installations it is sent over https only. */
export function setSessionCookie(
  reply: FastifyReply,
  secret: string,
  options: { isSecure: boolean; isRemembered: boolean; idleMinutes: number },
): void {
  void reply.setCookie(SESSION_COOKIE, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: options.isSecure,
    ...(options.isRemembered && { maxAge: Math.max(MAX_SESSION_DAYS * 86_400, options.idleMinutes * 60) }),
  });
}

/** The device of a sign-in; null for an unknown one. */
export function deviceOf(request: FastifyRequest, secret: string): KnownDevice | null {
  return readDevice(secret, request.cookies[DEVICE_COOKIE]);
}

/** Marks the browser as a device of this account. The cookie is sent to the sign-in endpoint only. */
export function setDeviceCookie(reply: FastifyReply, cookie: string, options: { isSecure: boolean }): void {
  void reply.setCookie(DEVICE_COOKIE, cookie, {
    path: '/-/sign-in',
    httpOnly: true,
    sameSite: 'lax',
    secure: options.isSecure,
    maxAge: DEVICE_COOKIE_DAYS * 86_400,
  });
}

/** Holds the token of a sign-in whose second factor is due. It is sent to the endpoints of sign-in only. */
export function setStepCookie(reply: FastifyReply, token: string, options: { isSecure: boolean }): void {
  void reply.setCookie(STEP_COOKIE, token, {
    path: '/-/sign-in',
    httpOnly: true,
    sameSite: 'lax',
    secure: options.isSecure,
    maxAge: SECOND_FACTOR_MINUTES * 60,
  });
}

/** The token of the second step; of no sign-in without its cookie. */
export function stepTokenOf(request: FastifyRequest): string {
  return request.cookies[STEP_COOKIE] ?? '';
}

export function clearStepCookie(reply: FastifyReply): void {
  void reply.clearCookie(STEP_COOKIE, { path: '/-/sign-in' });
}

/** Keeps the session of an administrator while they act as another person. It is sent to the endpoint that ends this only. */
export function setOwnSessionCookie(reply: FastifyReply, secret: string, options: { isSecure: boolean }): void {
  void reply.setCookie(OWN_SESSION_COOKIE, secret, {
    path: '/-/impersonation',
    httpOnly: true,
    sameSite: 'strict',
    secure: options.isSecure,
  });
}

export function clearOwnSessionCookie(reply: FastifyReply): void {
  void reply.clearCookie(OWN_SESSION_COOKIE, { path: '/-/impersonation' });
}

export function clearSessionCookie(reply: FastifyReply): void {
  void reply.clearCookie(SESSION_COOKIE, { path: '/' });
}

const tokenIds = new WeakMap<FastifyRequest, TokenId>();

/** Stores the verified token of a request. */
export function setTokenId(request: FastifyRequest, id: TokenId): void {
  tokenIds.set(request, id);
}

/** The id of the request's token; null for a session or an anonymous request. */
export function tokenIdOf(request: FastifyRequest): TokenId | null {
  return tokenIds.get(request) ?? null;
}
