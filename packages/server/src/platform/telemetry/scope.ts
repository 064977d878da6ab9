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

/** Scopes that have not ended. While there are any, Node 20 and 22 call hooks for every promise of the process (docs/decisions/0530). */
let open = 0;

/** Runs `work` in a scope: `scope()` finds it in everything that it calls and awaits, until it ends. */
export async function inScope<Result>(scope: Scope, work: () => Promise<Result>): Promise<Result> {
  const end = openScope();
  try {
    return await scopes.run(scope, work);
  } finally {
    end();
  }
}

/** As {@link inScope}, for work whose end only the caller sees. Returns a function that ends the scope; later calls do nothing. */
export function beginScope(scope: Scope, work: () => void): () => void {
  const end = openScope();
  scopes.run(scope, work);
  return end;
}

function openScope(): () => void {
  open += 1;
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    open -= 1;
    if (open === 0) scopes.disable();
  };
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
