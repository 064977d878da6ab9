import { hasEnded, startChild } from '../util/child.ts';
import { spansIn, type ExportReply, type ExportRequest, type RequestRecord } from './records.ts';
import { statementName, type RequestTrace, type Tracing } from './tracing.ts';

/** Spans that wait for the child, and that it was sent and has not taken yet; further requests are dropped. */
const MAX_WAITING_SPANS = 4_096;
const SEND_EVERY_MS = 500;
const SEND_AFTER_SPANS = 512;
const MAX_HEAP_MB = 128;
/** Statements of one request that get a span of their own. */
const MAX_STATEMENTS = 100;
/** The export that is under way when the server stops. */
const STOP_TIMEOUT_MS = 6_000;

/** What the libraries read: headers, the sampler, and further certificates. */
const OF_EXPORT = /^OTEL_|^NODE_EXTRA_CA_CERTS$/;

/**
 * Traces over OTLP/HTTP to `endpoint`. Requests only note names and times; a child process makes spans of them and sends them, so that
 * neither costs the time of requests.
 */
export function startTracing(endpoint: string, version: string): Tracing {
  const child = startChild(new URL('otlp-worker.js', import.meta.url), {
    maxHeapMb: MAX_HEAP_MB,
    args: [endpoint, version],
    env: Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) =>
        value !== undefined && OF_EXPORT.test(name) ? [[name, value]] : [],
      ),
    ),
  });
  let waiting: RequestRecord[] = [];
  let waitingSpans = 0;
  let sentSpans = 0;
  let timer: NodeJS.Timeout | null = null;
  let onStopped = (): void => undefined;
  const end = (): void => {
    waiting = [];
    onStopped();
  };
  child
    // Without its child the server goes on, without traces.
    .on('error', end)
    .on('exit', end)
    .on('message', (reply: ExportReply) => {
      if (reply.type === 'taken') sentSpans -= reply.spans;
      else onStopped();
    });
  // An error of sending means that the child is ending.
  const post = (message: ExportRequest): void => void child.send(message, () => undefined);

  const send = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (hasEnded(child) || waiting.length === 0) return;
    post({ type: 'records', records: waiting });
    sentSpans += waitingSpans;
    waiting = [];
    waitingSpans = 0;
  };
  const add = (record: RequestRecord): void => {
    const spans = spansIn([record]);
    if (hasEnded(child) || waitingSpans + sentSpans + spans > MAX_WAITING_SPANS) return;
    waiting.push(record);
    waitingSpans += spans;
    if (waitingSpans >= SEND_AFTER_SPANS) send();
    else timer ??= setTimeout(send, SEND_EVERY_MS).unref();
  };

  return {
    begin: (method, requestId, traceparent) => new RecordedRequest(add, method, requestId, traceparent ?? null),
    async stop() {
      send();
      if (hasEnded(child)) return;
      const stopped = new Promise<void>((resolve) => (onStopped = resolve));
      const limit = setTimeout(() => onStopped(), STOP_TIMEOUT_MS);
      post({ type: 'stop' });
      await stopped;
      clearTimeout(limit);
      child.kill('SIGKILL');
    },
  };
}

class RecordedRequest implements RequestTrace {
  readonly #add: (record: RequestRecord) => void;
  readonly #record: RequestRecord;
  readonly #began = performance.now();

  constructor(add: (record: RequestRecord) => void, method: string, requestId: string, traceparent: string | null) {
    this.#add = add;
    this.#record = {
      method,
      requestId,
      traceparent,
      route: null,
      status: 0,
      started: Date.now(),
      took: 0,
      statements: 0,
      names: [],
      times: [],
      failed: [],
    };
  }

  statement(text: string, started: number, hasFailed: boolean): void {
    const { names, times, failed } = this.#record;
    this.#record.statements += 1;
    if (names.length >= MAX_STATEMENTS) return;
    if (hasFailed) failed.push(names.length);
    names.push(nameOf(text));
    times.push(started - this.#began, performance.now() - this.#began);
  }

  end(route: string | null, status: number): void {
    this.#add({ ...this.#record, route, status, took: performance.now() - this.#began });
  }
}

/** The names of the last statements: the same few hundred texts are sent again and again. */
const names = new Map<string, string>();
const MAX_NAMES = 500;

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMES) names.clear();
  const name = statementName(text).slice(0, 256);
  names.set(text, name);
  return name;
}
