import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { scopesAllow } from '@milepost/core/accounts/access-tokens';
import { DomainError } from '@milepost/core/errors';
import type { McpServer } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Context, type Services } from '../../platform/context.ts';
import { statusOfError } from '../../platform/rest/errors.ts';
import type { Host } from '../../platform/rooms/module.ts';
import { unstorablePartOf } from '../../platform/util/text.ts';
import { InvalidTokenError, requireScope } from '../members/commands/identify.ts';
import { identityOf } from '../members/rest/identity.ts';
import { credentialsOf } from '../users/rest/credentials.ts';
import { failureOf, problemOf, tools } from './commands.ts';
import { fits, resultOf } from './commands/results.ts';

const PATH = '/api/v4/mcp';
const MAX_BODY_BYTES = 4 * 1024 ** 2;
/** Revisions of the protocol that differ in nothing that this server uses. */
const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

const packageFile = new URL('../../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;
const SERVER_ERROR = -32_000;

interface Caller {
  ctx: Context;
  mayWrite: boolean;
}

/** The MCP server: streamable HTTP without sessions, one protocol server per request. */
export function addMcpServer(server: FastifyInstance, { services }: Host): void {
  void server.register((inner: FastifyInstance, _options, done) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    );
    inner.route({
      method: 'POST',
      url: PATH,
      schema: { hide: true },
      config: { access: 'read' },
      handler: (request, reply) => handle(services, request, reply),
    });
    inner.route({
      method: ['GET', 'DELETE'],
      url: PATH,
      schema: { hide: true },
      config: { access: 'read' },
      handler: (_request, reply) => refuse(reply.header('allow', 'POST'), 405, SERVER_ERROR, 'Method not allowed'),
    });
    done();
  });
}

async function handle(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { origin, accept = '', 'mcp-protocol-version': revision } = request.headers;
  if (origin !== undefined && origin !== services.baseUrl && !services.mcpOrigins.includes(origin)) {
    return refuse(reply, 403, SERVER_ERROR, 'Requests from this origin are not allowed');
  }
  let caller: Caller | null;
  try {
    caller = await callerOf(services, request);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error instanceof InvalidTokenError) return unauthorized(reply, 'error="invalid_token"');
    return refuse(reply, statusOfError(error) ?? 403, SERVER_ERROR, error.message);
  }
  if (!caller) return unauthorized(reply);
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) {
    return refuse(reply, 406, SERVER_ERROR, 'Accept both application/json and text/event-stream');
  }
  if (revision !== undefined && !REVISIONS.includes(String(revision))) {
    return refuse(reply, 400, SERVER_ERROR, `Unsupported protocol version. Supported: ${REVISIONS.join(', ')}`);
  }
  let message: unknown;
  try {
    message = JSON.parse(request.body as string);
  } catch {
    return refuse(reply, 400, PARSE_ERROR, 'The body is not valid JSON');
  }
  // Otherwise one request could hold any number of calls, and count once against the rate limit.
  if (Array.isArray(message)) return refuse(reply, 400, INVALID_REQUEST, 'Batches are not supported');
  const unstorable = unstorablePartOf(message);
  if (unstorable !== null) return refuse(reply, 400, INVALID_PARAMS, `Invalid argument "${unstorable}"`);
  return forward(caller, request, reply, message);
}

/** Null without a token: the cookie of a session is not enough, because another site could send it. */
async function callerOf(services: Services, request: FastifyRequest): Promise<Caller | null> {
  if (credentialsOf(request).by !== 'token') return null;
  const identity = await identityOf(services, request);
  requireScope(identity, 'read');
  return {
    ctx: new Context(services, identity.viewer, services.db, { address: request.ip, via: 'MCP' }),
    mayWrite: scopesAllow(identity.scopes, 'write'),
  };
}

async function forward(
  caller: Caller,
  { headers, log }: FastifyRequest,
  reply: FastifyReply,
  message: unknown,
): Promise<FastifyReply> {
  const { createMcpHandler, McpServer, ProtocolError } = await import('@modelcontextprotocol/server');
  const logError = (error: unknown) => log.error({ err: error }, 'unexpected error in an MCP tool');
  const handler = createMcpHandler(
    () =>
      serverOf(new McpServer({ name: 'milepost', version }, { capabilities: { tools: {} } }), caller, {
        refusal: (text) => new ProtocolError(INVALID_PARAMS, text),
        logError,
      }),
    { responseMode: 'auto' },
  );
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  const sent = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const response = await handler.fetch(
    new Request(new URL(PATH, caller.ctx.baseUrl), {
      method: 'POST',
      headers: sent.filter(([name]) => name !== 'content-length' && name !== 'transfer-encoding') as [string, string][],
      body: JSON.stringify(message),
      signal: leaving.signal,
    }),
    { parsedBody: message },
  );
  void reply.code(response.status);
  for (const [name, value] of response.headers) void reply.header(name, value);
  return reply.send(response.body ? Readable.fromWeb(response.body as NodeReadableStream) : undefined);
}

interface Reporting {
  /** An error of the protocol that answers `-32602`. */
  refusal: (text: string) => Error;
  logError: (error: unknown) => void;
}

function serverOf(mcp: McpServer, { ctx, mayWrite }: Caller, { refusal, logError }: Reporting): McpServer {
  const { server } = mcp;
  server.setRequestHandler('tools/list', () => ({
    tools: tools
      .filter(({ isReadOnly }) => isReadOnly || mayWrite)
      .map(({ name, title, description, input, isReadOnly }) => ({
        name,
        title,
        description,
        // Without the symbols of TypeBox.
        inputSchema: JSON.parse(JSON.stringify(input)) as { type: 'object' },
        annotations: { title, readOnlyHint: isReadOnly, openWorldHint: false },
      })),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw refusal(`Unknown tool "${params.name}"`);
    if (!tool.isReadOnly && !mayWrite) throw refusal(`The tool "${tool.name}" needs a token with the scope api`);
    const given = params.arguments ?? {};
    const problem = problemOf(tool, given);
    if (problem !== null) throw refusal(problem);
    try {
      const data = await tool.run(ctx, given as never);
      return resultOf(fits(data) ? data : withoutDetails(data));
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) logError(error);
      return { content: [{ type: 'text' as const, text: failure ?? 'Internal error' }], isError: true };
    }
  });
  return mcp;
}

/** A result of changes that is too large: the changes were made, so only their details are left out. */
function withoutDetails(data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => typeof value !== 'object' || value === null));
}

function unauthorized(reply: FastifyReply, detail = ''): FastifyReply {
  const challenge = `Bearer realm="milepost"${detail === '' ? '' : `, ${detail}`}`;
  return refuse(reply.header('www-authenticate', challenge), 401, SERVER_ERROR, 'A valid access token is required');
}

function refuse(reply: FastifyReply, status: number, code: number, message: string): FastifyReply {
  return reply.code(status).send({ jsonrpc: '2.0', error: { code, message }, id: null });
}
