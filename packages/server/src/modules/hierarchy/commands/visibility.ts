import { setTimeout as sleep } from 'node:timers/promises';
import type { NamespaceId } from '@milepost/core/ids';
import type { Services } from '../../../platform/context.ts';
import { BatchSize, pauseAfter } from '../../../platform/jobs/batches.ts';
import { addJob } from '../../../platform/queue/add-job.ts';
import {
  addMovedItems,
  finishVisibilityChange,
  lockVisibilityChange,
  startVisibilityChange,
  visibilityChangeOf,
} from '../../namespaces/store/visibility.ts';
import { namespaceById, type Namespace } from '../../namespaces/store.ts';
import { hasAudiencesToMove, moveNextAudiences, type MovedBatch } from '../store/audiences.ts';
import { countItemsBelow } from '../store/transfers.ts';
import type { Db } from '../../../platform/database/tables.ts';

export const VISIBILITY_JOB = 'hierarchy.moveAudiences';

/** With more items a job moves them to the sums of their new audience. */
const MAX_ITEMS_OF_DIRECT_CHANGE = 2_000;
/**
 * Writers of sums of these items wait as long as a batch takes. Smaller ones write several times as many deltas for the same items, and
 * folding them takes most of the time.
 */
const MIN_BATCH = 4_000;
const MAX_BATCH = 20_000;
const MIN_WAIT_MS = 20;
const MAX_WAIT_MS = 1_000;

/**
 * After a change of visibility: what has less of it is already hidden, because who may see an item follows from its namespace. The sums
 * above its items follow here, in the transaction of the change, or by a job if there are many.
 */
export async function moveAudiences(trx: Db, { id, scope }: Namespace): Promise<void> {
  const { traversalIds } = scope;
  if (!(await hasAudiencesToMove(trx, traversalIds))) return;
  const count = await countItemsBelow(trx, traversalIds, MAX_ITEMS_OF_DIRECT_CHANGE + 1);
  if (count <= MAX_ITEMS_OF_DIRECT_CHANGE && (await moveDirectly(trx, traversalIds))) return;
  await startVisibilityChange(trx, id, count);
  await queueVisibilityChange(trx, id);
}

/** False if other transactions have to end first. */
async function moveDirectly(trx: Db, traversalIds: readonly NamespaceId[]): Promise<boolean> {
  for (;;) {
    const batch = await moveNextAudiences(trx, traversalIds, MAX_ITEMS_OF_DIRECT_CHANGE + 1);
    if (!batch) return true;
    if (!batch.isFree) return false;
  }
}

/** The job and its schedule repeat what fails or what a stopped server left. */
export function queueVisibilityChange(db: Db, namespaceId: NamespaceId): Promise<void> {
  return addJob(db, VISIBILITY_JOB, { namespaceId }, { key: `${VISIBILITY_JOB}.${namespaceId}`, maxAttempts: 1 });
}

/** One step of {@link runVisibilityChange}; null if nothing is left to do. */
export function moveBatch(db: Db, { id, scope }: Namespace, limit: number): Promise<MovedBatch | null> {
  return db.transaction().execute(async (trx) => {
    const moved = await moveNextAudiences(trx, scope.traversalIds, limit);
    if (moved && moved.count > 0) await addMovedItems(trx, id, moved.count);
    return moved;
  });
}

/** Completes a change of visibility, batch by batch, each in a transaction of its own that also records how far it got. */
export async function runVisibilityChange(
  { db }: Pick<Services, 'db'>,
  id: NamespaceId,
  signal?: AbortSignal,
  size = new BatchSize({ first: 2 * MIN_BATCH, max: MAX_BATCH, min: MIN_BATCH }),
): Promise<void> {
  const namespace = await namespaceById(db, id);
  const change = await visibilityChangeOf(db, id);
  if (!namespace || !change || change.finishedAt !== null) return;
  const { traversalIds } = namespace.scope;
  if (change.moved === 0) await startVisibilityChange(db, id, await countItemsBelow(db, traversalIds));
  for (let wait = MIN_WAIT_MS; ;) {
    if (signal?.aborted) return;
    const startedAt = performance.now();
    const batch = await moveBatch(db, namespace, size.rows);
    const took = performance.now() - startedAt;
    if (!batch) {
      if (await finishIfComplete(db, namespace)) return;
      continue;
    }
    if (batch.isFree) {
      size.took(took);
      wait = MIN_WAIT_MS;
      await pauseAfter(took, signal);
    } else {
      await sleep(wait, undefined, { signal }).catch(() => {});
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    }
  }
}

/** False if the visibility changed again meanwhile: its items are not moved yet. */
export function finishIfComplete(db: Db, { id, scope }: Namespace): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockVisibilityChange(trx, id);
    if (await hasAudiencesToMove(trx, scope.traversalIds)) return false;
    await finishVisibilityChange(trx, id);
    return true;
  });
}
