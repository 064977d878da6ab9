import type { Pool } from 'pg';
import { sealedColumns } from '../app/sealed-columns.ts';
import type { Config } from '../platform/config/config.ts';
import { recordAudit } from '../platform/audit.ts';
import { connect, type ConnectionTarget } from '../platform/database/connect.ts';
import { migrate, pendingMigrations } from '../platform/database/migrate.ts';
import { openDatabase, type OpenDatabase } from '../platform/database/embedded/open.ts';
import type { Db } from '../platform/database/tables.ts';
import { migrateJobs } from '../platform/jobs/runner.ts';
import { openVault, WrongSecretError } from '../platform/sealing/rotate.ts';
import type { Vault } from '../platform/sealing/sealing.ts';
import { CommandError } from './command.ts';
import { withPostgresStoppedOnSignal } from './signals.ts';

export interface ReadyDatabase {
  db: Db;
  pool: Pool;
  location: string;
}

/** Brings an open database up to date, its job queue too. Gives the names of the migrations that ran. */
export async function bringUpToDate(database: OpenDatabase): Promise<string[]> {
  const ran = await migrate(database.target);
  await bringJobsUpToDate(database);
  return ran;
}

/** Whether a database is a standby of another one. */
export async function isStandbyOf(target: ConnectionTarget): Promise<boolean> {
  const { pool } = connect(target, { size: 1 });
  try {
    const { rows } = await pool.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    return rows[0]?.standby ?? false;
  } finally {
    await pool.end();
  }
}

/** Throws CommandError if the database of a standby is older than this Milepost, and MigrationError if it is newer. */
export async function requireSameVersion({ target }: OpenDatabase): Promise<void> {
  const pending = await pendingMigrations(target);
  if (pending.length === 0) return;
  throw new CommandError('this Milepost is newer than the primary site: update the primary first');
}

/** The job queue's own tables alone. */
export async function bringJobsUpToDate(database: OpenDatabase): Promise<void> {
  const { pool } = connect(database.target, { size: 1 });
  try {
    await migrateJobs(pool);
  } finally {
    await pool.end();
  }
}

/** Does `work` with the database of this configuration, up to date, and leaves it afterwards. */
export async function withDatabase<Result>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (database: ReadyDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(config);
  return withPostgresStoppedOnSignal(database, async () => {
    await bringUpToDate(database);
    const { db, pool } = connect(database.target, { applicationName: 'milepost command' });
    try {
      return await work({ db, pool, location: database.location });
    } finally {
      await db.destroy();
    }
  });
}

/** Records a backup or its restore in the audit log. */
export async function recordBackup(
  { target }: OpenDatabase,
  kind: 'backup_made' | 'backup_restored',
  what: string,
): Promise<void> {
  const { db, pool } = connect(target, { size: 1 });
  try {
    await recordAudit(db, { viewer: { id: null }, address: null }, { kind, of: null, what });
  } finally {
    await pool.end();
  }
}

/** Nothing is written with a secret that is not that of the database. Throws CommandError. */
export async function openSecrets(vault: Vault, isReadOnly: boolean): Promise<void> {
  try {
    await openVault(vault, sealedColumns, { isReadOnly });
  } catch (error) {
    if (error instanceof WrongSecretError) throw new CommandError(error.message);
    throw error;
  }
}
