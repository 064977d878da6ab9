import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { UnauthenticatedError } from '@milepost/core/errors';
import { GIT_ROUTES_PREFIX } from '../http/namespace-routes.ts';
import { sendError } from '../rest/errors.ts';
import { ReadOnlyDatabaseError, storageErrorOf } from '../files/unwritable.ts';
import { NotHereError, PrimaryUnreachableError, SiteDemotedError } from '../sites/errors.ts';
import { forward } from './forward.ts';
import { acceptNonce } from './nonces.ts';
import { parsePosition, printPosition, readLogState, type Position } from '../sites/position.ts';
import { SIGNATURE_HEADER, verify, type Claims } from '../sites/signature.ts';
import type { Site } from '../sites/site.ts';

export const SITE_HEADER = 'x-milepost-site';
export const POSITION_HEADER = 'x-milepost-position';
const POSITION_COOKIE = 'milepost_position';
const COOKIE_SECONDS = 60;

/** The endpoints that sites call at each other. */
export const SITES_PREFIX = '/-/sites/';

/** Answered by every site itself: about this process, and the same files on all. */
const ofEverySite = /^\/(assets\/|-\/(liveness|readiness|metrics)(?:$|[/?])|-\/sites\/)/;

const GRAPHQL = '/api/graphql';
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Set by a handler that then found that it cannot answer. */
const headersOfBodies = [
  'accept-ranges',
  'content-disposition',
  'content-length',
  'content-range',
  'content-type',
  'etag',
] as const;

export interface SiteRoutingOptions {
  services: Services;
  /** The credential of a request, validated or not; null for none. */
  secretOf: (request: FastifyRequest) => string | null;
}

/** The parts of the decision that other edges need. */
export interface SiteRouting {
  /** Answers a request that failed here, at the primary; null for any other error. */
  answerAtOtherSite: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | null;
  /** Called before a mutation runs. Throws NotHereError or SiteDemotedError if this site does not accept changes. */
  requireChanges: (request: FastifyRequest) => void;
}

const claimsOf = new WeakMap<FastifyRequest, Claims>();
const mutations = new WeakSet<FastifyRequest>();

/** What the other site says about this request; null for one of a client. */
export function siteClaims(request: FastifyRequest): Claims | null {
  return claimsOf.get(request) ?? null;
}

/**
 * The one place that decides whether this site answers a request or forwards it to the primary. Call it before anything counts or
 * authenticates requests.
 */
export function addSiteRouting(server: FastifyInstance, { services, secretOf }: SiteRoutingOptions): SiteRouting {
  const { site } = services;

  async function toPrimary(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    for (const name of headersOfBodies) reply.removeHeader(name);
    try {
      const answer = await forward(site, services.secret, request, reply);
      keepPosition(site, secretOf(request), reply);
      return await reply.send(answer);
    } catch (error) {
      if (request.originalUrl.startsWith(GRAPHQL)) return refuseGraphql(reply, error);
      if (sendError(reply, error)) return reply;
      throw error;
    }
  }

  server.addHook('onRequest', async (request, reply) => {
    const isAccepted = await acceptForwarded(services, request);
    if (!isAccepted) {
      sendError(reply, new UnauthenticatedError());
      return reply;
    }
    if (site.role === 'single' || site.name === null || ofEverySite.test(request.originalUrl)) return undefined;
    void reply.header(SITE_HEADER, encodeURIComponent(site.name));
    if (site.role === 'demoted' && isChange(request)) {
      sendError(reply, new SiteDemotedError());
      return reply;
    }
    if (!site.isSecondary) return undefined;
    if (isChange(request)) return toPrimary(request, reply);
    if (!site.isTrusted) removeCredentials(request);
    const position = positionOf(site, request, secretOf(request));
    if (position === null || (await site.replayed.reaches(position))) return undefined;
    // Without the primary, older data is better than none, unless the client said what it needs.
    if (!site.isPrimaryReachable && request.headers[POSITION_HEADER] === undefined) return undefined;
    return toPrimary(request, reply);
  });

  server.addHook('onSend', async (request, reply, payload) => {
    const isOwnChange = isChange(request) || mutations.has(request);
    if (!isOwnChange || site.isSecondary || !site.hasReaders || reply.statusCode >= 500) return payload;
    if (request.originalUrl.startsWith(SITES_PREFIX)) return payload;
    const { position } = await readLogState(services.db);
    const text = printPosition(position);
    void reply.header(POSITION_HEADER, text);
    const secret = secretOf(request);
    if (secret !== null) site.notePosition(secret, position);
    if (request.headers['private-token'] === undefined && request.headers.authorization === undefined) {
      const options = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: COOKIE_SECONDS } as const;
      void reply.header('set-cookie', server.serializeCookie(POSITION_COOKIE, text, options));
    }
    return payload;
  });

  return {
    answerAtOtherSite(error, request, reply) {
      if (!site.isSecondary || reply.raw.headersSent) return null;
      // A read that writes on the way, such as the callback of a sign-in.
      const isWrite = safeMethods.has(request.method) && storageErrorOf(error) instanceof ReadOnlyDatabaseError;
      return error instanceof NotHereError || isWrite ? toPrimary(request, reply) : null;
    },
    requireChanges(request) {
      mutations.add(request);
      if (site.role === 'demoted') throw new SiteDemotedError();
      if (site.isSecondary) throw new NotHereError();
    },
  };
}

