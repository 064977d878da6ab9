import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { connect, type ConnectionTarget } from '../platform/database/connect.ts';
import { digestOf } from '../platform/files/drafts.ts';
import type { FileStorage } from '../platform/files/file-storage.ts';
import { migrateJobs } from '../platform/jobs/runner.ts';
import { createEmptyDatabase, type TestDatabase } from './postgres.ts';

/** Does `work` with a connection. */
export async function usingClient<Result>(
  target: ConnectionTarget,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(target);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** An empty database with the tables of the job queue, as a restore needs it. */
export async function createRestoreTarget(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  const { pool } = connect(database.target, { size: 1 });
  await migrateJobs(pool);
  await pool.end();
  return database;
}

/** The count and the hash of the rows of every table, in a canonical order. */
export async function tableDigests(client: Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ tablename: string }>(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migrations' ORDER BY 1`,
  );
  const found: Record<string, string> = {};
  for (const { tablename } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `SELECT t::text AS row FROM ${escapeIdentifier(tablename)} t ORDER BY 1`,
    );
    found[tablename] = `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`;
  }
  return found;
}

/** The hash of every stored object. */
export async function objectDigests({ main }: FileStorage): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const page of main.list('uploads/'))
    for (const { key } of page) found[key] = (await digestOf((await main.get(key))!)).sha256;
  return found;
}

/** The hash of every file below a folder. */
export async function fileDigests(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    found[relative(folder, path)] = (await digestOf(createReadStream(path))).sha256;
  }
  return found;
}
