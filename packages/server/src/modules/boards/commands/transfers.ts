import type { StatusId } from '@milepost/core/ids';
import type { Trx } from '../../../platform/context.ts';
import type { RootChange } from '../../namespaces/sockets.ts';
import { sameIn } from '../../statuses/commands/replacements.ts';
import { lifecyclesIn, type Lifecycle } from '../../work-items/store/statuses.ts';
import { boardsWithStatusesBelow, replaceStatusOfLists } from '../store/transfers.ts';
import { numberLists } from '../store.ts';

/**
 * Gives the lists of boards the statuses of their new top-level group, as `moveStatuses` does with items: the chosen ones, or those of
 * the same name and category. A list whose status has no counterpart would always be empty, so it is removed.
 */
export async function moveListStatuses(
  trx: Trx,
  { traversalIds, fromRootId, toRootId }: RootChange,
  chosen: readonly (readonly [StatusId, StatusId])[],
): Promise<void> {
  const lists = await boardsWithStatusesBelow(trx, traversalIds);
  if (lists.length === 0) return;
  // Most cards are issues: their lifecycle comes first.
  const after = (await lifecyclesIn(trx, toRootId)).toSorted((one, other) => rankOf(one) - rankOf(other));
  const before = (await lifecyclesIn(trx, fromRootId)).flatMap(({ statuses }) => statuses);
  const targets = after.flatMap(({ statuses }) => statuses);
  for (const { boardId, statusId } of lists) {
    const status = before.find(({ id }) => id === statusId);
    if (targets.some(({ id }) => id === statusId)) continue;
    const wanted = chosen.find(([old, id]) => old === statusId && targets.some((each) => each.id === id))?.[1];
    const same = status && after.map((lifecycle) => sameIn(lifecycle, status)).find((each) => each !== undefined);
    await replaceStatusOfLists(trx, boardId, statusId, wanted ?? same?.id ?? null);
    await numberLists(trx, boardId, null);
  }
}

const rankOf = ({ types }: Lifecycle): number => (types.includes('issue') ? 0 : 1);
