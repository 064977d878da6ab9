import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { isLoopback, networkOf } from './client-address.ts';
import { httpServer } from './server.ts';

async function serverBehind(trustedProxies: readonly string[]): Promise<FastifyInstance> {
  const server = await httpServer({
    logLevel: 'silent',
    secret: 's'.repeat(32),
    isSecure: false,
    fileLimit: 1_000,
    trustedProxies,
  });
  server.get('/ip', (request) => ({ ip: request.ip }));
  return server;
}

describe('the address of a client', () => {
  let server: FastifyInstance;
  beforeAll(async () => {
    server = await serverBehind(['10.0.0.0/8', '2001:db8::1']);
  });
  afterAll(() => server.close());

  const ipFor = async (peer: string, forwardedFor?: string) =>
    (
      await server.inject({
        url: '/ip',
        remoteAddress: peer,
        ...(forwardedFor !== undefined && { headers: { 'x-forwarded-for': forwardedFor } }),
      })
    ).json<{ ip: string }>().ip;

  test('is the one a trusted proxy names, and the peer itself when any other client names one', async () => {
    expect(await ipFor('10.0.0.5', '198.51.100.7')).toBe('198.51.100.7');
    expect(await ipFor('203.0.113.9', '198.51.100.7')).toBe('203.0.113.9');
    expect(await ipFor('10.0.0.5')).toBe('10.0.0.5');
  });

  test('is the nearest one that is no trusted proxy: what the client itself claims is to the left of that', async () => {
    expect(await ipFor('10.0.0.5', '1.1.1.1, 198.51.100.7, 10.0.0.6')).toBe('198.51.100.7');
    expect(await ipFor('2001:db8::1', '2001:db8::aa')).toBe('2001:db8::aa');
  });

  test('has no port, and is an address whatever is sent', async () => {
    expect(await ipFor('10.0.0.5', '198.51.100.7:4711')).toBe('198.51.100.7');
    expect(await ipFor('10.0.0.5', '[2001:db8::aa]:4711')).toBe('2001:db8::aa');
    expect(await ipFor('10.0.0.5', 'unknown')).toBe('10.0.0.5');
    expect(await ipFor('10.0.0.5', "'; DROP TABLE users, 10.0.0.6")).toBe('10.0.0.6');
    expect(await ipFor('10.0.0.5', '')).toBe('10.0.0.5');
  });

  test('is the peer of the socket when no proxy is trusted, over a real connection too', async () => {
    const plain = await serverBehind([]);
    await plain.listen({ host: '127.0.0.1', port: 0 });
    const { port } = plain.server.address() as AddressInfo;
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
      socket.write('GET /ip HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 198.51.100.7\r\nConnection: close\r\n\r\n');
    });
    expect(answer).toContain('{"ip":"127.0.0.1"}');
    await plain.close();
  });
});

test('one client counts as one network: an IPv4 address, or the /64 of an IPv6 address', () => {
  expect(networkOf('198.51.100.7')).toBe('198.51.100.7');
  expect(networkOf('::ffff:198.51.100.7')).toBe('198.51.100.7');
  expect(networkOf('2001:DB8:0:7::1')).toBe('2001:db8:0:7::/64');
  expect(networkOf('2001:db8:0:7:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:0:7::/64');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(networkOf('unknown')).toBe('unknown');
});

test('loopback is known in every form', () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) expect(isLoopback(address)).toBe(true);
  for (const address of ['10.0.0.1', '::', '2001:db8::1', 'unknown', '']) expect(isLoopback(address)).toBe(false);
});
