import { formatDay, parseDay, utcDayOf, type Day } from '@milepost/core/days';
import { DomainError } from '@milepost/core/errors';
import type { NamespaceId, SnapshotId } from '@milepost/core/ids';
import { lastScheduledDay } from '@milepost/core/roadmap/snapshots';
import type { Services } from '../../../platform/context.ts';
import { isUnavailable } from '../../../platform/database/lost.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { storageErrorOf } from '../../../platform/files/unwritable.ts';
import { namespaceById } from '../../namespaces/store.ts';
import { queueSaving, queueSweep } from '../commands.ts';
import {
  advanceSchedule,
  groupOfPending,
  insertSnapshot,
  openSchedules,
  removeOldest,
  saveSnapshot,
  type Snapshot,
} from '../store.ts';
import { captureEpics, deleteUnusedStates, lockStates, nextMoment, writeDifference } from '../store/states.ts';

/** Percent after the states were read, and after they were compared. */
const READ = 50;

/**
 * Saves a pending snapshot in one transaction: all of it or nothing. When it fails, it stores the reason, and the error is thrown for the
 * log.
 */
export async function runSnapshot({ db }: Pick<Services, 'db'>, id: SnapshotId): Promise<void> {
  const pending = { id, status: 'pending' } as const;
  try {
    await db.transaction().execute((trx) => save(trx, db, pending));
  } catch (error) {
    await saveSnapshot(db, pending, { status: 'failed', progress: 0, failure: reasonOf(error) });
    throw error;
  }
}

/** The reason shown to people, without messages of the database. */
function reasonOf(error: unknown): string {
  const named = storageErrorOf(error) ?? error;
  if (named instanceof DomainError) return named.message;
  return isUnavailable(error) ? 'The database was not available' : 'The server could not save the snapshot';
}

/** `outside`: a connection outside the transaction, by which others see the progress. */
async function save(trx: Db, outside: Db, pending: Pick<Snapshot, 'id' | 'status'>): Promise<void> {
  const groupId = await groupOfPending(trx, pending.id);
  const group = groupId && (await namespaceById(trx, groupId));
  if (!group) return;
  await lockStates(trx, group.id);
  const moment = await nextMoment(trx);
  const takenAt = new Date();
  await captureEpics(trx, group.scope.traversalIds);
  await saveSnapshot(outside, pending, { progress: READ });
  await writeDifference(trx, group.id, moment);
  const changes = { status: 'saved', progress: 100, failure: null, moment, takenAt } as const;
  // It was deleted meanwhile, or another process saved it.
  if (!(await saveSnapshot(trx, pending, changes))) throw new Error('The snapshot was deleted while it was saved');
}

/** Creates the snapshots that are due by their schedules. Of missed days only the latest is created. */
export async function runSchedules({ db }: Pick<Services, 'db'>, today: Day = utcDayOf(new Date())): Promise<void> {
  const errors: unknown[] = [];
  for (const { namespaceId, frequency, lastDay } of await openSchedules(db)) {
    const due = lastScheduledDay(frequency, today);
    const day = formatDay(due);
    if (due <= (parseDay(lastDay) ?? 0)) continue;
    const run = db.transaction().execute(async (trx) => {
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
    // A failure of one group must not block the others; its schedule stays due.
    await run.catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Snapshots of some groups could not be created');
}

/** Deletes the states of a group that no snapshot shows any more. */
export function sweepStates({ db }: Pick<Services, 'db'>, namespaceId: NamespaceId): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockStates(trx, namespaceId);
    await deleteUnusedStates(trx, namespaceId);
  });
}
