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

/**
 * Makes objects with camel-case keys from rows of these columns. Each is created in its final shape, because renaming keys afterwards
 * costs more than all other processing of a row of fifty columns.
 */
export class RowReader {
  readonly #columns: readonly Column[];
  readonly #keys: readonly string[];
  readonly #parsers: readonly ((text: string) => unknown)[];
  readonly #empty: UnknownRow;

  constructor(columns: readonly Column[], parserOf: ParserOf) {
    this.#columns = columns;
    this.#keys = columns.map(({ name }) => names.inCode(name));
    this.#parsers = columns.map(({ dataTypeID }) => parserOf(dataTypeID));
    // Parsed from JSON instead of built key by key, so that it and its copies share one hidden class in the engine.
    this.#empty = JSON.parse(JSON.stringify(Object.fromEntries(this.#keys.map((key) => [key, null])))) as UnknownRow;
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
    const row = { ...this.#empty };
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index] as string | null;
      if (text !== null) row[this.#keys[index] as string] = (this.#parsers[index] as (text: string) => unknown)(text);
    }
    return row;
  }
}

/** The names of columns of type `timestamptz`, and of some of type `date`. */
const TIME = /_at$/;
const DAY_LENGTH = '2026-01-31'.length;

/** The rows of `json_agg` as the statement by itself would return them. */
export function rowsOfJson(rows: readonly UnknownRow[]): UnknownRow[] {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(first).map((column) => ({
    column,
    key: names.inCode(column),
    isTime: TIME.test(column),
  }));
  const empty = Object.fromEntries(columns.map(({ key }) => [key, null]));
  return rows.map((row) => {
    const named: UnknownRow = { ...empty };
    for (const { column, key, isTime } of columns) {
      const value = row[column];
      named[key] = isTime && typeof value === 'string' && value.length > DAY_LENGTH ? new Date(value) : value;
    }
    return named;
  });
}

const PLAIN_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;

/** Reads a `timestamptz` as PostgreSQL prints it in UTC; `otherwise` reads any other form. */
export function parseTime(text: string, otherwise: (text: string) => Date): Date {
  if (!PLAIN_TIME.test(text)) return otherwise(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}
