import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { DbTransaction } from './database/tables.ts';

/** Deferred writes of listeners that go to the database together: a statement takes 65,535 parameters. */
export const MAX_DEFERRED = 250;

/**
 * The writes of a transaction whose results nobody waits for. They go to the database in one statement: before the next statement of
 * the transaction, which sees them, or with the events before it commits.
 */
export class DeferredWrites {
  readonly #trx: DbTransaction;
  readonly #run: (query: CompiledQuery) => Promise<unknown>;
  readonly #pending = new Map<unknown, { statement: (rows: never[]) => RawBuilder<unknown>; rows: unknown[] }>();
  #writing: Promise<unknown> | null = null;
  #size = 0;

  constructor(trx: DbTransaction) {
    this.#trx = trx;
    // Every statement of a transaction passes through its executor, which belongs to this transaction alone.
    const executor = trx.getExecutor();
    const run = executor.executeQuery.bind(executor);
    this.#run = run;
    executor.executeQuery = async (query) => {
      await this.write();
      return run(query);
    };
  }

  /** The number of pending writes: each row counts as one, and so does what was replaced. */
  get size(): number {
    return this.#size;
  }

  /** A later write of the same key replaces a pending one. */
  add(write: RawBuilder<unknown>, key: unknown = write): void {
    this.#pending.set(key, { statement: () => write, rows: [] });
    this.#size += 1;
  }

  /** Rows of the same `insert` are inserted by one statement, in their order. */
  addRow<Row>(insert: (rows: readonly Row[]) => RawBuilder<unknown>, row: Row): void {
    const pending = this.#pending.get(insert);
    if (pending) pending.rows.push(row);
    else this.#pending.set(insert, { statement: insert, rows: [row] });
    this.#size += 1;
  }

  /** The pending writes, for a statement that includes them (`writesIn`). */
  take(): RawBuilder<unknown>[] {
    const writes = [...this.#pending.values()].map(({ statement, rows }) => statement(rows as never[]));
    this.discard();
    return writes;
  }

  /** Forgets the pending writes: what they belong to is rolled back. */
  discard(): void {
    this.#pending.clear();
    this.#size = 0;
  }

  async write(): Promise<void> {
    if (this.#pending.size > 0) {
      const statement = sql`WITH ${sql.join(writesIn(this.take()))} SELECT`.compile(this.#trx);
      const writing = this.#run(statement).finally(() => {
        if (this.#writing === writing) this.#writing = null;
      });
      this.#writing = writing;
    }
    // Also for statements that are sent while others wait for the writes.
    if (this.#writing) await this.#writing;
  }
}

export type Writes = readonly RawBuilder<unknown>[];

/** The parts of a WITH clause that make these writes. */
export function writesIn(writes: Writes): RawBuilder<unknown>[] {
  return writes.map((write, index) => sql`${sql.id(`deferred${index}`)} AS (${write})`);
}
