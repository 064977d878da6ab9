import { ValidationError } from '@milepost/core/errors';
import type { NamespaceId, StatusId } from '@milepost/core/ids';
import type { WorkItemType } from '@milepost/core/work-items';
import type { Db } from '../../../platform/database/tables.ts';
import { countByStatus, stateOfStatus, type Lifecycle, type Status } from '../../work-items/store/statuses.ts';

interface Exchange {
  before: Lifecycle;
  after: Lifecycle;
  /** New status by old one, as the caller requested. */
  wanted: ReadonlyMap<StatusId, StatusId>;
}

/**
 * The new status of each status that is not in the lifecycle any more: the wanted one, or one of the same name and category.
 * Throws ValidationError for a status in use that has neither, and for a replacement that would open or close items.
 */
export async function replacementsFor(
  db: Db,
  rootId: NamespaceId,
  types: readonly WorkItemType[],
  { before, after, wanted }: Exchange,
): Promise<ReadonlyMap<StatusId, StatusId>> {
  const leaving = before.statuses.filter(({ id }) => !after.statuses.some((status) => status.id === id));
  const replacements = new Map<StatusId, StatusId>();
  const missing: Status[] = [];
  for (const status of leaving) {
    const target = after.statuses.find(({ id }) => id === wanted.get(status.id)) ?? sameIn(after, status);
    if (!target) missing.push(status);
    else if (stateOfStatus(target) === stateOfStatus(status)) replacements.set(status.id, target.id);
    else
      throw new ValidationError({
        base: [`${target.name} cannot replace ${status.name}: it would open or close items.`],
      });
  }
  const counts = missing.length > 0 ? await countByStatus(db, rootId, types) : [];
  const problems = missing.flatMap(({ id, name }) => {
    const count = counts.reduce((sum, each) => (each.statusId === id ? sum + each.count : sum), 0);
    const items = count === 1 ? '1 item has' : `${count} items have`;
    return count > 0 ? [`${items} the status ${name}. Choose another status for them.`] : [];
  });
  if (problems.length > 0) throw new ValidationError({ base: problems });
  return replacements;
}

/** The status of the same name and category. */
export function sameIn(lifecycle: Lifecycle, { name, category }: Status): Status | undefined {
  return lifecycle.statuses.find(
    (status) => status.name.toLowerCase() === name.toLowerCase() && status.category === category,
  );
}
