import { CamelCasePlugin, PostgresDialect, PostgresQueryCompiler, type QueryCompiler, type UnknownRow } from 'kysely';
import type { FieldDef } from 'pg';

/** A column of a result, and the OID of its type. */
export type Column = Pick<FieldDef, 'name' | 'dataTypeID'>;
/** The parser of the values of a type as text. */
export type ParserOf = (dataTypeID: number) => (text: string) => unknown;

/** The two forms of a name: `camelCase` in code, `snake_case` in SQL. */
class Names extends CamelCasePlugin {
  inCode(column: string): string {
    return this.camelCase(column);
  }

  inSql(name: string): string {
    return this.snakeCase(name);
  }
}

const names = new Names();

/** Writes names as in SQL. A plugin that does so copies each statement's tree first, which took longer than the rest of its compilation. */
export class NamesCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(names.inSql(identifier));
  }
}

/** PostgreSQL with `camelCase` names in code. {@link RowReader} names the fields of rows. */
export class NamesDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new NamesCompiler();
  }
}

/** Creates the object of a row: `from` has the values. */
type RowMaker = (from: never) => UnknownRow;
type Parse = (value: never) => unknown;

/**
 * A function that creates objects by one literal. `fields`: keys with the expression of each value. Setting the keys one by one, or on a
 * copy of an empty object, takes several times as long for a row of fifty columns. `parsers` are named `parse0`, `parse1`, … there: a name
 * of its own for each is faster than an element of an array.
 */
function makerOf(fields: readonly (readonly [key: string, value: string])[], parsers: readonly Parse[]): RowMaker {
  const literal = fields.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', ');
  const names = parsers.map((_, index) => `parse${index}`);
  // oxlint-disable-next-line typescript/no-implied-eval -- names of columns as JSON, and no values
  const maker = new Function(...names, `return (from) => ({ ${literal} });`) as (...all: readonly Parse[]) => RowMaker;
  return maker(...parsers);
}

/** The makers of rows of JSON, by their columns. */
const jsonMakers = new Map<string, RowMaker>();
const MAX_JSON_MAKERS = 2_000;

/** The parser of types whose values are texts. */
export const asText = (text: string): string => text;

/** Makes objects with camel-case keys from rows of these columns. */
export class RowReader {
  readonly #columns: readonly Column[];
  readonly #make: RowMaker;

  constructor(columns: readonly Column[], parserOf: ParserOf) {
    this.#columns = columns;
    const parses = columns.map(({ dataTypeID }) => parserOf(dataTypeID));
    const parsers = [...new Set(parses)];
    this.#make = makerOf(
      columns.map(({ name }, index) => {
        const text = `from[${index}]`;
        const parse = parses[index] ?? asText;
        const value = parse === asText ? text : `${text} === null ? null : parse${parsers.indexOf(parse)}(${text})`;
        return [names.inCode(name), value];
      }),
      parsers,
    );
  }

  /** Whether it reads rows of these columns. */
  fits(columns: readonly Column[]): boolean {
    return (
      columns.length === this.#columns.length &&
      columns.every(({ name, dataTypeID }, index) => {
        const known = this.#columns[index];
        return name === known?.name && dataTypeID === known.dataTypeID;
      })
    );
  }

  /** `texts`: the values as PostgreSQL prints them. */
  row(texts: readonly (string | null)[]): UnknownRow {
    return this.#make(texts as never);
  }
}

/** The names of columns of type `timestamptz`, and of some of type `date`. */
const TIME = /_at$/;
const DAY_LENGTH = '2026-01-31'.length;
const timeOfJson = (value: unknown) =>
  typeof value === 'string' && value.length > DAY_LENGTH ? parseTime(value, (text) => new Date(text)) : value;

/** The rows of `json_agg` as the statement by itself would return them. */
export function rowsOfJson(rows: readonly UnknownRow[]): UnknownRow[] {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(first);
  const known = columns.join(' ');
  let make = jsonMakers.get(known);
  if (!make) {
    make = makerOf(
      columns.map((column) => {
        const value = `from[${JSON.stringify(column)}]`;
        return [names.inCode(column), TIME.test(column) ? `parse0(${value})` : value];
      }),
      [timeOfJson],
    );
    if (jsonMakers.size >= MAX_JSON_MAKERS) jsonMakers.clear();
    jsonMakers.set(known, make);
  }
  const makeRow = make;
  return rows.map((row) => makeRow(row as never));
}

/** As PostgreSQL prints times in UTC, in rows and in JSON. */
const PLAIN_TIME = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?\+00(?::00)?$/;
/** The calendar repeats after 400 years. `Date.UTC` takes years before 100 for those of another century. */
const YEARS = 400;
const MS_OF_YEARS = 146_097 * 86_400_000;

/** Reads a `timestamptz` as PostgreSQL prints it in UTC, without its microseconds; `otherwise` reads any other form. */
export function parseTime(text: string, otherwise: (text: string) => Date): Date {
  if (!PLAIN_TIME.test(text)) return otherwise(text);
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const days = Date.UTC(year + YEARS, twoDigits(text, 5) - 1, twoDigits(text, 8)) - MS_OF_YEARS;
  const seconds = twoDigits(text, 11) * 3_600 + twoDigits(text, 14) * 60 + twoDigits(text, 17);
  return new Date(days + seconds * 1_000 + milliseconds(text));
}

/** PostgreSQL omits zeros at the end of a fraction: then the sign of the zone and its zeros follow. */
function milliseconds(text: string): number {
  const at = '2026-01-31 23:59:59'.length;
  if (text[at] !== '.') return 0;
  return digit(text, at + 1) * 100 + digit(text, at + 2) * 10 + digit(text, at + 3);
}

const twoDigits = (text: string, at: number) => digit(text, at) * 10 + digit(text, at + 1);

/** 0 for other characters. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 48;
  return value >= 0 && value <= 9 ? value : 0;
}
