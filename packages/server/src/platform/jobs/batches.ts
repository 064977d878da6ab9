import { setTimeout as sleep } from 'node:timers/promises';

/** How long a batch should take: other transactions wait about as long for its locks. */
const BATCH_MS = 100;
/** Of the time that a batch took: others have the processor for so long. */
const PAUSE = 0.25;

/** The number of rows in a batch, which adapts to the speed of the machine: each batch should take about 100 ms. */
export class BatchSize {
  readonly #min: number;
  readonly #max: number;
  #size: number;

  /**
   * `first`: the size of the first batch, far below what takes 100 ms on a slow machine. `min`: below it the fixed cost of a batch
   * would exceed that of its rows.
   */
  constructor({ first, max, min = 1 }: { first: number; max: number; min?: number }) {
    this.#size = first;
    this.#min = min;
    this.#max = max;
  }

  get rows(): number {
    return this.#size;
  }

  /** Takes the duration of a full batch into account; halves or doubles the size at most. */
  took(milliseconds: number): void {
    const factor = Math.min(2, Math.max(0.5, BATCH_MS / Math.max(milliseconds, 1)));
    this.#size = Math.min(this.#max, Math.max(this.#min, Math.floor(this.#size * factor)));
  }
}

/** Leaves the processor to others after a batch that took so long, for this share of the time. Ends at once, without an error, if `signal` aborts. */
export async function pauseAfter(milliseconds: number, signal?: AbortSignal, share = PAUSE): Promise<void> {
  await sleep(share * milliseconds, undefined, { signal }).catch(() => {});
}

/** Runs `batch`, with pauses, which processes at most as many rows as it is given and returns their number, until no full one is left; returns the sum. */
export async function inBatches(
  size: BatchSize,
  batch: (limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let sum = 0;
  for (;;) {
    if (signal?.aborted) return sum;
    const limit = size.rows;
    const began = performance.now();
    const count = await batch(limit);
    sum += count;
    if (count < limit) return sum;
    const took = performance.now() - began;
    size.took(took);
    await pauseAfter(took, signal);
  }
}
