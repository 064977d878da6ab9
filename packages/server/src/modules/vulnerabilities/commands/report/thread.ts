import type { Worker } from 'node:worker_threads';
import { DomainError, ValidationError } from '@milepost/core/errors';
import { MAX_REPORT_RESULTS } from '@milepost/core/security/vulnerabilities';
import { hasCode } from '../../../../platform/util/errors.ts';
import { startWorker } from '../../../../platform/util/worker.ts';
import type { ReportData, ReportReply } from './messages.ts';

/** A report has more results than one may have, or needs too much time or memory to be read. */
export class ReportTooComplexError extends DomainError {
  override name = 'ReportTooComplexError';
  readonly code = 'REPORT_TOO_COMPLEX' as const;
  readonly kind = 'unprocessable' as const;
}

/** Too many reports are being read. Nothing was saved, and a retry may succeed. */
export class TooManyReportsError extends DomainError {
  override name = 'TooManyReportsError';
  readonly code = 'TOO_MANY_REPORTS' as const;
  readonly kind = 'limited' as const;
  readonly retryAfter = 10;
  constructor() {
    super('Too many reports are being read. Try again in a minute.');
  }
}

const MAX_HEAP_MB = 768;
const TIMEOUT_MS = 60_000;
/** Each thread may use the heap above. */
const MAX_THREADS = 2;
const MAX_WAITING = 20;

let busy = 0;
const waiting: (() => void)[] = [];

/** Reads a report in a thread of its own while `work` runs. Throws TooManyReportsError if too many others are waiting. */
export async function withReport<Result>(
  file: string,
  work: (report: ReportThread) => Promise<Result>,
): Promise<Result> {
  if (busy >= MAX_THREADS) {
    if (waiting.length >= MAX_WAITING) throw new TooManyReportsError();
    // The end of another report passes its slot on.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else busy += 1;
  const thread = new ReportThread(file);
  try {
    return await work(thread);
  } finally {
    thread.stop();
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

export class ReportThread {
  readonly #worker: Worker;

  constructor(file: string) {
    const data: ReportData = { file };
    this.#worker = startWorker(new URL('report-worker.js', import.meta.url), { maxHeapMb: MAX_HEAP_MB, data });
    // An error between two requests is reported by the next one.
    this.#worker.on('error', () => undefined);
  }

  /** The next message. Throws ValidationError for a report that is invalid, and ReportTooComplexError. */
  async next(): Promise<ReportReply & { type: 'scans' | 'batch' | 'end' }> {
    const reply = await this.#ask();
    switch (reply.type) {
      case 'invalid':
        throw new ValidationError({ report: [reply.problem] });
      case 'tooManyResults':
        throw new ReportTooComplexError(
          `The report has more than ${MAX_REPORT_RESULTS.toLocaleString('en-US')} results.`,
        );
      default:
        return reply;
    }
  }

  #ask(): Promise<ReportReply> {
    const worker = this.#worker;
    return new Promise<ReportReply>((resolve, reject) => {
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        worker.off('message', answered).off('error', failed).off('exit', ended);
        end();
      };
      const refuse = (): void => reject(new ReportTooComplexError('The report is too complex to be read.'));
      const answered = (reply: ReportReply): void => settle(() => resolve(reply));
      const failed = (error: Error): void =>
        settle(() => (hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY') ? refuse() : reject(error)));
      const ended = (): void => settle(refuse);
      const timer = setTimeout(() => {
        this.stop();
        settle(refuse);
      }, TIMEOUT_MS);
      worker.on('message', answered).on('error', failed).on('exit', ended);
      // The rule is about windows; threads have no origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage('next');
    });
  }

  stop(): void {
    void this.#worker.terminate();
  }
}
