import { DomainError } from '@milepost/core/errors';
import { isStorable } from './util/text.ts';

/** The PostgreSQL types of sort keys. */
export type KeyType = 'text' | 'integer' | 'bigint' | 'date' | 'timestamptz';

interface KeyValues {
  text: string;
  integer: number;
  bigint: number;
  date: string;
  timestamptz: string;
}

/** A cursor that does not belong to this list. */
export class InvalidCursorError extends DomainError {
  override name = 'InvalidCursorError';
  readonly code = 'INVALID_CURSOR' as const;
  readonly kind = 'invalid' as const;
  constructor() {
    super('The cursor is not one of this list');
  }
}

/** The page that a store has to fetch: `limit` rows plus one, in list order or backwards. */
export interface Slice {
  limit: number;
  isBackward: boolean;
  /** The sort key of the last row of the previous page; null for the first page. */
  cursor: readonly unknown[] | null;
}

/** Opaque to clients: the sort key's values as base64url JSON. */
export function encodeCursor(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Throws InvalidCursorError for text that is not a cursor. */
export function decodeCursor(text: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(values)) return values;
  } catch {
    // Not JSON, so not a cursor.
  }
  throw new InvalidCursorError();
}

/**
 * Validates the values of a decoded cursor as keys of these types, so that SQL can cast them. Numbers may be text. Throws
 * InvalidCursorError for any other value: clients may send a cursor of another list.
 */
export function readCursor<const Types extends readonly KeyType[]>(
  cursor: readonly unknown[],
  ...types: Types
): { -readonly [Index in keyof Types]: KeyValues[Types[Index]] } {
  if (cursor.length !== types.length) throw new InvalidCursorError();
  return types.map((type, index) => readers[type](cursor[index])) as never;
}

/** Parses a cursor whose key is an array of integers. Throws InvalidCursorError for anything else. */
export function readIntegers(cursor: readonly unknown[]): number[] {
  return cursor.map((value) => readers.bigint(value));
}

const MAX_INT32 = 2 ** 31 - 1;
const DATE = /^(\d{4,6})-(\d\d)-(\d\d)$/;
const TIME =
  /^(\d{4,6}-\d\d-\d\d)[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-5])(?::?\d\d)?)?$/;

const readers: { [Type in KeyType]: (value: unknown) => KeyValues[Type] } = {
  text: (value) => {
    if (typeof value !== 'string' || !isStorable(value)) throw new InvalidCursorError();
    return value;
  },
  integer: (value) => {
    const number = readers.bigint(value);
    if (number > MAX_INT32 || number < -MAX_INT32 - 1) throw new InvalidCursorError();
    return number;
  },
  bigint: (value) => {
    const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
    if (!Number.isSafeInteger(number)) throw new InvalidCursorError();
    return number as number;
  },
  date: (value) => {
    if (typeof value !== 'string' || !isDate(value)) throw new InvalidCursorError();
    return value;
  },
  timestamptz: (value) => {
    if (value === 'infinity' || value === '-infinity') return value;
    const day = typeof value === 'string' ? TIME.exec(value)?.[1] : undefined;
    if (day === undefined || !isDate(day)) throw new InvalidCursorError();
    return value as string;
  },
};

/** Unlike `parseDay`, also accepts years below 100 and above 9999, which stand for "no date" or were imported. */
function isDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || year === 0 || year > 200_000) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
