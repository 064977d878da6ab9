import { randomBytes } from 'node:crypto';

/**
 * A bounded buffer of the latest messages with ids, so that a reader that reconnects gets the missed ones. Ids are valid in this
 * process only, and only until a gap, after which they begin with another prefix.
 */
export class History<Message> {
  readonly #limit: number;
  #series = newSeries();
  #last = 0;
  #messages: { message: Message; at: number }[] = [];
  #beganAt = performance.now();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The id of the latest message. */
  get lastId(): string {
    return `${this.#series}-${this.#last}`;
  }

  /** Stores a message and returns its id. */
  add(message: Message): string {
    this.#last += 1;
    this.#messages.push({ message, at: performance.now() });
    // Earlier messages are no longer stored.
    if (this.#messages.length > this.#limit) this.#beganAt = this.#messages.shift()?.at ?? this.#beganAt;
    return this.lastId;
  }

  /** The messages after this id; null when they are no longer stored. */
  since(id: string): Message[] | null {
    const [series, number] = id.split('-');
    const missed = this.#last - Number(number);
    if (series !== this.#series || !Number.isInteger(missed) || missed < 0 || missed > this.#messages.length)
      return null;
    return missed === 0 ? [] : this.#messages.slice(-missed).map(({ message }) => message);
  }

  /** The messages of the last `milliseconds`; null when they are no longer stored. */
  ofLast(milliseconds: number): Message[] | null {
    if (milliseconds === 0) return [];
    const from = performance.now() - milliseconds;
    if (from < this.#beganAt) return null;
    return this.#messages.filter(({ at }) => at >= from).map(({ message }) => message);
  }

  /** Invalidates all ids after a gap: this process missed a message. */
  forget(): void {
    this.#series = newSeries();
    this.#last = 0;
    this.#messages = [];
    this.#beganAt = performance.now();
  }
}

function newSeries(): string {
  return randomBytes(6).toString('hex');
}
