import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { type StagedRow, type StagedTable, stagedTables } from './staged-tables.ts';

const FLUSH_BYTES = 1024 ** 2;
const FLUSH_ROWS = 4_000;

/** Texts of any length: copied once, and never compared. */
function isLong(column: string): boolean {
  return /^(description|body)/.test(column);
}

interface Pending {
  rows: string[];
  bytes: number;
}

/** Collects rows and writes them in batches, each batch one statement. */
export class Staging {
  readonly #db: Db;
  readonly #pending = new Map<StagedTable, Pending>();
  #writing: Promise<void> = Promise.resolve();

  private constructor(db: Db) {
    this.#db = db;
  }

  /** Recreates the tables on this connection, which must be a single connection and not a pool. */
  static async begin(connection: Db): Promise<Staging> {
    await Staging.end(connection);
    for (const [name, columns] of Object.entries(stagedTables)) {
      const list = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
      await sql.raw(`CREATE TEMPORARY TABLE ${name} (${list.join(', ')})`).execute(connection);
      // Stored uncompressed: the merge compresses long texts anyway, and doing so twice would dominate the cost.
      for (const column of Object.keys(columns).filter(isLong)) {
        await sql.raw(`ALTER TABLE ${name} ALTER ${column} SET STORAGE EXTERNAL`).execute(connection);
      }
    }
    return new Staging(connection);
  }

  /** Drops the tables of `begin` and of the merge. */
  static async end(connection: Db): Promise<void> {
    await sql`DISCARD TEMPORARY`.execute(connection);
  }

  /** Adds a row; `flushIfFull` after each line bounds the memory. */
  add<Name extends StagedTable>(table: Name, row: StagedRow<Name>): void {
    const pending = this.#pending.get(table) ?? { rows: [], bytes: 0 };
    this.#pending.set(table, pending);
    const text = JSON.stringify(row);
    pending.rows.push(text);
    pending.bytes += text.length;
  }

  /** Writes tables with full batches. PostgreSQL works on one batch while the next is read, never more. */
  async flushIfFull(): Promise<void> {
    for (const [table, { rows, bytes }] of this.#pending) {
      if (bytes < FLUSH_BYTES && rows.length < FLUSH_ROWS) continue;
      await this.#writing;
      this.#writing = this.#write(table);
      // The next await of `#writing` throws the error; until then it must not be an unhandled rejection.
      this.#writing.catch(() => {});
    }
  }

  /** Writes the rest, and analyzes the tables, so that the merge is planned for their size. */
  async finish(): Promise<void> {
    await this.#writing;
    for (const table of this.#pending.keys()) await this.#write(table);
    for (const [name, columns] of Object.entries(stagedTables)) {
      const analyzed = Object.keys(columns).filter((column) => !isLong(column));
      await sql.raw(`ANALYZE ${name} (${analyzed.join(', ')})`).execute(this.#db);
    }
  }

  async #write(table: StagedTable): Promise<void> {
    const pending = this.#pending.get(table);
    if (!pending || pending.rows.length === 0) return;
    this.#pending.delete(table);
    const columns = Object.entries(stagedTables[table]).map(([column, type]) => `${column} ${type}`);
    await sql`INSERT INTO ${sql.table(table)} SELECT * FROM json_to_recordset(${`[${pending.rows.join(',')}]`}::json)
      AS rows(${sql.raw(columns.join(', '))})`.execute(this.#db);
  }
}
