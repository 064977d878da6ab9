import { MAX_ARCHIVE_BYTES } from '@milepost/core/files/uploads';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import swagger from '@fastify/swagger';
import { suggestedLabelColors, type SuggestedColor } from '@milepost/core/labels';
import type { FastifyInstance } from 'fastify';
import type { InstanceSettings } from '../platform/config/config.ts';
import type { LimitsConfig } from '../platform/config/limits.ts';
import type { Services } from '../platform/context.ts';
import { snapshotOf } from '../platform/database/snapshot.ts';
import { ResponseCache } from '../platform/graphql/response-cache.ts';
import { serveGraphql } from '../platform/graphql/serve.ts';
import { serveHealth } from '../platform/http/health.ts';
import { NamespaceRoutes, NAMESPACE_ROUTES_PREFIX } from '../platform/http/namespace-routes.ts';
import { servePages } from '../platform/http/pages.ts';
import { httpServer } from '../platform/http/server.ts';
import { serveRemoteImages } from '../platform/remote-images/serve.ts';
import { answerOtherMethods } from '../platform/rest/other-methods.ts';
import type { Tracing } from '../platform/telemetry/tracing.ts';
import { Routes } from '../platform/rest/routes.ts';
import { addSiteRouting, type SiteRouting } from '../platform/forwarding/routing.ts';
import { addIdentity, type Identity } from './identity.ts';
import { authentication, modules } from './modules.ts';
import { addRateLimits } from './rate-limits.ts';
import { schemaOfAllRooms } from './schema.ts';
import type { Endpoints } from '@milepost/core/settings/endpoints';

export interface ServerOptions {
  services: Services;
  logLevel: string;
  /** Target of log lines; standard output by default. */
  logStream?: { write(line: string): void };
  /** Signs cookies. */
  secret: string;
  /** The folder of uploads and archives. */
  dataDir: string;
  /** First day of the week on pages: 0 (Sunday), the default, to 6. */
  firstWeekday?: number;
  /** The number of months in the pages' calendars; 1 by default. */
  calendarMonths?: number;
  labelColors?: readonly SuggestedColor[];
  /** Receives traces of requests; none by default. */
  tracing?: Tracing | null;
  /** The built web application, if it is not the one of this repository. */
  webFolder?: string;
  /** Maximum files attached to one text; null, the default, for no limit. */
  uploadMaxFiles?: number | null;
  /** Maximum size of an uploaded file in bytes; 2 GiB by default, because exports are uploaded. */
  fileLimit?: number;
  /** Addresses and ranges of trusted reverse proxies, whose `X-Forwarded-…` headers are used; none by default. */
  trustedProxies?: readonly string[];
  /** The token for `/-/metrics`; by default only local requests are allowed. */
  metricsToken?: string | null;
  /** Without this, no rate limits and the default limits otherwise. */
  limits?: LimitsConfig;
  /** The rate limits at this moment; those of `limits` by default. */
  rateLimits?: () => InstanceSettings['rateLimits'];
  /** The persisted documents by hash; those of the web build by default. */
  persistedDocuments?: Readonly<Record<string, string>>;
}

const packageFolder = join(import.meta.dirname, '../..');
/** The built web application, in the sibling package. */
const webFolder = join(packageFolder, '../web/dist');
const diagramsFolder = join(packageFolder, '../web/diagrams/dist');

