import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { hasCode, messageOf } from '../../util/errors.ts';
import type { ConnectionTarget } from '../connect.ts';
import { isUnavailable } from '../lost.ts';
import { DatabaseUnavailableError } from '../unavailable.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { ensureCluster, type Home, prepareHome, SUPERUSER } from './home.ts';
import { serverIdentity, type ServerIdentity } from './identity.ts';
import {
  findPostmaster,
  forceFastShutdown,
  isShuttingDown,
  lastLoggedError,
  removeStaleLock,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';

const DATABASE = 'milepost';
/** The advisory lock that every Milepost process holds in shared mode while it uses the server; see EmbeddedDatabase. */
const IN_USE = 7_205_759_403;
/** Long, because recovery after a crash may replay a long log. */
const START_TIMEOUT_MS = 300_000;
/** How long processes of a killed server may keep its shared memory. */
const LEFTOVERS_TIMEOUT_MS = 15_000;
const MAX_DELAY_MS = 5_000;
/** Interval at which PostgreSQL's lock file is checked for a shutdown by another program. */
const SHUTDOWN_CHECK_MS = 1_000;

export interface EmbeddedOptions {
  /** False for tests: disables syncing, which is faster but loses data when the power fails. */
  durable?: boolean;
  /** Called with one line when PostgreSQL was lost and when it is back. */
  onEvent?: (message: string) => void;
}

/**
 * The PostgreSQL that comes with Milepost. Any number of processes share it: the first one starts it, the last one stops it.
 * Each holds a shared advisory lock on its own connection, which ends with the process. When PostgreSQL ends, that connection is
 * closed, and the process restarts it.
 */
export class EmbeddedDatabase {
  readonly #home: Home;
  readonly #binaries: Binaries;
  readonly #identity: ServerIdentity;
  readonly #options: EmbeddedOptions;
  #presence: Client | null = null;
  #recovery: Promise<void> | null = null;
  #isStopping = false;
  #watch: NodeJS.Timeout | null = null;
  #socketFolder: string;

  private constructor(home: Home, binaries: Binaries, identity: ServerIdentity, options: EmbeddedOptions) {
    this.#home = home;
    this.#binaries = binaries;
    this.#identity = identity;
    this.#options = options;
    this.#socketFolder = home.socketFolder;
  }

  /** Connects to the PostgreSQL of a data folder; creates and starts it if necessary. Throws DatabaseUnavailableError. */
  static async open(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
    const identity = serverIdentity();
    const binaries = await findBinaries(identity);
    const home = await prepareHome(dataDir, binaries.major, identity);
    await ensureCluster(home, binaries, identity, options.durable ?? true);
    const database = new EmbeddedDatabase(home, binaries, identity, options);
    const presence = await database.#enter();
    try {
      await createDatabase(presence, DATABASE);
    } catch (error) {
      await database.stop();
      throw error;
    }
    database.#watch = setInterval(() => database.#endForeignShutdown(), SHUTDOWN_CHECK_MS).unref();
    return database;
  }

  get target(): ConnectionTarget & { host: string; user: string; database: string } {
    return { host: this.#socketFolder, port: 5432, user: SUPERUSER, database: DATABASE };
  }

  get folder(): string {
    return this.#home.folder;
  }

  /** Releases the server; the last process stops it. Close every other connection first. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#watch ?? undefined);
    await this.#recovery;
    const presence = this.#presence;
    this.#presence = null;
    if (!presence) return;
    const isLast = await leave(presence);
    if (isLast) await stopPostmaster(this.#home);
    await presence.end().catch(() => {});
  }

  /** Connects and acquires the lock; starts PostgreSQL if it is not running. */
  async #enter(): Promise<Client> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    let leftoversDeadline: number | null = null;
    let child: ChildProcess | null = null;
    while (Date.now() < deadline && !(this.#isStopping && !child)) {
      const running = findPostmaster(this.#home);
      if (running) {
        if (isShuttingDown(this.#home)) forceFastShutdown(this.#home);
        this.#socketFolder = running.socketFolder;
        const client = await this.#tryToEnter();
        if (client) return client;
      } else if (!child) {
        await removeStaleLock(this.#home);
        child = startPostmaster(this.#home, this.#binaries.postgres, this.#identity, this.#options.durable ?? true);
      } else if (hasExited(child)) {
        // Temporary if another process is starting it, or processes of the previous server are still ending.
        const complaint = lastLoggedError(this.#home);
        leftoversDeadline ??= Date.now() + LEFTOVERS_TIMEOUT_MS;
        const willPass = /lock file|shared memory block/.test(complaint) && Date.now() < leftoversDeadline;
        if (!willPass)
          throw new DatabaseUnavailableError(`PostgreSQL does not start: ${complaint} (log: ${this.#home.log})`);
        child = null;
        await sleep(200);
      }
      await sleep(20);
    }
    throw new DatabaseUnavailableError(`PostgreSQL does not answer; its log is ${this.#home.log}`);
  }

  /** Null while the server is starting or stopping, or if it is not that of this home. */
  async #tryToEnter(): Promise<Client | null> {
    const client = new Client({
      ...this.target,
      database: 'postgres',
      application_name: 'milepost presence',
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ entered: boolean; folder: string }>(
        `SELECT pg_try_advisory_lock_shared($1) AS entered, current_setting('data_directory') AS folder`,
        [IN_USE],
      );
      if (rows[0]?.entered && rows[0].folder === this.#home.data) {
        this.#presence = client;
        client.once('end', () => this.#lost(client));
        return client;
      }
    } catch (error) {
      // Starting, stopping or just ended: retry in a moment.
      if (!isUnavailable(error)) throw error;
    }
    await client.end().catch(() => {});
    return null;
  }

  /**
   * Completes a shutdown that another program began with SIGTERM; no Milepost process stops a server in use. PostgreSQL waits for our
   * connections, so they are terminated; then `#lost` restarts it.
   */
  #endForeignShutdown(): void {
    if (!this.#presence || !isShuttingDown(this.#home)) return;
    this.#options.onEvent?.('PostgreSQL received a shutdown request; ending its connections');
    forceFastShutdown(this.#home);
  }

  #lost(client: Client): void {
    if (this.#isStopping || this.#presence !== client) return;
    this.#presence = null;
    this.#options.onEvent?.('The connection to PostgreSQL was lost; starting it again');
    this.#recovery = this.#recover().finally(() => {
      this.#recovery = null;
    });
  }

  async #recover(): Promise<void> {
    for (let pause = 100; !this.#isStopping; pause = Math.min(pause * 2, MAX_DELAY_MS)) {
      try {
        await this.#enter();
        this.#options.onEvent?.('PostgreSQL is back');
        return;
      } catch (error) {
        if (this.#isStopping) return;
        this.#options.onEvent?.(messageOf(error));
        await sleep(pause);
      }
    }
  }
}

/**
 * Releases the shared lock; returns true for the last process, which then holds it exclusively, so that new ones wait until PostgreSQL
 * has ended.
 */
async function leave(presence: Client): Promise<boolean> {
  try {
    await presence.query('SELECT pg_advisory_unlock_shared($1)', [IN_USE]);
    const { rows } = await presence.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [IN_USE]);
    return rows[0]?.alone ?? false;
  } catch {
    // PostgreSQL has already exited.
    return false;
  }
}

async function createDatabase(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rowCount) return;
  try {
    await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`);
  } catch (error) {
    // Another process has just created it.
    if (!hasCode(error, '42P04', '23505')) throw error;
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}
