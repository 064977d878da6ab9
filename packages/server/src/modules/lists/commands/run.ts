import type { BulkUpdateId, WorkItemId } from '@milepost/core/ids';
import { Context, type Services } from '../../../platform/context.ts';
import { isUnavailable } from '../../../platform/database/lost.ts';
import { BatchSize, pauseAfter } from '../../../platform/jobs/batches.ts';
import { SLICE_MS } from '../../../platform/jobs/resumable.ts';
import { nullIfNotFound } from '../../../platform/util/errors.ts';
import { viewerOfAccount } from '../../members/commands/identify.ts';
import { changeWorkItems, MAX_BULK_ITEMS, reasonsOf, type BulkChange } from '../../work-items/commands/bulk.ts';
import {
  bulkUpdateById,
  finishBulkUpdate,
  leaseBulkUpdate,
  nextItems,
  queueBulkUpdate,
  saveOutcomes,
  type BulkUpdate,
  type ItemOutcome,
} from '../store.ts';

/** An item takes some ten statements, and a batch as many beside its items. */
const MIN_BATCH = 5;

/**
 * Makes a bulk update, batch by batch, each in a transaction that also records what became of its items: a stopped server loses no more
 * than a batch, and changes no item twice. Before each batch it asks what the person may do now.
 */
export async function runBulkUpdate(
  services: Services,
  id: BulkUpdateId,
  signal?: AbortSignal,
  size = new BatchSize({ first: MIN_BATCH, max: MAX_BULK_ITEMS, min: MIN_BATCH }),
): Promise<void> {
  const { db } = services;
  const endOfSlice = performance.now() + SLICE_MS;
  for (;;) {
    if (signal?.aborted) return;
    if (performance.now() > endOfSlice) return queueBulkUpdate(db, id);
    const startedAt = performance.now();
    if (!(await updateNext(services, id, size.rows))) return;
    const took = performance.now() - startedAt;
    size.took(took);
    await pauseAfter(took, signal);
  }
}

/** One step of {@link runBulkUpdate}; false if it is finished, or if another process works on it. */
export async function updateNext(services: Services, id: BulkUpdateId, limit: number): Promise<boolean> {
  const update = await bulkUpdateById(services.db, id);
  if (!update) return false;
  const ctx = await contextOf(services, update);
  if (!ctx) return false;
  try {
    return await updateBatch(ctx, update, limit);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    // One of them has met a bug: the others are changed without it.
    if (limit > 1) return updateNext(services, id, 1);
    await refuseNext(ctx, id);
    await queueBulkUpdate(services.db, id);
    throw error;
  }
}

/** Null if the person cannot sign in any more; then it fails. */
async function contextOf(services: Services, { id, userId }: BulkUpdate): Promise<Context | null> {
  const viewer = await nullIfNotFound(viewerOfAccount(services.db, userId));
  if (viewer) return new Context(services, viewer);
  await finishBulkUpdate(services.db, id, 'failed', 'The account can no longer sign in.');
  return null;
}

function updateBatch(ctx: Context, { id, namespaceId, change }: BulkUpdate, limit: number): Promise<boolean> {
  return ctx.transaction(async (trx) => {
    if (!(await leaseBulkUpdate(trx, id))) return false;
    const ids = await nextItems(trx, id, limit);
    if (ids.length > 0) {
      await saveOutcomes(trx, id, outcomesOf(ids, await changeWorkItems(ctx.within(trx), ids, change, namespaceId)));
    }
    if (ids.length === limit) return true;
    await finishBulkUpdate(trx, id, 'done');
    return false;
  });
}

function outcomesOf(ids: readonly WorkItemId[], { changed, refused }: BulkChange): ItemOutcome[] {
  const isChanged = new Set(changed);
  const reasons = new Map(refused.map((refusal) => [refusal.id, reasonsOf(refusal).join(', ')]));
  return ids.map((id) => {
    const reason = reasons.get(id);
    if (reason !== undefined) return { id, outcome: 'refused', reason };
    return { id, outcome: isChanged.has(id) ? 'changed' : 'unchanged' };
  });
}

function refuseNext(ctx: Context, bulkUpdateId: BulkUpdateId): Promise<void> {
  return ctx.transaction(async (trx) => {
    if (!(await leaseBulkUpdate(trx, bulkUpdateId))) return;
    const [id] = await nextItems(trx, bulkUpdateId, 1);
    const reason = 'An unexpected error occurred';
    if (id !== undefined) await saveOutcomes(trx, bulkUpdateId, [{ id, outcome: 'refused', reason }]);
  });
}
