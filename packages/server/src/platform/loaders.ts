import DataLoader from 'dataloader';
import { sql, type RawBuilder, type UnknownRow } from 'kysely';
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
  const found = await sql<Row>`${rows(ctx, keys)}`.execute(ctx.db);
  return collect(found.rows, keys, ctx);
}

/** What one loader has loaded for a request. */
class LoadedValues<Key extends string | number, Value> {
  /** Null for keys without a value. */
  readonly #values = new Map<Key, Value | null>();
  readonly #single: DataLoader<Key, Value | null>;

  constructor(batch: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>) {
    this.#single = new DataLoader(async (keys: readonly Key[]) => {
      this.keep(keys, await batch(keys));
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

/** What all loaders have loaded for one request. */
export class LoaderCache<Ctx extends Request> {
  readonly #ctx: Ctx;
  readonly #loaded = new Map<AnyLoader<Ctx>, LoadedValues<never, unknown>>();
  /** The keys to preload next. */
  readonly #wanted = new Map<AnyLoader<Ctx>, Set<never>>();
  #preloading: Promise<void> | null = null;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  by<Key extends string | number, Value>(loader: LoaderOf<Ctx, Key, Value>): LoadedValues<Key, Value> {
    const key = loader as unknown as AnyLoader<Ctx>;
    let found = this.#loaded.get(key) as unknown as LoadedValues<Key, Value> | undefined;
    if (!found) {
      found = new LoadedValues((keys) => loader.batch(this.#ctx, keys));
      this.#loaded.set(key, found as unknown as LoadedValues<never, unknown>);
    }
    return found;
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
    const alone: Promise<void>[] = [];
    const parts: Part[] = [];
    for (const { loader, keys, loaded } of wanted) {
      const { reading } = loader;
      if (!reading || wanted.length === 1) {
        alone.push(loader.batch(this.#ctx, keys).then((found) => loaded.keep(keys, found)));
        continue;
      }
      const keep = (rows: UnknownRow[]) => loaded.keep(keys, reading.collect(rows as never[], keys, this.#ctx));
      parts.push({ rows: reading.rows(this.#ctx, keys), keep });
    }
    await Promise.all(parts.length > 0 ? [...alone, readTogether(this.#ctx.db, parts)] : alone);
  }
}

interface Part {
  rows: RawBuilder<unknown>;
  keep: (rows: UnknownRow[]) => void;
}

/**
 * Reads several parts in one statement, each as JSON. A statement of its own for each takes half a millisecond of processor time
 * more, most of it for the exchange with PostgreSQL.
 */
async function readTogether(db: Db, parts: readonly Part[]): Promise<void> {
  const selected = parts.map(
    ({ rows }, index) => sql`(SELECT json_agg(part) FROM (${rows}) AS part) AS ${sql.id(`part${index}`)}`,
  );
  const { rows } = await sql<Record<string, UnknownRow[] | null>>`SELECT ${sql.join(selected)}`.execute(db);
  parts.forEach(({ keep }, index) => keep(rowsOfJson(rows[0]?.[`part${index}`] ?? [])));
}