/** The complete server, not yet listening: GraphQL, REST, pages and protections. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { services } = options;
  const namespaceRoutes = new NamespaceRoutes();
  let routing: SiteRouting | null = null;
  const server = await httpServer({
    answerAtOtherSite: (...failed) => routing?.answerAtOtherSite(...failed) ?? null,
    logLevel: options.logLevel,
    ...(options.logStream && { logStream: options.logStream }),
    secret: options.secret,
    isSecure: services.baseUrl.startsWith('https:'),
    fileLimit: options.fileLimit ?? MAX_ARCHIVE_BYTES,
    namespaceRoutes,
    ...(options.limits && { bodyTimeoutMs: options.limits.bodyTimeoutMs }),
    trustedProxies: options.trustedProxies ?? [],
    tracing: options.tracing ?? null,
    hasRemoteImages: services.remoteImages.mode === 'allow',
  });
  const { limits } = options;
  // The primary counts and authenticates what is forwarded to it.
  const sites = addSiteRouting(server, { services, secretOf: (request) => authentication.secretOf(request) });
  routing = sites;
  // Runs before authentication queries the database.
  const budgetOf = addRateLimits(
    server,
    limits && { limits, ...(options.rateLimits && { current: options.rateLimits }), db: services.db },
  );
  const { contextOf, mayChange, bootstrapOf } = addIdentity(server, services);
  // Replicas may be behind the snapshot of the primary, so nothing that they answered is cached.
  const responseCache = new ResponseCache({
    snapshot: () => (services.site.replicas ? Promise.resolve(randomUUID()) : snapshotOf(services.db)),
  });
  serveHealth(server, services.db, {
    metricsToken: options.metricsToken ?? null,
    storage: services.storage,
    files: services.files,
    answers: responseCache,
  });
  serveRemoteImages(server, services);
  const schema = schemaOfAllRooms();
  await serveGraphql(server, {
    schema,
    contextOf,
    mayChange: async (request) => {
      sites.requireChanges(request);
      await mayChange(request);
    },
    persistedDocuments: options.persistedDocuments ?? readPersistedDocuments(),
    responseCache,
    ...(limits && { limits: limits.documents }),
    ...(budgetOf && { budgetOf }),
  });
  await server.register((api: FastifyInstance) => serveRest(api, contextOf), { prefix: '/api/v4' });
  await server.register((inner: FastifyInstance) => serveSite(inner, contextOf));
  await server.register((inner: FastifyInstance) => serveNamespaceRoutes(inner, contextOf, namespaceRoutes), {
    prefix: NAMESPACE_ROUTES_PREFIX,
  });
  const host = { services, contextOf, schema, ...(limits && { limits }) };
  for (const module of modules) module.addPages?.(server, host);
  await servePages(server, {
    folder: options.webFolder ?? webFolder,
    diagrams: diagramsFolder,
    bootstrap: async (request, reply) => ({
      firstWeekday: options.firstWeekday ?? 0,
      ...(await bootstrapOf(request, reply)),
      calendarMonths: options.calendarMonths ?? 1,
      labelColors: options.labelColors ?? suggestedLabelColors,
      uploadLimit: services.uploadLimit,
      instanceName: services.instance.name,
      logoUrl: services.instance.logoUrl,
      isSignUpOpen: services.instance.signUp.isOpen,
      isPasswordSignInOn: services.instance.passwordSignIn,
      uploadMaxFiles: options.uploadMaxFiles ?? null,
      endpoints,
    }),
  });
  return server;
}

async function serveRest(server: FastifyInstance, contextOf: Identity['contextOf']): Promise<void> {
  answerOtherMethods(server);
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Milepost REST API',
        version: 'v4',
        description: 'Follows the public documentation of GitLab.',
      },
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'PRIVATE-TOKEN' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ token: [] }, { bearer: [] }],
    },
  });
  const routes = new Routes(server, contextOf);
  for (const module of modules) module.addRoutes?.(routes);
  server.get('/openapi.json', { schema: { hide: true } }, () => server.swagger());
}

/** Endpoints of the pages outside groups and projects. */
async function serveSite(server: FastifyInstance, contextOf: Identity['contextOf']): Promise<void> {
  const routes = new Routes(server, contextOf);
  for (const module of modules) module.addSiteRoutes?.(routes);
}

/** Endpoints of the pages of groups and projects, whose addresses start with a full path. */
async function serveNamespaceRoutes(
  server: FastifyInstance,
  contextOf: Identity['contextOf'],
  namespaceRoutes: NamespaceRoutes,
): Promise<void> {
  server.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat())
      namespaceRoutes.add(each, url.slice(NAMESPACE_ROUTES_PREFIX.length), config?.isBare);
  });
  const routes = new Routes(server, contextOf);
  for (const module of modules) module.addNamespaceRoutes?.(routes);
}

/** The persisted documents by hash, from the web build; none before the first build. */
function readPersistedDocuments(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(join(webFolder, 'persisted-documents.json'), 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

/** The paths of the pages' endpoints. */
export const endpoints: Endpoints = {
  graphql: '/api/graphql',
  rest: '/api/v4',
  live: '/-/live',
  readiness: '/-/readiness',
  signOut: '/-/sign-out',
  abuseReports: '/-/abuse_reports',
  frequentItems: '/-/frequent_items',
  group: '/groups/{fullPath}/-',
  project: '/{fullPath}/-',
  groupUploads: '/groups/{fullPath}/-/uploads',
  projectUploads: '/{fullPath}/uploads',
};
