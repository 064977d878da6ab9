import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Services } from '../platform/context.ts';
import { isUnavailable } from '../platform/database/lost.ts';
import { authentication, modules } from './modules.ts';

const packageFile = new URL('../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

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
    contextOf: (request) => authentication.contextOf(services, request),
    mayChange: (request) => authentication.requireWriteScope(services, request),
    bootstrapOf: (request, reply) => bootstrapOf(services, request, reply),
  };
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
    if (isFound === false) void reply.code(404);
    return start;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    // A page can load while the database is unavailable: as for an anonymous viewer, and its requests then report the outage.
    void reply.code(503);
    return stranger;
  }
}
