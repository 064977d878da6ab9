import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, { LogController, type FastifyError, type FastifyInstance } from 'fastify';
import { isUnavailable } from '../database/lost.ts';
import type { NamespaceRoutes } from './namespace-routes.ts';
import { sendError } from '../rest/errors.ts';
import { storageErrorOf } from '../storage.ts';
import { parseBodies } from './bodies.ts';
import { normalizeForwardedFor } from './client-address.ts';
import { waitForOpenRequestsOnly } from './closing.ts';
import { CONNECTIONS_CHECK_MS, cutStalledClients, DEFAULT_BODY_TIMEOUT_MS } from './timeouts.ts';
import { withoutCredentials } from './log-lines.ts';

export interface HttpOptions {
  logLevel: string;
  /** Where log lines go; standard output where not given. */
  logStream?: { write(line: string): void };
  /** Signs the cookies that are signed. */
  secret: string;
  /** Whether links begin with https: only then is Strict-Transport-Security sent. */
  isSecure: boolean;
  /** Largest JSON or form body in bytes: a description of a million characters and its escapes fit. */
  bodyLimit?: number;
  /** Knows which addresses below a group or project have routes. */
  namespaceRoutes?: NamespaceRoutes;
  /** Largest uploaded file in bytes. */
  fileLimit: number;
  /** Whether browsers may load images of other servers; true where not given. */
  hasRemoteImages?: boolean;
  /** Addresses and ranges of reverse proxies whose `X-Forwarded-…` headers are believed. */
  trustedProxies?: readonly string[];
  /** How long a client may take to send the head or the body of a request; 60 s where not given. */
  bodyTimeoutMs?: number;
}

/** A Fastify server with body parsers for all clients, security headers and one error handler. */
export async function httpServer(options: HttpOptions): Promise<FastifyInstance> {
  const server = fastify({
    http: {
      headersTimeout: options.bodyTimeoutMs ?? DEFAULT_BODY_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    },
    logger: {
      level: options.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'req.headers["private-token"]'],
      hooks: { streamWrite: withoutCredentials },
      ...(options.logStream && { stream: options.logStream }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    // Then `request.ip` is the nearest address that is none of these.
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    bodyLimit: options.bodyLimit ?? 8 * 1024 * 1024,
    // A path of ten groups, URL-encoded, is one parameter.
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: true },
    // Existing clients may end any REST path in `.json`.
    rewriteUrl: ({ method = 'GET', url = '/' }) => {
      const plain = url.replace(/^(\/api\/v4\/[^?]*)\.json(?=$|\?)/, keepFiles);
      return options.namespaceRoutes?.routed(method, plain) ?? plain;
    },
    // Our routes read their input themselves; the schemas describe and serialise.
    ajv: { customOptions: { strict: false } },
  });
  normalizeForwardedFor(server);
  waitForOpenRequestsOnly(server);
  cutStalledClients(server, options.bodyTimeoutMs);
  announcePlainJson(server);
  await server.register(cookie, { secret: options.secret });
  await server.register(multipart, { limits: { fileSize: options.fileLimit, files: 10 } });
  await server.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Positions of bars and colors of labels are style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', ...(options.hasRemoteImages === false ? [] : ['https:'])],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        ...(options.isSecure ? {} : { upgradeInsecureRequests: null }),
      },
    },
    ...(options.isSecure ? {} : { hsts: false }),
    crossOriginOpenerPolicy: options.isSecure ? { policy: 'same-origin' } : false,
    originAgentCluster: options.isSecure,
  });
  await server.register(compress, {
    // Never pages: they contain the CSRF token, whose length must not leak through compression.
    customTypes: /^(application\/(\w|[-.])*json|text\/(csv|calendar)|image\/svg\+xml)/,
    encodings: ['br', 'gzip'],
    threshold: 1_024,
    // A page of epics is compressed in a quarter of a millisecond; sending that to another thread would take longer.
    syncThreshold: 256 * 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 4 },
  });
  parseBodies(server);
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    if (sendError(reply, storageErrorOf(error) ?? error)) return reply;
    if (isUnavailable(error)) {
      void reply.code(503).header('retry-after', '2');
      return reply.send({ message: '503 The database is not available right now' });
    }
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return reply.code(error.statusCode).send({ message: `${error.statusCode} ${error.message}` });
    }
    request.log.error({ err: error, url: request.url }, 'unexpected error');
    return reply.code(500).send({ message: '500 Internal Server Error' });
  });
  return server;
}

/** `/repository/files/a.json` names a file; on other paths `.json` is only a format suffix. */
function keepFiles(whole: string, path: string): string {
  return path.includes('/repository/files/') || path.endsWith('/openapi') ? whole : path;
}

const JSON_TYPE = 'application/json';

/**
 * Announces JSON as exactly `application/json`. Fastify adds `; charset=utf-8`, a parameter that the media type does not have
 * (RFC 8259, section 11) and that python-gitlab refuses: it compares the whole header. A response without a body has no type.
 */
export function announcePlainJson(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && type.startsWith(JSON_TYPE)) {
      if (reply.statusCode === 204 || reply.statusCode === 304) reply.removeHeader('content-type');
      else if (type.startsWith(`${JSON_TYPE};`)) void reply.header('content-type', JSON_TYPE);
    }
    done();
  });
}
