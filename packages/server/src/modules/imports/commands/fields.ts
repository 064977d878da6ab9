import { parseDay } from '@milepost/core/days';
import { ArchiveError } from '../../../platform/archives/errors.ts';
import { isObject, type JsonObject } from '../../../platform/archives/lines.ts';

/** A line is JSON, but not what its file should hold. */
export class UnknownRecordError extends ArchiveError {
  override name = 'UnknownRecordError';
  readonly code = 'IMPORT_UNKNOWN_RECORD' as const;
  readonly kind = 'invalid' as const;
}

/** The archive as a whole is not one we read. */
export class UnknownArchiveError extends ArchiveError {
  override name = 'UnknownArchiveError';
  readonly code = 'IMPORT_UNKNOWN_ARCHIVE' as const;
  readonly kind = 'invalid' as const;
}

const LARGEST_INTEGER = 2_147_483_647;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** A record of an archive, read field by field; whatever is wrong is told with its place and its name. */
export class Fields {
  readonly #record: JsonObject;
  readonly #prefix: string;
  readonly place: string;

  constructor(record: JsonObject, place: string, prefix = '') {
    this.#record = record;
    this.#prefix = prefix;
    this.place = place;
  }

  has(name: string): boolean {
    const value = this.#record[name];
    return value !== undefined && value !== null;
  }

  /** Text that must be there and not blank. */
  text(name: string, longest: number): string {
    const text = this.optionalText(name, longest);
    if (text === null || text.trim() === '') throw this.wrong(name, 'is missing');
    return text;
  }

  optionalText(name: string, longest: number): string | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string') throw this.wrong(name, 'must be text');
    // Characters as PostgreSQL counts them; only counted where the cheap answer does not settle it.
    if (value.length > longest && Array.from(value).length > longest) {
      throw this.wrong(name, `is longer than ${longest} characters`);
    }
    return value;
  }

  /** An id of the archive's: any whole number from 1. */
  id(name: string): number {
    const id = this.optionalId(name);
    if (id === null) throw this.wrong(name, 'is missing');
    return id;
  }

  optionalId(name: string): number | null {
    return this.#number(name, 1, Number.MAX_SAFE_INTEGER);
  }

  integer(name: string, least: number, most = LARGEST_INTEGER): number {
    const number = this.optionalInteger(name, least, most);
    if (number === null) throw this.wrong(name, 'is missing');
    return number;
  }

  optionalInteger(name: string, least: number, most = LARGEST_INTEGER): number | null {
    return this.#number(name, least, most);
  }

  boolean(name: string, fallback: boolean): boolean {
    const value = this.#record[name];
    if (value === undefined || value === null) return fallback;
    if (typeof value !== 'boolean') throw this.wrong(name, 'must be true or false');
    return value;
  }

  /** `YYYY-MM-DD`, or null. */
  day(name: string): string | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    const isDay = typeof value === 'string' && parseDay(value) !== null && value >= '0001-01-01';
    if (!isDay) throw this.wrong(name, 'must be a day like 2026-07-24');
    return value;
  }

  time(name: string): string {
    const time = this.optionalTime(name);
    if (time === null) throw this.wrong(name, 'is missing');
    return time;
  }

  optionalTime(name: string): string | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    const milliseconds = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : Number.NaN;
    // Years before 1 are no timestamps to PostgreSQL.
    if (!(milliseconds > -62_135_596_800_000)) throw this.wrong(name, 'must be a time like 2026-07-24T12:00:00.000Z');
    return new Date(milliseconds).toISOString();
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.#record[name];
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw this.wrong(name, `must be one of ${choices.join(', ')}`);
    return found;
  }

  /** The object nested here, or null. */
  object(name: string): Fields | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    if (!isObject(value)) throw this.wrong(name, 'must be an object');
    return new Fields(value, this.place, `${this.#prefix}${name}.`);
  }

  /** The objects of the list nested here; none when there is no list. */
  list(name: string): Fields[] {
    const value = this.#record[name];
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw this.wrong(name, 'must be a list');
    return value.map((each: unknown, index) => {
      if (!isObject(each)) throw this.wrong(`${name}[${index}]`, 'must be an object');
      return new Fields(each, this.place, `${this.#prefix}${name}[${index}].`);
    });
  }

  /** What is nested here: each list that is not empty, with its length, and each object. */
  nested(): { name: string; records: number }[] {
    const found: { name: string; records: number }[] = [];
    for (const [name, value] of Object.entries(this.#record)) {
      if (Array.isArray(value) && value.length > 0) found.push({ name, records: value.length });
      else if (isObject(value) && Object.keys(value).length > 0) found.push({ name, records: 1 });
    }
    return found;
  }

  wrong(name: string, problem: string): UnknownRecordError {
    return new UnknownRecordError(this.place, `${this.#prefix}${name} ${problem}`);
  }

  #number(name: string, least: number, most: number): number | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    const isFine = typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;
    if (!isFine) throw this.wrong(name, `must be a whole number from ${least} to ${most}`);
    return value;
  }
}
