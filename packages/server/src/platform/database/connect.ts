import { createHash } from 'node:crypto';
import { Kysely } from 'kysely';
import pg from 'pg';
import { hasCode } from '../util/errors.ts';
import { isUnavailable } from './lost.ts';
import { scope } from '../telemetry/scope.ts';
import { NamesDialect, parseTime, RowReader } from './rows.ts';
import type { Db } from './tables.ts';

const { Pool, types } = pg;

/** The type OID of text[], which `pg` does not name. */
const TEXT_ARRAY = 1009 as Parameters<typeof types.getTypeParser>[0];

/** Parsers of PostgreSQL's values by type OID, for every connection. */
const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, toSafeNumber],
  [types.builtins.NUMERIC, Number],
  [types.builtins.DATE, (text) => text],
  [types.builtins.TIMESTAMPTZ, (text) => parseTime(text, otherTime)],
  // The parser of pg is slow, and most arrays of work items are empty.
  [TEXT_ARRAY, (text) => (text === '{}' ? [] : otherTexts(text))],
  // bigint[] and date[]
  [1016, (text) => parseArray(text).map(toSafeNumber)],
  [1182, parseArray],
]);

const otherTexts = types.getTypeParser(TEXT_ARRAY) as (text: string) => string[];
const otherTime = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

function toSafeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit a JavaScript number`);
  return number;
}

function parseArray(text: string): string[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',');
}

export interface ConnectOptions {
  /** Maximum number of connections; each is a PostgreSQL process. */
  size?: number;
  /** How long a statement waits for a connection. */
  timeoutMs?: number;
  /** Called with the SQL of every statement; tests count them. */
  onStatement?: (text: string) => void;
  applicationName?: string;
}

/** The connection parameters of `pg`: a URL, or a socket folder with user and database. */
export type ConnectionTarget = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'
>;

const targets = new WeakMap<Db, ConnectionTarget>();
const pools = new WeakMap<Db, { pool: pg.Pool; options: ConnectOptions }>();

/** The connection parameters of a builder, for long-lived connections, which must not come from its pool. */
export function targetOf(db: Db): ConnectionTarget {
  const target = targets.get(db);
  if (!target) throw new TypeError('This builder was not made by connect()');
  return target;
}

/** Opens a pool and the typed builder over it. Connecting is lazy; a lost database shows as an error of the statement. */
export function connect(target: ConnectionTarget, options: ConnectOptions = {}): { db: Db; pool: pg.Pool } {
  const pool = openPool(target, options);
  const db = overPool(pool, options);
  targets.set(db, target);
  pools.set(db, { pool, options });
  // Kysely does not end a pool that it never used, but destroying the builder must.
  const destroy = db.destroy.bind(db);
  db.destroy = async () => {
    await destroy();
    for (const each of [pool, lookupPools.get(db)?.pool]) if (each?.ended === false) await each.end();
  };
  return { db, pool };
}

/** Maximum number of connections for lookups: few, because each plans every statement once. */
const MAX_LOOKUP_CONNECTIONS = 4;
const lookupPools = new WeakMap<Db, { pool: pg.Pool; db: Db }>();

/**
 * A builder on connections of their own for statements that have one good plan, whatever their values are. Otherwise PostgreSQL plans the
 * first five executions of each statement on each connection for their values, and what a page shows has many combinations, each of
 * which takes longer to plan than to run. Returns `db` itself for transactions, past days and replicas.
 */
export function lookupsOf(db: Db): Db {
  const target = targets.get(db);
  const options = pools.get(db)?.options;
  if (!target || !options) return db;
  let found = lookupPools.get(db);
  if (!found) {
    const pool = openPool(target, { ...options, size: Math.min(options.size ?? DEFAULT_SIZE, MAX_LOOKUP_CONNECTIONS) });
    // Sent before the first statement. If it fails, the connection is lost or plans as others do.
    pool.on('connect', (client) => void client.query('SET plan_cache_mode = force_generic_plan').catch(() => {}));
    found = { pool, db: overPool(pool, options) };
    lookupPools.set(db, found);
  }
  return found.db;
}

const DEFAULT_SIZE = 10;

function openPool(target: ConnectionTarget, options: ConnectOptions): pg.Pool {
  const pool = new Pool({
    ...target,
    max: options.size ?? DEFAULT_SIZE,
    connectionTimeoutMillis: options.timeoutMs ?? 5_000,
    idleTimeoutMillis: 60_000,
    application_name: options.applicationName ?? 'milepost',
    types: { getTypeParser: (oid, format) => parsers.get(oid) ?? types.getTypeParser(oid, format) },
  });
  // Without a listener, an error of an idle connection would end the process. The next statement opens another connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function overPool(pool: pg.Pool, options: ConnectOptions): Db {
  const dialect = new NamesDialect({
    pool: {
      connect: async () => {
        const client = await pool.connect();
        return named(client, options.onStatement);
      },
      end: () => pool.end(),
    },
  });
  return new Kysely({ dialect });
}

/**
 * A builder over the same pool that reads as of the end of a past day (UTC, `YYYY-MM-DD`) and cannot write: on its connections
 * the views of the schema `as_of` hide the tables of the same name.
 */
export function connectAsOf(db: Db, day: string): Db {
  const found = pools.get(db);
  if (!found) throw new TypeError('This builder was not made by connect()');
  const { pool, options } = found;
  const dialect = new NamesDialect({
    pool: {
      connect: async () => {
        const client = await pool.connect();
        try {
          await client.query(
            `SELECT set_config('search_path', 'as_of, ' || current_setting('search_path'), false), set_config('milepost.as_of', $1, false),
               set_config('default_transaction_read_only', 'on', false)`,
            [day],
          );
        } catch (error) {
          client.release(true);
          throw error;
        }
        const { query } = named(client, options.onStatement);
        return { query, release: () => void leavePast(client) };
      },
      // The pool belongs to the other builder.
      end: () => Promise.resolve(),
    },
  });
  return new Kysely({ dialect });
}

/**
 * A builder that reads from a replica, and from the primary when a statement fails there for a reason that the primary does not have: the
 * replica is unavailable, replays a conflicting change, or was asked to write. `onFailure` gets the reason.
 */
export function connectReplica(replica: Db, primary: Db, onFailure: (error: unknown) => void): Db {
  const [found, other] = [pools.get(replica), pools.get(primary)];
  if (!found || !other) throw new TypeError('This builder was not made by connect()');
  const { options } = other;
  const dialect = new NamesDialect({
    pool: {
      connect: async () => {
        let isTransaction = false;
        let client = await found.pool.connect().catch((error: unknown) => {
          onFailure(error);
          return other.pool.connect();
        });
        const query = async (text: string, values?: readonly unknown[]): Promise<unknown> => {
          const run = () => named(client, options.onStatement).query(text, values as unknown[]);
          try {
            return await run();
          } catch (error) {
            if (isTransaction || !isOfReplica(error)) throw error;
            const isLost = isUnavailable(error);
            if (isLost) onFailure(error);
            client.release(isLost);
            client = await other.pool.connect();
            return await run();
          } finally {
            if (/^(begin|start transaction)\b/i.test(text)) isTransaction = true;
            else if (/^(commit|rollback)$/i.test(text)) isTransaction = false;
          }
        };
        return { query: query as pg.PoolClient['query'], release: () => client.release() };
      },
      // The pools belong to the other builders.
      end: () => Promise.resolve(),
    },
  });
  return new Kysely({ dialect });
}

/** Recovery conflicts (serialization_failure), statements that write, and lost connections. */
function isOfReplica(error: unknown): boolean {
  return hasCode(error, '40001', '25006') || isUnavailable(error);
}

/** A connection that cannot be reset is closed. */
async function leavePast(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('RESET search_path; RESET milepost.as_of; RESET default_transaction_read_only');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}

/** Sends statements as named prepared statements, so that PostgreSQL parses and plans each once per connection. */
function named(client: pg.PoolClient, onStatement?: (text: string) => void): Pick<pg.PoolClient, 'query' | 'release'> {
  return {
    query: (async (text: string | pg.Submittable, values?: readonly unknown[]) => {
      if (typeof text !== 'string') return client.query(text);
      onStatement?.(text);
      const known = prepare(text);
      const trace = scope()?.trace;
      const started = trace ? performance.now() : 0;
      const sending = client.query<unknown[]>({
        ...(known?.name && { name: known.name }),
        text,
        values: values as unknown[],
        rowMode: 'array',
      });
      if (trace) {
        sending.then(
          () => trace.statement(text, started, false),
          () => trace.statement(text, started, true),
        );
      }
      const result = await sending;
      const reader = known?.reader ?? new RowReader();
      return { ...result, rows: reader.read(result.fields, result.rows) };
    }) as pg.PoolClient['query'],
    release: (error?: Error | boolean) => client.release(error),
  };
}

/**
 * A marker in a statement: do not prepare it. After a few runs PostgreSQL uses a generic plan for a prepared statement, which is bad
 * if the number of matching rows depends on the values.
 */
export const plannedForItsValues = '/* planned for its values */';

/** A statement's name as a prepared statement, and the parser of its rows. */
interface Prepared {
  name: string | null;
  reader: RowReader;
}

const prepared = new Map<string, Prepared>();
const MAX_PREPARED = 2_000;
/** Maximum number of characters of all prepared statements together. */
const MAX_PREPARED_CHARACTERS = 8_000_000;
let preparedCharacters = 0;

/** Undefined for transaction control, which need not be prepared, and beyond MAX_PREPARED_CHARACTERS. */
function prepare(text: string): Prepared | undefined {
  const known = prepared.get(text);
  const isFull = prepared.size >= MAX_PREPARED || preparedCharacters + text.length > MAX_PREPARED_CHARACTERS;
  if (known || isFull || text.length < 20) return known;
  const isPrepared = !text.includes(plannedForItsValues);
  const made = {
    name: isPrepared ? createHash('sha1').update(text).digest('base64url') : null,
    reader: new RowReader(),
  };
  prepared.set(text, made);
  preparedCharacters += text.length;
  return made;
}
