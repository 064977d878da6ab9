import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { databaseProbe } from '../database/probe.ts';
import type { Db } from '../database/tables.ts';

/** `/-/liveness` (the process answers), `/-/readiness` (the database too) and `/-/metrics` in Prometheus' text form. */
export function serveHealth(server: FastifyInstance, db: Db): void {
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
    // Still ready: reading works, and no other server could do more.
    return isWritable ? { status: 'ok', database: 'ok' } : { status: 'degraded', database: 'read-only' };
  });
  server.get('/-/metrics', (_request, reply) => {
    const lines = [
      '# TYPE milepost_http_requests_total counter',
      ...[...counts].map(([labels, count]) => `milepost_http_requests_total{${labels}} ${count}`),
      '# TYPE milepost_http_request_seconds summary',
      `milepost_http_request_seconds_sum ${seconds}`,
      `milepost_http_request_seconds_count ${requests}`,
      '# TYPE milepost_event_loop_delay_seconds gauge',
      `milepost_event_loop_delay_seconds{quantile="0.99"} ${delay.percentile(99) / 1e9}`,
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    ];
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
