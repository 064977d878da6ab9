import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterEach, expect, vi } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import type { LimitsConfig } from '../platform/config/limits.ts';
import { test as base, tokenFor } from '../testing/http.ts';
import { connect, targetOf } from '../platform/database/connect.ts';
import { RequestCounter, sharedCounter } from '../platform/http/request-limits.ts';
import { sharedCountsOf, sweepRateCounts } from '../platform/http/shared-counts.ts';
import { saveSettings } from '../modules/admin/commands/settings.ts';
import { buildServer, type ServerOptions } from './server.ts';

afterEach(() => void vi.useRealTimers());

const generous = readConfig({}, '/nowhere').limits;

/** A server with these limits; `send` requests the version, with this token or from this address. */
const test = base.extend('serve', ({ world }, { onCleanup }) => {
  const servers: FastifyInstance[] = [];
  onCleanup(async () => {
    for (const server of servers) await server.close();
  });
  return async (limits: Partial<LimitsConfig>, more: Partial<ServerOptions> = {}) => {
    const server = await buildServer({
      services: world.services,
      logLevel: 'error',
      secret: 's'.repeat(32),
      dataDir: '/nowhere',
      limits: { ...generous, ...limits },
      trustedProxies: ['127.0.0.1'],
      ...more,
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

test('OG-RL-02: the limits without a setting', () => {
  const { limits, assistant } = readConfig(
    { MILEPOST_AI_URL: 'http://model.test/v1', MILEPOST_AI_MODEL: 'm' },
    '/nowhere',
  );
  expect(limits).toMatchObject({ requestsPerToken: 2_000, requestsPerAddress: 500, signInsPerAddress: 10 });
  expect(assistant?.callsPerMinute).toBe(20);
});

test('without limits nothing is counted', async ({ serve }) => {
  const send = await serve({ requestsPerAddress: 0, requestsPerToken: 0 });
  const { headers } = await send({});
  expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
});

test('OG-RL-01: REST, GraphQL and Git answer 429 with the headers and a message', async ({ serve }) => {
  const send = await serve({ requestsPerAddress: 1 });
  const requests: InjectOptions[] = [
    { url: '/api/v4/groups' },
    { method: 'POST', url: '/api/graphql', payload: { query: '{ currentUser { id } }' } },
    { url: '/any/project.git/info/refs?service=git-upload-pack' },
  ];
  for (const [index, request] of requests.entries()) {
    const address = `192.0.2.${index}`;
    const first = await send({ ...request, address });
    expect(first.statusCode).not.toBe(429);
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '1', 'ratelimit-remaining': '0' });
    const { statusCode, headers, json } = await send({ ...request, address });
    expect(statusCode).toBe(429);
    expect(json()).toMatchObject({ message: 'More than 1 requests in a minute. Retry later.' });
    expect(headers).toMatchObject({ 'ratelimit-limit': '1', 'ratelimit-remaining': '0' });
    const wait = Number(headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(61);
    expect(Number(headers['ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000 - 1);
  }
});

test('failed sign-ins are limited per address, those that succeed are not', async ({ serve }) => {
  const send = await serve({ signInsPerAddress: 3 });
  const signIn = (address: string) =>
    send({ method: 'POST', url: '/-/sign-in', payload: { username: 'nobody-here', password: 'x' }, address });
  for (let each = 0; each < 3; each += 1) expect((await signIn('192.0.2.1')).statusCode).toBe(401);
  expect((await signIn('192.0.2.1')).statusCode).toBe(429);
  expect((await signIn('192.0.2.2')).statusCode).toBe(401);
  const counter = new RequestCounter(3);
  for (let each = 0; each < 10; each += 1) {
    expect(counter.count('office').observed).toBe(1);
    counter.forgive('office');
  }
});

test('OG-RL-03: processes add up their counts within a tenth of the limit, and let requests pass without the store', async ({
  world,
}) => {
  const limit = 1_000;
  // As searches, archives and large files are counted.
  const counterOf = sharedCounter(limit, 'test');
  const processes = ['one', 'two', 'three'].map(() => {
    const { db } = connect(targetOf(world.db), { size: 1, applicationName: 'milepost live' });
    return { db, counts: sharedCountsOf(db), counter: counterOf(db) };
  });
  try {
    // Each has a connection for live updates, by which they are counted.
    for (const { db } of processes) await sql`SELECT 1`.execute(db);
    for (const { counts } of processes) await counts.countProcesses();
    let passed = 0;
    for (let each = 0; each < 1_500; each += 1) {
      const process = processes[each % processes.length];
      if (process && process.counter.count('ada').observed <= limit) passed += 1;
      // A request takes longer than a turn of the event loop.
      await new Promise((resolve) => setTimeout(resolve, each % 30 === 0 ? 5 : 0));
    }
    expect(passed).toBeGreaterThanOrEqual(limit);
    expect(passed).toBeLessThanOrEqual(limit * 1.1);
    await sql`UPDATE rate_counts SET started_at = now() - interval '3 minutes'`.execute(world.db);
    await sweepRateCounts(world.db);
    expect((await sql`SELECT FROM rate_counts`.execute(world.db)).rows).toEqual([]);
  } finally {
    for (const { db } of processes) await db.destroy();
  }
  // The store is gone now.
  const [gone] = processes;
  for (let each = 1; each <= 200; each += 1) expect(gone?.counter.count('otto').observed).toBe(each);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(gone?.counter.count('otto').observed).toBe(201);
});

test('OG-RL-04: a saved limit holds from the next request on, and one of the environment is fixed', async ({
  serve,
  world,
  as,
}) => {
  const { services } = world;
  const send = await serve({}, { rateLimits: () => services.instance.rateLimits });
  const limitNow = async () => (await send({ address: '192.0.2.50' })).headers['ratelimit-limit'];
  expect(await limitNow()).toBe('500');
  await saveSettings(as('root'), 'rate_limits', { MILEPOST_RATE_LIMIT_PER_ADDRESS: '7' });
  expect(await limitNow()).toBe('7');
  const refused = saveSettings(as('root'), 'rate_limits', { MILEPOST_RATE_LIMIT_PER_ADDRESS: 'many' });
  await expect(refused).rejects.toThrow('must be a number');
  await saveSettings(as('root'), 'rate_limits', { MILEPOST_RATE_LIMIT_PER_ADDRESS: '' });
  expect(await limitNow()).toBe('500');
  const { stored } = readConfig({ MILEPOST_RATE_LIMIT_PER_ADDRESS: '9' }, '/nowhere');
  expect(stored.fixed).toContain('MILEPOST_RATE_LIMIT_PER_ADDRESS');
  expect(stored.read({ MILEPOST_RATE_LIMIT_PER_ADDRESS: '7' }).rateLimits.requestsPerAddress).toBe(9);
});
