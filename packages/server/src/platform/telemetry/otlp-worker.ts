import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type HrTime } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { spansIn, type ExportReply, type ExportRequest, type RequestRecord } from './records.ts';

/* The code of the process that makes spans of records and sends them to the collector. */

/** Spans that wait for the collector; further ones are dropped. With at most ten short attributes each, they take less than 4 MB. */
const MAX_WAITING_SPANS = 2_048;
const EXPORT_EVERY_MS = 5_000;
/** A collector that is slower loses the batch. */
const EXPORT_TIMEOUT_MS = 5_000;

const [endpoint = '', version = ''] = process.argv.slice(2);
/** The library reads further `OTEL_…` variables, such as headers and the sampler, itself. */
const provider = new BasicTracerProvider({
  resource: resourceFromAttributes({ 'service.name': 'milepost', 'service.version': version }),
  spanLimits: { attributeCountLimit: 10, attributeValueLengthLimit: 256 },
  spanProcessors: [
    new BatchSpanProcessor(
      new OTLPTraceExporter({
        url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
        timeoutMillis: EXPORT_TIMEOUT_MS,
        concurrencyLimit: 2,
      }),
      {
        maxQueueSize: MAX_WAITING_SPANS,
        maxExportBatchSize: 512,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      },
    ),
  ],
});
const tracer = provider.getTracer('milepost', version);
const propagator = new W3CTraceContextPropagator();

process.on('message', (message: ExportRequest) => {
  if (message.type === 'stop') {
    void provider
      .shutdown()
      .catch(() => undefined)
      .then(() => reply({ type: 'stopped' }));
    return;
  }
  for (const record of message.records) addSpans(record);
  reply({ type: 'taken', spans: spansIn(message.records) });
});
// A signal to the whole group ends the server first, which sends what is waiting.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());

function reply(message: ExportReply): void {
  process.send?.(message);
}

function addSpans(record: RequestRecord): void {
  const { method, requestId, traceparent, route, status, started, took, statements, names, times, failed } = record;
  const parent =
    traceparent === null
      ? ROOT_CONTEXT
      : propagator.extract(
          ROOT_CONTEXT,
          { traceparent },
          { get: (carrier, key) => carrier[key as 'traceparent'], keys: () => ['traceparent'] },
        );
  const attributes = {
    'http.request.method': method,
    'milepost.request_id': requestId,
    ...(route !== null && { 'http.route': route }),
    'http.response.status_code': status,
    'milepost.statements': statements,
  };
  const name = route === null ? method : `${method} ${route}`;
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, startTime: hrTime(started), attributes }, parent);
  if (span.isRecording()) {
    const own = trace.setSpan(ROOT_CONTEXT, span);
    for (const [index, statement] of names.entries()) {
      const [begin, end] = [times[2 * index] ?? 0, times[2 * index + 1] ?? 0];
      const part = tracer.startSpan(
        statement,
        {
          kind: SpanKind.CLIENT,
          startTime: hrTime(started + begin),
          attributes: { 'db.system.name': 'postgresql', 'db.query.summary': statement },
        },
        own,
      );
      if (failed.includes(index)) part.setStatus({ code: SpanStatusCode.ERROR });
      part.end(hrTime(started + end));
    }
  }
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(hrTime(started + took));
}

/** Seconds and nanoseconds. A number would be taken for a time since the start of this process if it is small. */
function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1e6)];
}
