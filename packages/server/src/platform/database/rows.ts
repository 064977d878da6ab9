import { CamelCasePlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from 'kysely';
import type { FieldDef } from 'pg';

/** A value for each column, in their order. */
export type RawRow = readonly unknown[];

/** `snake_case` in SQL, `camelCase` in the code. Rows have their names from {@link RowReader} already. */
export class NamesPlugin extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true });
  }

  /** The name in the code of a column. */
  nameOf(column: string): string {
    return this.camelCase(column);
  }

  override transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result);
  }
}

/**
 * Makes objects of rows, each with the names of the code. A row is made once and in its final shape: renaming keys one by one
 * afterwards costs more than everything else that is done with a row of fifty columns.
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
    // Parsed and not built key by key: so it is a plain object of one shape to the engine, and copies of it are, too.
    this.#empty = JSON.parse(JSON.stringify(Object.fromEntries(this.#keys.map((key) => [key, null])))) as UnknownRow;
  }
}

const PLAIN_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;

/** Reads a `timestamptz` as PostgreSQL prints it in UTC; `otherwise` reads any other form. */
export function parseTime(text: string, otherwise: (text: string) => Date): Date {
  if (!PLAIN_TIME.test(text)) return otherwise(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}
