import { setImmediate } from 'node:timers/promises';
import type { KeptFile } from '../../uploads/commands.ts';
import type { Staging } from '../store/staging.ts';
import type { Tally } from './tally.ts';

/** Markdown as HTML, and whether it speaks of things that may only be known once the archive is in. */
export interface RenderedText {
  html: string;
  hasReferences: boolean;
}

/** `owner` in the staged tables: the number of a group in its archive, or this for the archive's project. */
export const PROJECT = 0;
/** An owner the archive does not name. */
export const UNKNOWN_OWNER = -1;

/** Keeps the bytes of one file of an archive, under a name that nobody knows. */
export type KeepFile = (bytes: AsyncIterable<Buffer>, name: string) => Promise<KeptFile>;

const BREATHE_EVERY_MS = 8;

/** What the readers of records share while one archive is read. */
export class Reading {
  readonly staging: Staging;
  readonly tally: Tally;
  readonly render: (markdown: string) => RenderedText;
  readonly keepFile: KeepFile;
  #items = 0;
  #notes = 0;
  #breathedAt = performance.now();
  readonly #seen = new Set<string>();

  constructor(staging: Staging, tally: Tally, render: (markdown: string) => RenderedText, keepFile: KeepFile) {
    this.staging = staging;
    this.tally = tally;
    this.render = render;
    this.keepFile = keepFile;
  }

  /** Lets the server's other work run, every few milliseconds. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#breathedAt < BREATHE_EVERY_MS) return;
    await setImmediate();
    this.#breathedAt = performance.now();
  }

  nextItem(): number {
    this.#items += 1;
    return this.#items;
  }

  nextNote(): number {
    this.#notes += 1;
    return this.#notes;
  }

  /** True the first time a key is asked for: copies of labels and milestones stand beside every item that has them. */
  isFirst(...key: readonly (string | number | null)[]): boolean {
    const text = JSON.stringify(key);
    if (this.#seen.has(text)) return false;
    this.#seen.add(text);
    return true;
  }
}
