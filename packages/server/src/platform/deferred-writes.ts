import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { thenCommit } from './database/connect.ts';
import type { DbTransaction } from './database/tables.ts';

/** Deferred writes that go to the database together: a statement takes 65,535 parameters. */
export const MAX_DEFERRED = 250;

interface Collected {
  write: (rows: never[]) => Promise<void>;
  row: unknown;
}

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
  #collected: Collected[] = [];

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
    this.#forget();
    return writes;
  }

  /** The methods of a transaction. */
  get methods() {
    return {
      defer: (write: RawBuilder<unknown>, key?: string) => this.add(write, key),
      deferRow: <Row>(insert: (rows: readonly Row[]) => RawBuilder<unknown>, row: Row) => this.addRow(insert, row),
      collect: <Row>(write: (rows: readonly Row[]) => Promise<void>, row: Row) =>
        void this.#collected.push({ write, row }),
    };
  }

  /** The number of collected rows. */
  get collected(): number {
    return this.#collected.length;
  }

  /** Passes the collected rows to the functions that write them. */
  async writeCollected(): Promise<void> {
    const byWrite = new Map<Collected['write'], unknown[]>();
    for (const { write, row } of this.#collected) {
      const rows = byWrite.get(write);
      if (rows) rows.push(row);
      else byWrite.set(write, [row]);
    }
    this.#collected = [];
    for (const [write, rows] of byWrite) await write(rows as never[]);
  }

  /** Writes what is pending if it is much. */
  async writeMany(): Promise<void> {
    if (this.#size >= MAX_DEFERRED) await this.write();
  }

  /** Forgets the pending writes, and the rows collected after the first ones: what they belong to is rolled back. */
  discard(collected: number): void {
    this.#forget();
    this.#collected.splice(collected);
  }

  #forget(): void {
    this.#pending.clear();
    this.#size = 0;
  }

  /** Writes what is pending, and commits with it if anything is. */
  writeLast(): Promise<void> {
    return this.write(thenCommit);
  }

  async write(marker = ''): Promise<void> {
    if (this.#pending.size > 0) {
      const statement = sql`${sql.raw(marker)} WITH ${sql.join(writesIn(this.take()))} SELECT`.compile(this.#trx);
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
