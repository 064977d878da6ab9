import { DomainError } from '@milepost/core/errors';
import { LRUCache } from 'lru-cache';

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

/** Counts the requests of each caller, in windows of one minute from the first one, in this process. */
export class RequestCounter {
  readonly limit: number;
  readonly #windows = new LRUCache<string, { startedAt: number; observed: number }>({ max: MAX_CALLERS });

  /** `limit`: requests a minute. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Counts one request of this caller. `now` in milliseconds. */
  count(caller: string, now: number = Date.now()): Usage {
    const known = this.#windows.get(caller);
    const isOpen = known !== undefined && now - known.startedAt < WINDOW_MS;
    const { startedAt, observed } = isOpen ? known : { startedAt: now, observed: 0 };
    this.#windows.set(caller, { startedAt, observed: observed + 1 });
    const resetAt = Math.ceil((startedAt + WINDOW_MS) / 1000);
    return { limit: this.limit, observed: observed + 1, resetAt };
  }

  get size(): number {
    return this.#windows.size;
  }
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
