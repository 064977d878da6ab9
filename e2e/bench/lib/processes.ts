import { readFileSync } from 'node:fs';
import type pg from 'pg';

/** The process id of the PostgreSQL behind a pool, on this machine. */
export async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ lock: string }>(`SELECT pg_read_file('postmaster.pid') AS lock`);
  return Number(rows[0]?.lock.split('\n')[0]);
}

/** The ids of a PostgreSQL and of its processes. Linux only: reads /proc. */
export function postgresProcesses(postmaster: number): number[] {
  const connections = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...connections.trim().split(' ').map(Number)];
}

/** Resident memory of a process in megabytes. Linux only. */
export const residentMb = (id: number): number => megabytesIn(`/proc/${id}/status`, 'VmRSS');

/** As {@link residentMb}, where memory that processes share is divided among them; 0 for a process that has ended. */
export function proportionalMb(id: number): number {
  try {
    return megabytesIn(`/proc/${id}/smaps_rollup`, 'Pss');
  } catch {
    return 0;
  }
}

function megabytesIn(file: string, field: string): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}
