import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeDestroy } from '../database/connect.ts';
import { isUnavailable } from '../database/lost.ts';
import type { Db } from '../database/tables.ts';
import { CHANNEL, LOST_NOTICE } from './channel.ts';

/** Notices that wait while the database does not take them; beyond that, all pages are asked to reload instead. */
const MAX_WAITING = 1_000;
/** How long notices are gathered: pages are notified after a longer pause anyway. */
const GATHER_MS = 10;
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
    this.#keep([...this.#waiting, JSON.stringify(payload)]);
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null));
  }

  #keep(notices: string[]): void {
    this.#waiting = notices.length > MAX_WAITING ? [LOST_NOTICE] : notices;
  }

  /** Tries once more, and then gives up what the database does not take: it is going away. */
  async #close(): Promise<void> {
    this.#isClosing = true;
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    let pause = GATHER_MS;
    while (this.#waiting.length > 0) {
      if (!this.#isClosing) await sleep(pause);
      const isLast = this.#isClosing;
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        // The notification itself need not survive a power failure: nobody would receive it.
        await sql`SELECT set_config('synchronous_commit', 'off', true), (SELECT count(pg_notify(${CHANNEL}, payload))
          FROM unnest(${batch}::text[]) AS payload)`.execute(this.#db);
        pause = GATHER_MS;
      } catch (error) {
        if (isLast) return;
        // A notice that PostgreSQL refuses would be refused again.
        this.#keep([...(isUnavailable(error) ? batch : [LOST_NOTICE]), ...this.#waiting]);
        pause = RETRY_AFTER_MS;
      }
    }
  }
}

const senders = new WeakMap<Db, NoticeSender>();

/** Called before a change is committed, with the notice to send then. */
export type Notify = (payload: object) => void;

/** Runs what commits a change, and then notifies all processes. Does not wait for that; destroying the builder does. */
export async function notifyingAfter<Result>(db: Db, commit: (notify: Notify) => Promise<Result>): Promise<Result> {
  let notice: object | null = null;
  try {
    const result = await commit((payload) => (notice = payload));
    if (notice) senderTo(db).send(notice);
    return result;
  } catch (error) {
    // Perhaps it was committed.
    if (notice && isUnavailable(error)) senderTo(db).send(notice);
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
