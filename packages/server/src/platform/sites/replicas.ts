import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { connect, connectReplica } from '../database/connect.ts';
import type { Db } from '../database/tables.ts';
import { LagClock, readLogState, ReplayedPosition, type LogState, type Position } from './position.ts';

const CHECK_EVERY_MS = 1_000;
const CHECK_TIMEOUT_MS = 2_000;
const SETTLE_PAUSE_MS = 50;
/** A replica that is further behind is left out. */
export const MAX_LAG_SECONDS = 10;

interface Replica {
  /** For its state only: fails when it fails. */
  own: Db;
  /** For reads: those that fail are answered by the primary. */
  reads: Db;
  replayed: ReplayedPosition;
  clock: LagClock;
  isUsable: boolean;
  /** Connections in use: cut when the replica is left out, so that nothing waits for it. */
  active: Set<PoolClient>;
}

/** Standbys of the database of this site that answer reads. A replica is used from its first good check on. */
export class Replicas {
  readonly #primary: Db;
  readonly #replicas: readonly Replica[];
  readonly #report: (message: string, error?: unknown) => void;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #next = 0;

  constructor(primary: Db, urls: readonly string[], report: (message: string, error?: unknown) => void) {
    this.#primary = primary;
    this.#report = report;
    this.#replicas = urls.map((url, index): Replica => {
      const { db: own, pool } = connect({ connectionString: url }, { applicationName: 'milepost reads' });
      const active = new Set<PoolClient>();
      pool.on('acquire', (client) => active.add(client));
      pool.on('release', (_error, client) => active.delete(client));
      const replica: Replica = {
        own,
        reads: connectReplica(own, primary, (error) => this.#leaveOut(replica, index, error)),
        replayed: new ReplayedPosition(own),
        clock: new LagClock(),
        isUsable: false,
        active,
      };
      return replica;
    });
  }

  /** How many replicas answer reads. */
  get usable(): number {
    return this.#replicas.filter(({ isUsable }) => isUsable).length;
  }

  /**
   * A builder for the reads of one request, which see everything up to `position`. The primary where no replica is usable or reaches
   * the position within a second.
   */
  async reader(position: Position | null): Promise<Db> {
    const usable = this.#replicas.filter(({ isUsable }) => isUsable);
    const replica = usable[this.#next++ % Math.max(usable.length, 1)];
    if (!replica) return this.#primary;
    if (position === null || (await replica.replayed.reaches(position).catch(() => false))) return replica.reads;
    return this.#primary;
  }

  /** Resolves once every replica that answers reads has what is committed now; those too far behind are left out meanwhile. */
  async settle(): Promise<void> {
    const { position } = await readLogState(this.#primary);
    const { signal } = this.#stopping;
    await Promise.all(
      this.#replicas.map(async (replica) => {
        while (replica.isUsable && !signal.aborted) {
          if (await replica.replayed.reaches(position).catch(() => false)) return;
          // A broken one fails at once, until the next check.
          await sleep(SETTLE_PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
        }
      }),
    );
  }

  start(): void {
    this.#running = this.#checkUntilStopped();
  }

  /** Checks every replica once. */
  async check(): Promise<void> {
    const { position } = await readLogState(this.#primary);
    await Promise.all(
      this.#replicas.map(async (replica, index) => {
        replica.clock.sample(position);
        try {
          const { isStandby, position: replayed } = await stateOf(replica);
          if (!isStandby) throw new Error('it is not a standby');
          const { seconds = 0 } = replica.clock.lag(replayed) ?? {};
          if (seconds > MAX_LAG_SECONDS) throw new Error(`it is ${Math.round(seconds)} seconds behind`);
          if (!replica.isUsable) this.#report(`Replica ${index + 1} answers reads`);
          replica.isUsable = true;
        } catch (error) {
          this.#leaveOut(replica, index, error);
        }
      }),
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await Promise.all(this.#replicas.map(({ own }) => own.destroy()));
  }

  async #checkUntilStopped(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      // Without the primary there is nothing to compare with: the replicas stay as they are.
      await this.check().catch(() => undefined);
      await sleep(CHECK_EVERY_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  #leaveOut(replica: Replica, index: number, error: unknown): void {
    if (replica.isUsable) this.#report(`Replica ${index + 1} is left out`, error);
    replica.isUsable = false;
    // Ending a client would wait for its statement.
    for (const client of replica.active)
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

async function stateOf({ replayed }: Replica): Promise<LogState> {
  const stopping = new AbortController();
  const late = sleep(CHECK_TIMEOUT_MS, null, { signal: stopping.signal, ref: false }).catch(() => null);
  const state = await Promise.race([replayed.read(), late]);
  stopping.abort();
  if (!state) throw new Error('it does not answer');
  return state;
}
