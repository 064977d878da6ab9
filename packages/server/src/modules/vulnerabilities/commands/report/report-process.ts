import type { ChildProcess } from 'node:child_process';
import { DomainError, ValidationError } from '@milepost/core/errors';
import { MAX_REPORT_RESULTS } from '@milepost/core/security/vulnerabilities';
import { requestFromChild, startChild } from '../../../../platform/util/child.ts';
import type { ReportReply, ReportRequest } from './messages.ts';

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
/** Each process may use the heap above. */
const MAX_PROCESSES = 2;
const MAX_WAITING = 20;

let busy = 0;
const waiting: (() => void)[] = [];

/** Reads a report in a process of its own while `work` runs. Throws TooManyReportsError if too many others are waiting. */
export async function withReport<Result>(
  file: string,
  work: (report: ReportProcess) => Promise<Result>,
): Promise<Result> {
  if (busy >= MAX_PROCESSES) {
    if (waiting.length >= MAX_WAITING) throw new TooManyReportsError();
    // The end of another report passes its slot on.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else busy += 1;
  const report = new ReportProcess(file);
  try {
    return await work(report);
  } finally {
    report.stop();
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

/** A process that reads one report. */
export class ReportProcess {
  readonly #child: ChildProcess;

  constructor(file: string) {
    this.#child = startChild(new URL('report-worker.js', import.meta.url), { maxHeapMb: MAX_HEAP_MB, args: [file] });
    // An error between two requests is reported by the next one.
    this.#child.on('error', () => undefined);
  }

  /** The next message. Throws ValidationError for a report that is invalid, and ReportTooComplexError. */
  async next(): Promise<ReportReply & { type: 'scans' | 'batch' | 'end' }> {
    const request: ReportRequest = { type: 'next' };
    const reply = await requestFromChild<ReportReply>(this.#child, request, TIMEOUT_MS);
    if (reply === 'failed') throw new Error('The process that reads a report failed');
    if (typeof reply === 'string') throw new ReportTooComplexError('The report is too complex to be read.');
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

  /** Ends the process immediately. */
  stop(): void {
    this.#child.kill('SIGKILL');
  }
}
