import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ArchiveEntry } from '../archives/entries.ts';
import type { ConnectionTarget } from '../database/connect.ts';
import { runMigrations } from '../database/migrate.ts';
import { digestOf } from '../files/drafts.ts';
import { FileStorage } from '../files/file-storage.ts';
import { KEY_PREFIXES } from '../files/object-store.ts';
import type { S3Store } from '../files/s3-store.ts';
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

const SENT_AT_ONCE = 4;

interface RestoreOptions {
  /** Null: the archive is not encrypted. */
  passphrase?: string | null;
  /** The storage of files; by default the data folder. */
  files?: FileStorage;
  /** Changes that belong to the restore, in its transaction. */
  finish?: (client: Client) => Promise<void>;
}

export interface Restored extends Summary {
  /** Of the secret of the backed up installation; null if the archive does not say. */
  secretFingerprint: string | null;
}

/**
 * Restores a backup into an empty database and an empty data folder or bucket, in one transaction. The job queue's tables must exist;
 * all migrations are run here, so backups of older versions can be restored. Throws RestoreError.
 */
export async function readBackup(
  target: ConnectionTarget,
  dataDir: string,
  file: string,
  { passphrase = null, files = new FileStorage(dataDir), finish }: RestoreOptions = {},
): Promise<Restored> {
  const client = new Client({ ...target, application_name: 'milepost restore' });
  client.on('error', () => {});
  await client.connect();
  await mkdir(dataDir, { recursive: true });
  const staging = await mkdtemp(join(dataDir, 'restoring-'));
  try {
    await client.query('BEGIN');
    await refuseFull(client, dataDir, files);
    const restored = await load(client, entriesOf(file, passphrase), staging);
    await finish?.(client);
    const placed = new Placed(files, dataDir);
    try {
      await placed.moveFrom(staging);
      await client.query('COMMIT');
    } catch (error) {
      await placed.undo();
      throw error;
    }
    return restored;
  } finally {
    // Without a COMMIT this rolls back.
    await client.end().catch(() => {});
    await rm(staging, { recursive: true, force: true });
  }
}

async function refuseFull(client: Client, dataDir: string, { s3 }: FileStorage): Promise<void> {
  const [table] = await readTables(client);
  if (table) throw new RestoreError(`the database is not empty (it has ${table.name}, …): restore into a new one`);
  const uploads = (await readdir(dataDir)).find((name) => name !== SECRET && !NOT_IN_BACKUPS.test(name));
  if (uploads)
    throw new RestoreError(`${dataDir} is not empty (it has ${uploads}): restore into a new MILEPOST_DATA_DIR`);
  for (const prefix of s3 ? KEY_PREFIXES : [])
    for await (const [object] of s3?.list(prefix) ?? [])
      if (object)
        throw new RestoreError(`${s3?.place} is not empty (it has ${object.key}, …): restore into a new bucket`);
}

/** The only file that the data folder may contain: every start creates one. That of a backup of an older version replaces it. */
const SECRET = 'secret';

async function load(client: Client, archive: AsyncGenerator<ArchiveEntry>, staging: string): Promise<Restored> {
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
  return { ...summary, secretFingerprint: manifest.secretFingerprint ?? null };
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

/** The unpacked files at their final places. */
class Placed {
  readonly #files: FileStorage;
  readonly #dataDir: string;
  readonly #paths: string[] = [];
  readonly #keys: string[] = [];

  constructor(files: FileStorage, dataDir: string) {
    this.#files = files;
    this.#dataDir = dataDir;
  }

  /** Moves all files: those of the storage into the bucket if there is one, the others into the data folder. */
  async moveFrom(staging: string): Promise<void> {
    const { main, s3 } = this.#files;
    if (s3 && main === s3) for (const prefix of KEY_PREFIXES) await this.#send(s3, staging, prefix.slice(0, -1));
    for (const name of await readdir(staging)) {
      await rename(join(staging, name), join(this.#dataDir, name));
      if (name !== SECRET) this.#paths.push(join(this.#dataDir, name));
    }
  }

  async #send(s3: S3Store, staging: string, folder: string): Promise<void> {
    const top = join(staging, folder);
    const entries = await readdir(top, { recursive: true, withFileTypes: true }).catch(() => []);
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const send = async (): Promise<void> => {
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
        const key = relative(staging, path).split(sep).join('/');
        await s3.putFile(key, path, await digestOf(createReadStream(path)));
        this.#keys.push(key);
      }
    };
    await Promise.all(Array.from({ length: SENT_AT_ONCE }, send));
    await rm(top, { recursive: true, force: true });
  }

  /** Removes what did not exist before. */
  async undo(): Promise<void> {
    for (const path of this.#paths) await rm(path, { recursive: true, force: true });
    for (const key of this.#keys) await this.#files.s3?.remove(key);
  }
}
