import { type ArchiveEntry, readArchive } from '../archives/entries.ts';
import { readMigrations } from '../database/migrate.ts';
import { openArchive } from './encryption.ts';
import {
  FILES_FOLDER,
  FORMAT,
  JOBS,
  MANIFEST,
  type Manifest,
  RestoreError,
  type Summary,
  SUMMARY,
  TABLES_FOLDER,
} from './format.ts';

/** Backups are trusted and may be large, so these limits are wide. */
const limits = {
  entries: Number.MAX_SAFE_INTEGER,
  unpackedBytes: Number.MAX_SAFE_INTEGER,
  ratio: Number.MAX_SAFE_INTEGER,
  ratioFreeBytes: Number.MAX_SAFE_INTEGER,
  lineBytes: Number.MAX_SAFE_INTEGER,
  lineContainers: Number.MAX_SAFE_INTEGER,
};

/** The entries of a backup. Throws RestoreError or ArchiveError. */
export async function* entriesOf(
  file: string,
  passphrase: string | null,
  signal?: AbortSignal,
): AsyncGenerator<ArchiveEntry> {
  yield* readArchive(await openArchive(file, passphrase), { limits, ...(signal && { signal }) });
}

/**
 * Reads a whole backup and changes nothing. Throws RestoreError or ArchiveError if it is no backup, is damaged or incomplete, cannot
 * be decrypted, or was created by a newer version.
 */
export async function checkBackup(file: string, passphrase: string | null, signal?: AbortSignal): Promise<Summary> {
  const archive = entriesOf(file, passphrase, signal);
  const manifest = await readManifest(archive);
  const known = new Set((await readMigrations()).map(({ name }) => name));
  if (manifest.migrations.some((name) => !known.has(name))) throw new RestoreError(NEWER);
  const rows: Record<string, number> = {};
  let jobs = 0;
  let files = 0;
  let summary: Summary | null = null;
  for await (const entry of archive) {
    if (entry.path === SUMMARY) summary = (await readJson(entry)) as Summary;
    else if (entry.path === JOBS) jobs += await countLines(entry);
    else if (entry.path.startsWith(TABLES_FOLDER)) {
      const name = entry.path.split('/')[1] ?? '';
      rows[name] = (rows[name] ?? 0) + (await countLines(entry));
    } else if (entry.path.startsWith(FILES_FOLDER)) {
      await countLines(entry);
      files += 1;
    }
  }
  return requireTotals(summary, { rows, jobs, files });
}

const NEWER = 'this backup was created by a newer Milepost: restore it with that version';
const LINE_FEED = 0x0a;

/** A row of COPY text is a line: line feeds in values are escaped. */
async function countLines(entry: ArchiveEntry): Promise<number> {
  let count = 0;
  for await (const chunk of entry.chunks)
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

/** The first entry. Throws RestoreError. */
export async function readManifest(archive: AsyncGenerator<ArchiveEntry>): Promise<Manifest> {
  const first = await archive.next();
  if (first.done || first.value.path !== MANIFEST) throw new RestoreError('this is not a Milepost backup');
  const manifest = (await readJson(first.value)) as Manifest;
  if (manifest.format !== FORMAT) throw new RestoreError(NEWER);
  return manifest;
}

/** The totals of the backup. Throws RestoreError if they differ from what was read. */
export function requireTotals(summary: Summary | null, read: Pick<Summary, 'rows' | 'jobs' | 'files'>): Summary {
  if (!summary) throw new RestoreError('the backup is incomplete: its end is missing');
  const short = Object.entries(summary.rows).find(([name, count]) => (read.rows[name] ?? 0) !== count);
  if (short)
    throw new RestoreError(`the backup is incomplete: ${short[0]} has ${read.rows[short[0]] ?? 0} rows of ${short[1]}`);
  if (read.jobs !== summary.jobs || read.files !== summary.files)
    throw new RestoreError('the backup is incomplete: files or jobs are missing');
  return summary;
}

export async function readText(entry: ArchiveEntry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry.chunks) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export async function readJson(entry: ArchiveEntry): Promise<unknown> {
  return JSON.parse(await readText(entry)) as unknown;
}
