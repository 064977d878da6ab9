import { ConflictError, DomainError } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import { Context, type Services, type Trx } from '../../../platform/context.ts';
import { isUnavailable } from '../../../platform/database/lost.ts';
import { viewerOfAccount } from '../../members/commands/identify.ts';
import { checkTransfer, moveNamespace, prepareTransfer, type Transfer } from '../../namespaces/commands/transfers.ts';
import type { RootChange, TransferredItems } from '../../namespaces/sockets.ts';
import { lockTrees } from '../../namespaces/store/writing.ts';
import { endReadOnly, leaseTransfer, saveTransfer, transferOf } from '../../namespaces/store/transfers.ts';
import { lockNamespace, namespaceById, type Namespace } from '../../namespaces/store.ts';
import { countItemsBelow, saveRootOfNext } from '../store/transfers.ts';

const BATCH = 5_000;

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
 * The items first, which takes long, then the group under the locks of both trees, which takes seconds: until then the rest of both trees
 * can be changed. Nobody sees a part of it before the commit.
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
  await prepareTransfer(ctx, trx, change, transfer.input);
  await saveRoots(ctx.services, trx, change, signal);
  // Before the rows below are locked, as every command does.
  await lockTrees(trx, [change.fromRootId, toRootId]);
  await endReadOnly(trx, moved);
  const checked = await checkTransfer(ctx, trx, transfer);
  if (checked.change?.fromRootId !== change.fromRootId || checked.change.toRootId !== toRootId) {
    throw new ConflictError('The group or its target was moved meanwhile. Start the transfer again.');
  }
  await moveNamespace(ctx, trx, transfer, checked);
}

async function saveRoots(
  { db }: Services,
  trx: Trx,
  { id, traversalIds, toRootId }: RootChange,
  signal: AbortSignal | undefined,
): Promise<void> {
  const total = await countItemsBelow(trx, traversalIds);
  let after = 0;
  let done = 0;
  let progress = 0;
  for (;;) {
    signal?.throwIfAborted();
    const batch = await saveRootOfNext(trx, traversalIds, toRootId, { after, limit: BATCH });
    if (!batch) return;
    after = batch.last;
    done += batch.count;
    const percent = Math.min(99, Math.floor((100 * done) / total));
    // Outside of the transaction, so that others see it.
    if (percent > progress) await saveTransfer(db, id, { progress: percent });
    progress = percent;
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
