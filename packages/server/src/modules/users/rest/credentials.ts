import { DomainError, UNVERIFIED } from '@milepost/core/errors';
import type { TokenId } from '@milepost/core/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../../platform/tokens.ts';
import { readDevice, type KnownDevice } from '../commands/devices.ts';
import { csrfTokenOf, type Credentials } from '../commands/sessions.ts';
import { SESSION_DAYS } from '../store/sessions.ts';

export const SESSION_COOKIE = '_gitlab_session';
const DEVICE_COOKIE = 'milepost_device';
/** Browsers keep a cookie for 400 days at most; each sign-in begins the time again. */
const DEVICE_COOKIE_DAYS = 400;

/** A change that came with the session's cookie but without its token: another site may have sent it. */
class CsrfError extends DomainError {
  override name = 'CsrfError';
  readonly code = 'CSRF' as const;
  readonly kind = 'forbidden' as const;
  constructor() {
    super(UNVERIFIED);
  }
}

/**
 * Reads a request's token (header `PRIVATE-TOKEN`, `Authorization: Bearer`, or a query parameter) or else its session's
 * cookie. A token wins: who sends one means it.
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
 * Throws CsrfError for a change made with a cookie that does not carry the session's token: in `x-csrf-token`, or as a form
 * does, in its field `authenticity_token`.
 */
export function requireCsrfToken(request: FastifyRequest, credentials: Credentials): void {
  if (credentials.by !== 'session' || safeMethods.has(request.method)) return;
  const given =
    request.headers['x-csrf-token'] ?? (request.body as Record<string, unknown> | null)?.['authenticity_token'];
  if (typeof given !== 'string' || !isSameSecret(given, csrfTokenOf(credentials.secret))) throw new CsrfError();
}

/** The token that a page needs for its changes; empty without a session. */
export function csrfTokenFor(request: FastifyRequest): string {
  const secret = request.cookies[SESSION_COOKIE];
  return secret ? csrfTokenOf(secret) : '';
}

/**
 * Throws CsrfError when a browser says that another site sent this. For what is done without a session yet: signing someone
 * in under a stranger's account is an attack too.
 */
export function requireOwnOrigin(request: FastifyRequest, baseUrl: string): void {
  const { origin, host } = request.headers;
  if (origin === undefined || origin === baseUrl) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new CsrfError();
}

/** `remembered`: the cookie outlives the browser. Only https links make it travel by https alone. */
export function setSessionCookie(
  reply: FastifyReply,
  secret: string,
  options: { isSecure: boolean; isRemembered: boolean },
): void {
  void reply.setCookie(SESSION_COOKIE, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: options.isSecure,
    ...(options.isRemembered && { maxAge: SESSION_DAYS.most * 86_400 }),
  });
}

/** The device that a sign-in comes from; null for one that did not sign in before. */
export function deviceOf(request: FastifyRequest, secret: string): KnownDevice | null {
  return readDevice(secret, request.cookies[DEVICE_COOKIE]);
}

/** Marks the browser as one that signed in to this account. The cookie travels to the sign-in alone. */
export function setDeviceCookie(reply: FastifyReply, cookie: string, options: { isSecure: boolean }): void {
  void reply.setCookie(DEVICE_COOKIE, cookie, {
    path: '/-/sign-in',
    httpOnly: true,
    sameSite: 'lax',
    secure: options.isSecure,
    maxAge: DEVICE_COOKIE_DAYS * 86_400,
  });
}

export function clearSessionCookie(reply: FastifyReply): void {
  void reply.clearCookie(SESSION_COOKIE, { path: '/' });
}

const tokenIds = new WeakMap<FastifyRequest, TokenId>();

/** Remembers with which token a request was made, once it was checked. */
export function setTokenId(request: FastifyRequest, id: TokenId): void {
  tokenIds.set(request, id);
}

/** The id of the token that a request was made with; null when it came with a session or nothing. */
export function tokenIdOf(request: FastifyRequest): TokenId | null {
  return tokenIds.get(request) ?? null;
}
