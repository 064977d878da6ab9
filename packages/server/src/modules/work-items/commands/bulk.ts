import { DomainError, NotFoundError, sentencesOf, ValidationError } from '@milepost/core/errors';
import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import type { WorkItemChange } from './fields.ts';
import { changeWithin } from '../commands.ts';
import { findVisibleWorkItemById, workItemsById, type WorkItem } from '../store.ts';

/** Number of items changed in one transaction; pages split longer lists. */
export const MAX_BULK_ITEMS = 100;

/** The reason why an item was not changed. */
export interface Refusal {
  id: WorkItemId;
  error: DomainError;
}

export interface BulkChange {
  /** Number of distinct requested items. */
  wanted: number;
  /** Those that changed; items that already had the values are in neither list. */
  changed: readonly WorkItemId[];
  refused: readonly Refusal[];
}

/**
 * Applies one change to several items, each with its own permission check and rules. Refused items stay unchanged and are
 * reported; the others change. All in one transaction. `within`: only items of this group or project and below. `beside`: what
 * changes beside the row of each item; those that return true changed something. An anonymous viewer can change nothing: the first
 * refusal is thrown.
 */
export async function changeWorkItems(
  ctx: Context,
  ids: readonly WorkItemId[],
  input: WorkItemChange,
  within: NamespaceId | null = null,
  beside: readonly ((ctx: Context, item: WorkItem) => Promise<unknown>)[] = [],
): Promise<BulkChange> {
  // In the order of ids, to avoid deadlocks.
  const wanted = [...new Set(ids)].toSorted((one, other) => one - other);
  if (wanted.length > MAX_BULK_ITEMS) {
    throw new ValidationError({ base: [`No more than ${MAX_BULK_ITEMS} items can be changed at once`] });
  }
  // What changes beside the row has permissions of its own.
  const hasRowChange = beside.length === 0 || Object.values(input).some((value) => value !== undefined);
  return ctx.transaction(async (trx) => {
    const changed: WorkItemId[] = [];
    const refused: Refusal[] = [];
    for (const id of wanted) {
      // Each in a context of its own, because data loaded for one may be stale for the next.
      const alone = ctx.within(trx);
      try {
        const isChanged = await trx.attempt(async () => {
          await requireWithin(alone, id, within);
          let isChangedHere = hasRowChange && (await changeWithin(alone, trx, id, input));
          if (beside.length > 0) {
            const item = await findVisibleWorkItemById(ctx.within(trx), id);
            for (const perform of beside) if ((await perform(alone, item)) === true) isChangedHere = true;
          }
          return isChangedHere;
        });
        if (isChanged) changed.push(id);
      } catch (error) {
        // Anything else is a bug, or a deadlock for which the whole transaction is retried.
        if (!(error instanceof DomainError)) throw error;
        refused.push({ id, error });
      }
    }
    const [first] = refused;
    if (first && !ctx.viewer.isSignedIn) throw first.error;
    return { wanted: wanted.length, changed, refused };
  });
}

/** Why an item was not changed, in sentences. */
export function reasonsOf({ error }: Refusal): string[] {
  return error instanceof ValidationError ? sentencesOf(error.fields) : [error.message];
}

async function requireWithin(ctx: Context, id: WorkItemId, within: NamespaceId | null): Promise<void> {
  if (within === null) return;
  const item = await ctx.load(workItemsById, id);
  if (!item?.scope.traversalIds.includes(within)) throw new NotFoundError('Work item');
}
