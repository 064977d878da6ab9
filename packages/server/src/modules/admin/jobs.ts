import type { BackupId, UserId } from '@milepost/core/ids';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { deleteRetiredKeys } from '../../platform/sealing/rotate.ts';
import { mailBackupFailure } from './commands/backup-mail.ts';
import { MAIL_BACKUP_FAILURE, MAKE_BACKUP, makeBackup } from './commands/backups.ts';

/** The queue adds the time of the schedule; an administrator's request has `askedBy` instead. */
interface BackupPayload {
  _cron?: { ts: string };
  askedBy?: UserId;
}

export const makeBackups: JobTask = {
  name: MAKE_BACKUP,
  cron: ({ backups }) => backups.schedule,
  run: (services, payload, signal) => {
    const { _cron: cron, askedBy = null } = payload as BackupPayload;
    return makeBackup(services, { scheduledAt: cron ? new Date(cron.ts) : null, askedBy }, signal);
  },
};

/** Keys under which nothing is encrypted any more. */
export const deleteOldKeys: JobTask = {
  name: 'admin.deleteRetiredKeys',
  cron: '41 4 * * *',
  run: ({ db }) => deleteRetiredKeys(db),
};

export const mailBackupFailures: JobTask = {
  name: MAIL_BACKUP_FAILURE,
  isOutgoing: true,
  run: (services, payload) => {
    const { backupId, userId } = payload as { backupId: BackupId; userId: UserId };
    return mailBackupFailure(services, backupId, userId);
  },
};
