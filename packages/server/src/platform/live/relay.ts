import { printPosition, type Position } from '../sites/position.ts';
import type { EventStream } from './stream.ts';

/** Where a primary sends its notices to its secondaries, whose databases cannot `LISTEN`. */
export const NOTICES_PATH = '/-/sites/notices';

/** Maximum notices that wait for their position. */
const MAX_WAITING = 1_000;

/**
 * Sends the notices of a primary to the other sites, with a position of the log that includes their changes. Nothing is kept for a site
 * that is away or slow: it reconnects, and its pages reload.
 */
export class NoticeRelay {
  readonly #streams = new Set<EventStream>();
  readonly #position: () => Promise<Position>;
  readonly #onTrouble: (error: unknown) => void;
  #waiting: string[] = [];
  #isSending = false;

  /** `position`: reads the position that includes everything committed before. */
  constructor(position: () => Promise<Position>, onTrouble: (error: unknown) => void) {
    this.#position = position;
    this.#onTrouble = onTrouble;
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Adds the stream of a site. From the position of its first event on, nothing is missed. */
  async add(stream: EventStream): Promise<void> {
    this.#streams.add(stream);
    stream.onClose(() => this.#streams.delete(stream));
    stream.send('ready', printPosition(await this.#position()), '[]');
  }

  /** Sends a notice, after those before it. */
  pass(payload: string): void {
    if (this.#streams.size === 0) return;
    if (this.#waiting.length === MAX_WAITING) {
      this.restart();
      return;
    }
    this.#waiting.push(payload);
    if (!this.#isSending) void this.#send();
  }

  beat(): void {
    for (const stream of this.#streams) stream.beat();
  }

  /** Ends all streams: notices were lost. */
  restart(): void {
    this.#waiting = [];
    for (const stream of this.#streams) stream.close();
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    try {
      while (this.#waiting.length > 0) {
        const notices = this.#waiting.splice(0);
        // Read once they are here, so after they were committed.
        const position = printPosition(await this.#position());
        for (const stream of this.#streams) stream.send('notices', position, JSON.stringify(notices));
      }
    } catch (error) {
      this.#onTrouble(error);
      this.restart();
    } finally {
      this.#isSending = false;
    }
  }
}
