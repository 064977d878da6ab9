import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Services } from '../platform/context.ts';
import { isUnavailable } from '../platform/database/lost.ts';
import { isChange, positionOf } from '../platform/forwarding/routing.ts';
import { version } from '../platform/version.ts';
import { authentication, modules } from './modules.ts';

/** How a server identifies the viewer of a request, on each edge. */
export interface Identity {
  contextOf: (request: FastifyRequest) => Promise<Context>;
  /** Throws if this request may read but not write. */
  mayChange: (request: FastifyRequest) => Promise<void>;
  /** The bootstrap data of a page: its viewer, and the CSRF token. */
  bootstrapOf: (request: FastifyRequest, reply: FastifyReply) => Promise<object>;
}

/** Identifies the viewers of requests before GraphQL parses them. */
export function addIdentity(server: FastifyInstance, services: Services): Identity {
  // GraphQL clients read `errors`, whatever the status.
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url !== '/api/graphql') return undefined;
    try {
      await authentication.viewerContextOf(services, request);
    } catch (error) {
      if (!authentication.isInvalidToken(error)) throw error;
      return reply.code(401).send({ errors: [{ message: error.message }] });
    }
    return undefined;
  });
  return {
    contextOf: async (request) => onReplica(request, await authentication.contextOf(services, request)),
    mayChange: (request) => authentication.requireWriteScope(services, request),
    bootstrapOf: (request, reply) => bootstrapOf(services, request, reply),
  };
}

/** Reads of a request may be answered by a replica that has the changes of its client. Mutations return to the primary. */
async function onReplica(request: FastifyRequest, ctx: Context): Promise<Context> {
  const { site } = ctx.services;
  if (site.replicas === null || isChange(request)) return ctx;
  return ctx.within(await site.replicas.reader(positionOf(site, request, authentication.secretOf(request))));
}

async function bootstrapOf(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<object> {
  const stranger = { viewer: null, csrfToken: '', version };
  try {
    for (const { publicBootstrap } of modules) {
      const shared = await publicBootstrap?.(services, request.url);
      if (!shared) continue;
      if (!shared.isFound) void reply.code(404);
      return { ...stranger, ...shared.parts, redirectTo: shared.redirectTo };
    }
    const ctx = await authentication.viewerContextOf(services, request);
    const parts = await Promise.all(modules.map(async (module) => module.bootstrap?.(ctx, request)));
    const { isFound, ...start } = Object.assign({ version }, ...parts) as { isFound?: boolean };
    const hasEnded = await authentication.dropEndedSession(services, request, reply);
    if (hasEnded) void reply.code(401);
    else if (isFound === false) void reply.code(404);
    return start;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    // A page can load while the database is unavailable: as for an anonymous viewer, and its requests then report the outage.
    void reply.code(503);
    return stranger;
  }
}
