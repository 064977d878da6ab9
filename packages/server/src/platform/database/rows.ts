import { CamelCasePlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from 'kysely';
import type { FieldDef } from 'pg';

/** The values of a row in the order of its columns. */
export type RawRow = readonly unknown[];

/** Converts `camelCase` in code to `snake_case` in SQL. {@link RowReader} already names the fields of rows. */
export class NamesPlugin extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true });
  }

  /** The name of a column in code. */
  nameOf(column: string): string {
    return this.camelCase(column);
  }

  override transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result);
  }
}

/**
 * Converts rows to objects with camel-case keys. Each object is created in its final shape, because renaming keys afterwards costs more
 * than all other processing of a row of fifty columns.
 */
export class RowReader {
  readonly #names: NamesPlugin;
  #columns: readonly string[] = [];
  #keys: readonly string[] = [];
  #empty: UnknownRow = {};

  constructor(names: NamesPlugin) {
    this.#names = names;
  }

  read(fields: readonly FieldDef[], rows: readonly RawRow[]): UnknownRow[] {
    if (!this.#fits(fields)) this.#learn(fields);
    const keys = this.#keys;
    return rows.map((values) => {
      const row = { ...this.#empty };
      for (let index = 0; index < keys.length; index++) row[keys[index] as string] = values[index];
      return row;
    });
  }

  #fits(fields: readonly FieldDef[]): boolean {
    return fields.length === this.#columns.length && fields.every(({ name }, index) => name === this.#columns[index]);
  }

  #learn(fields: readonly FieldDef[]): void {
    this.#columns = fields.map(({ name }) => name);
    this.#keys = this.#columns.map((column) => this.#names.nameOf(column));
    // Parsed from JSON instead of built key by key, so that it and its copies share one hidden class in the engine.
    this.#empty = JSON.parse(JSON.stringify(Object.fromEntries(this.#keys.map((key) => [key, null])))) as UnknownRow;
  }
}

const PLAIN_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;

/** Reads a `timestamptz` as PostgreSQL prints it in UTC; `otherwise` reads any other form. */
export function parseTime(text: string, otherwise: (text: string) => Date): Date {
  if (!PLAIN_TIME.test(text)) return otherwise(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}
