import { GitBusyError } from './errors.ts';

/** How long a call waits for a free process. */
export const WAIT_TIMEOUT_MS = 10_000;
/** Calls that may wait; more are refused at once. */
const MAX_WAITING = 1_000;

interface Waiting {
  caller: string | null;
  take: () => void;
}

/** Bounds the number of git processes that run at a time, and how many of them one caller holds. */
export class Slots {
  #free: number;
  readonly #maxOfCaller: number;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  constructor(size: number) {
    this.#free = size;
    // One slow caller must leave slots to others.
    this.#maxOfCaller = Math.max(1, Math.floor(size / 2));
  }

  /** Waits for a slot and returns the function that frees it. Throws GitBusyError after ten seconds. Without a caller it is the server itself. */
  async acquire(caller: string | null, timeoutMs: number = WAIT_TIMEOUT_MS): Promise<() => void> {
    if (this.#isAllowed(caller)) this.#take(caller);
    else await this.#turn(caller, timeoutMs);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#release(caller);
    };
  }

  #isAllowed(caller: string | null): boolean {
    return this.#free > 0 && (caller === null || (this.#held.get(caller) ?? 0) < this.#maxOfCaller);
  }

  #take(caller: string | null): void {
    this.#free -= 1;
    if (caller !== null) this.#held.set(caller, (this.#held.get(caller) ?? 0) + 1);
  }

  #turn(caller: string | null, timeoutMs: number): Promise<void> {
    if (this.#waiting.size >= MAX_WAITING) throw new GitBusyError();
    return new Promise((resolve, reject) => {
      const waiting = {
        caller,
        take: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(new GitBusyError());
      }, timeoutMs);
      this.#waiting.add(waiting);
    });
  }

  #release(caller: string | null): void {
    this.#free += 1;
    if (caller !== null) {
      const held = (this.#held.get(caller) ?? 1) - 1;
      if (held > 0) this.#held.set(caller, held);
      else this.#held.delete(caller);
    }
    for (const waiting of this.#waiting) {
      if (this.#free === 0) return;
      if (!this.#isAllowed(waiting.caller)) continue;
      this.#waiting.delete(waiting);
      this.#take(waiting.caller);
      waiting.take();
    }
  }
}
