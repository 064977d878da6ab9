import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Scope, ScopeTrace } from './scope.ts';

/** Sends traces to a collector. Only `otlp.ts` implements it, which is loaded when a collector is set; its child process loads the libraries. */
export interface Tracing {
  /** A request that began. `traceparent`: the header of the caller. */
  begin(method: string, requestId: string, traceparent: string | undefined): RequestTrace;
  /** Sends what is waiting, and ends. */
  stop(): Promise<void>;
}

export interface RequestTrace extends ScopeTrace {
  /** `route`: its pattern, such as `/api/v4/groups/:id`; null for unknown addresses. */
  end(route: string | null, status: number): void;
}

const traces = new WeakMap<FastifyRequest, RequestTrace>();

/** The scope of a request, traced if a collector is set. */
export function scopeOf(request: FastifyRequest, tracing: Tracing | null): Scope {
  const { traceparent } = request.headers;
  const trace =
    tracing?.begin(request.method, request.id, typeof traceparent === 'string' ? traceparent : undefined) ?? null;
  if (trace) traces.set(request, trace);
  return { requestId: request.id, trace };
}

/** Ends the traces of requests, with the pattern of the route and never with its values. */
export function endTraces(server: FastifyInstance): void {
  server.addHook('onResponse', (request, { statusCode }, done) => {
    traces.get(request)?.end(request.routeOptions.url ?? null, statusCode);
    done();
  });
}

/** The name of a statement in traces: its verb and the first table. No values: these are parameters, and the text is not sent. */
export function statementName(text: string): string {
  const verb = /^\s*(?:with\b[\s\S]*?\)\s*)?(select|insert|update|delete|begin|commit|rollback|lock)\b/i.exec(
    text,
  )?.[1];
  const table = /\b(?:from|into|update|join|table)\s+"?([a-z_][a-z0-9_]*)"?/i.exec(text)?.[1];
  return [verb?.toUpperCase() ?? 'SQL', ...(table ? [table.toLowerCase()] : [])].join(' ');
}
