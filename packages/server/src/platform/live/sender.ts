import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeDestroy } from '../database/connect.ts';
import { isUnavailable } from '../database/lost.ts';
import type { Db } from '../database/tables.ts';
import { CHANNEL } from './channel.ts';

/** Notices that wait while the database does not take them; older ones are dropped. */
const MAX_WAITING = 1_000;
/** How long notices are gathered: pages are told after a longer pause anyway. */
const GATHER_MS = 10;
const MAX_TRIES = 5;
const RETRY_AFTER_MS = 500;

/**
 * Sends notices of changes that were committed, all that wait in one statement. A NOTIFY of the transaction that makes the change would hold
 * a lock of PostgreSQL while the disk writes: all changes would wait for the disk one after the other.
 */
class NoticeSender {
  readonly #db: Db;
  #waiting: string[] = [];
  #sending: Promise<void> | null = null;
  #isClosing = false;

  constructor(db: Db) {
    this.#db = db;
    beforeDestroy(db, () => this.#close());
  }

  send(payload: object): void {
    this.#waiting.push(JSON.stringify(payload));
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null));
  }

  async #close(): Promise<void> {
    this.#isClosing = true;
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (!this.#isClosing) await sleep(GATHER_MS);
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#try(batch);
    }
  }

  async #try(batch: readonly string[]): Promise<void> {
    for (let left = this.#isClosing ? 1 : MAX_TRIES; left > 0; left -= 1) {
      try {
        // The notification itself need not survive a power failure: nobody would receive it.
        await sql`SELECT set_config('synchronous_commit', 'off', true), (SELECT count(pg_notify(${CHANNEL}, payload))
          FROM unnest(${batch}::text[]) AS payload)`.execute(this.#db);
        return;
      } catch {
        // Those who listen lose their connection to an unavailable database as well, and then read everything again.
        if (left > 1) await sleep(RETRY_AFTER_MS);
      }
    }
  }
}

const senders = new WeakMap<Db, NoticeSender>();

/** Called before a change is committed, with the notice to send then. */
export type Tell = (payload: object) => void;

/** Runs what commits a change, and then notifies all processes. Does not wait for that; destroying the builder does. */
export async function notifyingAfter<Result>(db: Db, commit: (tell: Tell) => Promise<Result>): Promise<Result> {
  let told: object | null = null;
  try {
    const result = await commit((payload) => (told = payload));
    if (told) senderTo(db).send(told);
    return result;
  } catch (error) {
    // Perhaps it was committed.
    if (told && isUnavailable(error)) senderTo(db).send(told);
    throw error;
  }
}

function senderTo(db: Db): NoticeSender {
  const known = senders.get(db);
  if (known) return known;
  const sender = new NoticeSender(db);
  senders.set(db, sender);
  return sender;
}
