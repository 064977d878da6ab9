import pg from 'pg';
import { parseTime, type ParserOf } from './rows.ts';

const { types } = pg;

/** The type OID of text[], which `pg` does not name. */
const TEXT_ARRAY = 1009 as Parameters<typeof types.getTypeParser>[0];

/** Parsers of PostgreSQL's values by type OID, for every connection. */
const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, toSafeNumber],
  [types.builtins.NUMERIC, Number],
  [types.builtins.DATE, (text) => text],
  [types.builtins.TIMESTAMPTZ, (text) => parseTime(text, otherTime)],
  // The parser of pg is slow, and most arrays of work items are empty.
  [TEXT_ARRAY, (text) => (text === '{}' ? [] : otherTexts(text))],
  // bigint[] and date[]
  [1016, (text) => parseArray(text).map(toSafeNumber)],
  [1182, parseArray],
]);

/** The parser of the values of a type, for every connection. */
export const parserOf: ParserOf = (oid) => parsers.get(oid) ?? (types.getTypeParser(oid) as (text: string) => unknown);

const otherTexts = types.getTypeParser(TEXT_ARRAY) as (text: string) => string[];
const otherTime = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

function toSafeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit a JavaScript number`);
  return number;
}

function parseArray(text: string): string[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',');
}
