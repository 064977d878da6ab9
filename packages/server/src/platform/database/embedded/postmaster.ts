import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../../util/errors.ts';
import { DatabaseUnavailableError } from '../unavailable.ts';
import { type Home, processOptions } from './home.ts';
import type { ServerIdentity } from './identity.ts';

/** A running PostgreSQL, from its lock file. */
export interface Postmaster {
  pid: number;
  socketFolder: string;
}

/** Index of the line of `postmaster.pid` with the status: starting, ready or stopping. */
const STATUS_LINE = 7;
const MAX_LOG_BYTES = 5_000_000;
const FAST_SHUTDOWN_MS = 30_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;

/** The PostgreSQL that runs on this home, or null. Also checks the process, because the file remains after a crash. */
export function findPostmaster(home: Home): Postmaster | null {
  const lines = readLines(lockFileOf(home));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (!runsOn(home, pid)) return null;
  return { pid, socketFolder: lines[4]?.trim() || home.socketFolder };
}

/** Whether this process is a PostgreSQL of this home. */
function runsOn(home: Home, pid: number): boolean {
  const command = commandOf(pid);
  return command.includes('postgres') && command.includes(home.data);
}

/**
 * Removes a stale lock file. After a crash its process id may belong to another process, often in a container, and PostgreSQL would
 * refuse to start. Throws DatabaseUnavailableError if a server that this process cannot see responds.
 */
export async function removeStaleLock(home: Home): Promise<void> {
  const lines = readLines(lockFileOf(home));
  if (!lines[0]) return;
  const socketFolder = lines[4]?.trim() || home.socketFolder;
  if (await answers(join(socketFolder, '.s.PGSQL.5432'))) {
    throw new DatabaseUnavailableError(`${home.folder} is in use by a PostgreSQL in another container or machine`);
  }
  if (!findPostmaster(home)) rmSync(lockFileOf(home), { force: true });
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
}

function lockFileOf(home: Home): string {
  return join(home.data, 'postmaster.pid');
}

/**
 * Starts PostgreSQL on this home: on a socket that only its owner may open, not on the network, and in its own session, so
 * that Ctrl-C in a terminal reaches only Milepost, which then shuts it down.
 */
export function startPostmaster(
  home: Home,
  postgres: string,
  identity: ServerIdentity,
  durable: boolean,
): ChildProcess {
  const settings = { ...settingsFor(home), ...(durable ? {} : undurableSettings) };
  const args = ['-D', home.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const log = openSync(home.log, isTooLarge(home.log) ? 'w' : 'a', 0o600);
  try {
    const child = spawn(postgres, args, {
      ...identity,
      ...processOptions,
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.unref();
    // A failure is handled as an exit; without a listener it would end this process.
    child.on('error', () => {});
    return child;
  } finally {
    closeSync(log);
  }
}

function settingsFor(home: Home): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_directories: home.socketFolder,
    unix_socket_permissions: '0700',
    port: '5432',
    cluster_name: 'milepost',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    max_connections: '100',
    shared_buffers: '256MB',
    work_mem: '16MB',
    random_page_cost: '1.1',
    jit: 'off',
    // The first change of a page after a checkpoint writes the whole page to the WAL.
    wal_compression: 'on',
    ...(availableParallelism() <= 4 ? { max_parallel_workers_per_gather: '0' } : {}),
  };
}

/** For tests, whose data need not survive a power failure. */
const undurableSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  autovacuum_naptime: '10min',
};

/** Stops PostgreSQL (open transactions roll back) and waits for it; after a timeout it is ended at once. */
export async function stopPostmaster(home: Home): Promise<void> {
  const found = findPostmaster(home);
  if (!found) return;
  signal(found.pid, 'SIGINT');
  if (await hasEnded(home, found.pid, FAST_SHUTDOWN_MS)) return;
  // An immediate shutdown: the next start replays the log, so nothing committed is lost.
  signal(found.pid, 'SIGQUIT');
  if (await hasEnded(home, found.pid, IMMEDIATE_SHUTDOWN_MS)) return;
  throw new DatabaseUnavailableError(`PostgreSQL (process ${found.pid}) does not stop; its log is ${home.log}`);
}

/**
 * Whether a PostgreSQL of this home is shutting down. After SIGTERM it refuses new connections and waits for the existing ones, which
 * clients with connection pools never close.
 */
export function isShuttingDown(home: Home): boolean {
  return readLines(lockFileOf(home))[STATUS_LINE]?.trim() === 'stopping' && findPostmaster(home) !== null;
}

/**
 * Makes a PostgreSQL that is shutting down terminate its connections and roll back open transactions instead of waiting for clients.
 */
export function forceFastShutdown(home: Home): void {
  const found = findPostmaster(home);
  if (found) signal(found.pid, 'SIGINT');
}

/** The last error in PostgreSQL's log, without the time and process id. */
export function lastLoggedError(home: Home): string {
  const lines = readLines(home.log).filter((line) => /(FATAL|PANIC|ERROR):/.test(line));
  return lines.at(-1)?.replace(/^.*?(?:FATAL|PANIC|ERROR): +/, '') ?? 'it ended without output';
}

/** Whether the process ended within `timeoutMs`. The lock file is no evidence, because it is deleted a moment earlier. */
async function hasEnded(home: Home, pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (!runsOn(home, pid)) return true;
    await sleep(20);
  }
  return false;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

/** The command line of a process; empty when it has ended (or is a zombie). */
function commandOf(pid: number): string {
  if (process.platform === 'linux') return readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

function isTooLarge(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES;
}

function readLines(file: string): string[] {
  return readText(file).split('\n');
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH')) return '';
    throw error;
  }
}
