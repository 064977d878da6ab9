import { recordAudit } from '../../platform/audit.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { removeOldEvents } from './store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Removes events older than the retention setting, and records how many. */
export const removeOldAuditEvents: JobTask = {
  name: 'audit.removeOld',
  cron: '41 3 * * *',
  async run({ db, auditRetentionDays: days }, _payload, signal) {
    if (days === null) return;
    const before = new Date(Date.now() - days * DAY_MS);
    let removed: number;
    do {
      removed = await db.transaction().execute(async (trx) => {
        const count = await removeOldEvents(trx, before);
        if (count === 0) return 0;
        const what = `Removed ${count} audit ${count === 1 ? 'event' : 'events'} older than ${days} ${days === 1 ? 'day' : 'days'}`;
        await recordAudit(trx, { viewer: { id: null }, address: null }, { kind: 'events_removed', of: null, what });
        return count;
      });
    } while (removed > 0 && !signal.aborted);
  },
};
