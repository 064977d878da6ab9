import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PrimaryUnreachableError } from '../sites/errors.ts';
import { sign, SIGNATURE_HEADER } from '../sites/signature.ts';
import type { Site } from '../sites/site.ts';

/** How long connecting to the primary may take. */
const CONNECT_TIMEOUT_MS = 3_000;

const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

/** Headers of one connection, which a proxy does not pass on (RFC 9110, section 7.6.1). */
const connectionHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Set for each request by this site: those of the client are removed. */
const ownHeaders = new Set([
  'host',
  'expect',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'x-real-ip',
  SIGNATURE_HEADER,
]);

/**
 * Sends a request to the primary and answers with its answer, both as streams. A body that was already read is sent as JSON. Throws
 * PrimaryUnreachableError.
 */
export async function forward(
  site: Site,
  secret: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<IncomingMessage> {
  const { primaryUrl } = site;
  if (primaryUrl === null || !site.isPrimaryReachable) throw new PrimaryUnreachableError();
  const url = request.originalUrl;
  const parsed = request.body !== undefined && !isStream(request.body);
  const body = parsed ? Buffer.from(JSON.stringify(request.body)) : null;
  const headers = passedOn(request.raw.headers, ownHeaders);
  headers['x-request-id'] = request.id;
  headers[SIGNATURE_HEADER] = sign(secret, {
    method: request.method,
    url,
    site: site.name ?? '',
    address: request.ip,
    host: request.host,
    id: request.id,
  });
  if (body) {
    headers['content-type'] = 'application/json';
    headers['content-length'] = String(body.length);
    delete headers['content-encoding'];
  } else if (isStream(request.body) && headers['content-encoding'] !== undefined) {
    // Decompressed on its way to the handler.
    delete headers['content-encoding'];
    delete headers['content-length'];
  }
  const answer = await send(site, new URL(url, primaryUrl), { method: request.method, headers }, (outgoing) => {
    if (body) outgoing.end(body);
    else if (isStream(request.body)) request.body.pipe(outgoing);
    else if (hasBody(request)) request.raw.pipe(outgoing);
    else outgoing.end();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) outgoing.destroy();
    });
  });
  for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
  void reply.code(answer.statusCode ?? 502).headers(passedOn(answer.headers, new Set()));
  return answer;
}

type Outgoing = ReturnType<typeof httpRequest>;

function send(
  site: Site,
  url: URL,
  options: { method: string; headers: Record<string, string | string[]> },
  write: (outgoing: Outgoing) => void,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const outgoing = (isSecure ? httpsRequest : httpRequest)(url, {
      ...options,
      agent: agents[isSecure ? 'https:' : 'http:'],
    });
    const fail = (): void => {
      end();
      outgoing.destroy();
      reject(new PrimaryUnreachableError());
    };
    const timer = setTimeout(fail, CONNECT_TIMEOUT_MS);
    const stopWatching = site.onUnreachable(fail);
    const end = (): void => {
      clearTimeout(timer);
      stopWatching();
    };
    outgoing.on('socket', (socket) => {
      if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(timer));
      else clearTimeout(timer);
    });
    outgoing.once('response', (answer) => {
      end();
      resolve(answer);
    });
    outgoing.on('error', fail);
    write(outgoing);
  });
}

function hasBody({ raw: { headers } }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isStream(body: unknown): body is Readable {
  return body instanceof Readable;
}

function passedOn(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  removed: ReadonlySet<string>,
): Record<string, string | string[]> {
  const named = new Set(
    String(headers['connection'] ?? '')
      .toLowerCase()
      .split(/\s*,\s*/),
  );
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string | string[]] =>
        entry[1] !== undefined && !connectionHeaders.has(entry[0]) && !named.has(entry[0]) && !removed.has(entry[0]),
    ),
  );
}
