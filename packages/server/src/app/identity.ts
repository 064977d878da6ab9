import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Context, type Services } from '../platform/context.ts';
import { isUnavailable } from '../platform/database/lost.ts';
import { missingPlaceOf } from '../modules/namespaces/rest/boot.ts';
import { InvalidTokenError } from '../modules/members/commands/identify.ts';
import { contextOfRequest, identityOf, requireWriteScope } from '../modules/members/rest/identity.ts';
import { bootOfRoadmaps, bootOfShared, secretInPath } from '../modules/roadmaps/rest/boot.ts';
import { needsSetUp } from '../modules/users/commands/set-up.ts';
import { csrfTokenFor } from '../modules/users/rest/credentials.ts';
import { addPages, presentViewer } from '../modules/users/rest/pages.ts';

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

/** Adds signing in and out and all that belongs to it. */
export function addIdentity(server: FastifyInstance, services: Services): Identity {
  const contextOf = (request: FastifyRequest) => contextOfRequest(services, request);
  addPages(server, { services, contextOf });
  // GraphQL clients read `errors`, whatever the status.
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url !== '/api/graphql') return undefined;
    try {
      await identityOf(services, request);
    } catch (error) {
      if (!(error instanceof InvalidTokenError)) throw error;
      return reply.code(401).send({ errors: [{ message: error.message }] });
    }
    return undefined;
  });
  return {
    contextOf,
    mayChange: (request) => requireWriteScope(services, request),
    bootstrapOf: (request, reply) => bootstrapOf(services, request, reply),
  };
}

async function bootstrapOf(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<object> {
  try {
    const secret = secretInPath(request.url);
    if (secret !== null) return await sharedBootstrapOf(services, reply, secret);
    const { user, viewer } = await identityOf(services, request);
    const ctx = new Context(services, viewer);
    const [roadmaps, missingPlace] = await Promise.all([
      bootOfRoadmaps(ctx, request.url),
      missingPlaceOf(ctx, request.url),
    ]);
    return {
      viewer: user && presentViewer(user),
      csrfToken: csrfTokenFor(request),
      version,
      roadmaps,
      missingPlace,
      needsSetUp: user === null && (await needsSetUp(services.db)),
    };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    // A page may start while the database is away: as a stranger's, and it says so when it asks for more.
    void reply.code(503);
    return { viewer: null, csrfToken: '', version };
  }
}

/** Behind a public link everyone is a stranger, whoever is signed in besides. */
async function sharedBootstrapOf(services: Services, reply: FastifyReply, secret: string): Promise<object> {
  const sharedRoadmap = await bootOfShared(services, secret);
  if (!sharedRoadmap) void reply.code(404);
  return { viewer: null, csrfToken: '', version, sharedRoadmap };
}
