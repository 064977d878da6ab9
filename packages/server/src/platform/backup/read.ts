import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ArchiveEntry } from '../archives/entries.ts';
import type { ConnectionTarget } from '../database/connect.ts';
import { runMigrations } from '../database/migrate.ts';
import { copyStatement, readTables, restoreJob, restoreSequences, withoutRules } from './catalog.ts';
import { entriesOf, readJson, readManifest, readText, requireTotals } from './check.ts';
import {
  FILES_FOLDER,
  JOBS,
  NOT_IN_BACKUPS,
  RestoreError,
  type Summary,
  SUMMARY,
  type TableShape,
  TABLES_FOLDER,
  type QueuedJob,
} from './format.ts';

/**
 * Restores a backup into an empty database and data folder, in one transaction. The job queue's tables must exist; all migrations are
 * run here, so backups of older versions can be restored. Throws RestoreError.
 */
export async function readBackup(
  target: ConnectionTarget,
  dataDir: string,
  file: string,
  passphrase: string | null = null,
): Promise<Summary> {
  const client = new Client({ ...target, application_name: 'milepost restore' });
  client.on('error', () => {});
  await client.connect();
  await mkdir(dataDir, { recursive: true });
  const staging = await mkdtemp(join(dataDir, 'restoring-'));
  try {
    await client.query('BEGIN');
    await refuseFull(client, dataDir);
    const summary = await load(client, entriesOf(file, passphrase), staging);
    const placed = await moveIntoPlace(staging, dataDir);
    try {
      await client.query('COMMIT');
    } catch (error) {
      for (const path of placed) await rm(path, { recursive: true, force: true });
      throw error;
    }
    return summary;
  } finally {
    // Without a COMMIT this rolls back.
    await client.end().catch(() => {});
    await rm(staging, { recursive: true, force: true });
  }
}

async function refuseFull(client: Client, dataDir: string): Promise<void> {
  const [table] = await readTables(client);
  if (table) throw new RestoreError(`the database is not empty (it has ${table.name}, …): restore into a new one`);
  const uploads = (await readdir(dataDir)).find((name) => name !== SECRET && !NOT_IN_BACKUPS.test(name));
  if (uploads)
    throw new RestoreError(`${dataDir} is not empty (it has ${uploads}): restore into a new MILEPOST_DATA_DIR`);
}

/** The only file that the data folder may contain: every start creates one, and the backup's replaces it. */
const SECRET = 'secret';

async function load(client: Client, archive: AsyncGenerator<ArchiveEntry>, staging: string): Promise<Summary> {
  const manifest = await readManifest(archive);
  await runMigrations(client, manifest.migrations);
  const reader = new Reader(client, manifest.tables, staging);
  await withoutRules(client, async () => {
    for await (const entry of archive) await reader.read(entry);
    await reader.endTable();
  });
  const summary = reader.verified();
  await restoreSequences(client, summary.sequences);
  await runMigrations(client);
  return summary;
}

/** Processes the entries of an archive in order, and counts them. */
class Reader {
  readonly #client: Client;
  readonly #tables: ReadonlyMap<string, TableShape>;
  readonly #staging: string;
  readonly #rows: Record<string, number> = {};
  #jobs = 0;
  #files = 0;
  #open: { name: string; copy: Writable & { rowCount: number | null } } | null = null;
  #summary: Summary | null = null;

  constructor(client: Client, tables: readonly TableShape[], staging: string) {
    this.#client = client;
    this.#tables = new Map(tables.map((table) => [table.name, table]));
    this.#staging = staging;
  }

  async read(entry: ArchiveEntry): Promise<void> {
    if (entry.path.startsWith(TABLES_FOLDER)) return this.#readRows(entry);
    await this.endTable();
    if (entry.path === JOBS) return this.#readJobs(entry);
    if (entry.path === SUMMARY) {
      this.#summary = (await readJson(entry)) as Summary;
      return;
    }
    if (entry.path.startsWith(FILES_FOLDER)) await this.#readFile(entry);
  }

  async #readRows(entry: ArchiveEntry): Promise<void> {
    const name = entry.path.split('/')[1] ?? '';
    if (this.#open?.name !== name) {
      await this.endTable();
      const table = this.#tables.get(name);
      if (!table) throw new RestoreError(`the backup has rows of an unknown table (${name})`);
      this.#open = { name, copy: this.#client.query(copyFrom(copyStatement(table, 'FROM STDIN'))) };
    }
    await pipeline(Readable.from(entry.chunks), this.#open.copy, { end: false });
  }

  async endTable(): Promise<void> {
    if (!this.#open) return;
    const { name, copy } = this.#open;
    this.#open = null;
    copy.end();
    await finished(copy);
    this.#rows[name] = copy.rowCount ?? 0;
  }

  async #readJobs(entry: ArchiveEntry): Promise<void> {
    const text = await readText(entry);
    for (const line of text.split('\n').filter(Boolean)) {
      await restoreJob(this.#client, JSON.parse(line) as QueuedJob);
      this.#jobs += 1;
    }
  }

  async #readFile(entry: ArchiveEntry): Promise<void> {
    const path = join(this.#staging, entry.path.slice(FILES_FOLDER.length));
    await mkdir(dirname(path), { recursive: true });
    const mode = entry.path === `${FILES_FOLDER}${SECRET}` ? 0o600 : 0o640;
    await pipeline(Readable.from(entry.chunks), createWriteStream(path, { mode }));
    this.#files += 1;
  }

  /** The totals of the backup. Throws RestoreError if they differ from what was read. */
  verified(): Summary {
    return requireTotals(this.#summary, { rows: this.#rows, jobs: this.#jobs, files: this.#files });
  }
}

/** Moves unpacked files to their final paths; returns those that did not exist before. */
async function moveIntoPlace(staging: string, dataDir: string): Promise<string[]> {
  const placed: string[] = [];
  for (const name of await readdir(staging)) {
    await rename(join(staging, name), join(dataDir, name));
    if (name !== SECRET) placed.push(join(dataDir, name));
  }
  return placed;
}
