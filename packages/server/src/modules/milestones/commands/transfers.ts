import type { MilestoneId, NamespaceId } from '@milepost/core/ids';
import type { Trx } from '../../../platform/context.ts';
import { nextIid, type Namespace } from '../../namespaces/store.ts';
import { insertMilestone, readMilestone } from '../store.ts';
import { milestonesUsedBelow, type MilestoneReplacement } from '../store/transfers.ts';

/**
 * The milestones that take the place of those of the groups `former` which something in `moved` and below uses: milestones of the same
 * title that are available in `availableIn`, or copies in `moved`, which are written. Locks nothing that others change.
 */
export async function milestoneReplacements(
  trx: Trx,
  moved: Namespace,
  former: readonly NamespaceId[],
  availableIn: readonly NamespaceId[],
): Promise<MilestoneReplacement[]> {
  const used = await milestonesUsedBelow(trx, moved.id, former, availableIn);
  const replacements: MilestoneReplacement[] = [];
  for (const { id, sameId } of used) {
    const to = sameId ?? (await copyMilestone(trx, id, moved));
    if (to !== null) replacements.push({ from: id, to });
  }
  return replacements;
}

/** Null when it was deleted meanwhile. */
async function copyMilestone(trx: Trx, id: MilestoneId, into: Namespace): Promise<MilestoneId | null> {
  const milestone = await readMilestone(trx, id);
  if (!milestone) return null;
  const { title, description, descriptionHtml, state, startDate, dueDate } = milestone;
  const iid = await nextIid(trx, into.id, 'milestones');
  return insertMilestone(trx, {
    title,
    description,
    descriptionHtml,
    state,
    startDate,
    dueDate,
    namespaceId: into.id,
    iid,
  });
}
