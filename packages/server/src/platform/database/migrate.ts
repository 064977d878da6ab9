import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { messageOf } from '../util/errors.ts';
import type { ConnectionTarget } from './connect.ts';

/** The folder of the SQL files; relative to `src/`, also from the build in `dist/`. */
const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../src/migrations/', import.meta.url));

/** The advisory lock key of migrations, so that concurrent processes migrate once. */
const MIGRATING = 7_205_759_404;

const BOOKKEEPING = `CREATE TABLE IF NOT EXISTS schema_migrations (
  name text PRIMARY KEY,
  sha256 text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

/** The database and these files do not match; the message is one line that says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

export interface Migration {
  /** `0001-users`: the file's name, in whose order migrations run. */
  name: string;
  sql: string;
  sha256: string;
}

interface Applied {
  name: string;
  sha256: string;
}

/**
 * Migrates a database: every missing migration in order, each in its own transaction. Safe in several processes at once.
 * Returns the names of those that ran.
 */
export async function migrate(target: ConnectionTarget, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return withClient(target, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATING]);
    await client.query(BOOKKEEPING);
    const pending = pendingOf(migrations, await readApplied(client));
    for (const migration of pending) {
      await client.query('BEGIN');
      try {
        await apply(client, migration);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {});
        throw error;
      }
    }
    return pending.map(({ name }) => name);
  });
}

/**
 * Migrates within the caller's transaction: to the state in which exactly the migrations `names` have run, or to the newest. Throws
 * MigrationError.
 */
export async function runMigrations(client: Client, names?: readonly string[]): Promise<void> {
  const migrations = await readMigrations();
  const unknown = names?.find((name) => !migrations.some((migration) => migration.name === name));
  if (unknown) throw new MigrationError(`This Milepost is too old: it does not know ${unknown}`);
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATING]);
  await client.query(BOOKKEEPING);
  const wanted = names ? migrations.filter(({ name }) => names.includes(name)) : migrations;
  for (const migration of pendingOf(wanted, await readApplied(client))) await apply(client, migration);
}

/** The names of the pending migrations of a database. Changes nothing; throws a MigrationError as `migrate` would. */
export async function pendingMigrations(target: ConnectionTarget, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return withClient(target, async (client) => {
    const { rows } = await client.query<{ present: boolean }>(
      `SELECT to_regclass('schema_migrations') IS NOT NULL AS present`,
    );
    const applied = rows[0]?.present ? await readApplied(client) : [];
    return pendingOf(migrations, applied).map(({ name }) => name);
  });
}

/** Every migration of a folder, in order. */
export async function readMigrations(folder = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    files.map(async (file): Promise<Migration> => {
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(file))
        throw new MigrationError(`${file} must be named like 0042-labels-archive.sql`);
      const sql = await readFile(join(folder, file), 'utf8');
      return { name: file.slice(0, -'.sql'.length), sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  const twin = migrations.find(({ name }, index) => name.slice(0, 4) === migrations[index + 1]?.name.slice(0, 4));
  if (twin)
    throw new MigrationError(`Two migrations have the number ${twin.name.slice(0, 4)}: give one the next free number`);
  return migrations;
}

function pendingOf(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, sha256 } of applied) {
    const migration = known.get(name);
    if (!migration)
      throw new MigrationError(`The database is newer than this Milepost (it has ${name}): start the newer one`);
    if (migration.sha256 !== sha256) {
      throw new MigrationError(
        `${name}.sql was changed after this database ran it: undo that, and write a new migration instead`,
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  const last = applied.at(-1)?.name ?? '';
  const pending = migrations.filter(({ name }) => !done.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late)
    throw new MigrationError(
      `${late.name}.sql comes before ${last}, which this database already ran: give it a higher number`,
    );
  return pending;
}

async function readApplied(client: Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(`SELECT name, sha256 FROM schema_migrations ORDER BY name COLLATE "C"`);
  return rows;
}

async function apply(client: Client, { name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query(sql);
    await client.query('INSERT INTO schema_migrations (name, sha256) VALUES ($1, $2)', [name, sha256]);
  } catch (error) {
    throw new MigrationError(`${name}.sql failed and changed nothing: ${messageOf(error)}`, { cause: error });
  }
}

/** Runs `work` under the migration lock, which belongs to the session and so ends with the connection. */
async function withClient<Result>(
  target: ConnectionTarget,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ ...target, application_name: 'milepost migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
