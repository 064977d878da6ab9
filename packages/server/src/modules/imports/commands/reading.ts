import { setImmediate } from 'node:timers/promises';
import type { ArchiveError } from '../../../platform/archives/errors.ts';
import type { JsonObject } from '../../../platform/archives/lines.ts';
import type { StoredFile } from '../../uploads/commands.ts';
import type { Staging } from '../store/staging.ts';
import type { ImportedKind } from '../table.ts';
import type { UnpackedRepository } from './merge-repository.ts';
import { Fields } from './fields.ts';
import type { Tally } from './tally.ts';

/** Markdown as HTML, and whether it has references that can only be resolved after the import. */
export interface RenderedText {
  html: string;
  hasReferences: boolean;
}

/** `owner` in the staged tables: the archive's id of a group, or this for the archive's project. */
export const PROJECT = 0;
/** The owner of objects whose owner is not in the archive. */
export const UNKNOWN_OWNER = -1;

/** Stores the bytes of an archive's file under a random name. */
export type KeepFile = (bytes: AsyncIterable<Buffer>, name: string) => Promise<StoredFile>;

/** Unpacks a bundle of an archive into a repository that is not yet that of a project. Throws BundleError. */
export type UnpackRepository = (chunks: AsyncIterable<Buffer>) => Promise<UnpackedRepository>;

/** What a project's description says about its code. */
export interface ProjectSettings {
  defaultBranch: string | null;
  approvalsRequired: number;
  needsPassedChecks: boolean;
}

interface ReadingOptions {
  tally: Tally;
  render: (markdown: string) => RenderedText;
  storeFile: KeepFile;
  unpackRepository: UnpackRepository;
  isStrict: boolean;
}

const YIELD_EVERY_MS = 8;

/** Shared by the readers of records while one archive is read. */
export class Reading {
  readonly staging: Staging;
  readonly tally: Tally;
  readonly render: (markdown: string) => RenderedText;
  readonly storeFile: KeepFile;
  readonly unpackRepository: UnpackRepository;
  /** Null for an archive without a usable one. */
  repository: UnpackedRepository | null = null;
  settings: ProjectSettings = { defaultBranch: null, approvalsRequired: 0, needsPassedChecks: false };
  readonly #beganAt = new Date().toISOString();
  /** Unusable groups, by their id in the archive: their descendants are skipped too. */
  readonly brokenGroups = new Map<number, ArchiveError>();
  #items = 0;
  #notes = 0;
  readonly #counts = new Map<string, number>();
  #yieldedAt = performance.now();
  readonly #seen = new Set<string>();

  /** Rejects the archive for the first unusable record. */
  readonly isStrict: boolean;

  constructor(staging: Staging, options: ReadingOptions) {
    this.staging = staging;
    this.tally = options.tally;
    this.render = options.render;
    this.storeFile = options.storeFile;
    this.unpackRepository = options.unpackRepository;
    this.isStrict = options.isStrict;
  }

  /** Reports an unusable part; with `kind`, a whole record of that kind counts as skipped. Throws the error in strict mode. */
  skip(error: ArchiveError, kind?: ImportedKind): void {
    if (this.isStrict) throw error;
    this.tally.problem(error.location ?? '', error.problem, kind);
  }

  skipGroup(sourceId: number, error: ArchiveError): void {
    this.skip(error, 'groups');
    this.brokenGroups.set(sourceId, error);
  }

  /** A record of the archive, to be read field by field. */
  fieldsOf(record: JsonObject, location: string): Fields {
    return new Fields(record, location, (error) => this.skip(error));
  }

  /** Yields to the event loop, at most every YIELD_EVERY_MS. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#yieldedAt < YIELD_EVERY_MS) return;
    await setImmediate();
    this.#yieldedAt = performance.now();
  }

  /** The time of a record without one: that of its item, otherwise of this import. */
  timeOf(item: Fields): string {
    return item.optionalTime('created_at') ?? this.#beganAt;
  }

  nextItem(): number {
    this.#items += 1;
    return this.#items;
  }

  /** The number of the next staged record of this kind, from 1. */
  next(kind: 'request' | 'environment' | 'deployment' | 'protection'): number {
    const number = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, number);
    return number;
  }

  nextNote(): number {
    this.#notes += 1;
    return this.#notes;
  }

  /** Whether a key is passed for the first time: every item contains copies of its labels and milestones. */
  isFirst(...key: readonly (string | number | null)[]): boolean {
    const text = JSON.stringify(key);
    if (this.#seen.has(text)) return false;
    this.#seen.add(text);
    return true;
  }
}
