import DataLoader from 'dataloader';
import { sql, type RawBuilder, type UnknownRow } from 'kysely';
import { lookupsOf } from './database/connect.ts';
import { rowsOfJson } from './database/rows.ts';
import type { Db } from './database/tables.ts';

/** Reads many keys in one statement. Keys without a value are absent from the result, and load as null. `Ctx`: the request. */
export interface LoaderOf<Ctx, Key extends string | number, Value> {
  readonly name: string;
  readonly batch: (ctx: Ctx, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;
  readonly reading?: RowsReading<Ctx, Key, never, Value>;
}

/** The SELECT of a loader, and its values by key. Columns of type `timestamptz` have names that end in `_at`. */
export interface RowsReading<Ctx, Key, Row, Value> {
  readonly rows: (ctx: Ctx, keys: readonly Key[]) => RawBuilder<unknown>;
  readonly collect: (rows: Row[], keys: readonly Key[], ctx: Ctx) => ReadonlyMap<Key, Value>;
}

type Request = { readonly db: Db };

export async function readAlone<Ctx extends Request, Key, Row, Value>(
  ctx: Ctx,
  { rows, collect }: RowsReading<Ctx, Key, Row, Value>,
  keys: readonly Key[],
): Promise<ReadonlyMap<Key, Value>> {
  const found = await sql<Row>`${rows(ctx, keys)}`.execute(lookupsOf(ctx.db));
  return collect(found.rows, keys, ctx);
}

/** What one loader has loaded for a request. */
class LoadedValues<Key extends string | number, Value> {
  /** Null for keys without a value. */
  readonly #values = new Map<Key, Value | null>();
  readonly #single: DataLoader<Key, Value | null>;

  constructor(read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>) {
    this.#single = new DataLoader(async (keys: readonly Key[]) => {
      this.keep(keys, await read(keys));
      return keys.map((key) => this.#values.get(key) ?? null);
    });
  }

  /** The value if it was loaded already; undefined if not. */
  peek(key: Key): Value | null | undefined {
    return this.#values.get(key);
  }

  /** Batched with the other keys that are requested in this tick. */
  load(key: Key): Promise<Value | null> {
    const known = this.#values.get(key);
    // Not a settled promise: DataLoader resolves known keys with the batch of the others, so that what each loads next is batched too.
    if (known !== undefined) this.#single.prime(key, known);
    return this.#single.load(key);
  }

  keep(keys: readonly Key[], found: ReadonlyMap<Key, Value>): void {
    for (const key of keys) this.#values.set(key, found.get(key) ?? null);
  }
}

type AnyLoader<Ctx> = LoaderOf<Ctx, never, unknown>;

/** Keys of a loader that wait for the statement of this tick. */
interface PendingRead<Ctx> {
  loader: AnyLoader<Ctx>;
  keys: readonly never[];
  resolve: (found: ReadonlyMap<never, unknown>) => void;
  reject: (error: unknown) => void;
}

