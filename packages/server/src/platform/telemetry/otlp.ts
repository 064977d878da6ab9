import { startWorker } from '../util/worker.ts';
import { spansIn, type RequestRecord, type ThreadReply, type ThreadRequest } from './records.ts';
import { statementName, type RequestTrace, type Tracing } from './tracing.ts';

/** Spans that wait for the thread, and that it was sent and has not taken yet; further requests are dropped. */
const MAX_WAITING_SPANS = 4_096;
const SEND_EVERY_MS = 500;
const SEND_AFTER_SPANS = 512;
const MAX_HEAP_MB = 128;
/** Statements of one request that get a span of their own. */
const MAX_STATEMENTS = 100;
/** The export that is under way when the server stops. */
const STOP_TIMEOUT_MS = 6_000;

/**
 * Traces over OTLP/HTTP to `endpoint`. Requests only note names and times; a thread makes spans of them and sends them, so that neither
 * costs the time of requests.
 */
export function startTracing(endpoint: string, version: string): Tracing {
  const thread = startWorker(new URL('otlp-thread.js', import.meta.url), {
    maxHeapMb: MAX_HEAP_MB,
    data: { endpoint, version },
  });
  thread.unref();
  let isOver = false;
  let waiting: RequestRecord[] = [];
  let waitingSpans = 0;
  let sentSpans = 0;
  let timer: NodeJS.Timeout | null = null;
  let onStopped = (): void => undefined;
  const end = (): void => {
    isOver = true;
    waiting = [];
    onStopped();
  };
  thread
    // Without its thread the server goes on, without traces.
    .on('error', end)
    .on('exit', end)
    .on('message', (reply: ThreadReply) => {
      if (reply.type === 'taken') sentSpans -= reply.spans;
      else onStopped();
    });
  // The rule is about windows; threads have no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const post = (message: ThreadRequest): void => thread.postMessage(message);

  const send = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (isOver || waiting.length === 0) return;
    post({ type: 'records', records: waiting });
    sentSpans += waitingSpans;
    waiting = [];
    waitingSpans = 0;
  };
  const add = (record: RequestRecord): void => {
    const spans = spansIn([record]);
    if (isOver || waitingSpans + sentSpans + spans > MAX_WAITING_SPANS) return;
    waiting.push(record);
    waitingSpans += spans;
    if (waitingSpans >= SEND_AFTER_SPANS) send();
    else timer ??= setTimeout(send, SEND_EVERY_MS).unref();
  };

  return {
    begin: (method, requestId, traceparent) => new RecordedRequest(add, method, requestId, traceparent ?? null),
    async stop() {
      send();
      if (isOver) return;
      const stopped = new Promise<void>((resolve) => (onStopped = resolve));
      const limit = setTimeout(() => onStopped(), STOP_TIMEOUT_MS);
      post({ type: 'stop' });
      await stopped;
      clearTimeout(limit);
      await thread.terminate();
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
