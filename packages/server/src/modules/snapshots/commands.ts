import { ConflictError, NotFoundError, ValidationError } from '@milepost/core/errors';
import { formatDay, utcDayOf } from '@milepost/core/days';
import type { NamespaceId, SnapshotId } from '@milepost/core/ids';
import {
  MAX_PENDING_SNAPSHOTS,
  MAX_SNAPSHOTS,
  snapshotProblems,
  type SnapshotSchedule,
} from '@milepost/core/roadmap/snapshots';
import type { Context, Trx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import { addJob } from '../../platform/queue/add-job.ts';
import { namespacesById, type Namespace } from '../namespaces/store.ts';
import { snapshotPolicy } from './policy.ts';
import {
  countPending,
  countSnapshots,
  insertSnapshot,
  lockQueue,
  removeSnapshot,
  saveSchedule,
  saveSnapshot,
  snapshotsById,
  type Snapshot,
} from './store.ts';

declare module '../../platform/context.ts' {
  interface Events {
    'snapshot.created': { snapshotId: SnapshotId };
    'snapshot.deleted': { snapshotId: SnapshotId };
  }
}

/** The job that saves a snapshot. */
export const SAVE_SNAPSHOT = 'snapshots.save';
/** The job that deletes what no snapshot shows any more. */
export const SWEEP_SNAPSHOTS = 'snapshots.sweep';

/** Queues the saving of a snapshot; the job itself marks the snapshot as failed. */
export function queueSaving(db: Db, snapshotId: SnapshotId): Promise<void> {
  return addJob(db, SAVE_SNAPSHOT, { snapshotId }, { key: `${SAVE_SNAPSHOT}.${snapshotId}`, maxAttempts: 1 });
}

/** Requests a snapshot of a group, which a job saves. Throws ValidationError for an invalid or used name, and at the limit. */
export async function createSnapshot(
  ctx: Context,
  group: Namespace,
  given: { name: string; note?: string | null },
): Promise<Snapshot> {
  ctx.require(snapshotPolicy.save, group);
  const fields = { name: given.name.trim(), note: given.note?.trim() ?? '' };
  const problems = snapshotProblems(fields);
  if (problems) throw new ValidationError(problems);
  return ctx.transaction(async (trx) => {
    await lockQueue(trx, group.id);
    if ((await countSnapshots(trx, group.id)) >= MAX_SNAPSHOTS) {
      throw new ValidationError({ base: [`There are ${MAX_SNAPSHOTS} snapshots already: delete one of them first`] });
    }
    await requireShortQueue(trx, group.id);
    const snapshot = await insertSnapshot(trx, { ...fields, namespaceId: group.id, authorId: ctx.viewer.id });
    if (!snapshot) throw new ValidationError({ name: ['has already been taken'] });
    await queueSaving(trx, snapshot.id);
    trx.announce({ name: 'snapshot.created', namespaceId: group.id, data: { snapshotId: snapshot.id } });
    return snapshot;
  });
}

/** Throws ValidationError at the limit of pending snapshots of the group. The caller holds the lock of the queue. */
async function requireShortQueue(trx: Trx, groupId: NamespaceId): Promise<void> {
  if ((await countPending(trx, groupId)) >= MAX_PENDING_SNAPSHOTS) {
    throw new ValidationError({ base: [`${MAX_PENDING_SNAPSHOTS} snapshots are being saved: wait for one of them`] });
  }
}

/** Saves a failed snapshot again, as of now. Throws ConflictError for one that did not fail. */
export async function retrySnapshot(ctx: Context, id: SnapshotId): Promise<Snapshot> {
  return ctx.transaction(async (trx) => {
    const { snapshot, group } = await findSnapshot(ctx.within(trx), id);
    ctx.require(snapshotPolicy.save, group);
    await lockQueue(trx, group.id);
    await requireShortQueue(trx, group.id);
    const changes = { status: 'pending', progress: 0, failure: null } as const;
    const saved = await saveSnapshot(trx, { id: snapshot.id, status: 'failed' }, changes);
    if (!saved) throw new ConflictError('Only a snapshot that failed can be saved again');
    await queueSaving(trx, id);
    return saved;
  });
}

/** Deletes a snapshot; a job deletes the states that no other one shows. */
export async function deleteSnapshot(ctx: Context, id: SnapshotId): Promise<Snapshot> {
  return ctx.transaction(async (trx) => {
    const { snapshot, group } = await findSnapshot(ctx.within(trx), id);
    ctx.require(snapshotPolicy.destroy, group);
    if (!(await removeSnapshot(trx, id))) throw new NotFoundError('Snapshot');
    await queueSweep(trx, snapshot);
    trx.announce({ name: 'snapshot.deleted', namespaceId: group.id, data: { snapshotId: id } });
    return snapshot;
  });
}

/** Sets when snapshots of a group are saved; null: never. */
export async function setSnapshotSchedule(
  ctx: Context,
  group: Namespace,
  frequency: SnapshotSchedule | null,
): Promise<void> {
  ctx.require(snapshotPolicy.schedule, group);
  await ctx.transaction((trx) => saveSchedule(trx, group.id, frequency, formatDay(utcDayOf(new Date()))));
}

/** The snapshot of this id with its group. Throws NotFoundError where the viewer may not see the group. */
export async function findSnapshot(ctx: Context, id: SnapshotId): Promise<{ snapshot: Snapshot; group: Namespace }> {
  const snapshot = Number.isSafeInteger(id) ? await ctx.load(snapshotsById, id) : null;
  const group = snapshot && (await ctx.load(namespacesById, snapshot.namespaceId));
  if (!snapshot || !group || !ctx.can(snapshotPolicy.read, group)) throw new NotFoundError('Snapshot');
  return { snapshot, group };
}

export function queueSweep(trx: Trx | Db, { namespaceId }: Pick<Snapshot, 'namespaceId'>): Promise<void> {
  return addJob(trx, SWEEP_SNAPSHOTS, { namespaceId }, { key: `${SWEEP_SNAPSHOTS}.${namespaceId}` });
}
