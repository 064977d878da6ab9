import type { AuditStreamId } from '@milepost/core/ids';
import { AUDIT_STREAM_JOB, recordAudit } from '../../platform/audit.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { queueStream, startStream } from './commands/send.ts';
import { streamsDue } from './store/streams.ts';
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

/** Sends the events of one destination. */
export const sendAuditStream: JobTask = {
  name: AUDIT_STREAM_JOB,
  isOutgoing: true,
  run(services, payload, signal) {
    startStream(services, (payload as { id: AuditStreamId }).id, signal);
    return Promise.resolve();
  },
};

/** Resumes what a crashed process left. */
export const resumeAuditStreams: JobTask = {
  name: 'audit.resumeStreams',
  cron: '* * * * *',
  atStart: true,
  async run(services) {
    for (const id of await streamsDue(services.db)) await queueStream(services, id);
  },
};
