import { once } from 'node:events';
import { request } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, test as base } from 'vitest';
import { PrivateAddressError } from './public-addresses.ts';
import { openTunnel, TunnelFullError } from './tunnel.ts';

/** A server that repeats what it gets. */
const test = base
  // oxlint-disable-next-line no-empty-pattern
  .extend('echo', async ({}, { onCleanup }) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined).pipe(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onCleanup(() => void server.close());
    const { port } = server.address() as AddressInfo;
    return { port, url: new URL(`https://127.0.0.1:${port}/app`), count: () => connections };
  });

async function connectTo(proxy: string, path: string): Promise<{ status: number; socket: Socket }> {
  const sent = request({ host: '127.0.0.1', port: new URL(proxy).port, method: 'CONNECT', path });
  sent.end();
  const [response, socket] = (await once(sent, 'connect')) as [{ statusCode: number }, Socket];
  socket.on('error', () => undefined);
  return { status: response.statusCode, socket };
}

describe('a tunnel', () => {
  test('leads to its host and port only', async ({ echo }) => {
    const tunnel = await openTunnel(echo.url, { isLocalAllowed: true, maxBytes: Infinity });
    const { status, socket } = await connectTo(tunnel.proxy, `127.0.0.1:${echo.port}`);
    expect(status).toBe(200);
    socket.write('hello');
    expect(String((await once(socket, 'data'))[0])).toBe('hello');
    for (const other of [`localhost:${echo.port}`, '127.0.0.1:1', 'forge.example:443']) {
      expect((await connectTo(tunnel.proxy, other)).status).toBe(403);
    }
    expect(echo.count()).toBe(1);
    tunnel.close();
    await once(socket, 'close');
    expect((await fetch(tunnel.proxy).catch(() => null))?.status).toBeUndefined();
  });

  test('connects to no private address, by number or by name', async ({ echo }) => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const tunnel = await openTunnel(new URL(`https://${host}:${echo.port}/app`), {
        isLocalAllowed: false,
        maxBytes: Infinity,
      });
      expect((await connectTo(tunnel.proxy, `${host}:${echo.port}`)).status).toBe(502);
      expect(tunnel.failure).toBeInstanceOf(PrivateAddressError);
      tunnel.close();
    }
    expect(echo.count()).toBe(0);
  });

  test('closes when more was received than allowed', async ({ echo }) => {
    const tunnel = await openTunnel(echo.url, { isLocalAllowed: true, maxBytes: 1_000 });
    const { socket } = await connectTo(tunnel.proxy, `127.0.0.1:${echo.port}`);
    socket.resume();
    socket.write(Buffer.alloc(2_000));
    await once(socket, 'close');
    expect(tunnel.failure).toBeInstanceOf(TunnelFullError);
    tunnel.close();
  });
});
