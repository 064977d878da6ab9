import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { pack, type Pack } from 'tar-stream';
import type { ConnectionTarget } from '../database/connect.ts';
import { FileStorage } from '../files/file-storage.ts';
import { addFiles } from './add-files.ts';
import { copyStatement, readJobs, readSequences, readTables } from './catalog.ts';
import { announceBackup } from './running.ts';
import { encrypting } from './encryption.ts';
import { fingerprintOf } from './fingerprint.ts';
import { FORMAT, JOBS, MANIFEST, type Manifest, type Summary, SUMMARY, TABLES_FOLDER } from './format.ts';

/** Bytes of rows per tar entry: an entry must state its size first, so that much is buffered. */
const PIECE = 4 * 1024 * 1024;

interface BackupOptions {
  /** Encrypts the archive; null: it is not encrypted. */
  passphrase?: string | null;
  /** A folder with archives: it is left out if it is in the data folder. */
  archives?: string;
  /** The storage of files; by default the data folder. */
  files?: FileStorage;
  /** MILEPOST_SECRET: the archive holds its fingerprint, so that a restore says whether it has the same one. */
  secret?: string;
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
  { passphrase = null, archives, files = new FileStorage(dataDir), secret, signal }: BackupOptions = {},
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
      fill(archive, client, {
        files,
        dataDir,
        secretFingerprint: secret === undefined ? null : fingerprintOf(secret),
        leftOut: [file, draft, ...(archives === undefined ? [] : [archives])].map((path) => resolve(path)),
      }),
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

interface Contents {
  files: FileStorage;
  dataDir: string;
  secretFingerprint: string | null;
  /** Absolute paths. */
  leftOut: readonly string[];
}

/** The connection stays open to the end: until then the files of deleted rows are kept. */
async function fill(archive: Pack, client: Client, contents: Contents): Promise<Summary> {
  await announceBackup(client);
  // One snapshot for all tables, so that all foreign keys hold.
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const tables = await readTables(client);
  const { rows: migrations } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
  const manifest: Manifest = {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    migrations: migrations.map(({ name }) => name),
    tables,
    secretFingerprint: contents.secretFingerprint,
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
  const files = await addFiles(archive, contents, contents.leftOut);
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

async function reachDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
