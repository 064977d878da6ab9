import { DomainError, NotFoundError } from '@milepost/core/errors';
import { parseQuery } from '@milepost/core/query';
import type { Viewer } from '@milepost/core/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, hasRepresentation } from '../../../platform/http/etag.ts';
import type { Services } from '../../../platform/context.ts';
import type { Host } from '../../../platform/rooms/module.ts';
import { RateLimiter } from '../../../platform/http/rate-limit.ts';
import { asDownload } from '../../../platform/rest/download.ts';
import { sendError } from '../../../platform/rest/errors.ts';
import { isRecord, readInput } from '../../../platform/rest/input.ts';
import { nullIfNotFound } from '../../../platform/util/errors.ts';
import { TooManyStreamsError } from '../../live/commands/limits.ts';
import { openStream, streamsOf } from '../../live/rest/stream.ts';
import { openRoadmapLink, type OpenedLink } from '../commands/links.ts';
import { calendarOf } from './calendar.ts';
import { csvNameOf, csvOf } from './csv.ts';
import { roadmapQueryOf } from './listing.ts';
import { answerShared, sharedInput, type SharedInput } from './shared-query.ts';
import type { RoadmapLinkKind } from '../table.ts';

/** The prefix of every address of a link. */
const PREFIX = '/-/shared/';

/**
 * The endpoints of links: roadmap data, CSV, calendars. They ignore sessions and tokens other than the secret in the address,
 * and are read-only. (The page itself is served like all pages.)
 */
export function addSharedRoadmaps(server: FastifyInstance, { services, schema }: Host): void {
  const streams = streamsOf(server);
  const uses = new RateLimiter({ burst: 600, perMinute: 600 });
  const viewers = new LinkViewers(services);
  const guesses = new RateLimiter({ burst: 20, perMinute: 20 });

  // Shared pages are not for search engines.
  server.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith(PREFIX)) void reply.header('x-robots-tag', 'noindex, nofollow');
  });

  route('POST', '/-/shared/roadmap/:token/query', ['page'], async ({ ctx, link, group }, request) => {
    const input = readInput(sharedInput, isRecord(request.body) ? request.body : {}) as SharedInput;
    return { data: await answerShared(ctx, schema, roadmapQueryOf(group, parseQuery(link.query), input.today), input) };
  });

  server.get(
    '/-/shared/roadmap/:token/live',
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      try {
        const { ctx, group } = await open(request, reply, ['page']);
        const { token } = request.params as { token: string };
        const identify = (since?: number): Promise<Viewer | null> => viewers.viewerOf(token, since);
        await openStream(streams, request, reply, { viewer: ctx.viewer, watched: group.scope, identify });
      } catch (error) {
        if (error instanceof TooManyStreamsError) void reply.header('retry-after', '60');
        if (sendError(reply, error)) return reply;
        throw error;
      }
      return reply;
    },
  );

  route('GET', '/-/shared/roadmap/:token/roadmap.csv', ['page'], async ({ ctx, link, group }, request, reply) => {
    const { today, bom, columns = '' } = request.query as { today?: string; bom?: string; columns?: string };
    const question = roadmapQueryOf(group, parseQuery(link.query), today);
    void asDownload(reply, 'text/csv; charset=utf-8', csvNameOf(question));
    return csvOf(ctx, question, { hasMark: bom === 'true', columns });
  });

  route('GET', '/-/shared/roadmap/:token/calendar.ics', ['page', 'feed'], async (opened, request, reply) => {
    const { ctx, link, group } = opened;
    const text = await calendarOf(ctx, roadmapQueryOf(group, parseQuery(link.query)), link.name);
    const etag = etagOf(text);
    void reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (hasRepresentation(request, etag)) return reply.code(304).send();
    void reply.header('content-disposition', 'inline; filename="roadmap.ics"');
    return reply.type('text/calendar; charset=utf-8').send(text);
  });

  function route(
    method: 'GET' | 'POST',
    url: string,
    kinds: readonly RoadmapLinkKind[],
    answer: (opened: OpenedLink, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void {
    server.route({
      method,
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        try {
          return await answer(await open(request, reply, kinds), request, reply);
        } catch (error) {
          if (sendError(reply, error)) return reply;
          throw error;
        }
      },
    });
  }

  async function open(
    request: FastifyRequest,
    reply: FastifyReply,
    kinds: readonly RoadmapLinkKind[],
  ): Promise<OpenedLink> {
    const { token } = request.params as { token: string };
    hold(uses, `${request.ip} ${token.slice(0, 100)}`, reply);
    try {
      const opened = await openRoadmapLink(services, token);
      if (!kinds.includes(opened.link.kind)) throw new NotFoundError('Link');
      return opened;
    } catch (error) {
      if (error instanceof NotFoundError) hold(guesses, request.ip, reply);
      throw error;
    }
  }
}

/** How long, in milliseconds, a link is assumed to be valid without a query. */
const VIEWER_TTL_MS = 500;

/** Groups open pages by link, so that their checks share one answer. */
class LinkViewers {
  readonly #services: Services;
  readonly #known = new Map<string, { checkedAt: number; viewer: Promise<Viewer | null> }>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Null once the secret is invalid. `since`: a cached result older than this is not used. */
  viewerOf(secret: string, since = 0): Promise<Viewer | null> {
    const now = Date.now();
    for (const [each, { checkedAt }] of this.#known) if (now - checkedAt > VIEWER_TTL_MS) this.#known.delete(each);
    const known = this.#known.get(secret);
    if (known && known.checkedAt >= since) return known.viewer;
    const viewer = this.#check(secret);
    this.#known.set(secret, { checkedAt: now, viewer });
    return viewer;
  }

  async #check(secret: string): Promise<Viewer | null> {
    const opened = await nullIfNotFound(openRoadmapLink(this.#services, secret));
    return opened && opened.ctx.viewer;
  }
}

/** Too many connections from one address. */
class TooManyRequestsError extends DomainError {
  override name = 'TooManyRequestsError';
  readonly code = 'TOO_MANY_REQUESTS' as const;
  readonly kind = 'limited' as const;
  constructor() {
    super('Too many requests. Wait a moment and try again');
  }
}

function hold(limiter: RateLimiter, key: string, reply: FastifyReply): void {
  const wait = limiter.take(key);
  if (wait === null) return;
  void reply.header('retry-after', String(wait));
  throw new TooManyRequestsError();
}
