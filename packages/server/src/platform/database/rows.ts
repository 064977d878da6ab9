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

/** Creates the object of a row: `from` has the values, `parsers` one function for each of them. */
type RowMaker = (from: never, parsers: readonly ((value: never) => unknown)[]) => UnknownRow;

/**
 * A function that creates objects by one literal. `fields`: keys with the expression of each value. Setting the keys one by one, or on a
 * copy of an empty object, takes several times as long for a row of fifty columns.
 */
function makerOf(fields: readonly (readonly [key: string, value: string])[]): RowMaker {
  const literal = fields.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', ');
  // oxlint-disable-next-line typescript/no-implied-eval -- names of columns as JSON, and no values
  return new Function('from', 'parsers', `return { ${literal} };`) as RowMaker;
}

/** The makers of rows of JSON, by their columns. */
const jsonMakers = new Map<string, RowMaker>();
const MAX_JSON_MAKERS = 2_000;

/** Makes objects with camel-case keys from rows of these columns. */
export class RowReader {
  readonly #columns: readonly Column[];
  readonly #parsers: readonly ((text: string) => unknown)[];
  readonly #make: RowMaker;

  constructor(columns: readonly Column[], parserOf: ParserOf) {
    this.#columns = columns;
    this.#parsers = columns.map(({ dataTypeID }) => parserOf(dataTypeID));
    this.#make = makerOf(
      columns.map(({ name }, index) => {
        const text = `from[${index}]`;
        return [names.inCode(name), `${text} === null ? null : parsers[${index}](${text})`];
      }),
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
    return this.#make(texts as never, this.#parsers);
  }
}

/** The names of columns of type `timestamptz`, and of some of type `date`. */
const TIME = /_at$/;
const DAY_LENGTH = '2026-01-31'.length;
const timeParsers = [
  (value: unknown) => (typeof value === 'string' && value.length > DAY_LENGTH ? new Date(value) : value),
];

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
        return [names.inCode(column), TIME.test(column) ? `parsers[0](${value})` : value];
      }),
    );
    if (jsonMakers.size >= MAX_JSON_MAKERS) jsonMakers.clear();
    jsonMakers.set(known, make);
  }
  const makeRow = make;
  return rows.map((row) => makeRow(row as never, timeParsers));
}

const PLAIN_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;

/** Reads a `timestamptz` as PostgreSQL prints it in UTC; `otherwise` reads any other form. */
export function parseTime(text: string, otherwise: (text: string) => Date): Date {
  if (!PLAIN_TIME.test(text)) return otherwise(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}
