import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Context } from '../context.ts';
import type { ResponseCache, Settle } from './response-cache.ts';

/** Longer requests contain typed text and are unlikely to repeat. */
const MAX_KEY_LENGTH = 10_000;

type Hooks = Required<
  Pick<RouteShorthandOptions, 'preHandler' | 'preSerialization' | 'onSend' | 'onResponse' | 'onRequestAbort'>
>;

/** Caches responses to the persisted queries of the web app. `isQuery`: whether the document of this hash has no mutation. */
export function responseCacheHooks(options: {
  responseCache: ResponseCache;
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>;
  isQuery: (hash: string) => boolean;
}): Hooks {
  const { responseCache, contextOf, isQuery } = options;
  const misses = new WeakMap<FastifyRequest, Settle>();
  const settle = (request: FastifyRequest, response: Parameters<Settle>[0]): void => {
    misses.get(request)?.(response);
    misses.delete(request);
  };
  return {
    preHandler: async (request, reply) => {
      const cacheable = cacheableQueryOf(request.body, isQuery);
      if (cacheable === null) return undefined;
      const { viewer, mayWrite } = await contextOf(request, reply);
      const { as_of: asOf = '' } = request.query as Record<string, unknown>;
      const key = [viewer.key, mayWrite, request.headers.accept ?? '', JSON.stringify(asOf), cacheable].join('\n');
      // Without a database there is no cache; the handler then reports the outage.
      const cached = await responseCache.get(key).catch(() => null);
      if (typeof cached === 'function') misses.set(request, cached);
      if (cached === null || typeof cached === 'function') return undefined;
      return reply.type(cached.contentType).send(cached.text);
    },
    preSerialization: async (request, _reply, payload: unknown) => {
      if (hasErrors(payload)) settle(request, null);
      return payload;
    },
    onSend: async (request, reply, payload) => {
      const contentType = reply.getHeader('content-type');
      const isComplete = reply.statusCode === 200 && typeof payload === 'string' && typeof contentType === 'string';
      settle(request, isComplete ? { text: payload, contentType } : null);
      return payload;
    },
    onResponse: async (request) => settle(request, null),
    onRequestAbort: async (request) => settle(request, null),
  };
}

function hasErrors(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'errors' in payload;
}

/** Document hash and variables of a body that holds one persisted query, else null. */
function cacheableQueryOf(body: unknown, isQuery: (hash: string) => boolean): string | null {
  const { persisted, query, variables } = (body ?? {}) as Record<string, unknown>;
  if (persisted !== true || typeof query !== 'string' || !isQuery(query)) return null;
  const key = `${query}\n${JSON.stringify(variables ?? {})}`;
  return key.length > MAX_KEY_LENGTH ? null : key;
}
