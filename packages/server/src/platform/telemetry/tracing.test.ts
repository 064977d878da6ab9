import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { buildServer } from '../../app/server.ts';
import { test as base, tokenFor } from '../../testing/http.ts';
import { addJob } from '../queue/add-job.ts';
import { startTracing } from './otlp.ts';
import { inScope, safeRequestId } from './scope.ts';
import { statementName, type Tracing } from './tracing.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** A collector that speaks OTLP over HTTP; `how.isHeld`: it does not answer. */
const test = base
  // oxlint-disable-next-line no-empty-pattern
  .extend('collector', async ({}, { onCleanup }) => {
    const spans: Span[] = [];
    const texts: string[] = [];
    const how = { isHeld: false };
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const text = Buffer.concat(parts).toString();
        texts.push(text);
        const body = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
        spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
        if (!how.isHeld) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onCleanup(() => {
      server.closeAllConnections();
      server.close();
    });
    return { spans, texts, how, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  })
  .extend('serve', ({ world }, { onCleanup }) => {
    const closing: (() => Promise<unknown>)[] = [];
    onCleanup(async () => {
      for (const close of closing) await close();
    });
    return async (tracing: Tracing | null, logStream?: { write(line: string): void }) => {
      const server = await buildServer({
        services: world.services,
        logLevel: 'error',
        secret: 's'.repeat(32),
        dataDir: '/nowhere',
        tracing,
        ...(logStream && { logStream }),
      });
      closing.push(() => server.close());
      return server;
    };
  });

test('OG-OB-02: traces name route patterns and statements, and have no content of requests', async ({
  collector,
  serve,
  world,
  build,
}) => {
  const project = await build.project();
  const tracing = startTracing(collector.endpoint, '1.2.3');
  const server = await serve(tracing);
  const token = await tokenFor(world, 'paul');
  const headers = {
    'private-token': token,
    'x-request-id': 'trace-me',
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  };
  await server.inject({
    method: 'POST',
    url: `/api/v4/projects/${project.id}/issues?search=query-value`,
    headers,
    payload: { title: 'Title of a secret plan', description: 'text-of-the-issue reader@mail.test' },
  });
  const query = { query: '{ currentUser { username } }' };
  await server.inject({ method: 'POST', url: '/api/graphql', headers: { 'private-token': token }, payload: query });
  await tracing.stop();
  const request = collector.spans.find(({ name }) => name === 'POST /api/v4/projects/:id/issues');
  expect(request).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16) });
  const attributes = Object.fromEntries(
    request?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [],
  );
  expect(attributes).toMatchObject({
    'http.route': '/api/v4/projects/:id/issues',
    'http.response.status_code': 201,
    'milepost.request_id': 'trace-me',
  });
  const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(statements.map(({ name }) => name)).toContain('INSERT work_items');
  expect(collector.spans.map(({ name }) => name)).toContain('POST /api/graphql');
  const all = collector.texts.join('\n');
  for (const content of [token, 'secret plan', 'text-of-the-issue', 'reader@mail.test', 'query-value', 'currentUser']) {
    expect(all).not.toContain(content);
  }
  for (const { name } of statements) expect(name).toMatch(/^[A-Z]+( [a-z_0-9]+)?$/);
});

test('statements are named by verb and table', () => {
  expect(statementName('select "id" from "personal_access_tokens" where "id" = $1')).toBe(
    'SELECT personal_access_tokens',
  );
  expect(statementName('\n  UPDATE users SET name = $1')).toBe('UPDATE users');
  expect(statementName("SELECT 'a text of somebody'")).toBe('SELECT');
  expect(statementName('nonsense')).toBe('SQL');
});

