import { readFileSync } from 'node:fs';
import type pg from 'pg';
import type { Running } from './milepost.ts';

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
       + (SELECT count(*) FROM work_item_rollup_deltas)
       + (SELECT count(*) FROM search_queue) AS count`;

/** Looks at a server and its database whenever it is called. Linux only: reads /proc. */
export async function observer(pool: pg.Pool, { process: server }: Running): Promise<() => Promise<Look>> {
  const { rows } = await pool.query<{ lock: string }>(`SELECT pg_read_file('postmaster.pid') AS lock`);
  const postmaster = Number(rows[0]?.lock.split('\n')[0]);
  return async () => {
    const { rows: waiting } = await pool.query<{ count: string }>(waitingRows);
    const { rows: dead } = await pool.query<{ count: string }>(
      'SELECT sum(n_dead_tup) AS count FROM pg_stat_user_tables',
    );
    const backends = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
    return {
      serverMb: megabytesOf(Number(server.pid), 'status', 'VmRSS'),
      // Pages of common memory count once for all processes together.
      postgresMb: [postmaster, ...backends.map(Number)].reduce(
        (sum, id) => sum + megabytesOf(id, 'smaps_rollup', 'Pss'),
        0,
      ),
      waiting: Number(waiting[0]?.count),
      dead: Number(dead[0]?.count),
    };
  };
}

/** 0 for a process that has ended. */
function megabytesOf(id: number, file: string, field: string): number {
  try {
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${id}/${file}`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** The thirds of a list, in order; what remains is in the last one. */
export function thirdsOf<Each>(all: readonly Each[]): [Each[], Each[], Each[]] {
  const third = Math.floor(all.length / 3);
  return [all.slice(0, third), all.slice(third, 2 * third), all.slice(2 * third)];
}
