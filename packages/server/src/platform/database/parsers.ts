import pg from 'pg';
import { asText, parseTime, type ParserOf } from './rows.ts';

const { types } = pg;

/** The type OID of text[], which `pg` does not name. */
const TEXT_ARRAY = 1009 as Parameters<typeof types.getTypeParser>[0];

/** Parsers of PostgreSQL's values by type OID, for every connection. */
const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, toSafeNumber],
  [types.builtins.NUMERIC, Number],
  [types.builtins.DATE, asText],
  [types.builtins.TEXT, asText],
  [types.builtins.VARCHAR, asText],
  [types.builtins.TIMESTAMPTZ, (text) => parseTime(text, otherTime)],
  [TEXT_ARRAY, (text) => parseTexts(text, otherTexts)],
  // bigint[] and date[]
  [1016, (text) => parseArray(text).map(toSafeNumber)],
  [1182, parseArray],
]);

/** The parser of the values of a type, for every connection. */
export const parserOf: ParserOf = (oid) => parsers.get(oid) ?? (types.getTypeParser(oid) as (text: string) => unknown);

const otherTexts = types.getTypeParser(TEXT_ARRAY) as (text: string) => string[];
const otherTime = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/**
 * Reads a `text[]` as PostgreSQL prints it. `otherwise` reads those with escapes, nulls, several dimensions or other bounds: the parser of
 * `pg` reads any, character by character.
 */
export function parseTexts(text: string, otherwise: (text: string) => string[]): string[] {
  if (text === '{}') return [];
  if (!text.startsWith('{') || text.startsWith('{{') || /\\|null/i.test(text)) return otherwise(text);
  const found: string[] = [];
  for (let at = 1; at < text.length;) {
    const isQuoted = text[at] === '"';
    const start = isQuoted ? at + 1 : at;
    const end = text.indexOf(isQuoted ? '"' : ',', start);
    const isLast = end === -1;
    found.push(text.slice(start, isLast ? -1 : end));
    at = isLast ? text.length : end + (isQuoted ? 2 : 1);
  }
  return found;
}

function toSafeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit a JavaScript number`);
  return number;
}

function parseArray(text: string): string[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',');
}
