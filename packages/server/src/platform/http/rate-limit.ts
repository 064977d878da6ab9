/** A token bucket. */
export interface RateLimit {
  /** Maximum number of tokens. */
  burst: number;
  /** Tokens added per minute. */
  perMinute: number;
}

/** Maximum number of buckets; the least recently used are dropped, so that a flood of addresses cannot fill the memory. */
const MAX_KEYS = 20_000;

/** Token buckets by key, in the memory of this process. Approximate: sufficient to limit floods, not for billing. */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #buckets = new Map<string, { left: number; at: number }>();

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  /** Takes a token from the key's bucket and returns null, or returns the seconds to wait for one. `now` in milliseconds. */
  take(key: string, now: number = Date.now()): number | null {
    const { burst, perMinute } = this.#limit;
    const bucket = this.#buckets.get(key) ?? { left: burst, at: now };
    const left = Math.min(burst, bucket.left + ((now - bucket.at) / 60_000) * perMinute);
    // Moved to the end, so that the first entry is the least recently used.
    this.#buckets.delete(key);
    this.#buckets.set(key, { left: left >= 1 ? left - 1 : left, at: now });
    if (this.#buckets.size > MAX_KEYS) this.#buckets.delete(this.#buckets.keys().next().value as string);
    return left >= 1 ? null : Math.ceil(((1 - left) / perMinute) * 60);
  }
}

/** A limiter for each database, because ids of people are unique per database only. */
export function limiterByDatabase(limit: RateLimit): (db: object) => RateLimiter {
  const limiters = new WeakMap<object, RateLimiter>();
  return (db) => {
    const limiter = limiters.get(db) ?? new RateLimiter(limit);
    limiters.set(db, limiter);
    return limiter;
  };
}
