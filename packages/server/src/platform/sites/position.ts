import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../database/tables.ts';

/** A position in PostgreSQL's write-ahead log. */
export type Position = bigint;

const POSITION = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** Reads a position as PostgreSQL prints it, `16/B374D848`; null for anything else. */
export function parsePosition(text: unknown): Position | null {
  const match = typeof text === 'string' ? POSITION.exec(text) : null;
  return match ? (BigInt(`0x${match[1]}`) << 32n) | BigInt(`0x${match[2]}`) : null;
}

export function printPosition(position: Position): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase();
}

/** How a database relates to the log: what it wrote, or what it replayed of the log of another. */
export interface LogState {
  isStandby: boolean;
  position: Position;
  /** Seconds since the newest replayed transaction was committed; null on a database that is no standby. */
  transactionAge: number | null;
}

/** Includes everything that was committed before the call, on the disk or not. */
export async function readLogState(db: Db): Promise<LogState> {
  const { rows } = await sql<{ isStandby: boolean; position: string; transactionAge: number | null }>`
    SELECT pg_is_in_recovery() AS is_standby,
      (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END)::text AS position,
      (CASE WHEN pg_is_in_recovery() THEN extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) END)::float8
        AS transaction_age`.execute(db);
  const [row] = rows;
  return {
    isStandby: row?.isStandby ?? false,
    position: parsePosition(row?.position) ?? 0n,
    transactionAge: row?.transactionAge ?? null,
  };
}

/** How long a read waits for the standby. */
export const WAIT_MS = 1_000;
const FIRST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 50;

/** The one place that waits until a standby has replayed a position. Concurrent waits share their statements. */
export class ReplayedPosition {
  readonly #db: Db;
  #latest: Position = 0n;
  #committedAt: number | null = null;
  #reading: Promise<LogState> | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The newest position that was read. */
  get latest(): Position {
    return this.#latest;
  }

  /** When the newest replayed transaction was committed, in milliseconds of `performance.now()`; null before the first reading. */
  get committedAt(): number | null {
    return this.#committedAt;
  }

  async read(): Promise<LogState> {
    this.#reading ??= readLogState(this.#db).finally(() => {
      this.#reading = null;
    });
    const state = await this.#reading;
    if (state.position > this.#latest) this.#latest = state.position;
    if (state.transactionAge !== null) this.#committedAt = performance.now() - state.transactionAge * 1_000;
    return state;
  }

  /** Whether the standby reaches a position within `timeoutMs`. Throws what its statements throw. */
  async reaches(position: Position, timeoutMs: number = WAIT_MS): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    for (let pause = FIRST_PAUSE_MS; this.#latest < position; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      await this.read();
      if (this.#latest >= position) return true;
      if (performance.now() + pause > deadline) return false;
      await sleep(pause);
    }
    return true;
  }
}

interface Sample {
  position: Position;
  /** Milliseconds of `performance.now()`. */
  at: number;
}

const MAX_SAMPLES = 900;

/** Measures how far a standby is behind, from samples of the primary's position. Needs no synchronized clocks. */
export class LagClock {
  #samples: Sample[] = [];
  #current: Sample | null = null;

  /** Records the position of the primary. */
  sample(position: Position, at: number = performance.now()): void {
    this.#samples.push({ position, at });
    // Every second one is enough for a long outage of the standby.
    if (this.#samples.length > MAX_SAMPLES) this.#samples = this.#samples.filter((_each, index) => index % 2 === 1);
  }

  /** Bytes and seconds behind the newest sample, for a standby at `replayed`. Null before the first sample. */
  lag(replayed: Position, at: number = performance.now()): { bytes: number; seconds: number } | null {
    const newest = this.#samples.at(-1);
    if (!newest) return null;
    while ((this.#samples[0]?.position ?? replayed + 1n) <= replayed) {
      this.#current = this.#samples[0] ?? null;
      if (this.#samples.length === 1) break;
      this.#samples.shift();
    }
    const bytes = Number(newest.position - replayed);
    if (bytes <= 0) return { bytes: 0, seconds: 0 };
    const since = this.#current ?? this.#samples[0] ?? newest;
    return { bytes, seconds: (at - since.at) / 1_000 };
  }

  /** When the standby was last known to have everything, in milliseconds of `performance.now()`; null for never. */
  get currentAt(): number | null {
    return this.#current?.at ?? null;
  }
}
