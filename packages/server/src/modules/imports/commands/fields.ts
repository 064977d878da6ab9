import { parseDay } from '@milepost/core/days';
import { ArchiveError } from '../../../platform/archives/errors.ts';
import { isObject, type JsonObject } from '../../../platform/archives/lines.ts';

/** A line is JSON, but not what its file should contain. */
export class UnknownRecordError extends ArchiveError {
  override name = 'UnknownRecordError';
  readonly code = 'IMPORT_UNKNOWN_RECORD' as const;
  readonly kind = 'invalid' as const;
}

/** The archive as a whole cannot be read. */
export class UnknownArchiveError extends ArchiveError {
  override name = 'UnknownArchiveError';
  readonly code = 'IMPORT_UNKNOWN_ARCHIVE' as const;
  readonly kind = 'invalid' as const;
}

const MAX_INTEGER = 2_147_483_647;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** Receives a part of a record that is unusable and skipped; throws if the archive must be rejected for it. */
export type OnUnusable = (error: UnknownRecordError) => void;

const refuse: OnUnusable = (error) => {
  throw error;
};

/**
 * A record of an archive, read field by field. A missing required field throws an UnknownRecordError with position and problem;
 * an unusable optional field is reported to `onUnusable` and counts as missing.
 */
export class Fields {
  readonly #record: JsonObject;
  readonly #prefix: string;
  readonly #onUnusable: OnUnusable;
  /** Reported fields: a field may be read several times, but is reported once. */
  readonly #reported = new Set<string>();
  readonly location: string;

  constructor(record: JsonObject, location: string, onUnusable: OnUnusable = refuse, prefix = '') {
    this.#record = record;
    this.#prefix = prefix;
    this.#onUnusable = onUnusable;
    this.location = location;
  }

  has(name: string): boolean {
    const value = this.#record[name];
    return value !== undefined && value !== null;
  }

  /** A required text that is not blank, of at max `maxLength` characters. Throws UnknownRecordError. */
  text(name: string, maxLength: number): string {
    const text = this.#text(name, maxLength);
    if (text === null || text.trim() === '') throw this.wrong(name, 'is missing');
    return text;
  }

  optionalText(name: string, maxLength: number): string | null {
    return this.#optional(() => this.#text(name, maxLength));
  }

  /** An id of the archive: any whole number from 1. */
  id(name: string): number {
    return this.#required(name, this.#number(name, 1, Number.MAX_SAFE_INTEGER));
  }

  optionalId(name: string): number | null {
    return this.#optional(() => this.#number(name, 1, Number.MAX_SAFE_INTEGER));
  }

  integer(name: string, min: number, max = MAX_INTEGER): number {
    return this.#required(name, this.#number(name, min, max));
  }

  optionalInteger(name: string, min: number, max = MAX_INTEGER): number | null {
    return this.#optional(() => this.#number(name, min, max));
  }

  boolean(name: string, fallback: boolean): boolean {
    const value = this.#record[name];
    if (value === undefined || value === null) return fallback;
    const known = truths.get(value);
    if (known === undefined) this.unusable(name, 'must be true or false');
    return known ?? fallback;
  }

  /** `YYYY-MM-DD`, optionally followed by a time; or null. */
  day(name: string): string | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    const day = typeof value === 'string' && TIME.test(value) ? value.slice(0, 10) : value;
    const isDay = typeof day === 'string' && parseDay(day) !== null && day >= '0001-01-01';
    return isDay ? day : this.unusable(name, 'must be a day like 2026-07-24');
  }

  optionalTime(name: string): string | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    const milliseconds = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : Number.NaN;
    // PostgreSQL accepts no timestamps before year 1.
    if (milliseconds > -62_135_596_800_000) return new Date(milliseconds).toISOString();
    return this.unusable(name, 'must be a time like 2026-07-24T12:00:00.000Z');
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.#record[name];
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw this.wrong(name, `must be one of ${choices.join(', ')}`);
    return found;
  }

  /** One of these values or its number, counted from 0. Throws UnknownRecordError. */
  enumeration<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.#record[name];
    return (typeof value === 'number' ? choices[value] : undefined) ?? this.choice(name, choices);
  }

  /** One of these values or, in older exports, its number, counted from 1; null for none. */
  optionalChoice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | null {
    if (!this.has(name)) return null;
    const number = Number(this.#record[name]);
    return choices[number - 1] ?? this.#optional(() => this.choice(name, choices));
  }

  /** The nested object, or null. */
  object(name: string): Fields | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    if (!isObject(value)) return this.unusable(name, 'must be an object');
    return new Fields(value, this.location, this.#onUnusable, `${this.#prefix}${name}.`);
  }

  /** The objects of the nested list; empty when there is no list. */
  list(name: string): Fields[] {
    const value = this.#record[name];
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) {
      this.unusable(name, 'must be a list');
      return [];
    }
    return value.flatMap((each: unknown, index) => {
      if (isObject(each))
        return [new Fields(each, this.location, this.#onUnusable, `${this.#prefix}${name}[${index}].`)];
      this.unusable(`${name}[${index}]`, 'must be an object');
      return [];
    });
  }

  /** Reads each object of the nested list; one without a required field is skipped. */
  each(name: string, read: (fields: Fields, index: number) => void): void {
    for (const [index, fields] of this.list(name).entries()) this.attempt(() => read(fields, index));
  }

  /** The result of a part of this record, or null if it is unusable: the record is imported without it. */
  attempt<Value>(read: () => Value): Value | null {
    return this.#optional(read);
  }

  /** The nested parts: each non-empty list with its length, and each object. */
  nested(): { name: string; records: number }[] {
    const found: { name: string; records: number }[] = [];
    for (const [name, value] of Object.entries(this.#record)) {
      if (Array.isArray(value) && value.length > 0) found.push({ name, records: value.length });
      else if (isObject(value) && Object.keys(value).length > 0) found.push({ name, records: 1 });
    }
    return found;
  }

  wrong(name: string, problem: string): UnknownRecordError {
    return new UnknownRecordError(this.location, `${this.#prefix}${name} ${problem}`);
  }

  /** Reports an unusable optional field. */
  unusable(name: string, problem: string): null {
    this.#report(this.wrong(name, problem));
    return null;
  }

  #report(error: UnknownRecordError): void {
    if (this.#reported.has(error.message)) return;
    this.#reported.add(error.message);
    this.#onUnusable(error);
  }

  #optional<Value>(read: () => Value): Value | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UnknownRecordError)) throw error;
      this.#report(error);
      return null;
    }
  }

  #required<Value>(name: string, value: Value | null): Value {
    if (value === null) throw this.wrong(name, 'is missing');
    return value;
  }

  #text(name: string, maxLength: number): string | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string') throw this.wrong(name, 'must be text');
    if (value.length <= maxLength) return value;
    // Characters as PostgreSQL counts them; only counted if the length alone does not decide.
    const characters = Array.from(value);
    if (characters.length <= maxLength) return value;
    this.unusable(name, `is longer than ${maxLength} characters and was truncated`);
    return characters.slice(0, maxLength).join('');
  }

  #number(name: string, min: number, max: number): number | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
    const isFine = typeof number === 'number' && Number.isSafeInteger(number) && number >= min && number <= max;
    if (!isFine) throw this.wrong(name, `must be a whole number from ${min} to ${max}`);
    return number;
  }
}

const truths = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  [1, true],
  [0, false],
]);
