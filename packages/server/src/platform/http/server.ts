import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { isUnavailable } from '../database/lost.ts';
import type { NamespaceRoutes } from './namespace-routes.ts';
import { sendError } from '../rest/errors.ts';
import { formErrorOf } from '../rest/forms.ts';
import { storageErrorOf } from '../files/unwritable.ts';
import { parseBodies } from './bodies.ts';
import { normalizeForwardedFor } from './client-address.ts';
import { sendSecurityHeaders } from './security-headers.ts';
import { CONNECTIONS_CHECK_MS, disconnectStalledClients, DEFAULT_BODY_TIMEOUT_MS } from './timeouts.ts';
import { inScope, safeRequestId } from '../telemetry/scope.ts';
import { endTraces, scopeOf, type Tracing } from '../telemetry/tracing.ts';
import { withoutCredentials } from './log-lines.ts';
import type { Socket } from 'node:net';

export interface HttpOptions {
  logLevel: string;
  /** The destination of log lines; standard output by default. */
  logStream?: { write(line: string): void };
  /** Signs cookies. */
  secret: string;
  /** Whether links begin with https: only then is Strict-Transport-Security sent. */
  isSecure: boolean;
  /** Maximum JSON or form body in bytes; by default an escaped description of a million characters fits. */
  bodyLimit?: number;
  /** The routes below groups and projects. */
  namespaceRoutes?: NamespaceRoutes;
  /** Maximum uploaded file in bytes. */
  fileLimit: number;
  /** Whether browsers may load images of other servers; true by default. */
  hasRemoteImages?: boolean;
  /** Addresses and ranges of reverse proxies whose `X-Forwarded-…` headers are trusted. */
  trustedProxies?: readonly string[];
  /** Answers a failed request at another site; null if this one answers. */
  answerAtOtherSite?: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | null;
  /** How long a client may take to send the head or the body of a request; DEFAULT_BODY_TIMEOUT_MS by default. */
  bodyTimeoutMs?: number;
  /** Receives requests and their statements; null without a collector. */
  tracing?: Tracing | null;
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
    // With proxies, `request.ip` is the nearest address that is not one of them.
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    bodyLimit: options.bodyLimit ?? 8 * 1024 * 1024,
    // A start on a busy machine, or with a database that is still waking up, must not fail after the default ten seconds.
    pluginTimeout: 120_000,
    genReqId: ({ headers }) => safeRequestId(headers['x-request-id']) ?? randomUUID(),
    // A path of ten groups, URL-encoded, is one parameter.
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: true },
    // Before any route is found: an address that is malformed or too long. No hook corrects the type of this answer, and bytes keep theirs.
    frameworkErrors: ({ statusCode = 400 }, _request, reply: FastifyReply) => {
      const text = JSON.stringify({ message: `${statusCode} ${STATUS_CODES[statusCode] ?? 'Error'}` });
      void reply.code(statusCode).header('content-type', JSON_TYPE).send(Buffer.from(text));
    },
    // Existing clients may end any REST path in `.json`.
    rewriteUrl: ({ method = 'GET', url = '/' }) => {
      const plain = url.replace(/^(\/api\/v4\/[^?]*)\.json(?=$|\?)/, keepFiles);
      return options.namespaceRoutes?.routed(method, plain) ?? plain;
    },
    // Routes validate input with readInput; the schemas are for descriptions and serialization.
    ajv: { customOptions: { strict: false } },
  });
  // First: everything below belongs to the request.
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    inScope(scopeOf(request, options.tracing ?? null), done);
  });
  endTraces(server);
  normalizeForwardedFor(server);
  waitForOpenRequestsOnly(server);
  disconnectStalledClients(server, options.bodyTimeoutMs);
  announcePlainJson(server);
  await server.register(cookie, { secret: options.secret });
  await server.register(multipart, { limits: { fileSize: options.fileLimit, files: 10 } });
  sendSecurityHeaders(server, options);
  await server.register(compress, {
    // Not pages: compression could leak the CSRF token that they contain (BREACH).
    customTypes: /^(application\/(\w|[-.])*json|text\/(csv|calendar)|image\/svg\+xml)/,
    encodings: ['br', 'gzip'],
    threshold: 1_024,
    // A page of epics is compressed in a quarter of a millisecond, less than handing it to another thread takes.
    syncThreshold: 256 * 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 4 },
  });
  parseBodies(server);
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    const forwarded = options.answerAtOtherSite?.(error, request, reply) ?? null;
    if (forwarded) return forwarded;
    if (sendError(reply, storageErrorOf(error) ?? formErrorOf(error) ?? error)) return reply;
    if (isUnavailable(error)) {
      void reply.code(503).header('retry-after', '2');
      return reply.send({ message: '503 The database is not available right now' });
    }
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return reply.code(error.statusCode).send({ message: `${error.statusCode} ${error.message}` });
    }
    request.log.error({ err: error, url: request.url }, 'unexpected error');
    return reply.code(500).send({ message: '500 Internal Server Error', request_id: request.id });
  });
  return server;
}

/** Keeps `.json` on paths of files, branches, tags and commits (`/repository/files/a.json`); on all others it is a format suffix. */
function keepFiles(whole: string, path: string): string {
  return /\/repository\/(files|branches|tags|commits)\//.test(path) || path.endsWith('/openapi') ? whole : path;
}

const JSON_TYPE = 'application/json';

/**
 * Announces JSON as exactly `application/json`. Fastify adds `; charset=utf-8`, a parameter that the media type does not have
 * (RFC 8259, section 11). python-gitlab compares the whole header and would refuse it. A response without a body has no type.
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

/**
 * Makes a closing server wait for open requests only, not for idle connections that browsers opened in advance or keep alive.
 */
function waitForOpenRequestsOnly(server: FastifyInstance): void {
  const open = new Set<Socket>();
  let isClosing = false;
  server.server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    return undefined;
  });
  server.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done();
  });
}
