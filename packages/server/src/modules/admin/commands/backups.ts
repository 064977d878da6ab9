import { randomBytes, randomUUID } from 'node:crypto';
import { ConflictError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { recordAudit } from '../../../platform/audit.ts';
import { checkBackup } from '../../../platform/backup/check.ts';
import { placeOfArchives, removeArchive, storeArchive } from '../../../platform/backup/archives.ts';
import { writeBackup } from '../../../platform/backup/write.ts';
import type { Context, Services } from '../../../platform/context.ts';
import { targetOf } from '../../../platform/database/connect.ts';
import { acquireLeases, releaseLease } from '../../../platform/jobs/leases.ts';
import { addJob } from '../../../platform/queue/add-job.ts';
import { messageOf } from '../../../platform/util/errors.ts';
import { requireAdministrator } from '../policy.ts';
import * as store from '../store/backups.ts';
import { isOverdue } from './schedule.ts';

export const MAKE_BACKUP = 'admin.backup';
export const MAIL_BACKUP_FAILURE = 'admin.mailBackupFailure';

const BY_HAND = 'admin.backup.by-hand';
const LEASE_SECONDS = 120;
const EXTEND_EVERY_MS = 30_000;
const MAX_ERROR = 500;
const INTERRUPTED = 'The server stopped before the backup was complete.';

export interface BackupRequest {
  /** The time of the schedule; null: an administrator asked. */
  scheduledAt: Date | null;
  askedBy: UserId | null;
}

/**
 * Makes a backup, verifies it, and then removes older ones. Does nothing if another server makes one, or made the one of this scheduled
 * time. A failure is recorded and mailed, not thrown: the next scheduled time tries again.
 */
export async function makeBackup(services: Services, request: BackupRequest, signal?: AbortSignal): Promise<void> {
  const { db } = services;
  const holder = randomUUID();
  const acquire = () => acquireLeases(db, holder, [MAKE_BACKUP], LEASE_SECONDS);
  if (!(await acquire()).has(MAKE_BACKUP)) return;
  const extending = setInterval(() => void acquire().catch(() => {}), EXTEND_EVERY_MS);
  try {
    const left = await store.failInterrupted(db, INTERRUPTED);
    const { files, backups } = services;
    for (const archive of left) await removeArchive(files, backups, archive).catch(() => {});
    const folder = placeOfArchives(files, backups);
    const isEncrypted = backups.passphrase !== null;
    const backup = await store.insertBackup(db, { ...request, folder, name: nameFor(new Date(), isEncrypted) });
    if (backup) await write(services, backup, signal);
  } finally {
    clearInterval(extending);
    await releaseLease(db, holder, MAKE_BACKUP);
  }
}

/** `milepost-2026-11-28T02-00-00Z-1f3a9c20.tar.gz`, with `.enc` if it is encrypted. */
function nameFor(now: Date, isEncrypted: boolean): string {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return `milepost-${time}Z-${randomBytes(4).toString('hex')}.tar.gz${isEncrypted ? '.enc' : ''}`;
}

async function write(services: Services, backup: store.Backup, signal?: AbortSignal): Promise<void> {
  const { db, dataDir, backups, files, secret } = services;
  const { passphrase, folder: archives } = backups;
  const options = { passphrase, archives, files, secret, ...(signal && { signal }) };
  try {
    const bytes = await storeArchive(files, backups, backup, async (file) => {
      await writeBackup(targetOf(db), dataDir, file, options);
      await checkBackup(file, passphrase, signal);
    });
    await db.transaction().execute(async (trx) => {
      await store.finishBackup(trx, backup.id, { state: 'succeeded', bytes });
      const actor = { viewer: { id: backup.askedBy, isAdmin: true }, address: null };
      await recordAudit(trx, actor, { kind: 'backup_made', of: null, what: `Made a backup: ${backup.name}` });
    });
  } catch (error) {
    await recordFailure(services, backup, signal?.aborted ? INTERRUPTED : messageOf(error).slice(0, MAX_ERROR));
    return;
  }
  await removeSurplus(services, backup);
}

/** An archive that cannot be removed is tried again after the next backup. */
async function removeSurplus({ db, backups, files }: Services, { id, folder }: store.Backup): Promise<void> {
  try {
    for (const old of await store.surplusBackups(db, folder, backups.keep)) {
      await removeArchive(files, backups, old);
      await store.markRemoved(db, old.id);
    }
    await store.trimBackups(db);
  } catch (error) {
    await store.noteOnBackup(db, id, `An older backup could not be removed: ${messageOf(error)}`.slice(0, MAX_ERROR));
  }
}

/** Mails are queued with the failure, and only for the first of several failures in a row. */
async function recordFailure({ db }: Services, { id }: store.Backup, error: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await store.finishBackup(trx, id, { state: 'failed', error });
    await store.trimBackups(trx);
    if (await store.failedBefore(trx, id)) return;
    for (const userId of await store.activeAdministrators(trx))
      await addJob(trx, MAIL_BACKUP_FAILURE, { backupId: id, userId });
  });
}

/** Starts a backup. Throws ConflictError if one is being made. */
export async function startBackup(ctx: Context): Promise<void> {
  requireAdministrator(ctx.viewer);
  const { isRunning, isQueued } = await store.backupFacts(ctx.db, MAKE_BACKUP, BY_HAND);
  if (isRunning || isQueued) throw new ConflictError('A backup is being made.');
  await addJob(ctx.db, MAKE_BACKUP, { askedBy: ctx.viewer.id }, { key: BY_HAND, maxAttempts: 1 });
}

/** The newest backups, and whether they are as recent as the schedule wants. */
export async function shownBackups(ctx: Context, page: { offset: number; perPage: number }) {
  requireAdministrator(ctx.viewer);
  const { backups: config, files } = ctx.services;
  const { schedule, keep, passphrase } = config;
  const [backups, facts] = await Promise.all([
    store.listBackups(ctx.db, MAKE_BACKUP, page),
    store.backupFacts(ctx.db, MAKE_BACKUP, BY_HAND),
  ]);
  const { newestGoodAt, hasFailed, isRunning, isQueued } = facts;
  const isLate = newestGoodAt === null ? hasFailed : schedule !== null && isOverdue(schedule, newestGoodAt, new Date());
  return {
    schedule,
    keep,
    folder: placeOfArchives(files, config),
    isEncrypted: passphrase !== null,
    isRunning: isRunning || isQueued,
    isOverdue: schedule !== null && isLate,
    newestGoodAt,
    backups,
  };
}
