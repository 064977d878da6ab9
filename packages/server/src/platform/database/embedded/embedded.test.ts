import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, Pool, type QueryResultRow } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConnectionTarget } from '../connect.ts';
import { EmbeddedDatabase, type EmbeddedOptions } from './embedded.ts';

/** The data folder of an initialized and stopped server. Copying it is much faster than initializing another. */
let initialized: string;
let dataDir: string;
const opened: EmbeddedDatabase[] = [];

beforeAll(async () => {
  initialized = await mkdtemp(join(tmpdir(), 'milepost-embedded-'));
  await chmod(initialized, 0o755);
  await (await EmbeddedDatabase.open(initialized, { durable: false })).stop();
});

afterAll(() => rm(initialized, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'milepost-embedded-'));
  await chmod(dataDir, 0o755);
});

afterEach(async () => {
  for (const database of opened.splice(0)) await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function open(options: EmbeddedOptions = {}, folder = dataDir): Promise<EmbeddedDatabase> {
  const database = await EmbeddedDatabase.open(folder, options);
  opened.push(database);
  return database;
}

/** Opens a copy of the initialized server, with the owner of its files. */
async function openInitialized(options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  await promisify(execFile)('cp', ['-a', `${initialized}/.`, dataDir]);
  return open(options);
}

async function ask<Row extends QueryResultRow>(target: ConnectionTarget, sql: string): Promise<Row[]> {
  const client = new Client(target);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

function postmasterOf(database: EmbeddedDatabase): number {
  return Number(readFileSync(join(database.folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie process has an empty command line.
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

function isSuspended(pid: number): boolean {
  return /^State:\s*T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

function isSignalPending(pid: number, signal: number): boolean {
  const pending = /^ShdPnd:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return (BigInt(`0x${pending}`) & (1n << BigInt(signal - 1))) !== 0n;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 100_000;
  while (Date.now() < deadline) {
    if (await isTrue()) return;
    await sleep(25);
  }
  throw new Error('timed out');
}

describe('the embedded PostgreSQL', () => {
  test('starts from an empty folder, keeps its data, and has ended after stop', async () => {
    const first = await open();
    const pid = postmasterOf(first);
    await ask(first.target, `CREATE TABLE kept AS SELECT 'täglich' AS word`);
    const settings = await ask(
      first.target,
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync','full_page_writes','synchronous_commit','TimeZone','server_encoding','listen_addresses')`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      TimeZone: 'UTC',
      server_encoding: 'UTF8',
      listen_addresses: '',
    });
    await first.stop();
    expect(isRunning(pid)).toBe(false);

    const again = await open();
    expect(await ask(again.target, 'SELECT word FROM kept')).toEqual([{ word: 'täglich' }]);
  });

  // PostgreSQL deletes its lock file before its process ends; this test delays the end.
  test.runIf(process.platform === 'linux')('has stopped only when its process has ended', async () => {
    const database = await openInitialized({ durable: false });
    const pid = postmasterOf(database);
    process.kill(pid, 'SIGSTOP');
    let stopped = Promise.resolve();
    try {
      // Linux delivers the lowest of several pending signals first: until then, SIGINT would overtake SIGSTOP.
      await until(() => isSuspended(pid));
      stopped = database.stop();
      await until(() => isSignalPending(pid, constants.signals.SIGINT));
      await rm(join(database.folder, 'data/postmaster.pid'));
      await sleep(100);
    } finally {
      // Always, because a stopped process would never end.
      process.kill(pid, 'SIGCONT');
      await stopped;
    }
    expect(isRunning(pid)).toBe(false);
  });

  test('listens on no network, and only its owner may enter its folder', async () => {
    const database = await openInitialized({ durable: false });
    expect(statSync(database.folder).mode & 0o777).toBe(0o700);
    expect(statSync(database.target.host).mode & 0o777).toBe(0o700);
    if (process.platform !== 'linux') return;
    const pid = postmasterOf(database);
    const own = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`)));
    const onNetwork = ['tcp', 'tcp6', 'udp', 'udp6']
      .flatMap((kind) => readFileSync(`/proc/${pid}/net/${kind}`, 'utf8').split('\n').slice(1))
      .map((line) => `socket:[${line.trim().split(/\s+/)[9]}]`);
    expect(onNetwork.filter((socket) => own.has(socket))).toEqual([]);
  });

  test('is shared: the second attaches, and the last to leave stops it', async () => {
    const server = await openInitialized({ durable: false });
    const pid = postmasterOf(server);
    const command = await open({ durable: false });
    expect(postmasterOf(command)).toBe(pid);
    await server.stop();
    expect(isRunning(pid)).toBe(true);
    expect(await ask(command.target, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await command.stop();
    expect(isRunning(pid)).toBe(false);
  });

  test('started by several processes at once, it runs once', async () => {
    const all = await Promise.all([open({ durable: false }), open({ durable: false }), open({ durable: false })]);
    expect(new Set(all.map(postmasterOf)).size).toBe(1);
    await Promise.all(all.map((each) => each.stop()));
    expect(readdirSync(join(all[0].folder, 'data'))).not.toContain('postmaster.pid');
    expect(readdirSync(all[0].folder).filter((name) => name.startsWith('new-'))).toEqual([]);
  });

  test('killed without warning, it comes back by itself with every committed row', async () => {
    const events: string[] = [];
    const database = await openInitialized({ onEvent: (message) => events.push(message) });
    await ask(database.target, 'CREATE TABLE kept (n int)');
    await ask(database.target, 'INSERT INTO kept SELECT generate_series(1, 1000)');
    const killed = postmasterOf(database);
    process.kill(killed, 'SIGKILL');
    await until(() => events.includes('PostgreSQL is back'));
    expect(postmasterOf(database)).not.toBe(killed);
    expect(await ask(database.target, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1000 }]);
  });

  // SIGTERM waits for clients, SIGINT and SIGQUIT disconnect them, SIGKILL ends the server at once.
  test.each(['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGKILL'] as const)(
    'restarts after %s while clients are connected',
    async (name) => {
      const events: string[] = [];
      const database = await openInitialized({ durable: false, onEvent: (message) => events.push(message) });
      const pool = new Pool({ ...database.target, max: 3 });
      pool.on('error', () => {});
      const held = await pool.connect();
      held.on('error', () => {});
      await held.query('BEGIN; CREATE TABLE unfinished (n int)');
      const ended = postmasterOf(database);
      process.kill(ended, name);
      await until(() => events.includes('PostgreSQL is back'));
      held.release(true);
      expect(postmasterOf(database)).not.toBe(ended);
      expect((await pool.query(`SELECT to_regclass('unfinished') AS found`)).rows).toEqual([{ found: null }]);
      await pool.end();
    },
  );

  test('outlives a process that was killed, and the next one takes over', async () => {
    const module = new URL('./embedded.ts', import.meta.url).href;
    const program = `
      const { EmbeddedDatabase } = await import(${JSON.stringify(module)});
      await EmbeddedDatabase.open(${JSON.stringify(dataDir)}, { durable: false });
      process.stdout.write('open');
      setInterval(() => {}, 1000);`;
    const child = spawn(
      process.execPath,
      ['--conditions=source', '--import', 'tsx', '--input-type=module', '-e', program],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));

    const heir = await open({ durable: false });
    const pid = postmasterOf(heir);
    expect(await ask(heir.target, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await heir.stop();
    expect(isRunning(pid)).toBe(false);
  });

  test('a lock file left by a crash, its process id now another program, is no obstacle', async () => {
    const first = await openInitialized({ durable: false });
    await first.stop();
    await writeFile(
      join(first.folder, 'data/postmaster.pid'),
      `${process.ppid}\n${first.folder}/data\n1\n5432\n/nowhere\n\n`,
    );
    const again = await open({ durable: false });
    expect(await ask(again.target, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('a data folder with a long name still gets a socket', async () => {
    const deep = join(dataDir, 'a'.repeat(60), 'b'.repeat(60));
    const database = await open({ durable: false }, deep);
    expect(database.folder.length).toBeGreaterThan(120);
    expect(await ask(database.target, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await rm(database.target.host, { recursive: true, force: true });
  });

  test('data of another major version is refused with what to do', async () => {
    const first = await openInitialized({ durable: false });
    await first.stop();
    await rename(first.folder, join(dataDir, 'postgres-12'));
    await expect(open({ durable: false })).rejects.toThrow(
      /was written by another version of PostgreSQL: make a backup/,
    );
  });
});

describe.runIf(process.getuid?.() === 0)('the embedded PostgreSQL as root', () => {
  test('a private data folder lets PostgreSQL in, and no other user', async () => {
    await chmod(dataDir, 0o700);
    const database = await open({ durable: false });
    expect(database.folder).toBe(join(dataDir, 'postgres-18'));
    expect(statSync(dataDir).mode & 0o777).toBe(0o711);
  });

  test('a data folder in a private home is stored where PostgreSQL can reach it, and stays there', async () => {
    const home = join(dataDir, 'home');
    await mkdir(home, { mode: 0o700 });
    const first = await open({ durable: false }, join(home, 'data'));
    expect(first.folder).toMatch(/^\/var\/lib\/milepost\//);
    await first.stop();
    await chmod(home, 0o755);
    const again = await open({ durable: false }, join(home, 'data'));
    expect(again.folder).toBe(first.folder);
    await again.stop();
    await rm(dirname(first.folder), { recursive: true });
  });

  test('a data folder that became private is not replaced by an empty one', async () => {
    const home = join(dataDir, 'home');
    await mkdir(home, { mode: 0o755 });
    const first = await open({ durable: false }, join(home, 'data'));
    await first.stop();
    await chmod(home, 0o700);
    await expect(open({ durable: false }, join(home, 'data'))).rejects.toThrow(/can no longer be entered .*chmod o\+x/);
  });
});
