import { GitBusyError } from './errors.ts';

/** How long a call waits for a free process. */
const WAIT_TIMEOUT_MS = 10_000;
/** Calls that may wait; more are refused at once. */
const MAX_WAITING = 1_000;

/** Bounds the number of git processes that run at a time. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(size: number) {
    this.#free = size;
  }

  /** Waits for a slot and returns the function that frees it. Throws GitBusyError after ten seconds. */
  async acquire(timeoutMs: number = WAIT_TIMEOUT_MS): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(timeoutMs);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#release();
    };
  }

  #turn(timeoutMs: number): Promise<void> {
    if (this.#waiting.size >= MAX_WAITING) throw new GitBusyError();
    return new Promise((resolve, reject) => {
      const take = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(take);
        reject(new GitBusyError());
      }, timeoutMs);
      this.#waiting.add(take);
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
