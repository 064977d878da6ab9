import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Context } from '../context.ts';
import type { Give, Remembered } from './remembered.ts';

/** Longer questions are asked once: somebody typed them. */
const MAX_QUERY_LENGTH = 10_000;

type Hooks = Required<
  Pick<RouteShorthandOptions, 'preHandler' | 'preSerialization' | 'onSend' | 'onResponse' | 'onRequestAbort'>
>;

/**
 * What the GraphQL route does for questions of our own pages: it answers those it remembers, and remembers what it answers.
 * `isQuery`: whether the persisted document of this hash only reads.
 */
export function rememberingRoute(options: {
  remembered: Remembered;
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>;
  isQuery: (hash: string) => boolean;
}): Hooks {
  const { remembered, contextOf, isQuery } = options;
  const owed = new WeakMap<FastifyRequest, Give>();
  const settle = (request: FastifyRequest, answer: Parameters<Give>[0]): void => {
    owed.get(request)?.(answer);
    owed.delete(request);
  };
  return {
    preHandler: async (request, reply) => {
      const asked = askedIn(request.body, isQuery);
      if (asked === null) return undefined;
      const { viewer } = await contextOf(request, reply);
      const question = [viewer.key, request.headers.accept ?? '', asked].join('\n');
      // Without a database there is nothing to remember: whoever answers next will say so.
      const answer = await remembered.ask(question).catch(() => null);
      if (typeof answer === 'function') owed.set(request, answer);
      if (answer === null || typeof answer === 'function') return undefined;
      return reply.type(answer.contentType).send(answer.text);
    },
    preSerialization: async (request, _reply, payload: unknown) => {
      if (hasErrors(payload)) settle(request, null);
      return payload;
    },
    onSend: async (request, reply, payload) => {
      const contentType = reply.getHeader('content-type');
      const isWhole = reply.statusCode === 200 && typeof payload === 'string' && typeof contentType === 'string';
      settle(request, isWhole ? { text: payload, contentType } : null);
      return payload;
    },
    onResponse: async (request) => settle(request, null),
    onRequestAbort: async (request) => settle(request, null),
  };
}

function hasErrors(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'errors' in payload;
}

/** What a body asks, when it is a single query of ours. */
function askedIn(body: unknown, isQuery: (hash: string) => boolean): string | null {
  const { persisted, query, variables } = (body ?? {}) as Record<string, unknown>;
  if (persisted !== true || typeof query !== 'string' || !isQuery(query)) return null;
  const asked = `${query}\n${JSON.stringify(variables ?? {})}`;
  return asked.length > MAX_QUERY_LENGTH ? null : asked;
}
