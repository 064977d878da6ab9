import type { BackupId, UserId } from '@milepost/core/ids';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { BackupState, BackupTable } from '../table.ts';

export type Backup = Selectable<BackupTable>;

/** Records of backups whose archive is gone. */
const MAX_GONE = 200;

/** Records the start of a backup; null if another server made the one of this scheduled time. */
export async function insertBackup(
  db: Db,
  backup: Pick<Backup, 'scheduledAt' | 'askedBy' | 'folder' | 'name'>,
): Promise<Backup | null> {
  const row = await db
    .insertInto('backups')
    .values(backup)
    .onConflict((conflict) => conflict.column('scheduledAt').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Marks backups as failed that a stopped server did not finish, and returns them. The caller holds the lease of backups. */
export function failInterrupted(db: Db, error: string): Promise<Backup[]> {
  return db
    .updateTable('backups')
    .set({ state: 'failed', finishedAt: sql<Date>`now()`, error })
    .where('state', '=', 'running')
    .returningAll()
    .execute();
}

export async function finishBackup(
  db: Db,
  id: BackupId,
  result: { state: 'succeeded'; bytes: number } | { state: 'failed'; error: string },
): Promise<void> {
  await db
    .updateTable('backups')
    .set({ ...result, finishedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

export async function noteOnBackup(db: Db, id: BackupId, error: string): Promise<void> {
  await db.updateTable('backups').set({ error }).where('id', '=', id).execute();
}

/** Archives in a folder beyond the newest `keep`, oldest first. */
export async function surplusBackups(db: Db, folder: string, keep: number): Promise<Backup[]> {
  const rows = await db
    .selectFrom('backups')
    .selectAll()
    .where('state', '=', 'succeeded')
    .where('removedAt', 'is', null)
    .where('folder', '=', folder)
    .orderBy('id', 'desc')
    .offset(keep)
    .execute();
  return rows.toReversed();
}

/** Records that an archive was removed, and deletes the oldest records without one. */
export async function markRemoved(db: Db, id: BackupId): Promise<void> {
  await db
    .updateTable('backups')
    .set({ removedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Deletes the oldest records without an archive. */
export async function trimBackups(db: Db): Promise<void> {
  await sql`DELETE FROM backups WHERE id IN (
    SELECT id FROM backups WHERE state = 'failed' OR removed_at IS NOT NULL ORDER BY id DESC OFFSET ${MAX_GONE})`.execute(
    db,
  );
}

/** Whether the finished backup before this one failed too. */
export async function failedBefore(db: Db, id: BackupId): Promise<boolean> {
  const row = await db
    .selectFrom('backups')
    .select('state')
    .where('id', '<', id)
    .where('state', '<>', 'running')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.state === 'failed';
}

export async function backupById(db: Db, id: BackupId): Promise<Backup | null> {
  return (await db.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Backups, newest first. One that a stopped server left unfinished is failed: no server has the lease. Both are read in one
 * statement, because the lease is acquired and released between two.
 */
export function listBackups(db: Db, lease: string, page: { offset: number; perPage: number }): Promise<Backup[]> {
  return db
    .selectFrom('backups')
    .selectAll()
    .select(
      sql<BackupState>`CASE WHEN state = 'running' AND NOT ${isHeld(lease)} THEN 'failed' ELSE state END`.as('state'),
    )
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.perPage)
    .execute();
}

const isHeld = (lease: string) => sql<boolean>`EXISTS (SELECT FROM leases WHERE name = ${lease} AND ends_at > now())`;

export interface BackupFacts {
  newestGoodAt: Date | null;
  hasFailed: boolean;
  /** Whether one is made now: its server extends the lease. */
  isRunning: boolean;
  /** Whether one was started by hand and waits or runs. */
  isQueued: boolean;
}

export async function backupFacts(db: Db, lease: string, jobKey: string): Promise<BackupFacts> {
  const { rows } = await sql<BackupFacts>`
    SELECT (SELECT max(started_at) FROM backups WHERE state = 'succeeded') AS newest_good_at,
      EXISTS (SELECT FROM backups WHERE state = 'failed') AS has_failed,
      ${isHeld(lease)} AS is_running,
      EXISTS (SELECT FROM graphile_worker.jobs WHERE key = ${jobKey} AND (attempts < max_attempts OR locked_at IS NOT NULL)) AS is_queued`.execute(
    db,
  );
  return rows[0] ?? { newestGoodAt: null, hasFailed: false, isRunning: false, isQueued: false };
}

/** The accounts that a failed backup is mailed to. */
export async function activeAdministrators(db: Db): Promise<UserId[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', true)
    .where('state', '=', 'active')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
