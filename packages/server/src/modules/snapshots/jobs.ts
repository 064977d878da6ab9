import type { NamespaceId, SnapshotId } from '@milepost/core/ids';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { isRecord } from '../../platform/rest/input.ts';
import { queueSaving, SAVE_SNAPSHOT, SWEEP_SNAPSHOTS } from './commands.ts';
import { runSchedules, runSnapshot, sweepStates } from './commands/saving.ts';
import { waitingSnapshots } from './store.ts';
import { deleteUnusedDeletedEpics } from './store/states.ts';

export const saveSnapshotJob: JobTask = {
  name: SAVE_SNAPSHOT,
  async run(services, payload) {
    const id = isRecord(payload) ? payload['snapshotId'] : null;
    if (typeof id === 'number') await runSnapshot(services, id as SnapshotId);
  },
};

export const sweepSnapshotsJob: JobTask = {
  name: SWEEP_SNAPSHOTS,
  async run(services, payload) {
    const id = isRecord(payload) ? payload['namespaceId'] : null;
    if (typeof id === 'number') await sweepStates(services, id as NamespaceId);
    await deleteUnusedDeletedEpics(services.db);
  },
};

/** At 00:00 UTC and hourly, so that a server that was down at midnight catches up. */
export const scheduleSnapshotsJob: JobTask = {
  name: 'snapshots.schedule',
  cron: '0 * * * *',
  atStart: true,
  run: (services) => runSchedules(services),
};

/** Minutes after which a pending snapshot is queued again: a killed process took its job along. */
const RESUME_AFTER_MINUTES = 10;

export const resumeSnapshotsJob: JobTask = {
  name: 'snapshots.resume',
  cron: '*/10 * * * *',
  atStart: true,
  async run({ db }) {
    for (const id of await waitingSnapshots(db, RESUME_AFTER_MINUTES)) await queueSaving(db, id);
  },
};
