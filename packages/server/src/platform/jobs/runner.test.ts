import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Services } from '../context.ts';
import { connect } from '../database/connect.ts';
import { EmbeddedDatabase } from '../database/embedded/embedded.ts';
import { createTestDatabase, untilWaiting } from '../../testing/postgres.ts';
import { addJob } from '../queue/add-job.ts';
import { migrateJobs, startJobs } from './runner.ts';

const services = {} as Services;
const polling = { timeout: 100_000, interval: 50 };

test('the queue goes on after PostgreSQL was killed in the middle of a job', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'milepost-jobs-'));
  const events: string[] = [];
  const database = await EmbeddedDatabase.open(dataDir, { onEvent: (event) => events.push(event) });
  const { db, pool } = connect(database.target);
  await migrateJobs(pool);
  const kill = (): void => {
    const lock = readFileSync(join(database.folder, 'data/postmaster.pid'), 'utf8');
    process.kill(Number(lock.split('\n')[0]), 'SIGKILL');
  };
  const answers = () =>
    pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
  const waiting = async () => (await pool.query('SELECT 1 FROM graphile_worker.jobs')).rowCount;
  const done: string[] = [];
  const reports: string[] = [];
  const run = async (_services: Services, payload: unknown): Promise<void> => {
    const { name } = payload as { name: string };
    if (name === 'unlucky') {
      kill();
      // PostgreSQL must be unavailable when the worker reports the job as done. Busy waiting, because the outage may be short.
      while (events.length === 0 && (await answers())) await Promise.resolve();
    }
    done.push(name);
  };
  const jobs = await startJobs(pool, services, [{ name: 'test', run }], (message) => reports.push(message));
  try {
    await addJob(db, 'test', { name: 'first' });
    await expect.poll(() => done, polling).toEqual(['first']);
    await addJob(db, 'test', { name: 'unlucky' });
    await expect.poll(() => events, polling).toContain('PostgreSQL is back');
    await addJob(db, 'test', { name: 'after' });
    await expect.poll(() => done, polling).toContain('after');
    expect(done.filter((name) => name === 'unlucky')).toHaveLength(1);
    await expect.poll(waiting, polling).toBe(0);
  } finally {
    await jobs.stop();
    await pool.end();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('stopping waits until the job that just ended is taken from the queue', async () => {
  const database = await createTestDatabase();
  const { db, pool } = connect(database.target);
  let begin: () => void = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = async (): Promise<void> => {
    begin();
    await ended;
  };
  const jobs = await startJobs(pool, services, [{ name: 'test', run }], () => {});
  await addJob(db, 'test', {});
  await begun;
  const holder = await pool.connect();
  await holder.query('BEGIN; SELECT FROM graphile_worker._private_jobs FOR UPDATE');
  end();
  let hasStopped = false;
  const stopped = jobs.stop().then(() => (hasStopped = true));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(hasStopped).toBe(false);
  await holder.query('COMMIT');
  holder.release();
  await stopped;
  expect((await pool.query('SELECT FROM graphile_worker.jobs')).rowCount).toBe(0);
  await pool.end();
  await database.drop();
});

test('a job that PostgreSQL rolled back because of a deadlock runs again at once, without a report', async () => {
  const database = await createTestDatabase();
  const { db, pool } = connect(database.target);
  await pool.query('CREATE TABLE doors (id integer PRIMARY KEY); INSERT INTO doors VALUES (1), (2)');
  const other = await pool.connect();
  let runs = 0;
  let waiting: Promise<unknown> = Promise.resolve();
  const run = (): Promise<void> =>
    db.transaction().execute(async (trx) => {
      runs += 1;
      if (runs > 1) return;
      await sql`SELECT FROM doors WHERE id = 1 FOR UPDATE`.execute(trx);
      waiting = other.query('SELECT FROM doors WHERE id = 1 FOR UPDATE');
      await untilWaiting(db);
      await sql`SELECT FROM doors WHERE id = 2 FOR UPDATE`.execute(trx);
    });
  const reports: unknown[] = [];
  const jobs = await startJobs(pool, services, [{ name: 'test', run }], (...report) => reports.push(report));
  try {
    // PostgreSQL undoes the transaction that looks for a deadlock first.
    await other.query("BEGIN; SET LOCAL deadlock_timeout = '1min'; SELECT FROM doors WHERE id = 2 FOR UPDATE");
    await addJob(db, 'test', {});
    await expect.poll(() => runs).toBe(2);
    await waiting;
    await other.query('COMMIT');
    await expect.poll(async () => (await pool.query('SELECT 1 FROM graphile_worker.jobs')).rowCount).toBe(0);
    expect([runs, reports]).toEqual([2, []]);
  } finally {
    other.release();
    await jobs.stop();
    await pool.end();
    await database.drop();
  }
});
