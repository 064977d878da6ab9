import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { connect as connectDatabase, type ConnectionTarget } from '../platform/database/connect.ts';
import { findBinaries } from '../platform/database/embedded/binaries.ts';
import { ensureCluster, prepareHome, SUPERUSER, type Home } from '../platform/database/embedded/home.ts';
import { serverIdentity } from '../platform/database/embedded/identity.ts';
import { startPostmaster, stopPostmaster } from '../platform/database/embedded/postmaster.ts';
import { migrate } from '../platform/database/migrate.ts';
import { migrateJobs } from '../platform/jobs/runner.ts';
import { Line } from './line.ts';

const run = promisify(execFile);
const DATABASE = 'milepost';

/** For tests: a failure of the machine may lose data; a standby looks for its primary often. */
const SETTINGS = `
fsync = off
full_page_writes = off
wal_keep_size = '1GB'
wal_retrieve_retry_interval = '100ms'
hot_standby_feedback = on
`;

/** A running PostgreSQL of a test. */
export interface Cluster {
  target: ConnectionTarget & { host: string };
  home: Home;
  stop(): Promise<void>;
}

/** A primary with a migrated database, and a standby that streams from it over a line. */
export interface Pair {
  primary: Cluster;
  standby: Cluster;
  line: Line;
  /** Makes the former primary a standby of the promoted one. */
  reverse(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Starts a primary, copies it while it runs (`pg_backup_start`, because the embedded PostgreSQL has no pg_basebackup), and starts the copy
 * as its standby.
 */
export async function startPair(): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-sites-'));
  await chmod(folder, 0o755);
  const identity = serverIdentity();
  const binaries = await findBinaries(identity);
  const homeOf = (name: string) => prepareHome(join(folder, name), binaries.major, identity);
  const [home, copy] = [await homeOf('primary'), await homeOf('standby')];
  await ensureCluster(home, binaries, identity, false);
  await appendFile(join(home.data, 'postgresql.conf'), SETTINGS);

  const start = async (each: Home): Promise<Cluster> => {
    startPostmaster(each, binaries.postgres, identity, true);
    const target = { host: each.socketFolder, port: 5432, user: SUPERUSER, database: DATABASE };
    await untilReady({ ...target, database: 'postgres' });
    return { target, home: each, stop: () => stopPostmaster(each) };
  };
  const primary = await start(home);
  await command({ ...primary.target, database: 'postgres' }, [`CREATE DATABASE ${DATABASE}`]);
  await migrate(primary.target);
  const { pool } = connectDatabase(primary.target, { size: 1 });
  await migrateJobs(pool);
  await pool.end();

  const between = join(folder, 'line');
  await mkdir(between, { mode: 0o755 });
  const line = await Line.open(
    { path: join(home.socketFolder, '.s.PGSQL.5432') },
    { path: join(between, '.s.PGSQL.5432') },
  );
  /** Starts `own` as a standby of a running cluster, which it reaches through a socket in `folder`. */
  const startStandby = async (of: Cluster, own: Home, socketFolder: string): Promise<Cluster> => {
    await copyRunning(of, own);
    const files = {
      'standby.signal': '',
      'postgresql.auto.conf': `primary_conninfo = 'host=${socketFolder} port=5432 user=${SUPERUSER}'\n`,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(own.data, name), text);
    await run('chown', ['-R', `${identity.uid ?? process.getuid?.()}:${identity.gid ?? process.getgid?.()}`, own.data]);
    await chmod(own.data, 0o700);
    return start(own);
  };
  const standby = await startStandby(primary, copy, between);
  return {
    primary,
    standby,
    line,
    async reverse() {
      await primary.stop();
      await rm(home.data, { recursive: true });
      await mkdir(home.data);
      await startStandby(standby, home, copy.socketFolder);
    },
    async end() {
      await line.close();
      await Promise.all([primary.stop(), standby.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A base backup by the low-level interface of PostgreSQL. */
async function copyRunning({ target, home }: Cluster, copy: Home): Promise<void> {
  const client = new Client(target);
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('test', fast => true)`);
    // Files may vanish while they are copied.
    await run('cp', ['-a', `${home.data}/.`, copy.data]).catch((error: { stderr: string }) => {
      if (!/No such file/.test(error.stderr)) throw error;
    });
    for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(copy.data, name), { force: true });
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    await writeFile(join(copy.data, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
}

async function untilReady(target: ConnectionTarget): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      return await command(target, ['SELECT 1']);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

async function command(target: ConnectionTarget, statements: readonly string[]): Promise<void> {
  const client = new Client(target);
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
