import { sql } from 'kysely';
import type { Db } from '../database/tables.ts';
import { sha256Of } from '../util/tokens.ts';

/** Requests of one caller in a window of one minute. */
export interface Window {
  /** Milliseconds. */
  startedAt: number;
  /** As far as this process knows, of all processes. */
  observed: number;
  /** Of `observed`: not shared with the other processes yet. */
  unshared: number;
}

declare module '../database/tables.ts' {
  interface Tables {
    rateCounts: { key: Buffer; startedAt: Date; requests: number };
  }
}

/** The error of counts as a part of the limit, over all processes. */
const TOLERANCE = 0.1;
/** Callers that are shared in one statement. */
const BATCH = 1_000;
/** How often the processes are counted. */
const COUNT_PROCESSES_EVERY_MS = 10_000;

/**
 * Shares counts of requests between the server processes of a database. Only callers with a notable part of their limit are shared, and
 * with one process nothing is: a write makes responses that are cached by snapshot obsolete. If the database is unavailable, each process
 * counts by itself.
 */
export class SharedCounts {
  readonly #db: Db;
  readonly #waiting = new Map<string, Window>();
  #processes = 1;
  #isSharing = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Follows the number of processes until `stop`. */
  start(): void {
    void this.countProcesses();
    this.#timer ??= setInterval(() => void this.countProcesses(), COUNT_PROCESSES_EVERY_MS).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Counts the processes by their connections for live updates. */
  async countProcesses(): Promise<void> {
    try {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE application_name = 'milepost live' AND datname = current_database()`.execute(this.#db);
      this.#processes = Math.max(1, rows[0]?.count ?? 1);
    } catch {
      // Keeps the last number.
    }
  }

  /** The number of requests after which the count of a caller is shared. */
  step(limit: number): number {
    return this.#processes === 1 ? Infinity : Math.max(1, Math.floor((limit * TOLERANCE) / this.#processes));
  }

  /** Shares a window, soon. */
  add(key: string, window: Window): void {
    this.#waiting.set(key, window);
    if (this.#isSharing) return;
    this.#isSharing = true;
    setImmediate(() => void this.#share());
  }

  async #share(): Promise<void> {
    try {
      while (this.#waiting.size > 0) await this.#shareSome();
    } catch {
      // Each process counts by itself until the database is available again.
      this.#waiting.clear();
    } finally {
      this.#isSharing = false;
    }
  }

  async #shareSome(): Promise<void> {
    const batch = [...this.#waiting].slice(0, BATCH).map(([name, window]) => {
      this.#waiting.delete(name);
      const added = window.unshared;
      window.unshared = 0;
      return { key: sha256Of(name), window, added };
    });
    // In one order everywhere, so that two processes cannot wait for each other.
    batch.sort((one, other) => one.key.compare(other.key));
    try {
      const { rows } = await sql<{ key: Buffer; startedAt: Date; requests: number }>`
        INSERT INTO rate_counts AS c (key, started_at, requests)
        SELECT * FROM unnest(${batch.map(({ key }) => key)}::bytea[],
          ${batch.map(({ window }) => new Date(window.startedAt))}::timestamptz[], ${batch.map(({ added }) => added)}::int[])
        ON CONFLICT (key) DO UPDATE SET
          requests = CASE WHEN c.started_at > now() - interval '1 minute' THEN c.requests ELSE 0 END + excluded.requests,
          started_at = CASE WHEN c.started_at > now() - interval '1 minute' THEN c.started_at ELSE excluded.started_at END
        RETURNING key, started_at, requests`.execute(this.#db);
      const found = new Map(rows.map((row) => [row.key.toString('hex'), row]));
      for (const { key, window } of batch) {
        const row = found.get(key.toString('hex'));
        if (!row) continue;
        window.startedAt = row.startedAt.getTime();
        window.observed = row.requests + window.unshared;
      }
    } catch (error) {
      for (const { window, added } of batch) window.unshared += added;
      throw error;
    }
  }
}

const countsOfDatabases = new WeakMap<Db, SharedCounts>();

/** The counts of a pool of connections, for all limits. The server starts them; until then each process counts by itself. */
export function sharedCountsOf(db: Db): SharedCounts {
  const counts = countsOfDatabases.get(db) ?? new SharedCounts(db);
  countsOfDatabases.set(db, counts);
  return counts;
}

/** Deletes counts of windows that are over. */
export async function sweepRateCounts(db: Db): Promise<void> {
  await sql`DELETE FROM rate_counts WHERE started_at < now() - interval '2 minutes'`.execute(db);
}
