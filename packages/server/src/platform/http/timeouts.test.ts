import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { describe, test as base } from 'vitest';
import { httpServer } from './server.ts';

const TIMEOUT_MS = 800;

const test = base
  .extend<{ server: FastifyInstance }>({
    // oxlint-disable-next-line no-empty-pattern
    server: async ({}, use) => {
      const server = await httpServer({
        logLevel: 'silent',
        secret: 's'.repeat(32),
        isSecure: false,
        fileLimit: 1e9,
        bodyTimeoutMs: TIMEOUT_MS,
      });
      server.post('/echo', (request) => ({ got: request.body }));
      server.post('/upload', async (request) => {
        let bytes = 0;
        for await (const part of request.parts()) {
          if (part.type === 'file') for await (const chunk of part.file) bytes += (chunk as Buffer).length;
        }
        return { bytes };
      });
      server.get('/large', () => 'x'.repeat(40_000_000));
      await server.listen({ port: 0, host: '127.0.0.1' });
      await use(server);
      server.server.closeAllConnections();
      await server.close();
    },
  })
  .extend<{ open: () => Promise<Client> }>({
    open: async ({ server }, use) => {
      const clients: Client[] = [];
      await use(async () => {
        const client = new Client((server.server.address() as AddressInfo).port);
        clients.push(client);
        await once(client.socket, 'connect');
        return client;
      });
      for (const { socket } of clients) socket.destroy();
    },
  });

/** A client with full control over what it sends and when. */
class Client {
  readonly socket: Socket;
  received = '';
  isClosed = false;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (chunk: Buffer) => (this.received += chunk.toString()));
    this.socket.on('close', () => (this.isClosed = true));
    this.socket.on('error', () => {});
  }
}

const head = (path: string, headers: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');
const json = head('/echo', ['Content-Type: application/json', 'Content-Length: 100']);
const FILE_BYTES = 200_000;
const before = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n';
const after = '\r\n--b--\r\n';
const upload = head('/upload', [
  'Content-Type: multipart/form-data; boundary=b',
  `Content-Length: ${before.length + FILE_BYTES + after.length}`,
  'Connection: close',
]);

// Each has a server of its own, and waits for most of its time.
describe.concurrent('time-outs', () => {
  test('a stalled request body is cut with an error response', async ({ open, expect }) => {
    const client = await open();
    client.socket.write(`${json}{"a":`);
    await expect.poll(() => client.isClosed, { timeout: 5_000 }).toBe(true);
    expect(client.received).toContain('408 Request Timeout');
  });

  test('a slowly trickling body is cut off, too', async ({ open, expect }) => {
    const client = await open();
    client.socket.write(json);
    const dripping = setInterval(() => client.socket.write(' '), 50);
    await expect.poll(() => client.isClosed, { timeout: 5_000 }).toBe(true);
    clearInterval(dripping);
  });

  test('an incomplete request head is cut off', async ({ open, expect }) => {
    const [silent, dripping] = [await open(), await open()];
    dripping.socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    const timer = setInterval(() => dripping.socket.write('x'), 100);
    // Node.js checks for such connections every few seconds.
    await expect.poll(() => [silent.isClosed, dripping.isClosed], { timeout: 20_000 }).toEqual([true, true]);
    clearInterval(timer);
  });

  test('a body that is complete in time is accepted, and its connection stays usable', async ({ open, expect }) => {
    const client = await open();
    const body = '{"a":1}';
    const whole = head('/echo', ['Content-Type: application/json', `Content-Length: ${body.length}`]);
    client.socket.write(whole + body);
    await expect.poll(() => client.received).toContain('"got":{"a":1}');
    await sleep(TIMEOUT_MS * 1.5);
    client.received = '';
    client.socket.write(whole + body);
    await expect.poll(() => client.received).toContain('"got":{"a":1}');
  });

  test('an upload that makes no progress is cut', async ({ open, expect }) => {
    const client = await open();
    client.socket.write(`${upload}${before}${'x'.repeat(50_000)}`);
    const dripping = setInterval(() => client.socket.write('x'), 50);
    await expect.poll(() => client.isClosed, { timeout: 5_000 }).toBe(true);
    clearInterval(dripping);
  });

  test('a client that reads nothing of its answer is cut', async ({ open, server, expect }) => {
    const client = await open();
    client.socket.pause();
    client.socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    const connections = (): Promise<number> =>
      new Promise((resolve) => server.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(connections).toBe(1);
    await expect.poll(connections, { timeout: 5_000 }).toBe(0);
  });
});

// Alone, because their clients must keep pace.
test('an upload over a slow line takes as long as it needs', async ({ open, expect }) => {
  const client = await open();
  client.socket.write(upload + before);
  const piece = 'x'.repeat(FILE_BYTES / 25);
  for (let index = 0; index < 25; index++) {
    await sleep(TIMEOUT_MS / 8);
    client.socket.write(piece);
  }
  client.socket.write(after);
  await expect.poll(() => client.received, { timeout: 5_000 }).toContain(`{"bytes":${FILE_BYTES}}`);
});

test('a client that reads slowly gets its full response', async ({ open, expect }) => {
  const client = await open();
  client.socket.removeAllListeners('data');
  let bytes = 0;
  let isPaused = true;
  client.socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (!isPaused) return;
    client.socket.pause();
    setTimeout(() => client.socket.resume(), 20);
  });
  client.socket.write('GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await sleep(TIMEOUT_MS * 3);
  isPaused = false;
  await expect.poll(() => client.isClosed, { timeout: 10_000 }).toBe(true);
  expect(bytes).toBeGreaterThan(40_000_000);
});