/** What all loaders have loaded for one request. */
export class LoaderCache<Ctx extends Request> {
  readonly #ctx: Ctx;
  readonly #loaded = new Map<AnyLoader<Ctx>, LoadedValues<never, unknown>>();
  /** The keys to preload next. */
  readonly #wanted = new Map<AnyLoader<Ctx>, Set<never>>();
  #preloading: Promise<void> | null = null;
  #pending: PendingRead<Ctx>[] = [];

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  by<Key extends string | number, Value>(loader: LoaderOf<Ctx, Key, Value>): LoadedValues<Key, Value> {
    const key = loader as unknown as AnyLoader<Ctx>;
    let found = this.#loaded.get(key) as unknown as LoadedValues<Key, Value> | undefined;
    if (!found) {
      found = new LoadedValues((keys) => this.#read(key, keys as never[]) as Promise<ReadonlyMap<Key, Value>>);
      this.#loaded.set(key, found as unknown as LoadedValues<never, unknown>);
    }
    return found;
  }

  /** Keeps a value that is known without reading it. Null: there is none. */
  prime<Key extends string | number, Value>(loader: LoaderOf<Ctx, Key, Value>, key: Key, value: Value | null): void {
    this.by(loader).keep([key], value === null ? new Map() : new Map([[key, value]]));
  }

  clear(): void {
    this.#loaded.clear();
  }

  /** Loads these keys, with those of other loaders and lists that are wanted in this tick. */
  preload<Key extends string | number, Value>(loader: LoaderOf<Ctx, Key, Value>, keys: readonly Key[]): Promise<void> {
    const loaded = this.by(loader);
    const missing = keys.filter((key) => loaded.peek(key) === undefined);
    if (missing.length === 0) return Promise.resolve();
    const key = loader as unknown as AnyLoader<Ctx>;
    this.#wanted.set(key, new Set([...(this.#wanted.get(key) ?? []), ...missing]) as Set<never>);
    // After the promises that are settled by now, so that lists beside this one join.
    this.#preloading ??= Promise.resolve().then(
      () => new Promise<void>((resolve, reject) => process.nextTick(() => this.#readWanted().then(resolve, reject))),
    );
    return this.#preloading;
  }

  async #readWanted(): Promise<void> {
    const wanted = [...this.#wanted].map(([loader, keys]) => ({ loader, keys: [...keys], loaded: this.by(loader) }));
    this.#wanted.clear();
    this.#preloading = null;
    await Promise.all(
      wanted.map(async ({ loader, keys, loaded }) => loaded.keep(keys, await this.#read(loader, keys))),
    );
  }

  /** Reads keys of a loader: in one statement with those of the other loaders whose keys are read in this tick. */
  #read(loader: AnyLoader<Ctx>, keys: readonly never[]): Promise<ReadonlyMap<never, unknown>> {
    if (!loader.reading) return loader.batch(this.#ctx, keys);
    return new Promise((resolve, reject) => {
      this.#pending.push({ loader, keys, resolve, reject });
      // DataLoader dispatches its batches in a tick of their own: this one follows those that are queued by now.
      if (this.#pending.length === 1) process.nextTick(() => void this.#readPending());
    });
  }

  async #readPending(): Promise<void> {
    // In an order of their own, so that the same loaders always make the same prepared statement.
    const pending = this.#pending.toSorted((one, other) => (one.loader.name < other.loader.name ? -1 : 1));
    this.#pending = [];
    if (pending.length > 1) {
      try {
        await this.#readTogether(pending);
        return;
      } catch (error) {
        // In a transaction, which the error has aborted, nothing else can be read.
        if (this.#ctx.db.isTransaction) {
          for (const { reject } of pending) reject(error);
          return;
        }
      }
    }
    for (const { loader, keys, resolve, reject } of pending) loader.batch(this.#ctx, keys).then(resolve, reject);
  }

  async #readTogether(pending: readonly PendingRead<Ctx>[]): Promise<void> {
    const readings = pending.map(({ loader }) => loader.reading as RowsReading<Ctx, never, never, unknown>);
    const parts = readings.map(({ rows }, index) => rows(this.#ctx, pending[index]?.keys ?? []));
    const found = await readTogether(this.#ctx.db, parts);
    pending.forEach(({ keys, resolve }, index) => {
      const { collect } = readings[index] as RowsReading<Ctx, never, never, unknown>;
      resolve(collect(found[index] as never[], keys, this.#ctx));
    });
  }
}

/**
 * Reads several parts in one statement, each as JSON. A statement of its own for each takes half a millisecond of processor time
 * more, most of it for the exchange with PostgreSQL.
 */
async function readTogether(db: Db, parts: readonly RawBuilder<unknown>[]): Promise<UnknownRow[][]> {
  const selected = parts.map(
    (rows, index) => sql`(SELECT json_agg(part) FROM (${rows}) AS part) AS ${sql.id(`part${index}`)}`,
  );
  const { rows } = await sql<Record<string, UnknownRow[] | null>>`SELECT ${sql.join(selected)}`.execute(lookupsOf(db));
  return parts.map((_, index) => rowsOfJson(rows[0]?.[`part${index}`] ?? []));
}
