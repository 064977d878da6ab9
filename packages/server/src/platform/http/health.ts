import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { databaseProbe } from '../database/probe.ts';
import type { Db } from '../database/tables.ts';
import type { FileStorage } from '../files/file-storage.ts';
import type { StorageWatch } from '../files/unwritable.ts';
import { isSameSecret } from '../util/tokens.ts';
import { isLoopback } from './client-address.ts';

/**
 * `/-/liveness` (the process responds), `/-/readiness` (the database responds too) and `/-/metrics` in Prometheus' text format.
 * `metricsToken`: the bearer token for metrics; null allows only clients on this machine.
 */
export function serveHealth(
  server: FastifyInstance,
  db: Db,
  {
    metricsToken = null,
    storage = null,
    files = null,
    answers = null,
  }: {
    metricsToken?: string | null;
    storage?: StorageWatch | null;
    files?: FileStorage | null;
    answers?: Readonly<{ hits: number; misses: number }> | null;
  } = {},
): void {
  const probe = databaseProbe(db);
  const counts = new Map<string, number>();
  let seconds = 0;
  let requests = 0;
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  server.addHook('onClose', () => delay.disable());
  server.addHook('onResponse', (request, reply, done) => {
    const key = `method="${request.method}",status="${reply.statusCode}"`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    seconds += reply.elapsedTime / 1000;
    requests++;
    done();
  });
  server.get('/-/liveness', () => ({ status: 'ok' }));
  server.get('/-/readiness', async (_request, reply) => {
    const { isReachable, isWritable } = await probe();
    if (!isReachable) return reply.code(503).send({ status: 'failed', database: 'not available' });
    // Still ready: reads work, and other servers of the database could not write either.
    if (!isWritable) return { status: 'degraded', database: 'read-only' };
    if (await storage?.isFull()) return { status: 'degraded', database: 'ok', storage: 'full' };
    // Pages without files work, and no other server could reach the bucket either.
    if (files && !(await files.isHealthy())) return { status: 'degraded', database: 'ok', storage: 'not available' };
    return { status: 'ok', database: 'ok' };
  });
  server.get('/-/metrics', (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) {
      if (metricsToken !== null) void reply.header('www-authenticate', 'Bearer');
      return reply.code(metricsToken === null ? 403 : 401).send({ message: METRICS_REFUSED });
    }
    const lines = [
      '# TYPE milepost_http_requests_total counter',
      ...[...counts].map(([labels, count]) => `milepost_http_requests_total{${labels}} ${count}`),
      '# TYPE milepost_http_request_seconds summary',
      `milepost_http_request_seconds_sum ${seconds}`,
      `milepost_http_request_seconds_count ${requests}`,
      ...(answers
        ? [
            '# TYPE milepost_cached_answers_total counter',
            `milepost_cached_answers_total{result="hit"} ${answers.hits}`,
            `milepost_cached_answers_total{result="miss"} ${answers.misses}`,
          ]
        : []),
      '# TYPE milepost_event_loop_delay_seconds gauge',
      `milepost_event_loop_delay_seconds{quantile="0.99"} ${delay.percentile(99) / 1e9}`,
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    ];
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}

const METRICS_REFUSED = 'Metrics need the token of MILEPOST_METRICS_TOKEN, or without one a client on this machine';

/** Headers of proxies: a request with one of them is remote, even from a loopback address. */
const forwardingHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

function mayReadMetrics({ headers, ip, socket }: FastifyRequest, token: string | null): boolean {
  if (token !== null) {
    const given = /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
    return given !== undefined && isSameSecret(given, token);
  }
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
  return !isForwarded && isLoopback(ip) && isLoopback(socket.remoteAddress ?? '');
}
