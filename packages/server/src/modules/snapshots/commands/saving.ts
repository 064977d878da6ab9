import { formatDay, parseDay, utcDayOf, type Day } from '@milepost/core/days';
import type { NamespaceId, SnapshotId } from '@milepost/core/ids';
import { lastScheduledDay } from '@milepost/core/roadmap/snapshots';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { namespaceById } from '../../namespaces/store.ts';
import { queueSaving, queueSweep } from '../commands.ts';
import { advanceSchedule, insertSnapshot, openSchedules, removeOldest, saveSnapshot, type Snapshot } from '../store.ts';
import { captureEpics, deleteUnusedStates, lockStates, nextMoment, writeDifference } from '../store/states.ts';

/** Percent after the states were read, and after they were compared. */
const READ = 50;

/** Saves a pending snapshot in one transaction: all of it or nothing. When it fails, its status says why. */
export async function runSnapshot({ db }: Pick<Services, 'db'>, id: SnapshotId): Promise<void> {
  const pending = { id, status: 'pending' } as const;
  try {
    await db.transaction().execute((trx) => save(trx, db, pending));
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    await saveSnapshot(db, pending, { status: 'failed', progress: 0, failure });
  }
}

/** `outside`: a connection outside the transaction, by which others see the progress. */
async function save(trx: Db, outside: Db, pending: Pick<Snapshot, 'id' | 'status'>): Promise<void> {
  const row = await trx
    .selectFrom('roadmapSnapshots')
    .select(['namespaceId', 'status'])
    .where('id', '=', pending.id)
    .executeTakeFirst();
  const group = row && (await namespaceById(trx, row.namespaceId));
  if (!group || row.status !== 'pending') return;
  await lockStates(trx, group.id);
  const moment = await nextMoment(trx);
  const takenAt = new Date();
  const epicCount = await captureEpics(trx, group.scope.traversalIds);
  await saveSnapshot(outside, pending, { progress: READ });
  await writeDifference(trx, group.id, moment);
  const changes = { status: 'saved', progress: 100, failure: null, moment, epicCount, takenAt } as const;
  // It was deleted meanwhile, or another process saved it.
  if (!(await saveSnapshot(trx, pending, changes))) throw new Error('The snapshot was deleted while it was saved');
}

/** Creates the snapshots that are due by their schedules. Of missed days only the latest is created. */
export async function runSchedules({ db }: Pick<Services, 'db'>, today: Day = utcDayOf(new Date())): Promise<void> {
  for (const { namespaceId, frequency, lastDay } of await openSchedules(db)) {
    const due = lastScheduledDay(frequency, today);
    const day = formatDay(due);
    if (due <= (parseDay(lastDay) ?? 0)) continue;
    await db.transaction().execute(async (trx) => {
      if (!(await advanceSchedule(trx, namespaceId, day))) return;
      const row = { namespaceId, schedule: frequency, scheduledDay: day };
      // Somebody may have used the day as a name.
      const snapshot =
        (await insertSnapshot(trx, { ...row, name: day })) ??
        (await insertSnapshot(trx, { ...row, name: `${day} (${frequency})` }));
      if (snapshot) await queueSaving(trx, snapshot.id);
      await removeOldest(trx, namespaceId, frequency);
      await queueSweep(trx, { namespaceId });
    });
  }
}

/** Deletes the states of a group that no snapshot shows any more. */
export function sweepStates({ db }: Pick<Services, 'db'>, namespaceId: NamespaceId): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockStates(trx, namespaceId);
    await deleteUnusedStates(trx, namespaceId);
  });
}
