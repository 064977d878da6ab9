import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client, escapeIdentifier } from 'pg';
import { expect, inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { connect, type ConnectionTarget } from '../platform/database/connect.ts';
import { EmbeddedDatabase } from '../platform/database/embedded/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { Db } from '../platform/database/tables.ts';
import { migrateJobs } from '../platform/jobs/runner.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: ConnectionTarget;
  }
}

const TEMPLATE = 'milepost_template';
const FOLDER_PREFIX = 'milepost-test-';

/** For vitest's globalSetup: one PostgreSQL for the whole run, with one migrated database to copy from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const dataDir = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  const database = await EmbeddedDatabase.open(dataDir, { durable: false });
  // Tests run most statements a few times only, each of which would be planned. What they return does not depend on it.
  await command(database.target, `ALTER ROLE CURRENT_USER SET plan_cache_mode = force_generic_plan`);
  await command(database.target, `CREATE DATABASE ${TEMPLATE}`);
  await migrateTemplate({ ...database.target, database: TEMPLATE });
  project.provide('postgres', database.target);
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function migrateTemplate(target: ConnectionTarget): Promise<void> {
  await migrate(target);
  const { pool } = connect(target, { size: 1 });
  await migrateJobs(pool);
  await pool.end();
}

export interface TestDatabase {
  target: ConnectionTarget;
  /** Drops it with its connections. */
  drop(): Promise<void>;
}

/** A new migrated database, copied from the template in some hundredths of a second. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(TEMPLATE);
}

/** An empty database, for tests of migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0');
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = escapeIdentifier(`test_${randomUUID()}`);
  // Copying files takes two thirds of the time of copying pages through the WAL.
  await command(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    target: { ...server, database: name.slice(1, -1) },
    drop: () => command(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/**
 * Has statements planned for their values, as those of servers are at first: PostgreSQL then evaluates what depends on the values only,
 * also where the execution would not, and an invalid value fails.
 */
export async function planForValues(db: Db): Promise<void> {
  // Of further connections, and of the open one.
  await sql`DO $$ BEGIN
    EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET plan_cache_mode = auto', current_database());
  END $$`.execute(db);
  await sql`SET plan_cache_mode = auto`.execute(db);
}

/** Runs one statement over a connection of its own. */
async function command(target: ConnectionTarget, sql: string): Promise<void> {
  const client = new Client(target);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A killed run leaves its PostgreSQL behind: the next one stops it. */
async function removeLeftovers(): Promise<void> {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(FOLDER_PREFIX));
  for (const name of folders) {
    const pid = Number(name.slice(FOLDER_PREFIX.length).split('-')[0]);
    if (isAlive(pid)) continue;
    const dataDir = join(tmpdir(), name);
    const leftover = await EmbeddedDatabase.open(dataDir, { durable: false }).catch(() => null);
    await leftover?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Polls until so many statements wait for locks in this database. `db` must not be a transaction: PostgreSQL shows it the sessions of its first
 * look all the time.
 */
export async function untilWaiting(db: Db, count = 1): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND pg_blocking_pids(pid) <> '{}'`.execute(db);
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(count);
}
