import type { Client } from 'pg';
import { sql } from 'kysely';
import type { Db } from '../database/tables.ts';

/** The two numbers of an advisory lock. */
const [GROUP, BACKUP] = [7_360, 1];

/**
 * Marks that a backup is being made, until the client's connection ends. Called before its snapshot is taken: a process that deletes a
 * row of the snapshot, and checks the mark afterwards, keeps the file.
 */
export async function announceBackup(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1, $2)', [GROUP, BACKUP]);
}

/**
 * Whether a backup is being made, by any process. The files of deleted rows are kept meanwhile: the backup copies files after its
 * snapshot of the database, and may hold those rows. Ask after the deletion was committed.
 */
export async function isBackupRunning(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isRunning: boolean }>`
    SELECT EXISTS (SELECT FROM pg_locks
      WHERE locktype = 'advisory' AND classid = ${GROUP} AND objid = ${BACKUP} AND objsubid = 2 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS is_running`.execute(db);
  return rows[0]?.isRunning ?? false;
}
