import { NotFoundError } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import { statusCategories, statusLimits, type StatusCategory } from '@milepost/core/statuses/statuses';
import type { Db } from '../../../platform/database/tables.ts';
import { namespaceById, type Namespace } from '../../namespaces/store.ts';
import { rewriteLifecycle } from '../../statuses/commands.ts';
import type { WantedStatus } from '../../statuses/commands/writing.ts';
import { lockLifecycles, ownStatuses } from '../../statuses/store.ts';
import { lifecyclesIn, type Lifecycle } from '../../work-items/store/statuses.ts';
import { archivedStatuses, nameSystemStatuses, writeStatusRefs, type ArchivedStatus } from '../store/merge-statuses.ts';
import type { Tally } from './tally.ts';

/** Above the number of statuses that a group can have. */
const MAX_STATUSES = 1000;

/**
 * Matches the statuses of new items with existing ones by name and category, and adds missing ones to the lifecycle of their type.
 * Statuses that cannot be added are reported, and their items get the default of their state.
 */
export async function mergeStatuses(trx: Db, rootId: NamespaceId, tally: Tally): Promise<void> {
  await nameSystemStatuses(trx);
  const archived = await archivedStatuses(trx, MAX_STATUSES);
  if (archived.length > 0) {
    const root = await namespaceById(trx, rootId);
    if (!root) throw new NotFoundError('Group');
    await lockLifecycles(trx, rootId);
    for (const { types } of await lifecyclesIn(trx, rootId)) {
      const wanted = archived.filter(({ type }) => types.includes(type));
      const lifecycle = (await lifecyclesIn(trx, rootId)).find((each) =>
        each.types.some((type) => types.includes(type)),
      );
      if (lifecycle) await addMissing(trx, root, { lifecycle, wanted, tally });
    }
  }
  await writeStatusRefs(trx, await lifecyclesIn(trx, rootId));
}

interface Missing {
  lifecycle: Lifecycle;
  wanted: readonly ArchivedStatus[];
  tally: Tally;
}

async function addMissing(trx: Db, root: Namespace, { lifecycle, wanted, tally }: Missing): Promise<void> {
  const statuses: WantedStatus[] = lifecycle.statuses.map(({ id, name, category }) => ({ id, name, category }));
  const present = statuses.length;
  const known = await ownStatuses(trx, root.id);
  const categories = new Map([...known, ...statuses].map(({ name, category }) => [name.toLowerCase(), category]));
  const names = new Set(statuses.map(({ name }) => name.toLowerCase()));
  // The first change copies the system's statuses to the group, so they count towards its limit.
  let count = new Set([...known, ...statuses].map(({ name }) => name.toLowerCase())).size;
  for (const { name, category, color, location } of wanted) {
    const key = name.toLowerCase();
    const taken = categories.get(key);
    if (taken === category && names.has(key)) continue;
    const isFull =
      statuses.length === statusLimits.perLifecycle || (taken === undefined && count === statusLimits.perRoot);
    if (isFull || (taken !== undefined && taken !== category)) {
      const reason = isFull ? 'the group has too many' : 'the group has one of this name and another category';
      tally.problem(location, `has the status ${JSON.stringify(name)}, which cannot be added: ${reason}`);
      continue;
    }
    if (taken === undefined) count += 1;
    categories.set(key, category);
    names.add(key);
    statuses.splice(positionOf(statuses, category), 0, { name, category, ...(color !== null && { color }) });
  }
  if (statuses.length === present) return;
  const at = (id: number) => statuses.findIndex((status) => status.id === id);
  await rewriteLifecycle(trx, root, lifecycle, {
    name: lifecycle.name,
    statuses,
    defaultOpen: at(lifecycle.defaultOpenId),
    defaultClosed: at(lifecycle.defaultClosedId),
    defaultDuplicate: at(lifecycle.defaultDuplicateId),
  });
}

/** The index after the last status of the same category or an earlier one. */
function positionOf(statuses: readonly WantedStatus[], category: StatusCategory): number {
  const order = statusCategories.indexOf(category);
  return statuses.findLastIndex((each) => statusCategories.indexOf(each.category) <= order) + 1;
}
