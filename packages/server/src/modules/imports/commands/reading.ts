import { setImmediate } from 'node:timers/promises';
import type { ArchiveError } from '../../../platform/archives/errors.ts';
import type { JsonObject } from '../../../platform/archives/lines.ts';
import type { StoredFile } from '../../uploads/commands.ts';
import type { Staging } from '../store/staging.ts';
import type { ImportedThing } from '../table.ts';
import { Fields } from './fields.ts';
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
export type KeepFile = (bytes: AsyncIterable<Buffer>, name: string) => Promise<StoredFile>;

interface ReadingOptions {
  tally: Tally;
  render: (markdown: string) => RenderedText;
  storeFile: KeepFile;
  isStrict: boolean;
}

const BREATHE_EVERY_MS = 8;

/** What the readers of records share while one archive is read. */
export class Reading {
  readonly staging: Staging;
  readonly tally: Tally;
  readonly render: (markdown: string) => RenderedText;
  readonly storeFile: KeepFile;
  readonly #beganAt = new Date().toISOString();
  /** Groups that cannot be used, by their number in the archive: what is below them stays out too. */
  readonly brokenGroups = new Map<number, ArchiveError>();
  #items = 0;
  #notes = 0;
  #breathedAt = performance.now();
  readonly #seen = new Set<string>();

  /** Refuses the archive for the first record that cannot be used. */
  readonly isStrict: boolean;

  constructor(staging: Staging, options: ReadingOptions) {
    this.staging = staging;
    this.tally = options.tally;
    this.render = options.render;
    this.storeFile = options.storeFile;
    this.isStrict = options.isStrict;
  }

  /** Reports what cannot be used and is left out; one of `thing` where a whole record is. Throws it when reading strictly. */
  leaveOut(error: ArchiveError, thing?: ImportedThing): void {
    if (this.isStrict) throw error;
    this.tally.problem(error.place ?? '', error.problem, thing);
  }

  leaveOutGroup(sourceId: number, error: ArchiveError): void {
    this.leaveOut(error, 'groups');
    this.brokenGroups.set(sourceId, error);
  }

  /** A record of the archive, to be read field by field. */
  fieldsOf(record: JsonObject, place: string): Fields {
    return new Fields(record, place, (error) => this.leaveOut(error));
  }

  /** Lets the server's other work run, every few milliseconds. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#breathedAt < BREATHE_EVERY_MS) return;
    await setImmediate();
    this.#breathedAt = performance.now();
  }

  /** The time of something that says none itself: that of the item it belongs to, or else of this import. */
  timeOf(item: Fields): string {
    return item.optionalTime('created_at') ?? this.#beganAt;
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
