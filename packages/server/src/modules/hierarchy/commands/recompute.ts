import type { NamespaceId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { epicIdsIn, inheritDates } from '../store/dates.ts';
import { recountRollups } from '../store/rollups.ts';
import { lockTree, rederivePaths, rootsWithItems } from '../store.ts';

export interface Recomputation {
  /** Number of top-level groups processed. */
  groups: number;
  /** Items whose path did not match their parents. */
  repairedPaths: number;
}

/**
 * Recomputes paths, inherited dates and roll-ups of every item from parents, milestones and the items' own fields: for
 * administrators, and after bulk imports. One transaction per top-level group, concurrent with other work. Takes the top-level
 * groups, or all of them.
 */
export async function recomputeRollups(ctx: Context, rootIds?: readonly NamespaceId[]): Promise<Recomputation> {
  const roots = rootIds ?? (await rootsWithItems(ctx.db));
  let repairedPaths = 0;
  for (const rootId of roots) {
    await ctx.transaction(async (trx) => {
      await lockTree(trx, rootId, 'exclusive');
      repairedPaths += await rederivePaths(trx, rootId);
      await inheritDates(trx, await epicIdsIn(trx, rootId));
      await recountRollups(trx, rootId);
    });
  }
  return { groups: roots.length, repairedPaths };
}
