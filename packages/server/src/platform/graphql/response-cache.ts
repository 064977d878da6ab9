export interface CachedResponse {
  text: string;
  contentType: string;
}

/** Responses by request key, all from one state of the database. A pending entry resolves to null when the request fails. */
type Entries = Map<string, Promise<CachedResponse | null>>;

export interface ResponseCacheOptions {
  /** Identifies the committed state of the database: see `snapshotOf`. */
  snapshot: () => Promise<string>;
  /** Limit on the characters of all keys and responses together. */
  maxCharacters?: number;
  /** Some responses depend on the date or the time, so entries expire even if nothing is committed. */
  maxAgeMs?: number;
}

/** A character takes up to two bytes. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
const MAX_ENTRIES = 5_000;
const MAX_AGE_MS = 10_000;

/** Completes a cache miss: stores the response, or null if the request failed. */
export type Settle = (response: CachedResponse | null) => void;

/**
 * Caches responses for as long as nothing is committed to the database, so a cached response is never stale. Concurrent requests
 * with the same key wait for the first one: a roadmap that a whole team has open is computed once per change.
 */
export class ResponseCache {
  readonly #snapshot: ResponseCacheOptions['snapshot'];
  readonly #maxCharacters: number;
  readonly #maxAgeMs: number;
  #state = '';
  #since = 0;
  #entries: Entries = new Map();
  #characters = 0;
  #reading: Promise<unknown> | null = null;
  #nextReading: Promise<string> | null = null;
  /** How many requests were answered from the cache, and how many were not, since the start of the process. */
  hits = 0;
  misses = 0;

  constructor({ snapshot, maxCharacters = MAX_CHARACTERS, maxAgeMs = MAX_AGE_MS }: ResponseCacheOptions) {
    this.#snapshot = snapshot;
    this.#maxCharacters = maxCharacters;
    this.#maxAgeMs = maxAgeMs;
  }

  /**
   * Returns the cached response, or on a miss a function that the caller must call with the response. `key` holds everything the
   * response depends on except the database: the viewer too.
   */
  async get(key: string): Promise<CachedResponse | Settle> {
    const entries = await this.#currentEntries();
    const cached = await entries.get(key);
    if (cached) {
      this.hits += 1;
      return cached;
    }
    this.misses += 1;
    // Stored with the state read before the response is computed: if that state is still current later, nothing changed meanwhile.
    let settle: Settle = () => {};
    const pending = new Promise<CachedResponse | null>((resolve) => (settle = resolve));
    entries.set(key, pending);
    return (response) => {
      settle(response);
      if (response) this.#count(key.length + response.text.length, entries);
      else if (entries.get(key) === pending) entries.delete(key);
    };
  }

  async #currentEntries(): Promise<Entries> {
    const state = await this.#currentState();
    if (state !== this.#state || performance.now() - this.#since > this.#maxAgeMs) {
      this.#state = state;
      this.#clear();
    }
    return this.#entries;
  }

  /**
   * The state as read by a statement that was sent after this call. One that was sent earlier may miss the latest commit, so calls that
   * come while it runs share the next one.
   */
  #currentState(): Promise<string> {
    this.#nextReading ??= this.#read(this.#reading ?? endOfTick());
    return this.#nextReading;
  }

  async #read(before: Promise<unknown>): Promise<string> {
    await before.catch(() => {});
    const reading = this.#snapshot();
    [this.#reading, this.#nextReading] = [reading, null];
    try {
      return await reading;
    } finally {
      if (this.#reading === reading) this.#reading = null;
    }
  }

  #count(characters: number, entries: Entries): void {
    if (entries !== this.#entries) return;
    this.#characters += characters;
    if (this.#characters > this.#maxCharacters || entries.size > MAX_ENTRIES) this.#clear();
  }

  #clear(): void {
    this.#since = performance.now();
    this.#entries = new Map();
    this.#characters = 0;
  }
}

/** After all requests that arrived together were read. */
function endOfTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
