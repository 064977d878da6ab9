import { DomainError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import type { WorkItemChange } from './fields.ts';
import { changeWithin } from '../commands.ts';
import { workItemsById } from '../store.ts';

/** So many items are changed in one transaction; pages send longer lists in several. */
export const mostAtOnce = 100;

/** Why one of many items was left as it is. */
export interface Refusal {
  id: WorkItemId;
  error: DomainError;
}

export interface BulkChange {
  /** How many different items were asked for. */
  wanted: number;
  /** Those that are different now; what was as wanted already is in neither list. */
  changed: readonly WorkItemId[];
  refused: readonly Refusal[];
}

/**
 * The same change to many items, each as if it came alone: by its own permission and rules. What is refused stays as it was,
 * and says why, and the rest changes. All in one transaction. `within`: only items of this group or project and below.
 * A viewer who is not signed in can change nothing: the first refusal is thrown.
 */
export async function changeWorkItems(
  ctx: Context,
  ids: readonly WorkItemId[],
  input: WorkItemChange,
  within: NamespaceId | null = null,
): Promise<BulkChange> {
  // Always in the same order, so that two of these do not wait for each other in a circle.
  const wanted = [...new Set(ids)].toSorted((one, other) => one - other);
  if (wanted.length > mostAtOnce) {
    throw new ValidationError({ base: [`No more than ${mostAtOnce} items can be changed at once`] });
  }
  return ctx.transaction(async (trx) => {
    const changed: WorkItemId[] = [];
    const refused: Refusal[] = [];
    for (const id of wanted) {
      // Each in a context of its own: what was loaded for one may not be so any more for the next.
      const alone = ctx.within(trx);
      try {
        const isChanged = await trx.attempt(async () => {
          await requireWithin(alone, id, within);
          return changeWithin(alone, trx, id, input);
        });
        if (isChanged) changed.push(id);
      } catch (error) {
        // Anything else is a fault, or a deadlock that the whole transaction is tried again for.
        if (!(error instanceof DomainError)) throw error;
        refused.push({ id, error });
      }
    }
    const [first] = refused;
    if (first && !ctx.viewer.isSignedIn) throw first.error;
    return { wanted: wanted.length, changed, refused };
  });
}

async function requireWithin(ctx: Context, id: WorkItemId, within: NamespaceId | null): Promise<void> {
  if (within === null) return;
  const item = await ctx.load(workItemsById, id);
  if (!item?.scope.traversalIds.includes(within)) throw new NotFoundError('Work item');
}
