import { randomBytes } from 'node:crypto';

/**
 * The last things that were told, numbered, so that a reader who was away for a moment gets what was missed. A number means
 * something to this process alone, and only until a gap: then the series begins anew under another name.
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

  /** The id of what was told last. */
  get lastId(): string {
    return `${this.#series}-${this.#last}`;
  }

  /** Keeps it and gives its id. */
  add(told: Told): string {
    this.#last += 1;
    this.#kept.push({ told, at: performance.now() });
    // What was told before that is not known any more.
    if (this.#kept.length > this.#most) this.#beganAt = this.#kept.shift()?.at ?? this.#beganAt;
    return this.lastId;
  }

  /** What was told after this id; null when that is not known any more. */
  since(id: string): Told[] | null {
    const [series, number] = id.split('-');
    const missed = this.#last - Number(number);
    if (series !== this.#series || !Number.isInteger(missed) || missed < 0 || missed > this.#kept.length) return null;
    return missed === 0 ? [] : this.#kept.slice(-missed).map(({ told }) => told);
  }

  /** What was told in the last so many milliseconds; null when that is not known. */
  ofLast(milliseconds: number): Told[] | null {
    if (milliseconds === 0) return [];
    const from = performance.now() - milliseconds;
    if (from < this.#beganAt) return null;
    return this.#kept.filter(({ at }) => at >= from).map(({ told }) => told);
  }

  /** Something was told that this process did not hear. */
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
