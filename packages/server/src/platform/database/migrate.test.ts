import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../testing/postgres.ts';
import { migrate, MigrationError, pendingMigrations, readMigrations } from './migrate.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'milepost-migrations-'));
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function ask<Row extends QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new Client(database.target);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);

/** The schema of the database: every column, constraint and index. */
async function shape(): Promise<unknown> {
  const columns = await ask(`SELECT table_name, column_name, data_type, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`);
  const constraints = await ask(`SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`);
  const indexes = await ask(`SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`);
  return { columns, constraints, indexes };
}

describe('migrations', () => {
  test('run in order, once', async () => {
    await write('0001-things.sql', 'CREATE TABLE things (id int);');
    await write('0002-more.sql', 'ALTER TABLE things ADD name text; INSERT INTO things VALUES (1, $$one$$);');
    expect(await pendingMigrations(database.target, folder)).toEqual(['0001-things', '0002-more']);
    expect(await migrate(database.target, folder)).toEqual(['0001-things', '0002-more']);
    expect(await migrate(database.target, folder)).toEqual([]);
    expect(await pendingMigrations(database.target, folder)).toEqual([]);
    expect(await ask('SELECT * FROM things')).toEqual([{ id: 1, name: 'one' }]);
  });

  test('several processes at once migrate once', async () => {
    await write(
      '0001-things.sql',
      'CREATE TABLE things (id int); SELECT pg_sleep(0.1); INSERT INTO things VALUES (1);',
    );
    const ran = await Promise.all([1, 2, 3].map(() => migrate(database.target, folder)));
    expect(ran.flat()).toEqual(['0001-things']);
    expect(await ask('SELECT id FROM things')).toEqual([{ id: 1 }]);
  });

  test('a failing one leaves nothing of itself, and all before it', async () => {
    await write('0001-things.sql', 'CREATE TABLE things (id int);');
    await write('0002-broken.sql', 'CREATE TABLE halves (id int); SELECT 1 / 0;');
    await expect(migrate(database.target, folder)).rejects.toThrow(
      new MigrationError('0002-broken.sql failed and changed nothing: division by zero'),
    );
    expect(
      await ask(`SELECT to_regclass('things') IS NOT NULL AS things, to_regclass('halves') IS NOT NULL AS halves`),
    ).toEqual([{ things: true, halves: false }]);
    await write('0002-broken.sql', 'CREATE TABLE halves (id int);');
    expect(await migrate(database.target, folder)).toEqual(['0002-broken']);
  });

  test('a file changed after it ran is refused', async () => {
    await write('0001-things.sql', 'CREATE TABLE things (id int);');
    await migrate(database.target, folder);
    await write('0001-things.sql', 'CREATE TABLE things (id bigint);');
    await expect(migrate(database.target, folder)).rejects.toThrow(
      /^0001-things\.sql was changed after this database ran it/,
    );
  });

  test('a newer database is refused', async () => {
    await write('0001-things.sql', 'SELECT 1;');
    await write('0002-future.sql', 'SELECT 1;');
    await migrate(database.target, folder);
    await rm(join(folder, '0002-future.sql'));
    await expect(migrate(database.target, folder)).rejects.toThrow(
      /^The database is newer than this Milepost \(it has 0002-future\)/,
    );
  });

  test('a file that arrives too late is refused', async () => {
    await write('0002-second.sql', 'SELECT 1;');
    await migrate(database.target, folder);
    await write('0001-first.sql', 'SELECT 1;');
    await expect(migrate(database.target, folder)).rejects.toThrow(/^0001-first\.sql comes before 0002-second/);
  });

  test('two files with one number are refused', async () => {
    await write('0001-a.sql', 'SELECT 1;');
    await write('0001-b.sql', 'SELECT 1;');
    await expect(migrate(database.target, folder)).rejects.toThrow('Two migrations have the number 0001');
  });

  // Each run continues from the state of the previous one, so every earlier version is upgraded in a separate run.
  test('the real ones bring every earlier state to the same shape', async () => {
    await migrate(database.target);
    const wanted = await shape();
    const all = await readMigrations();
    const atOnce = database;
    database = await createEmptyDatabase();
    try {
      for (const { name, sql } of all) {
        await write(`${name}.sql`, sql);
        expect(await migrate(database.target, folder)).toEqual([name]);
      }
      expect(await migrate(database.target)).toEqual([]);
      expect(await shape()).toEqual(wanted);
    } finally {
      await atOnce.drop();
    }
  });
});
