/**
 * A backup is one `.tar.gz`, written and read as a stream: first a manifest, then every table as chunks of its COPY text, the
 * queued jobs, the files of the data folder, and last the totals.
 */
export const MANIFEST = 'milepost-backup.json';
export const SUMMARY = 'summary.json';
export const TABLES_FOLDER = 'database/';
export const JOBS = 'jobs.ndjson';
export const FILES_FOLDER = 'files/';

export const FORMAT = 1;

export interface Manifest {
  format: number;
  createdAt: string;
  /** The migrations the database had run; restoring begins with exactly these. */
  migrations: readonly string[];
  tables: readonly TableShape[];
}

export interface TableShape {
  name: string;
  /** Without those that PostgreSQL computes. */
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
  /** As text: it may be larger than a JavaScript number. Null when it was never used. */
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
