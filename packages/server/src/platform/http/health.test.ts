import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect, inject, test as base } from 'vitest';
import { connect } from '../database/connect.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { ResponseCache } from '../graphql/response-cache.ts';
import { serveHealth } from './health.ts';
import { httpServer } from './server.ts';

/** A proxy to the tests' PostgreSQL that can be closed and opened, to simulate network failures. */
interface Road {
  folder: string;
  open(): Promise<void>;
  /** Refuses new connections; existing ones stay open. */
  refuseNewConnections(): void;
  end(): void;
}

async function roadTo(socketFolder: string): Promise<Road> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-road-'));
  const name = '.s.PGSQL.5432';
  let listening: Server | null = null;
  const sockets = new Set<Socket>();
  return {
    folder,
    open: () =>
      new Promise((resolve) => {
        listening = createServer((client) => {
          const server = createConnection(join(socketFolder, name));
          for (const [from, to] of [
            [client, server],
            [server, client],
          ] as const) {
            sockets.add(from);
            from.on('error', () => to.destroy()).on('close', () => to.destroy());
            from.pipe(to);
          }
        }).listen(join(folder, name), resolve);
      }),
    refuseNewConnections: () => void listening?.close(),
    end: () => {
      listening?.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

// oxlint-disable-next-line no-empty-pattern
const test = base.extend('health', async ({}, { onCleanup }) => {
  const road = await roadTo(inject('postgres').host ?? '');
  await road.open();
  const database = await createTestDatabase();
  const { db, pool } = connect({ ...database.target, host: road.folder });
  const server = await httpServer({ logLevel: 'silent', secret: 's'.repeat(32), isSecure: false, fileLimit: 1_000 });
  serveHealth(server, db);
  onCleanup(async () => {
    await server.close();
    await pool.end();
    road.end();
    await database.drop();
    await rm(road.folder, { recursive: true });
  });
  const readiness = async () => {
    const answer = await server.inject('/-/readiness');
    return { status: answer.statusCode, body: answer.json<object>() };
  };
  return { road, pool, readiness, database };
});

const soon = { timeout: 10_000, interval: 100 };

test('readiness follows the database: 503 while new connections fail, although the pool still has good ones', async ({
  health: { road, pool, readiness },
}) => {
  expect(await readiness()).toEqual({ status: 200, body: { status: 'ok', database: 'ok' } });
  await pool.query('SELECT 1');
  road.refuseNewConnections();
  await expect.poll(readiness, soon).toEqual({ status: 503, body: { status: 'failed', database: 'not available' } });
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await road.open();
  await expect.poll(readiness, soon).toMatchObject({ status: 200 });
});

test('a read-only database leaves the server ready to read, and readiness says so', async ({
  health: { pool, readiness, database },
}) => {
  await pool.query(`ALTER DATABASE "${database.target.database}" SET default_transaction_read_only = on`);
  await expect.poll(readiness, soon).toEqual({ status: 200, body: { status: 'degraded', database: 'read-only' } });
});

test('however often readiness is asked for, the database is asked at most once a second', async ({
  health: { pool, readiness },
}) => {
  const before = Date.now();
  await Promise.all(Array.from({ length: 50 }, readiness));
  await Promise.all(Array.from({ length: 50 }, readiness));
  const { rows } = await pool.query<{ sessions: number }>(
    'SELECT sessions::int FROM pg_stat_database WHERE datname = current_database()',
  );
  // The pool's own connection, and one a second.
  expect(rows[0]?.sessions ?? 0).toBeLessThanOrEqual(2 + (Date.now() - before) / 1_000);
});

async function metricsServer(
  metricsToken: string | null,
  answers: ResponseCache | null = null,
): Promise<FastifyInstance> {
  const server = await httpServer({
    logLevel: 'silent',
    secret: 's'.repeat(32),
    isSecure: false,
    fileLimit: 1_000,
    trustedProxies: ['loopback'],
  });
  const { db } = connect(inject('postgres'));
  serveHealth(server, db, { metricsToken, answers });
  return server;
}

base('metrics are for this machine only; a client behind a proxy on it is remote', async () => {
  const server = await metricsServer(null);
  const status = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await server.inject({ url: '/-/metrics', remoteAddress, headers })).statusCode;
  expect(await status('127.0.0.1')).toBe(200);
  expect(await status('::1')).toBe(200);
  expect(await status('10.0.0.7')).toBe(403);
  expect(await status('127.0.0.1', { 'x-forwarded-for': '198.51.100.7' })).toBe(403);
  // Headers of clients and untrusted peers are ignored.
  expect(await status('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(403);
  expect(await status('198.51.100.7', { 'x-forwarded-for': '127.0.0.1' })).toBe(403);
  expect(await status('127.0.0.1', { via: '1.1 proxy' })).toBe(403);
  await server.close();
});

base('metrics count the answers that came from the cache and those that were computed', async () => {
  const answers = new ResponseCache({ snapshot: () => Promise.resolve('1:1:') });
  const server = await metricsServer(null, answers);
  const settle = await answers.get('roadmap');
  if (typeof settle === 'function') settle({ text: '{}', contentType: 'application/json' });
  await answers.get('roadmap');
  await answers.get('roadmap');
  const { body } = await server.inject('/-/metrics');
  expect(body).toContain('milepost_cached_answers_total{result="hit"} 2\n');
  expect(body).toContain('milepost_cached_answers_total{result="miss"} 1\n');
  await server.close();
});

base('with a token, metrics are only for clients that send it', async () => {
  const server = await metricsServer('a-long-metrics-token');
  const status = async (authorization?: string) =>
    (await server.inject({ url: '/-/metrics', ...(authorization !== undefined && { headers: { authorization } }) }))
      .statusCode;
  expect(await status('Bearer a-long-metrics-token')).toBe(200);
  expect(await status('Bearer another-long-token')).toBe(401);
  expect(await status()).toBe(401);
  await server.close();
});
