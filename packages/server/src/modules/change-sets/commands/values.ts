import type { WorkItemChange } from '../../work-items/commands/fields.ts';
import type { ItemValues } from '../table.ts';

const listed = ['labelIds', 'assigneeIds'] as const satisfies readonly (keyof ItemValues)[];

/** The values that differ, as they were and as they are. */
export function differenceOf(
  before: ItemValues,
  after: ItemValues,
): { before: Partial<ItemValues>; after: Partial<ItemValues> } {
  const names = (Object.keys(before) as (keyof ItemValues)[]).filter((name) => !isSame(before[name], after[name]));
  const only = (values: ItemValues): Partial<ItemValues> =>
    Object.fromEntries(names.map((name) => [name, values[name]]));
  return { before: only(before), after: only(after) };
}

/** The names of values that somebody changed since `after`. Lists are restored by what was added and removed: they cannot conflict. */
export function changedSince(after: Partial<ItemValues>, now: ItemValues): (keyof ItemValues)[] {
  return (Object.keys(after) as (keyof ItemValues)[]).filter(
    (name) => !listed.some((each) => each === name) && !isSame(after[name], now[name]),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The change that restores `before`. */
export function restoring(before: Partial<ItemValues>, after: Partial<ItemValues>): WorkItemChange {
  const { labelIds, assigneeIds, state, startDate, dueDate, ...plain } = before;
  return {
    ...plain,
    ...(startDate !== undefined && { startDateFixed: startDate }),
    ...(dueDate !== undefined && { dueDateFixed: dueDate }),
    ...(state !== undefined && { stateEvent: state === 'closed' ? 'close' : 'reopen' }),
    ...(labelIds && {
      addLabelIds: without(labelIds, after.labelIds),
      removeLabelIds: without(after.labelIds, labelIds),
    }),
    ...(assigneeIds && {
      addAssigneeIds: without(assigneeIds, after.assigneeIds),
      removeAssigneeIds: without(after.assigneeIds, assigneeIds),
    }),
  };
}

function without<Each>(all: readonly Each[] | undefined, removed: readonly Each[] | undefined): Each[] {
  return (all ?? []).filter((each) => !removed?.includes(each));
}
