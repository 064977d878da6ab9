import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { statementName, type RequestTrace, type Tracing } from './tracing.ts';

/** Spans that wait for the collector; further ones are dropped. With at most ten short attributes each, they take less than 4 MB. */
const MAX_WAITING_SPANS = 2_048;
const EXPORT_EVERY_MS = 5_000;
/** A collector that is slower loses the batch. */
const EXPORT_TIMEOUT_MS = 5_000;

/** Statements of one request that get a span of their own. */
const MAX_STATEMENTS = 100;

/** Traces over OTLP/HTTP to `endpoint`. The library reads further `OTEL_…` variables, such as headers, itself. */
export function startTracing(endpoint: string, version: string): Tracing {
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

  const begin = (method: string, requestId: string, traceparent: string | undefined): RequestTrace => {
    const parent = traceparent
      ? propagator.extract(
          ROOT_CONTEXT,
          { traceparent },
          { get: (carrier, key) => carrier[key as 'traceparent'], keys: () => ['traceparent'] },
        )
      : ROOT_CONTEXT;
    const attributes = { 'http.request.method': method, 'milepost.request_id': requestId };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    const own = trace.setSpan(ROOT_CONTEXT, span);
    let statements = 0;
    return {
      statement(text, started, hasFailed) {
        statements += 1;
        if (statements > MAX_STATEMENTS) return;
        const name = statementName(text);
        const part = tracer.startSpan(
          name,
          {
            kind: SpanKind.CLIENT,
            startTime: started,
            attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
          },
          own,
        );
        if (hasFailed) part.setStatus({ code: SpanStatusCode.ERROR });
        part.end();
      },
      end(route, status) {
        if (route !== null) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
        span.setAttribute('http.response.status_code', status);
        span.setAttribute('milepost.statements', statements);
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
  return { begin, stop: () => provider.shutdown().catch(() => undefined) };
}
