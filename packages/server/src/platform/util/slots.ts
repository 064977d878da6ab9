/** How long a caller waits for a free slot. */
export const WAIT_TIMEOUT_MS = 10_000;
/** Callers that may wait; more are refused at once. */
const MAX_WAITING = 1_000;

interface Waiting {
  caller: string | null;
  take: () => void;
}

/** A counting semaphore that also bounds how many slots one caller holds. */
export class Slots {
  #free: number;
  readonly #maxOfCaller: number;
  readonly #reserved: number;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  readonly #busy: () => Error;

  /** `busy`: the error of a caller that waited too long. */
  constructor(size: number, busy: () => Error) {
    this.#free = size;
    this.#busy = busy;
    // One slow caller must leave slots to others.
    this.#maxOfCaller = Math.max(1, Math.floor(size / 2));
    // Two of them, too: the last quarter is for callers that hold none.
    this.#reserved = Math.floor(size / 4);
  }

  /** Waits for a slot and returns the function that frees it. Throws `busy` after `timeoutMs`. A null caller is the server itself. */
  async acquire(caller: string | null, timeoutMs: number = WAIT_TIMEOUT_MS): Promise<() => void> {
    if (this.#isAllowed(caller)) this.#take(caller);
    else await this.#wait(caller, timeoutMs);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#release(caller);
    };
  }

  #isAllowed(caller: string | null): boolean {
    const held = caller === null ? 0 : (this.#held.get(caller) ?? 0);
    if (held === 0) return this.#free > 0;
    return held < this.#maxOfCaller && this.#free > this.#reserved;
  }

  #take(caller: string | null): void {
    this.#free -= 1;
    if (caller !== null) this.#held.set(caller, (this.#held.get(caller) ?? 0) + 1);
  }

  #wait(caller: string | null, timeoutMs: number): Promise<void> {
    if (this.#waiting.size >= MAX_WAITING) throw this.#busy();
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
        reject(this.#busy());
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
