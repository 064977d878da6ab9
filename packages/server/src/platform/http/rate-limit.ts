/** How often something may happen. */
export interface RateLimit {
  /** Burst size. */
  burst: number;
  /** And so often a minute after that. */
  perMinute: number;
}

/** Beyond this number the least recently seen callers are dropped: a flood of addresses must not fill the memory. */
const MAX_KEYS = 20_000;

/** Counts what happens by key, within this process: enough to slow a flood down, nothing to build a bill on. */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #buckets = new Map<string, { left: number; at: number }>();

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  /** Takes one from the key's share and gives null, or the seconds to wait where nothing is left. */
  take(key: string, now: number = Date.now()): number | null {
    const { burst, perMinute } = this.#limit;
    const bucket = this.#buckets.get(key) ?? { left: burst, at: now };
    const left = Math.min(burst, bucket.left + ((now - bucket.at) / 60_000) * perMinute);
    // Moved to the end: the first entry is the least recently seen.
    this.#buckets.delete(key);
    this.#buckets.set(key, { left: left >= 1 ? left - 1 : left, at: now });
    if (this.#buckets.size > MAX_KEYS) this.#buckets.delete(this.#buckets.keys().next().value as string);
    return left >= 1 ? null : Math.ceil(((1 - left) / perMinute) * 60);
  }
}

/** A limiter for each database: people have numbers of their own in each. */
export function limiterByDatabase(limit: RateLimit): (db: object) => RateLimiter {
  const limiters = new WeakMap<object, RateLimiter>();
  return (db) => {
    const limiter = limiters.get(db) ?? new RateLimiter(limit);
    limiters.set(db, limiter);
    return limiter;
  };
}
