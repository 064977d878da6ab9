import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Notification } from 'pg';
import { sql, type RawBuilder } from 'kysely';
import type { ConnectionTarget } from '../database/connect.ts';
import type { Db } from '../database/tables.ts';

/** The NOTIFY channel of all processes; migrations use the same name. */
export const CHANNEL = 'milepost_live';
/** Maximum payload; PostgreSQL's limit is 7,999 bytes. */
export const MAX_BYTES = 7_500;
/** Stands for notices that could not be sent: every page must reload. */
export const LOST_NOTICE = '{"lost":true}';

/** Notifies all processes when the current transaction commits. */
export async function notify(db: Db, payload: object): Promise<void> {
  await sql`SELECT ${notifying(payload)}`.execute(db);
}

/** `notify` as an SQL expression, for use in another statement. */
export function notifying(payload: object): RawBuilder<unknown> {
  return sql`pg_notify(${CHANNEL}, ${JSON.stringify(payload)})`;
}

export interface NoticeHandlers {
  /** From here on no notification is missed. */
  onReady(): void;
  onNotification(payload: string): void;
}

/** Where the notifications come from while the database is a standby, which cannot `LISTEN`. */
export interface NoticeSource {
  /** Whether the database is a standby now. */
  readonly isNeeded: boolean;
  /** Receives until the source ends, or `stopping`. Throws what interrupts it. */
  receive(handlers: NoticeHandlers, stopping: AbortSignal): Promise<void>;
}

export interface ChannelEvents {
  /** A notification arrived. */
  onNotification(payload: string): void;
  /** Notifications since the connection broke are lost. */
  onGap(): void;
  /** Called with errors, for the log. */
  onTrouble(error: unknown): void;
}

const MIN_DELAY_MS = 250;
const MAX_DELAY_MS = 5_000;
/** Interval of queries that detect a dead connection. */
const PROBE_EVERY_MS = 15_000;

/** The listening connection of this process, to the database or another source, which reconnects until closed. */
export class Channel {
  readonly #target: ConnectionTarget;
  readonly #events: ChannelEvents;
  readonly #source: NoticeSource | null;
  readonly #stopping = new AbortController();
  #client: Client | null = null;
  #running: Promise<void> | null = null;
  #resolveReady: (() => void) | null = null;
  /** Resolves once it listens for the first time. */
  readonly ready: Promise<void>;

  constructor(target: ConnectionTarget, events: ChannelEvents, source: NoticeSource | null = null) {
    this.#target = target;
    this.#events = events;
    this.#source = source;
    this.ready = new Promise((resolve) => {
      this.#resolveReady = resolve;
    });
  }

  get isListening(): boolean {
    return this.#client !== null;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#client?.end().catch(() => {});
    await this.#running;
  }

  async #run(): Promise<void> {
    let pause = MIN_DELAY_MS;
    let isFirst = true;
    while (!this.#stopping.signal.aborted) {
      const source = this.#source?.isNeeded ? this.#source : null;
      const onReady = (): void => {
        pause = MIN_DELAY_MS;
        // The first connection to another site may come long after the first page was loaded here.
        if (!isFirst || source) this.#events.onGap();
        isFirst = false;
        this.#resolveReady?.();
      };
      try {
        if (source) {
          const onNotification = (payload: string): void => this.#events.onNotification(payload);
          await source.receive({ onReady, onNotification }, this.#stopping.signal);
        } else await this.#listen(onReady);
      } catch (error) {
        if (!this.#stopping.signal.aborted) this.#events.onTrouble(error);
      }
      await this.#sleep(pause);
      pause = Math.min(pause * 2, MAX_DELAY_MS);
    }
  }

  /** Listens until the connection ends. */
  async #listen(onReady: () => void): Promise<void> {
    const client = new Client({
      ...this.#target,
      keepAlive: true,
      connectionTimeoutMillis: 3_000,
      application_name: 'milepost live',
    });
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.on('error', () => resolve());
    });
    client.on('notification', ({ payload }: Notification) => this.#events.onNotification(payload ?? ''));
    let probe: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      if (this.#stopping.signal.aborted) return;
      this.#client = client;
      probe = setInterval(() => void client.query('SELECT 1').catch(() => void client.end()), PROBE_EVERY_MS);
      probe.unref();
      onReady();
      await ended;
    } finally {
      clearInterval(probe);
      this.#client = null;
      await client.end().catch(() => {});
    }
  }

  async #sleep(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}
