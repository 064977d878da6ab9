import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { pack, type Pack } from 'tar-stream';
import type { ConnectionTarget } from '../database/connect.ts';
import { hasCode } from '../util/errors.ts';
import { copyStatement, readJobs, readSequences, readTables } from './catalog.ts';
import { encrypting } from './encryption.ts';
import {
  FILES_FOLDER,
  FORMAT,
  JOBS,
  MANIFEST,
  type Manifest,
  NOT_IN_BACKUPS,
  type Summary,
  SUMMARY,
  TABLES_FOLDER,
} from './format.ts';

/** Bytes of rows per tar entry: an entry must state its size first, so that much is buffered. */
const PIECE = 4 * 1024 * 1024;

interface BackupOptions {
  /** Encrypts the archive; null: it is not encrypted. */
  passphrase?: string | null;
  /** A folder with archives: it is left out if it is in the data folder. */
  archives?: string;
  signal?: AbortSignal;
}

/** The name of an archive while it is written. */
export const draftOf = (file: string): string => `${file}.part`;

/**
 * Writes a snapshot of the database, without blocking others, and the files of the data folder into one archive. The file gets its
 * name when it is complete; an interrupted backup leaves nothing.
 */
export async function writeBackup(
  target: ConnectionTarget,
  dataDir: string,
  file: string,
  { passphrase = null, archives, signal }: BackupOptions = {},
): Promise<Summary> {
  signal?.throwIfAborted();
  const draft = draftOf(file);
  const client = new Client({ ...target, application_name: 'milepost backup' });
  client.on('error', () => {});
  await client.connect();
  const archive = pack();
  const destination = createWriteStream(draft, { mode: 0o600 });
  const packed =
    passphrase === null
      ? pipeline(archive, createGzip(), destination)
      : pipeline(archive, createGzip(), encrypting(passphrase), destination);
  const abort = (): void => archive.destroy(new Error('The backup was stopped'));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const [summary] = await Promise.all([
      fill(
        archive,
        client,
        dataDir,
        [file, draft, ...(archives === undefined ? [] : [archives])].map((path) => resolve(path)),
      ),
      packed,
    ]);
    await reachDisk(draft);
    await rename(draft, file);
    return summary;
  } catch (error) {
    archive.destroy();
    await packed.catch(() => {});
    await rm(draft, { force: true });
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
    await client.end().catch(() => {});
  }
}

async function fill(archive: Pack, client: Client, dataDir: string, leftOut: readonly string[]): Promise<Summary> {
  // One snapshot for all tables, so that all foreign keys hold.
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const tables = await readTables(client);
  const { rows: migrations } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
  const manifest: Manifest = {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    migrations: migrations.map(({ name }) => name),
    tables,
  };
  await addText(archive, MANIFEST, JSON.stringify(manifest, null, 2));
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const source = client.query(copyTo(copyStatement(table, 'TO STDOUT')));
    await addInPieces(archive, `${TABLES_FOLDER}${table.name}/`, source);
    rows[table.name] = source.rowCount ?? 0;
  }
  const jobs = await readJobs(client);
  await addText(archive, JOBS, jobs.map((job) => `${JSON.stringify(job)}\n`).join(''));
  // Read last, because a sequence may be ahead of the snapshot, but not behind it.
  const sequences = await readSequences(client);
  await client.query('COMMIT');
  const files = await addFiles(archive, dataDir, leftOut);
  const summary: Summary = { rows, sequences, jobs: jobs.length, files };
  await addText(archive, SUMMARY, JSON.stringify(summary, null, 2));
  archive.finalize();
  return summary;
}

async function addInPieces(archive: Pack, folder: string, source: AsyncIterable<Buffer>): Promise<void> {
  let waiting: Buffer[] = [];
  let size = 0;
  let number = 0;
  const flush = async (): Promise<void> => {
    await addText(archive, `${folder}${String(number).padStart(6, '0')}`, Buffer.concat(waiting));
    number += 1;
    waiting = [];
    size = 0;
  };
  for await (const chunk of source) {
    waiting.push(chunk);
    size += chunk.length;
    if (size >= PIECE) await flush();
  }
  if (size > 0) await flush();
}

function addText(archive: Pack, name: string, content: string | Buffer): Promise<void> {
  const bytes = Buffer.from(content);
  return new Promise((done, failed) => {
    const entry = archive.entry({ name, size: bytes.length }, (error) => (error ? failed(error) : done()));
    entry.end(bytes);
  });
}

/** The objects of Git repositories, below the data folder. */
const OBJECTS = /^repositories\/[^/]+\/objects\//;

/**
 * Adds the files of the data folder, without those of the database and incomplete ones. Objects of repositories are listed after the
 * refs were copied: a push adds objects first, so a backup has every object that its refs point to.
 */
async function addFiles(archive: Pack, dataDir: string, leftOut: readonly string[]): Promise<number> {
  let count = 0;
  for (const isObject of [false, true]) {
    for (const path of await filesOf(dataDir)) {
      const name = relative(dataDir, path).split(sep).join('/');
      if (leftOut.some((each) => isAtOrBelow(resolve(path), each)) || OBJECTS.test(name) !== isObject) continue;
      if (await addFile(archive, path, `${FILES_FOLDER}${name}`)) count += 1;
    }
  }
  return count;
}

const isAtOrBelow = (path: string, other: string): boolean => path === other || path.startsWith(other + sep);

async function filesOf(dataDir: string): Promise<string[]> {
  const top = await readdir(dataDir, { withFileTypes: true }).catch(() => []);
  const entries = top.filter(({ name }) => !NOT_IN_BACKUPS.test(name));
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(dataDir, name));
  for (const folder of entries.filter((entry) => entry.isDirectory())) {
    const below = await readdir(join(dataDir, folder.name), { recursive: true, withFileTypes: true });
    files.push(...below.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)));
  }
  return files.sort();
}

/** False if the file was deleted meanwhile: then no row of the snapshot needs it, or it was never complete. */
async function addFile(archive: Pack, path: string, name: string): Promise<boolean> {
  let size: number;
  try {
    ({ size } = await stat(path));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
  if (size === 0) {
    await addText(archive, name, '');
    return true;
  }
  await new Promise<void>((done, failed) => {
    const entry = archive.entry({ name, size }, (error) => (error ? failed(error) : done()));
    // A file that grows meanwhile is truncated to its size in the entry.
    const source = createReadStream(path, { end: size - 1 });
    source.once('error', failed);
    source.pipe(entry);
  });
  return true;
}

async function reachDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
