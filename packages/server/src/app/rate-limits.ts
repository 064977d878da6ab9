import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { InstanceSettings } from '../platform/config/config.ts';
import type { LimitsConfig } from '../platform/config/limits.ts';
import type { Db } from '../platform/database/tables.ts';
import { sharedCountsOf } from '../platform/http/shared-counts.ts';
import type { WorkBudget } from '../platform/graphql/operations.ts';
import { networkOf } from '../platform/http/client-address.ts';
import { RateLimitedError, RequestCounter, TimeBudget, type Usage } from '../platform/http/request-limits.ts';
import { siteClaims, SITES_PREFIX } from '../platform/forwarding/routing.ts';
import { sha256Of } from '../platform/util/tokens.ts';
import { authentication } from './modules.ts';

type RateLimits = Pick<
  LimitsConfig,
  'requestsPerToken' | 'requestsPerAddress' | 'signInsPerAddress' | 'queryTimePerToken' | 'queryTimePerAddress'
>;

export interface RateLimitOptions {
  limits: RateLimits;
  /** The limits of requests at this moment, where administrators may change them; those of `limits` by default. */
  current?: () => InstanceSettings['rateLimits'];
  /** Where several processes add up their counts; each counts by itself by default. */
  db?: Db;
}

interface Caller {
  kind: 'authenticated' | 'unauthenticated';
  key: string;
}

type Area = 'api' | 'web' | 'sign_in';

/** Recently accepted credentials. */
const MAX_KNOWN = 50_000;

/** Pages and files are not counted: they show the error. */
const uncounted = /^\/(assets\/|-\/(liveness|readiness|metrics)(?:$|[/?]))/;

/**
 * Sign-ins are counted separately: behind an untrusted proxy everybody has the same address, and one visitor's requests would
 * block all others from signing in. Of them, only those that fail are counted: an office may have one address, too.
 */
function areaOf({ url, routeOptions }: FastifyRequest): Area {
  if (routeOptions.url === '/-/sign-in' || routeOptions.url?.startsWith('/-/sign-in/')) return 'sign_in';
  return url.startsWith('/api/') ? 'api' : 'web';
}

/**
 * Limits requests per token or session, and per address without either. Excess requests get 429 with the
 * headers that GitLab documents (`RateLimit-Limit`, `-Name`, `-Observed`, `-Remaining`, `-Reset`, `Retry-After`).
 * @returns the caller's budget for GraphQL documents; null where nothing is counted.
 */
export function addRateLimits(
  server: FastifyInstance,
  options: RateLimitOptions | undefined,
): ((request: FastifyRequest) => WorkBudget) | null {
  if (!options) return null;
  const { limits, current = () => limits, db } = options;
  const shared = db ? sharedCountsOf(db) : null;
  server.addHook('onListen', () => shared?.start());
  server.addHook('onClose', () => shared?.stop());
  const known = new LRUCache<string, true>({ max: MAX_KNOWN });
  const callers = new WeakMap<FastifyRequest, Caller>();
  const counterOf = (name: string, limit: keyof ReturnType<typeof current>) =>
    new RequestCounter(() => current()[limit], shared && { counts: shared, name });
  const failedSignIns = counterOf('sign_in', 'signInsPerAddress');
  const countersOf = (kind: Caller['kind'], limit: keyof ReturnType<typeof current>) => ({
    api: counterOf(`${kind} api`, limit),
    web: counterOf(`${kind} web`, limit),
    sign_in: failedSignIns,
  });
  const counters = {
    authenticated: countersOf('authenticated', 'requestsPerToken'),
    unauthenticated: countersOf('unauthenticated', 'requestsPerAddress'),
  };
  const budgets = {
    authenticated: budgetOf(limits.queryTimePerToken),
    unauthenticated: budgetOf(limits.queryTimePerAddress),
  };

  /** Only accepted credentials have a limit of their own: otherwise made-up ones would each get one. */
  function callerOf(request: FastifyRequest): Caller {
    const found = callers.get(request);
    if (found) return found;
    const secret = authentication.secretOf(request);
    const key = secret === null ? null : keyOf(secret);
    const caller: Caller = key !== null && known.has(key) ? { kind: 'authenticated', key } : visitorOf(request);
    callers.set(request, caller);
    return caller;
  }

  server.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.url;
    if (route === undefined || uncounted.test(route)) return undefined;
    if (route.startsWith(SITES_PREFIX) && siteClaims(request) !== null) return undefined;
    const area = areaOf(request);
    const { kind, key } = area === 'sign_in' ? visitorOf(request) : callerOf(request);
    const counter = counters[kind][area];
    if (counter.limit === 0) return undefined;
    const usage = counter.count(key);
    announce(reply, `throttle_${kind}_${area}`, usage);
    if (usage.observed <= usage.limit) return undefined;
    return refuse(request, reply, usage);
  });

  server.addHook('onResponse', async (request, { statusCode }) => {
    if (areaOf(request) === 'sign_in' && statusCode < 400) failedSignIns.forgive(visitorOf(request).key);
    if (callers.get(request)?.kind !== 'unauthenticated') return;
    const secret = authentication.secretOf(request);
    if (secret === null || !(await authentication.isAuthenticated(request))) return;
    known.set(keyOf(secret), true);
  });

  return (request) => {
    const { kind, key } = callerOf(request);
    const budget = budgets[kind];
    return {
      isSignedIn: kind === 'authenticated',
      require: () => budget?.require(key),
      charge: (milliseconds) => budget?.charge(key, milliseconds),
    };
  };
}

function keyOf(secret: string): string {
  return sha256Of(secret).toString('base64url');
}

function visitorOf({ ip }: FastifyRequest): Caller {
  return { kind: 'unauthenticated', key: networkOf(ip) };
}

function budgetOf(perMinuteMs: number): TimeBudget | null {
  return perMinuteMs > 0 ? new TimeBudget(perMinuteMs) : null;
}

function announce(reply: FastifyReply, name: string, { limit, observed, resetAt }: Usage): void {
  void reply.headers({
    'ratelimit-limit': String(limit),
    'ratelimit-name': name,
    'ratelimit-observed': String(observed),
    'ratelimit-remaining': String(Math.max(0, limit - observed)),
    'ratelimit-reset': String(resetAt),
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply, { limit, resetAt }: Usage): FastifyReply {
  const retryAfter = Math.max(1, Math.ceil(resetAt - Date.now() / 1000));
  const { message, code } = new RateLimitedError(`More than ${limit} requests in a minute. Retry later.`, retryAfter);
  const isGraphql = request.routeOptions.url === '/api/graphql';
  return reply
    .code(429)
    .header('retry-after', String(retryAfter))
    .send({ message, ...(isGraphql && { errors: [{ message, extensions: { code } }] }) });
}
