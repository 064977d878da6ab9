import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Services } from '../platform/context.ts';
import { isUnavailable } from '../platform/database/lost.ts';
import { authentication, modules } from './modules.ts';

const packageFile = new URL('../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** How a server finds out who a request is from, at each of its edges. */
export interface Identity {
  contextOf: (request: FastifyRequest) => Promise<Context>;
  /** Throws where this request may read but not change. */
  mayChange: (request: FastifyRequest) => Promise<void>;
  /** What a page knows when it starts: who looks at it, and the token its changes carry. */
  bootstrapOf: (request: FastifyRequest, reply: FastifyReply) => Promise<object>;
}

/** Finds out who requests are from, before GraphQL reads them. */
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
      return { ...stranger, ...shared.parts };
    }
    const ctx = await authentication.viewerContextOf(services, request);
    const parts = await Promise.all(modules.map(async (module) => module.bootstrap?.(ctx, request)));
    return Object.assign({ version }, ...parts) as object;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    // A page may start while the database is away: as a stranger's, and it says so when it asks for more.
    void reply.code(503);
    return stranger;
  }
}
