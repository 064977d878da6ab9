import { Type } from 'typebox';
import { pageRequest, pagingInput } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { shownBackups, startBackup } from '../commands/backups.ts';

const hidden = { tags: ['pages'], signedIn: true, isHidden: true, administrators: true } as const;
const backupsInput = Type.Object(pagingInput);

/** Endpoints of the page of backups. */
export function addBackupRoutes(routes: Routes): void {
  routes.get(
    '/-/admin/backups.json',
    { summary: 'Backups that the server made', ...hidden, input: backupsInput },
    async ({ input }, ctx) => {
      const shown = await shownBackups(ctx, pageRequest(input));
      return {
        schedule: shown.schedule,
        keep: shown.keep,
        folder: shown.folder,
        encrypted: shown.isEncrypted,
        running: shown.isRunning,
        overdue: shown.isOverdue,
        newest_good_at: shown.newestGoodAt?.toISOString() ?? null,
        backups: shown.backups.map((backup) => ({
          id: backup.id,
          scheduled: backup.scheduledAt !== null,
          state: backup.state,
          folder: backup.folder,
          name: backup.name,
          started_at: backup.startedAt.toISOString(),
          finished_at: backup.finishedAt?.toISOString() ?? null,
          bytes: backup.bytes,
          error: backup.error,
          removed: backup.removedAt !== null,
        })),
      };
    },
  );

  routes.post('/-/admin/backups', { summary: 'Start a backup', ...hidden, status: 204 }, async (_request, ctx) => {
    await startBackup(ctx);
  });
}
