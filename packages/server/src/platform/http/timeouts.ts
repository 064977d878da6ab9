import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** How long a client may take to send a body. */
export const DEFAULT_BODY_TIMEOUT_MS = 60_000;
/** Minimum that an upload must transfer in that time: 270 bytes per second, far below the slowest connections. */
const MIN_UPLOAD_BYTES = 16 * 1024;
/** How long a client may read nothing of a pending response, as a multiple of the body timeout. */
const READ_TIMEOUT_FACTOR = 2;

/** The interval at which Node.js checks for requests with an incomplete head. */
export const CONNECTIONS_CHECK_MS = 5_000;

/**
 * Disconnects clients that stall a request or do not read a response. A body that is read into memory must be complete within
 * `bodyTimeoutMs`; a form with files or a push, which may be large and use a slow connection, must only make progress. (Node.js limits
 * headers: `headersTimeout`.)
 */
export function disconnectStalledClients(
  server: FastifyInstance,
  bodyTimeoutMs: number = DEFAULT_BODY_TIMEOUT_MS,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    // Injected requests have no connection.
    if (request.raw.socket instanceof Socket && hasBody(request)) {
      if (isUpload(request)) cutWithoutProgress(request, reply, bodyTimeoutMs);
      else cutAfter(request, reply, bodyTimeoutMs);
    }
    done();
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    const { socket } = request.raw;
    // The socket's timer restarts with every chunk that the client reads. An injected request has no socket.
    if (socket instanceof Socket) reply.raw.setTimeout(READ_TIMEOUT_FACTOR * bodyTimeoutMs, () => socket.destroy());
    done();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isUpload({ headers }: FastifyRequest): boolean {
  return /^(multipart\/|application\/x-git-)/.test(headers['content-type'] ?? '');
}

function cutAfter(request: FastifyRequest, reply: FastifyReply, milliseconds: number): void {
  const { raw } = request;
  const timer = setTimeout(() => cut(request, reply), milliseconds);
  timer.unref();
  const stop = (): void => clearTimeout(timer);
  raw.once('end', stop);
  raw.once('close', stop);
}

function cutWithoutProgress(request: FastifyRequest, reply: FastifyReply, milliseconds: number): void {
  const { raw } = request;
  let read = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const brought = raw.socket.bytesRead - read;
    read = raw.socket.bytesRead;
    // Buffered data means that the server is slow, not the client.
    if (raw.readableLength === 0 && brought < MIN_UPLOAD_BYTES) cut(request, reply);
  }, milliseconds);
  timer.unref();
  const stop = (): void => clearInterval(timer);
  raw.once('end', stop);
  raw.once('close', stop);
}

function cut({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw;
  if (raw.complete || socket.destroyed) return;
  // The response that Node.js itself sends to requests that time out.
  if (!reply.raw.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket.destroySoon();
  // A client that reads nothing would keep the connection half open.
  setTimeout(() => socket.destroy(), 1_000).unref();
}
