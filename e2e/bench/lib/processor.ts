import { readFileSync } from 'node:fs';
import { poolOn } from './database.ts';
import type { Running } from './milepost.ts';
import { postgresProcesses, postmasterOf } from './processes.ts';

const TICK_MS = 10;

/** Processor time in milliseconds; NaN where /proc is missing. */
interface ProcessorTime {
  server: number;
  postgres: number;
}

/**
 * Measures the processor time used by a server and the PostgreSQL of its data folder, which other load hardly affects. Reads /proc,
 * whose resolution is 10 ms. Time of connections that closed since is lost.
 */
export async function processorClocks(dataDir: string, { process: server }: Running): Promise<() => ProcessorTime> {
  const { pool, close } = await poolOn(dataDir, 1);
  const postmaster = await postmasterOf(pool);
  await close();
  const msOf = (ids: readonly number[]) => ids.reduce((sum, id) => sum + fieldsOf(id, 11, 15), 0) * TICK_MS;
  return () => {
    try {
      return { server: msOf([server.pid ?? 0]), postgres: msOf(postgresProcesses(postmaster)) };
    } catch {
      return { server: Number.NaN, postgres: Number.NaN };
    }
  };
}

/**
 * Processor time in milliseconds of the thread that answers requests, and of the server with its child processes of Node. NaN where /proc
 * is missing. The thread is what limits the throughput of one process.
 */
export function threadClock({ process: { pid = 0 } }: Running): () => { thread: number; all: number } {
  return () => {
    try {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
      const ofNode = children.filter((id) => readFileSync(`/proc/${id}/comm`, 'utf8').trim() === 'node');
      const all = [String(pid), ...ofNode].reduce((sum, id) => sum + fieldsOf(id, 11, 13), 0);
      return { thread: fieldsOf(`${pid}/task/${pid}`, 11, 13) * TICK_MS, all: all * TICK_MS };
    } catch {
      return { thread: Number.NaN, all: Number.NaN };
    }
  };
}

/** As {@link processorClocks}, server and PostgreSQL together. */
export async function processorClock(dataDir: string, running: Running): Promise<() => number> {
  const clocks = await processorClocks(dataDir, running);
  return () => {
    const { server, postgres } = clocks();
    return server + postgres;
  };
}

/**
 * Processor time, in milliseconds, of all commands that this process started and that have exited, including their PostgreSQL.
 */
export function commandsMs(): number {
  try {
    return fieldsOf('self', 13, 15) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

/**
 * The sum of some fields: the process's own ticks are the eleventh and twelfth after the name, those of exited children the
 * following two.
 */
function fieldsOf(id: number | string, from: number, to: number): number {
  const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
  // The name in the second field may contain anything, including spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(from, to).reduce((sum, field) => sum + Number(field), 0);
}
