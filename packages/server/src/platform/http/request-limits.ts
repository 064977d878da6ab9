import { DomainError } from '@milepost/core/errors';
import { LRUCache } from 'lru-cache';
import type { Db } from '../database/tables.ts';
import { sharedCountsOf, type SharedCounts, type Window } from './shared-counts.ts';

const WINDOW_MS = 60_000;
/** Maximum number of counted callers. An entry takes about 200 bytes; the least recently seen are dropped first. */
const MAX_CALLERS = 50_000;

/** The caller exceeded its limit; `retryAfter` in seconds. */
export class RateLimitedError extends DomainError {
  override name = 'RateLimitedError';
  readonly code = 'RATE_LIMITED' as const;
  readonly kind = 'limited' as const;
  constructor(
    message: string,
    readonly retryAfter: number,
  ) {
    super(message);
  }
}

/** The requests of a caller in the current window. */
export interface Usage {
  limit: number;
  observed: number;
  /** When the count resets: Unix time in seconds. */
  resetAt: number;
}

/** Counts the requests of each caller, in windows of one minute from the first one. */
export class RequestCounter {
  readonly #limit: () => number;
  readonly #windows = new LRUCache<string, Window>({ max: MAX_CALLERS });
  readonly #shared: { counts: SharedCounts; name: string } | null;

  /** `limit`: requests a minute. `shared`: counts of other processes are added, under this name. */
  constructor(limit: number | (() => number), shared: { counts: SharedCounts; name: string } | null = null) {
    this.#limit = typeof limit === 'number' ? () => limit : limit;
    this.#shared = shared;
  }

  get limit(): number {
    return this.#limit();
  }

  /** Counts one request of this caller. `now` in milliseconds. */
  count(caller: string, now: number = Date.now()): Usage {
    const { limit } = this;
    let window = this.#windows.get(caller);
    if (!window || now - window.startedAt >= WINDOW_MS) {
      window = { startedAt: now, observed: 0, unshared: 0 };
      this.#windows.set(caller, window);
    }
    this.#add(caller, window, 1);
    return { limit, observed: window.observed, resetAt: Math.ceil((window.startedAt + WINDOW_MS) / 1000) };
  }

  /** Takes back one counted request. */
  forgive(caller: string): void {
    const window = this.#windows.get(caller);
    if (window && window.observed > 0) this.#add(caller, window, -1);
  }

  get size(): number {
    return this.#windows.size;
  }

  #add(caller: string, window: Window, requests: number): void {
    window.observed += requests;
    window.unshared += requests;
    if (!this.#shared || Math.abs(window.unshared) < this.#shared.counts.step(this.limit)) return;
    this.#shared.counts.add(`${this.#shared.name}\n${caller}`, window);
  }
}

/** The counter of a limit for a pool of connections. */
export type CounterOf = (db: Db) => RequestCounter;

/** A limit of requests a minute over all processes: `name` tells it from others, and each pool of connections has a counter of its own. */
export function sharedCounter(limit: number, name: string): CounterOf {
  const counters = new WeakMap<Db, RequestCounter>();
  return (db) => {
    const counter = counters.get(db) ?? new RequestCounter(limit, { counts: sharedCountsOf(db), name });
    counters.set(db, counter);
    return counter;
  };
}

interface Account {
  leftMs: number;
  at: number;
}

/** The processing time of each caller: a burst of one minute's share, then a steady refill. */
export class TimeBudget {
  readonly #perMinuteMs: number;
  readonly #accounts = new LRUCache<string, Account>({ max: MAX_CALLERS });

  /** `perMinuteMs`: milliseconds of work a minute. */
  constructor(perMinuteMs: number) {
    this.#perMinuteMs = perMinuteMs;
  }

  /** Throws RateLimitedError if the caller's budget is used up. The permitted work may overdraw it. */
  require(caller: string, now: number = Date.now()): void {
    const { leftMs } = this.#accountOf(caller, now);
    if (leftMs > 0) return;
    const retryAfter = Math.max(1, Math.ceil((-leftMs / this.#perMinuteMs) * (WINDOW_MS / 1000)));
    throw new RateLimitedError('Your queries took more time than one caller may use. Retry later.', retryAfter);
  }

  charge(caller: string, milliseconds: number, now: number = Date.now()): void {
    const { leftMs } = this.#accountOf(caller, now);
    this.#accounts.set(caller, { leftMs: leftMs - milliseconds, at: now });
  }

  #accountOf(caller: string, now: number): Account {
    const account = this.#accounts.get(caller);
    if (!account) return { leftMs: this.#perMinuteMs, at: now };
    const refilled = account.leftMs + ((now - account.at) / WINDOW_MS) * this.#perMinuteMs;
    return { leftMs: Math.min(this.#perMinuteMs, refilled), at: now };
  }
}
