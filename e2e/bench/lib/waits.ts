import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';

/** How often one looked, and how many connections waited for a lock of another one, summed over all looks. */
export interface Waits {
  samples: number;
  waiting: number;
}

/** Looks again and again, until it is ended, who waits for whom in the database. */
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
