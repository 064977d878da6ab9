import { AsyncLocalStorage } from 'node:async_hooks';

/** What belongs together: a request with its statements, events and jobs, or a job. */
export interface Scope {
  /** Of the request, also in the jobs that it queued. */
  requestId: string;
  /** Receives the statements of this scope; null without tracing. */
  trace: ScopeTrace | null;
}

export interface ScopeTrace {
  /** A statement that ended now. `started`: what `performance.now()` was. */
  statement(text: string, started: number, hasFailed: boolean): void;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `work` in a scope: `scope()` finds it in everything that it calls and awaits. */
export function inScope<Result>(scope: Scope, work: () => Result): Result {
  return scopes.run(scope, work);
}

/** The present scope; null outside requests and jobs. */
export function scope(): Scope | null {
  return scopes.getStore() ?? null;
}

const safeId = /^[A-Za-z0-9._:/+=-]{1,64}$/;

/** The id in a header, if it is safe in logs and pages: 1 to 64 letters, digits and signs. */
export function safeRequestId(header: unknown): string | null {
  return typeof header === 'string' && safeId.test(header) ? header : null;
}
