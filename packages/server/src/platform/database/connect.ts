import { createHash } from 'node:crypto';
import { Kysely } from 'kysely';
import pg from 'pg';
import { hasCode } from '../util/errors.ts';
import { isUnavailable } from './lost.ts';
import { scope } from '../telemetry/scope.ts';
import { parserOf } from './parsers.ts';
import { NamesDialect } from './rows.ts';
import { type Prepared, type Result, Session, Statement } from './statement.ts';
import type { Db } from './tables.ts';

const { Pool } = pg;

export interface ConnectOptions {
  /** Maximum number of connections; each is a PostgreSQL process. */
  size?: number;
  /** How long a statement waits for a connection. */
  timeoutMs?: number;
  /** Called with the SQL of every statement that is sent, without a BEGIN or COMMIT that goes with it; tests count them. */
  onStatement?: (text: string) => void;
  applicationName?: string;
  /** How long an unused connection stays open. */
  idleMs?: number;
}

/** The connection parameters of `pg`: a URL, or a socket folder with user and database. */
export type ConnectionTarget = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'
>;

const targets = new WeakMap<Db, ConnectionTarget>();
const pools = new WeakMap<Db, { pool: pg.Pool; options: ConnectOptions }>();

const endings = new WeakMap<Db, (() => Promise<void>)[]>();

/** Has work that goes on in the background end before its builder is destroyed. */
export function beforeDestroy(db: Db, end: () => Promise<void>): void {
  endings.set(db, [...(endings.get(db) ?? []), end]);
}

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
    await Promise.all((endings.get(db) ?? []).map((end) => end()));
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
    const size = Math.min(options.size ?? DEFAULT_SIZE, MAX_LOOKUP_CONNECTIONS);
    // Idle ones are kept: planning the statements of a page anew takes several times as long as running them.
    const pool = openPool(
      target,
      { ...options, size },
      { min: size, keepAlive: true, keepAliveInitialDelayMillis: 60_000 },
    );
    // Sent before the first statement. If it fails, the connection is lost or plans as others do.
    pool.on('connect', (client) => void client.query('SET plan_cache_mode = force_generic_plan').catch(() => {}));
    found = { pool, db: overPool(pool, options) };
    lookupPools.set(db, found);
  }
  return found.db;
}

const DEFAULT_SIZE = 10;

function openPool(target: ConnectionTarget, options: ConnectOptions, kept: pg.PoolConfig = {}): pg.Pool {
  const pool = new Pool({
    ...target,
    ...kept,
    max: options.size ?? DEFAULT_SIZE,
    connectionTimeoutMillis: options.timeoutMs ?? 5_000,
    idleTimeoutMillis: options.idleMs ?? 60_000,
    application_name: options.applicationName ?? 'milepost',
    types: { getTypeParser: parserOf },
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
          // A lost connection shows before the transaction has begun.
          const run = () => named(client, options.onStatement, true).query(text, values as unknown[]);
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

const sessions = new WeakMap<pg.PoolClient, Session>();

function sessionOf(client: pg.PoolClient): Session {
  const known = sessions.get(client);
  if (known) return known;
  const session = new Session(parserOf);
  sessions.set(client, session);
  return session;
}

/**
 * Sends statements as named prepared statements, so that PostgreSQL parses and plans each once per connection. BEGIN goes with the first
 * statement of the transaction, unless `isEager`, and COMMIT with one that is marked so ({@link thenCommit}).
 */
function named(
  client: pg.PoolClient,
  onStatement?: (text: string) => void,
  isEager = false,
): Pick<pg.PoolClient, 'query' | 'release'> {
  const session = sessionOf(client);
  return {
    query: (async (text: string | pg.Submittable, values: readonly unknown[] = []) => {
      if (typeof text !== 'string') return client.query(text);
      if (session.controls(text, isEager)) return { command: '', rowCount: 0, rows: [] };
      onStatement?.(text);
      const trace = scope()?.trace;
      if (!trace) return send(client, session, text, values);
      const started = performance.now();
      const sending = send(client, session, text, values);
      sending.then(
        () => trace.statement(text, started, false),
        () => trace.statement(text, started, true),
      );
      return sending;
    }) as pg.PoolClient['query'],
    release: (error?: Error | boolean) => client.release(error),
  };
}

function send(client: pg.PoolClient, session: Session, text: string, values: readonly unknown[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const prepared = prepare(text);
    client.query(
      new Statement(session, { prepared, values }, (error, result) => {
        if (result) resolve(result);
        else reject(error);
      }),
    );
  });
}

/**
 * A marker in a statement: do not prepare it. After a few runs PostgreSQL uses a generic plan for a prepared statement, which is bad
 * if the number of matching rows depends on the values.
 */
export const plannedForItsValues = '/* planned for its values */';

/** A marker in the last statement of a transaction: commit after it. Nothing is sent when the transaction ends then. */
export const thenCommit = '/* then commit */';

const prepared = new Map<string, Prepared>();
const MAX_PREPARED = 2_000;
/** Maximum number of characters of all prepared statements together. */
const MAX_PREPARED_CHARACTERS = 8_000_000;
let preparedCharacters = 0;

/** Transaction control need not be prepared; nor is what exceeds MAX_PREPARED_CHARACTERS. */
function prepare(text: string): Prepared {
  const known = prepared.get(text);
  if (known) return known;
  const isFull = prepared.size >= MAX_PREPARED || preparedCharacters + text.length > MAX_PREPARED_CHARACTERS;
  const isNamed = !isFull && text.length >= 20 && !text.includes(plannedForItsValues);
  const made: Prepared = {
    text,
    name: isNamed ? createHash('sha1').update(text).digest('base64url') : null,
    commits: text.includes(thenCommit),
    reader: null,
  };
  if (isFull) return made;
  prepared.set(text, made);
  preparedCharacters += text.length;
  return made;
}
