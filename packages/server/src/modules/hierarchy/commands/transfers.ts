import { ConflictError, DomainError } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import { Context, type Services, type Trx } from '../../../platform/context.ts';
import { isUnavailable } from '../../../platform/database/lost.ts';
import { clearIterationsBelow } from '../../iterations/store/transfers.ts';
import { labelReplacements } from '../../labels/commands/transfers.ts';
import { replaceLabelsBeside, replaceLabelsOf } from '../../labels/store/transfers.ts';
import { viewerOfAccount } from '../../members/commands/identify.ts';
import { milestoneReplacements } from '../../milestones/commands/transfers.ts';
import { replaceMilestonesBeside, replaceMilestonesInCharts } from '../../milestones/store/transfers.ts';
import { checkTransfer, moveNamespace, prepareTransfer, type Transfer } from '../../namespaces/commands/transfers.ts';
import type { RootChange, TransferredItems } from '../../namespaces/sockets.ts';
import { lockTrees } from '../../namespaces/store/writing.ts';
import { endReadOnly, groupsLeft, leaseTransfer, saveTransfer, transferOf } from '../../namespaces/store/transfers.ts';
import { lockNamespace, namespaceById, type Namespace } from '../../namespaces/store.ts';
import { holdLifecycles } from '../../work-items/store/statuses.ts';
import { countItemsBelow, nextIdsBelow, saveRootOf, theseItems } from '../store/transfers.ts';

/** So many ids are read at once, because each time those of all remaining items are sorted. */
const READ_AT_ONCE = 20_000;
const BATCH = 2_000;

export const transferredItems: TransferredItems = {
  areMoreThan: async (db, traversalIds, limit) => (await countItemsBelow(db, traversalIds, limit + 1)) > limit,
  count: countItemsBelow,
};

/**
 * Runs a transfer that a request queued, in one transaction: all of it or nothing. When it fails, it stores the reason, and the group can
 * be changed again. A stopped server leaves it as it is, for the next one.
 */
export async function runTransfer(services: Services, id: NamespaceId, signal?: AbortSignal): Promise<void> {
  const { db } = services;
  try {
    const wanted = await transferOf(db, id);
    if (wanted?.status !== 'pending') return;
    if (wanted.userId === null) throw new ConflictError('The account that requested the transfer was deleted.');
    const ctx = new Context(services, await viewerOfAccount(db, wanted.userId));
    await ctx.transaction(async (trx) => {
      if (!(await leaseTransfer(trx, id))) return;
      const moved = await namespaceById(trx, id);
      // Another process did it while this one waited in the queue.
      if (!moved || (await transferOf(trx, id))?.status !== 'pending') return;
      await transferItems(ctx, trx, moved, { kind: moved.kind, id, to: wanted.targetId, input: wanted.input }, signal);
      await saveTransfer(trx, id, { status: 'done', progress: 100 });
    });
  } catch (error) {
    if (signal?.aborted || isUnavailable(error)) throw error;
    await failTransfer(services, id, error);
    if (!(error instanceof DomainError)) throw error;
  }
}

/**
 * The items first, which takes long, then the group under the locks of both trees, which takes less than a second: until then the rest of
 * both trees can be changed. Nobody sees a part of it before the commit.
 */
async function transferItems(
  ctx: Context,
  trx: Trx,
  moved: Namespace,
  transfer: Transfer,
  signal: AbortSignal | undefined,
): Promise<void> {
  const target = transfer.to === null ? null : await namespaceById(trx, transfer.to as NamespaceId);
  const { traversalIds } = moved.scope;
  const toRootId = target?.rootId ?? moved.id;
  const change: RootChange = { id: moved.id, traversalIds, fromRootId: moved.rootId, toRootId };
  // The statuses that items get fit the new group until the end.
  await holdLifecycles(trx, toRootId);
  await prepareTransfer(ctx, trx, change, transfer.input);
  await replaceInItems(ctx.services, trx, moved, [...(target?.scope.traversalIds ?? []), moved.id], signal);
  // Before the rows below are locked, as every command does.
  await lockTrees(trx, [change.fromRootId, toRootId]);
  await endReadOnly(trx, moved);
  const checked = await checkTransfer(ctx, trx, transfer);
  const { before, parent } = checked;
  if (!isSamePath(before, traversalIds) || !isSamePath(parent, target?.scope.traversalIds)) {
    throw new ConflictError('The group or its target was moved meanwhile. Start the transfer again.');
  }
  await moveNamespace(ctx, trx, transfer, checked, true);
}

const isSamePath = (namespace: Namespace | null, traversalIds: readonly NamespaceId[] | undefined): boolean =>
  namespace?.scope.traversalIds.join(' ') === traversalIds?.join(' ');

/** Gives all items what follows from their new groups (`after`: their ids from the top): each item is written once, whatever it is. */
async function replaceInItems(
  { db }: Services,
  trx: Trx,
  moved: Namespace,
  after: readonly NamespaceId[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { traversalIds } = moved.scope;
  const former = groupsLeft(moved.scope, { traversalIds: after });
  const labels = await labelReplacements(trx, moved.id, former, after);
  const milestones = await milestoneReplacements(trx, moved, former, after);
  if (former.length > 0) await clearIterationsBelow(trx, moved.id, former);
  await replaceLabelsBeside(trx, moved.id, labels);
  await replaceMilestonesBeside(trx, moved.id, milestones);
  const total = await countItemsBelow(trx, traversalIds);
  let done = 0;
  let progress = 0;
  for (let last = 0; ;) {
    const found = await nextIdsBelow(trx, traversalIds, { after: last, limit: READ_AT_ONCE });
    const [newest] = found.slice(-1);
    if (newest === undefined) return;
    last = newest;
    for (let at = 0; at < found.length; at += BATCH) {
      signal?.throwIfAborted();
      const ids = found.slice(at, at + BATCH);
      await saveRootOf(trx, ids, after[0] ?? moved.id, milestones);
      const items = theseItems(ids);
      await replaceMilestonesInCharts(trx, items, milestones);
      await replaceLabelsOf(trx, items, labels);
      done += ids.length;
      const percent = Math.min(99, Math.floor((100 * done) / total));
      // Outside of the transaction, so that others see it.
      if (percent > progress) await saveTransfer(db, moved.id, { progress: percent });
      progress = percent;
    }
  }
}

/** Leaves everything as it was before the transfer. */
function failTransfer({ db }: Services, id: NamespaceId, error: unknown): Promise<void> {
  const failure = error instanceof DomainError ? error.message : 'An unexpected error occurred. Nothing was moved.';
  return db.transaction().execute(async (trx) => {
    const moved = await lockNamespace(trx, id);
    if (moved) await endReadOnly(trx, moved);
    await saveTransfer(trx, id, { status: 'failed', progress: 0, failure });
  });
}
