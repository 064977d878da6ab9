import type { NamespaceId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { epicIdsIn, inheritDates } from '../store/dates.ts';
import { recountRollups } from '../store/rollups.ts';
import { lockTree, rederivePaths, rootsWithItems } from '../store.ts';

export interface Recomputation {
  /** Top-level groups gone through. */
  groups: number;
  /** Items whose path did not match their parents. */
  repairedPaths: number;
}

/**
 * Derives paths, inherited dates and roll-ups of every item anew from parents, milestones and the items' own fields: for
 * administrators who distrust them, and for imports that wrote in bulk. One transaction for each top-level group; others may
 * work on meanwhile. Takes the top-level groups, or all of them.
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
