import type { NamespaceId } from '@milepost/core/ids';
import { Viewer } from '@milepost/core/roles';
import { Context, type Services } from '../../../platform/context.ts';
import { BatchSize, pauseAfter } from '../../../platform/jobs/batches.ts';
import { viewerOfAccount } from '../../members/commands/identify.ts';
import { removeNow } from '../../namespaces/commands/lifecycle.ts';
import { addRemovedItems, deepestBelow, removalOf } from '../../namespaces/store/removals.ts';
import { deleteNamespaceRow } from '../../namespaces/store/writing.ts';
import { namespaceById, type Namespace } from '../../namespaces/store.ts';
import { deleteNewestItems, hasItems } from '../store/removals.ts';
import { lockTree } from '../store.ts';

/** Moves of epics in the top-level group wait as long as a batch takes. */
const FIRST_BATCH = 50;
const MAX_BATCH = 400;
/** Longer than usual: nobody waits for the end of a removal. */
const PAUSE = 0.5;

/**
 * Removes a group or project that is deleted already, from the bottom: the items of one namespace, batch by batch, then the namespace. Each
 * step is a transaction of its own, so that a stopped server leaves less to remove.
 */
export async function runRemoval(
  services: Services,
  id: NamespaceId,
  signal?: AbortSignal,
  size = new BatchSize({ first: FIRST_BATCH, max: MAX_BATCH }),
): Promise<void> {
  const { db } = services;
  const [removal, top] = [await removalOf(db, id), await namespaceById(db, id)];
  if (!removal || !top) return;
  for (;;) {
    if (signal?.aborted) return;
    const startedAt = performance.now();
    if (!(await removeNext(services, top, size.rows))) break;
    const took = performance.now() - startedAt;
    size.took(took);
    await pauseAfter(took, signal, PAUSE);
  }
  if (signal?.aborted) return;
  const viewer = removal.userId === null ? new Viewer(null, true) : await viewerOfAccount(db, removal.userId);
  await removeNow(new Context(services, viewer), id);
}

/** One step of {@link runRemoval}; false if only the namespace itself is left. */
export function removeNext({ db }: Pick<Services, 'db'>, top: Namespace, limit: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const next = await deepestBelow(trx, top);
    if (next === null) return false;
    await lockTree(trx, top.rootId, 'exclusive');
    const count = await deleteNewestItems(trx, next, limit);
    if (count > 0) await addRemovedItems(trx, top.id, count);
    if (count === limit || (await hasItems(trx, next))) return true;
    if (next === top.id) return false;
    await deleteNamespaceRow(trx, next);
    return true;
  });
}
