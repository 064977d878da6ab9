import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterEach, expect, vi } from 'vitest';
import { type LimitsConfig, readConfig } from '../platform/config/config.ts';
import { test as base, tokenFor } from '../testing/http.ts';
import { buildServer } from './server.ts';

afterEach(() => void vi.useRealTimers());

const generous = readConfig({}, '/nowhere').limits;

/** A server with these limits; `send` requests the version, with this token or from this address. */
const test = base.extend('serve', ({ world }, { onCleanup }) => {
  const servers: FastifyInstance[] = [];
  onCleanup(async () => {
    for (const server of servers) await server.close();
  });
  return async (limits: Partial<LimitsConfig>) => {
    const server = await buildServer({
      services: world.services,
      logLevel: 'error',
      secret: 's'.repeat(32),
      dataDir: '/nowhere',
      limits: { ...generous, ...limits },
      trustedProxies: ['127.0.0.1'],
    });
    servers.push(server);
    return async ({ token, address, ...request }: { token?: string; address?: string } & InjectOptions) => {
      const headers = {
        ...request.headers,
        ...(token !== undefined && { 'private-token': token }),
        ...(address !== undefined && { 'x-forwarded-for': address }),
      };
      return server.inject({ method: 'GET', url: '/api/v4/groups', ...request, headers });
    };
  };
});

test('requests without a token are limited per address, with the published headers', async ({ serve }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_790_000_000_000 });
  const send = await serve({ requestsPerAddress: 2 });
  const first = await send({ address: '192.0.2.1' });
  expect(first.statusCode).toBe(200);
  expect(first.headers).toMatchObject({
    'ratelimit-limit': '2',
    'ratelimit-name': 'throttle_unauthenticated_api',
    'ratelimit-observed': '1',
    'ratelimit-remaining': '1',
    'ratelimit-reset': '1790000060',
  });
  expect(first.headers).not.toHaveProperty('retry-after');
  await send({ address: '192.0.2.1' });
  const third = await send({ address: '192.0.2.1' });
  expect(third.statusCode).toBe(429);
  expect(third.json()).toEqual({ message: 'More than 2 requests in a minute. Retry later.' });
  expect(third.headers).toMatchObject({ 'ratelimit-observed': '3', 'ratelimit-remaining': '0', 'retry-after': '60' });
  expect((await send({ address: '192.0.2.2' })).statusCode).toBe(200);
  vi.setSystemTime(1_790_000_061_000);
  expect((await send({ address: '192.0.2.1' })).statusCode).toBe(200);
});

test('a client with a whole IPv6 network is one client', async ({ serve }) => {
  const send = await serve({ requestsPerAddress: 1 });
  await send({ address: '2001:db8::1' });
  expect((await send({ address: '2001:db8::2:3' })).statusCode).toBe(429);
  expect((await send({ address: '2001:db8:0:1::1' })).statusCode).toBe(200);
});

test('each token has its own limit, whatever the address; made-up ones share that of the address', async ({
  serve,
  world,
}) => {
  const send = await serve({ requestsPerToken: 3, requestsPerAddress: 2 });
  const [ada, gwen] = [await tokenFor(world, 'ada'), await tokenFor(world, 'gwen')];
  const address = '192.0.2.1';
  // The first request of each counts for the address: the token is not known yet.
  for (const token of [ada, gwen]) {
    const { headers } = await send({ token, address });
    expect(headers['ratelimit-name']).toBe('throttle_unauthenticated_api');
  }
  for (const token of [ada, gwen]) {
    for (let index = 0; index < 3; index++) {
      const { statusCode, headers } = await send({ token, address });
      expect([statusCode, headers['ratelimit-name']]).toEqual([200, 'throttle_authenticated_api']);
    }
    expect((await send({ token, address: '192.0.2.9' })).statusCode).toBe(429);
  }
  expect((await send({ token: 'mp-made-up-1', address: '192.0.2.7' })).statusCode).toBe(401);
  expect((await send({ token: 'mp-made-up-2', address: '192.0.2.7' })).statusCode).toBe(401);
  expect((await send({ token: 'mp-made-up-3', address: '192.0.2.7' })).statusCode).toBe(429);
});

test('GraphQL answers 429 in the form that its clients read', async ({ serve }) => {
  const send = await serve({ requestsPerAddress: 1 });
  const request: InjectOptions = { method: 'POST', url: '/api/graphql', payload: { query: '{ currentUser { id } }' } };
  await send(request);
  const { statusCode, headers, json } = await send(request);
  expect(statusCode).toBe(429);
  expect(headers).toHaveProperty('retry-after');
  expect(json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
});

test('pages, files and signing in go on when an address has used up its requests', async ({ serve }) => {
  const send = await serve({ requestsPerAddress: 1 });
  for (let index = 0; index < 3; index++) await send({});
  expect((await send({})).statusCode).toBe(429);
  const signIn = await send({ method: 'POST', url: '/-/sign-in', payload: { login: 'x', password: 'y' } });
  expect(signIn.statusCode).not.toBe(429);
  expect(signIn.headers).toMatchObject({ 'ratelimit-name': 'throttle_unauthenticated_sign_in' });
  for (const url of ['/groups/any', '/-/liveness', '/-/readiness', '/assets/none.js']) {
    expect((await send({ url })).statusCode).not.toBe(429);
  }
});

test('new documents are charged by the time they take, known ones hardly at all', async ({ serve, world }) => {
  const send = await serve({ queryTimePerAddress: 150, requestsPerAddress: 0 });
  const ask = (query: string, who: { token?: string; address?: string }) =>
    send({ method: 'POST', url: '/api/graphql', payload: { query }, ...who });
  const address = '192.0.2.1';
  const distinct = (index: number) =>
    `{ currentUser { id } ${Array.from({ length: 90 }, (_each, at) => `a${index}_${at}: currentUser { id }`).join(' ')} }`;
  let answered = 0;
  let refused = await ask(distinct(0), { address });
  while (refused.statusCode === 200 && answered < 2_000) refused = await ask(distinct((answered += 1)), { address });
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  // Other callers are not delayed.
  expect((await ask(distinct(0), { address: '192.0.2.2' })).statusCode).toBe(200);
  const token = await tokenFor(world, 'ada');
  await send({ token, address: '192.0.2.3' });
  expect((await ask(distinct(1), { token, address })).statusCode).toBe(200);
});

test('without limits nothing is counted', async ({ serve }) => {
  const send = await serve({ requestsPerAddress: 0, requestsPerToken: 0 });
  const { headers } = await send({});
  expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
});