/** The bytes that the heap holds after a collection. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('OG-OB-03: a collector that is away or does not answer delays no request, and at most 10 MB of spans are kept', async ({
  collector,
  serve,
}) => {
  collector.how.isHeld = true;
  for (const endpoint of [collector.endpoint, 'http://127.0.0.1:9']) {
    const tracing = startTracing(endpoint, '1.2.3');
    const server = await serve(tracing);
    await server.inject({ url: '/api/v4/groups' });
    const before = heldBytes();
    // Large spans: attributes are cut at 256 characters.
    for (let each = 0; each < 3_000; each += 1) {
      const trace = tracing.begin('GET', `request-${each}-${'x'.repeat(300)}`, undefined);
      for (let part = 0; part < 10; part += 1)
        trace.statement(`select 1 from t${each}_${part}_${'x'.repeat(300)}`, performance.now(), false);
      trace.end(`/api/v4/${'x'.repeat(300)}`, 200);
    }
    // It answers while what was sent waits for the collector; of 33,000 spans most were dropped.
    expect((await server.inject({ url: '/api/v4/groups' })).statusCode).toBe(200);
    expect(heldBytes() - before).toBeLessThan(10 * 1024 * 1024);
    void tracing.stop();
  }
});

test('OG-OB-01: the libraries of telemetry are loaded by one file, which is loaded for a collector only', () => {
  const root = join(import.meta.dirname, '../..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const matching = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
  expect(matching(/from '@opentelemetry\//)).toEqual(['platform/telemetry/otlp-worker.ts']);
  expect(matching(/from '[^']*telemetry\/otlp(-worker)?\.ts'|from '\.\/otlp(-worker)?\.ts'/)).toEqual([]);
  expect(matching(/import\('[^']*telemetry\/otlp\.ts'\)/)).toEqual(['cli/serve.ts']);
});

test('OG-OB-04: a request has an id in its response, log, error, audit event, forwarded request and job', async ({
  serve,
  world,
  build,
  call,
  db,
}) => {
  const lines: string[] = [];
  const server = await serve(null, { write: (line) => void lines.push(line) });
  const token = await tokenFor(world, 'ada');
  const group = await build.group();
  const headers = { 'private-token': token };
  for (const [given, isKept] of [
    ['abc-123', true],
    ['x'.repeat(64), true],
    ['x'.repeat(65), false],
    ['a b', false],
    ['<script>', false],
  ] as const) {
    const answer = await server.inject({ url: '/api/v4/version', headers: { ...headers, 'x-request-id': given } });
    const shown = String(answer.headers['x-request-id']);
    expect([given, shown === given]).toEqual([given, isKept]);
    expect(safeRequestId(shown)).toBe(shown);
  }
  await server.inject({
    method: 'PUT',
    url: `/api/v4/groups/${group.id}`,
    headers: { ...headers, 'x-request-id': 'of-the-change' },
    payload: { description: 'New' },
  });
  const { body: events } = await call<{ details: object }[]>('ada', 'GET', `/groups/${group.id}/audit_events`, {
    event_type: 'settings_changed',
  });
  expect(events[0]?.details).toMatchObject({ request_id: 'of-the-change' });

  // An unexpected error: its response and its line in the log have the id.
  const failing = vi.spyOn(world.services, 'recordEvents').mockRejectedValueOnce(new Error('a defect'));
  const failed = await server.inject({
    method: 'PUT',
    url: `/api/v4/groups/${group.id}`,
    headers: { ...headers, 'x-request-id': 'of-the-defect' },
    payload: { description: 'Other' },
  });
  failing.mockRestore();
  expect(failed.statusCode).toBe(500);
  expect(failed.json()).toEqual({ message: '500 Internal Server Error', request_id: 'of-the-defect' });
  expect(lines.map((line) => (JSON.parse(line) as { reqId?: string }).reqId)).toContain('of-the-defect');

  await inScope({ requestId: 'of-the-job', trace: null }, () => addJob(db, 'test.job', { of: 'a request' }));
  const { rows } = await sql<{ payload: object }>`
    SELECT payload FROM graphile_worker._private_jobs ORDER BY id DESC LIMIT 1`.execute(db);
  expect(rows[0]?.payload).toEqual({ of: 'a request', requestId: 'of-the-job' });
});
