/**
 * A backup is one `.tar.gz`, written and read as a stream: a manifest, every table as chunks of its COPY text, the queued jobs, the
 * files of the data folder, and the totals.
 */
export const MANIFEST = 'milepost-backup.json';
export const SUMMARY = 'summary.json';
export const TABLES_FOLDER = 'database/';
export const JOBS = 'jobs.ndjson';
export const FILES_FOLDER = 'files/';

/** Entries of the data folder that are not part of a backup: the embedded database, archives, an interrupted restore, the secret. */
export const NOT_IN_BACKUPS = /^postgres-\d+$|^backups$|^restoring-|^secret(\.\d+)?$/;

export const FORMAT = 1;

/** The archive is not a backup, is damaged or incomplete, or its target is not empty. The message says which. */
export class RestoreError extends Error {
  override name = 'RestoreError';
}

export interface Manifest {
  format: number;
  createdAt: string;
  /** The applied migrations; restoring begins with exactly these. */
  migrations: readonly string[];
  tables: readonly TableShape[];
  /** Of MILEPOST_SECRET; null or missing if it is unknown. */
  secretFingerprint?: string | null;
}

export interface TableShape {
  name: string;
  /** Without generated columns. */
  columns: readonly string[];
}

export interface Summary {
  rows: Readonly<Record<string, number>>;
  sequences: readonly SequenceState[];
  jobs: number;
  files: number;
}

export interface SequenceState {
  name: string;
  /** As text, because it may exceed a JavaScript number. Null if the sequence was never used. */
  lastValue: string | null;
}

export interface QueuedJob {
  identifier: string;
  payload: unknown;
  queue_name: string | null;
  run_at: string;
  max_attempts: number;
  key: string | null;
  priority: number;
}
