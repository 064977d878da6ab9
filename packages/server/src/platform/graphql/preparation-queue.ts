import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimitedError } from '../http/request-limits.ts';

/** Documents that may wait to be prepared; the next ones are refused. */
const MAX_WAITING = 200;
const RETRY_AFTER_SECONDS = 2;
/** How long the thread goes to others after a document, as a multiple of the time that it took. */
const PAUSE_AFTER = { signedIn: 1, anonymous: 3 } as const;

/**
 * Lets new documents be prepared one at a time. Parsing and validating blocks the thread for some milliseconds: done for each
 * request as it comes, a few busy connections would delay every step of every other request by all of theirs. So the thread
 * goes to others after each document, for as long as that took or longer. Callers that are signed in come first.
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
      // At least one turn of the event loop, also for what took no time.
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
