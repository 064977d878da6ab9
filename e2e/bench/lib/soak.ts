import type pg from 'pg';
import type { Running } from './milepost.ts';
import { postgresProcesses, postmasterOf, proportionalMb, residentMb } from './processes.ts';

/** One look at the processes and the tables, while the load runs. */
export interface Look {
  /** Resident memory of the server, and what PostgreSQL's processes use of their own and their share of common memory; megabytes. */
  serverMb: number;
  postgresMb: number;
  /** Rows that wait: jobs, mails, webhooks, changes of roll-ups, items to be indexed. */
  waiting: number;
  /** Rows that PostgreSQL has not cleared yet, of all tables. */
  dead: number;
}

/** Rows that a job takes away. */
const waitingRows = `
  SELECT (SELECT count(*) FROM graphile_worker.jobs)
       + (SELECT count(*) FROM emails WHERE settled_at IS NULL)
       + (SELECT count(*) FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL)
       + (SELECT count(*) FROM work_item_rollup_deltas) + (SELECT count(*) FROM work_item_rollup_changes)
       + (SELECT count(*) FROM search_queue)`;

/** Looks at a server and its database whenever it is called. Linux only: reads /proc. */
export async function observer(pool: pg.Pool, { process: server }: Running): Promise<() => Promise<Look>> {
  const postmaster = await postmasterOf(pool);
  return async () => {
    const { rows } = await pool.query<{ waiting: string; dead: string }>(
      `SELECT (${waitingRows}) AS waiting, (SELECT sum(n_dead_tup) FROM pg_stat_user_tables) AS dead`,
    );
    return {
      serverMb: residentMb(Number(server.pid)),
      postgresMb: postgresProcesses(postmaster).reduce((sum, id) => sum + proportionalMb(id), 0),
      waiting: Number(rows[0]?.waiting),
      dead: Number(rows[0]?.dead),
    };
  };
}

/** The thirds of a list, in order; what remains is in the last one. */
export function thirdsOf<Each>(all: readonly Each[]): [Each[], Each[], Each[]] {
  const third = Math.floor(all.length / 3);
  return [all.slice(0, third), all.slice(third, 2 * third), all.slice(2 * third)];
}
