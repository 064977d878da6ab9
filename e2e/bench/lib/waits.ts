import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';

/** The number of samples, and the number of connections that waited for another connection's lock, summed over all samples. */
export interface Waits {
  samples: number;
  waiting: number;
}

/** Samples repeatedly, until stopped, which connections wait for locks in the database. */
export function countingWaits(pool: pg.Pool): { end(): Promise<Waits> } {
  const waits: Waits = { samples: 0, waiting: 0 };
  const over = new AbortController();
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const { rows } = await pool.query<{ count: string }>(
        `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      waits.samples += 1;
      waits.waiting += Number(rows[0]?.count ?? 0);
      await setTimeout(25);
    }
  };
  const watching = watch();
  return {
    async end() {
      over.abort();
      await watching;
      return waits;
    },
  };
}