/** Whether only the primary may answer. GraphQL is decided when its document is known: `requireChanges`. */
export function isChange({
  method,
  originalUrl,
  routeOptions,
}: Pick<FastifyRequest, 'method' | 'originalUrl' | 'routeOptions'>): boolean {
  const route = routeOptions.url ?? '';
  if (route.startsWith(`${GIT_ROUTES_PREFIX}/`)) {
    return route.endsWith('/git-receive-pack') || /[?&]service=git-receive-pack(&|$)/.test(originalUrl);
  }
  if (routeOptions.config?.changes === true) return true;
  return !safeMethods.has(method) && route !== GRAPHQL;
}

/**
 * Verifies the signature of a forwarded request, which then has the address and host of the client. False for a forged or replayed
 * one. Where no site forwards, the header means nothing and is removed.
 */
async function acceptForwarded({ site, secret, db }: Services, request: FastifyRequest): Promise<boolean> {
  const { headers } = request.raw;
  const given = headers[SIGNATURE_HEADER];
  if (given === undefined) return true;
  const isBetweenSites = request.originalUrl.startsWith(SITES_PREFIX);
  if (!isBetweenSites && (site.role === 'single' || site.isSecondary)) {
    delete headers[SIGNATURE_HEADER];
    return true;
  }
  const claims = verify(secret, given, { method: request.method, url: request.originalUrl });
  if (!claims) return false;
  // What sites read of each other every second writes nothing.
  const isOnce = !isBetweenSites || !safeMethods.has(request.method);
  if (isOnce && !(await acceptNonce(db, claims.nonce))) return false;
  claimsOf.set(request, claims);
  Object.defineProperty(request, 'ip', { value: claims.address });
  if (claims.host !== null) headers.host = claims.host;
  request.id = claims.id;
  request.log = request.log.child({ reqId: claims.id, site: claims.site });
  return true;
}

/** The position that an answer must include; null for any. */
export function positionOf(site: Site, request: FastifyRequest, secret: string | null): Position | null {
  const given = parsePosition(request.headers[POSITION_HEADER]) ?? parsePosition(request.cookies[POSITION_COOKIE]);
  if (given !== null) return given;
  return secret === null ? null : site.positionOf(secret);
}

/** For clients that do not send positions back. */
function keepPosition(site: Site, secret: string | null, reply: FastifyReply): void {
  const position = parsePosition(reply.getHeader(POSITION_HEADER));
  if (secret !== null && position !== null) site.notePosition(secret, position);
}

/** Makes a request anonymous. */
function removeCredentials(request: FastifyRequest): void {
  const { headers, url = '' } = request.raw;
  delete headers.authorization;
  delete headers['private-token'];
  delete headers.cookie;
  request.cookies = {};
  const query = request.query as Record<string, unknown>;
  delete query['private_token'];
  delete query['access_token'];
  request.raw.url = url.replaceAll(/([?&])(private_token|access_token)=[^&]*/g, '$1');
}

/** GraphQL clients read `errors`, whatever the status. */
function refuseGraphql(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof PrimaryUnreachableError)) throw error;
  const { message, code, retryAfter } = error;
  return reply
    .code(503)
    .header('retry-after', String(retryAfter))
    .send({ message, errors: [{ message, extensions: { code } }] });
}
