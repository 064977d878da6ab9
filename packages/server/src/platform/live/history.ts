import { randomBytes } from 'node:crypto';

/**
 * The latest messages with numbers, so that a reader who reconnects gets what was missed. A number is valid in this process
 * only, and only until a gap: then the series restarts under another name.
 */
export class History<Told> {
  readonly #most: number;
  #series = newSeries();
  #last = 0;
  #kept: { told: Told; at: number }[] = [];
  #beganAt = performance.now();

  constructor(most: number) {
    this.#most = most;
  }

  /** The id of the latest message. */
  get lastId(): string {
    return `${this.#series}-${this.#last}`;
  }

  /** Stores a message and returns its id. */
  add(told: Told): string {
    this.#last += 1;
    this.#kept.push({ told, at: performance.now() });
    // Earlier messages are no longer stored.
    if (this.#kept.length > this.#most) this.#beganAt = this.#kept.shift()?.at ?? this.#beganAt;
    return this.lastId;
  }

  /** The messages after this id; null when they are no longer stored. */
  since(id: string): Told[] | null {
    const [series, number] = id.split('-');
    const missed = this.#last - Number(number);
    if (series !== this.#series || !Number.isInteger(missed) || missed < 0 || missed > this.#kept.length) return null;
    return missed === 0 ? [] : this.#kept.slice(-missed).map(({ told }) => told);
  }

  /** The messages of the last so many milliseconds; null when they are no longer stored. */
  ofLast(milliseconds: number): Told[] | null {
    if (milliseconds === 0) return [];
    const from = performance.now() - milliseconds;
    if (from < this.#beganAt) return null;
    return this.#kept.filter(({ at }) => at >= from).map(({ told }) => told);
  }

  /** This process missed a message. */
  forget(): void {
    this.#series = newSeries();
    this.#last = 0;
    this.#kept = [];
    this.#beganAt = performance.now();
  }
}

function newSeries(): string {
  return randomBytes(6).toString('hex');
}
