import { ValidationError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { MAX_OWNERS } from '@milepost/core/work-items';
import type { Trx } from '../../../platform/context.ts';
import { assignableAmong, assigneeIdsOn, changeAssignees, type LockedWorkItem } from '../store/writing.ts';
import type { WorkItemFields } from './fields.ts';

/** True when assignees were added or removed. `known` null: they are read. Throws ValidationError for too many owners. */
export async function assign(
  trx: Trx,
  item: Pick<LockedWorkItem, 'id' | 'type' | 'namespaceId' | 'scope'>,
  input: WorkItemFields,
  known: readonly UserId[] | null,
): Promise<boolean> {
  const { assigneeIds, addAssigneeIds = [], removeAssigneeIds = [] } = input;
  if (!assigneeIds && addAssigneeIds.length + removeAssigneeIds.length === 0) return false;
  const current = known ?? (await assigneeIdsOn(trx, item.id));
  const base = (assigneeIds ?? current).filter((userId) => !removeAssigneeIds.includes(userId));
  const wanted = new Set([...base, ...addAssigneeIds]);
  const newcomers = [...wanted].filter((userId) => !current.includes(userId));
  const added = newcomers.length === 0 ? [] : await assignableAmong(trx, item.scope, newcomers);
  const removed = current.filter((userId) => !wanted.has(userId));
  if (added.length + removed.length === 0) return false;
  // None of the given people can be assigned: the list stays. Only an empty list clears it.
  if (assigneeIds && wanted.size > 0 && added.length + current.length === removed.length) return false;
  if (item.type === 'epic' && current.length + added.length - removed.length > MAX_OWNERS) {
    throw new ValidationError({ assignees: [`are limited to ${MAX_OWNERS}`] });
  }
  await changeAssignees(trx, item.id, { added, removed });
  trx.announce({
    name: 'workItem.assigneesChanged',
    namespaceId: item.namespaceId,
    workItemId: item.id,
    data: { added, removed },
  });
  return true;
}
