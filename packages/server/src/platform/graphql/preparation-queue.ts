import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimitedError } from '../http/request-limits.ts';

/** Maximum number of documents in the queue; further ones are refused. */
const MAX_WAITING = 200;
const RETRY_AFTER_SECONDS = 2;
/** Pause after a document, as a multiple of the time that its preparation took. */
const PAUSE_AFTER = { signedIn: 1, anonymous: 3 } as const;

/**
 * Prepares new documents one at a time. Parsing and validating blocks the event loop for some milliseconds, so a few busy connections
 * could delay all other requests. After each document the queue yields to them for at least as long as the document took. Callers that
 * are signed in come first.
 */
export class PreparationQueue {
  readonly #first: (() => void)[] = [];
  readonly #then: (() => void)[] = [];
  #isRunning = false;

  get waiting(): number {
    return this.#first.length + this.#then.length;
  }

  /** Queues `work` and returns its result. Rethrows its errors, and throws RateLimitedError if the queue is full. */
  run<Result>(isSignedIn: boolean, work: () => Result): Promise<Result> {
    if (this.waiting >= MAX_WAITING) {
      throw new RateLimitedError('Too many new queries are waiting. Retry later.', RETRY_AFTER_SECONDS);
    }
    return new Promise((resolve, reject) => {
      (isSignedIn ? this.#first : this.#then).push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#next(); next; next = this.#next()) {
      const began = performance.now();
      next.work();
      // Waits for at least one iteration of the event loop.
      await sleep(next.pauseAfter * (performance.now() - began));
    }
    this.#isRunning = false;
  }

  #next(): { work: () => void; pauseAfter: number } | null {
    const first = this.#first.shift();
    if (first) return { work: first, pauseAfter: PAUSE_AFTER.signedIn };
    const then = this.#then.shift();
    return then ? { work: then, pauseAfter: PAUSE_AFTER.anonymous } : null;
  }
}
