import type { StatusId, UserId, WorkItemId } from '@milepost/core/ids';
import { selectFieldNames } from '@milepost/core/fields/select-fields';
import type { WorkItemType } from '@milepost/core/work-items';
import type { Trx } from '../../../platform/context.ts';
import type { WorkItemRow } from '../table.ts';
import type { ClosingCause } from './fields.ts';

/** Columns announced with both values. A description is too long for that: see `isDescriptionChanged`. */
const announcedColumns = [
  'type',
  'title',
  'isConfidential',
  'isDiscussionLocked',
  'startDate',
  'startDateIsFixed',
  'dueDate',
  'dueDateIsFixed',
  'weight',
  'healthStatus',
  'severity',
  ...selectFieldNames,
  'color',
  'timeEstimate',
  'taskCount',
  'taskCompletedCount',
] as const satisfies readonly (keyof WorkItemRow)[];
type AnnouncedColumn = (typeof announcedColumns)[number];
type WorkItemChanges = Partial<{
  [Column in AnnouncedColumn]: { from: WorkItemRow[Column]; to: WorkItemRow[Column] };
}>;

interface StatusChange {
  fromId: StatusId;
  toId: StatusId;
}

/** Closing and reopening change the status too. */
interface StateChange {
  /** Omitted where it was already one of the new state. */
  status?: StatusChange;
  /** Set: the new status was chosen, and closed or reopened the item. */
  isByStatus?: true;
  /** Set: code closed the item. */
  cause?: ClosingCause;
}

declare module '../../../platform/context.ts' {
  interface Events {
    'workItem.created': { type: WorkItemType };
    'workItem.updated': { changes: WorkItemChanges; isDescriptionChanged: boolean };
    'workItem.statusChanged': StatusChange;
    'workItem.closed': StateChange;
    'workItem.reopened': StateChange;
    'workItem.assigneesChanged': { added: readonly UserId[]; removed: readonly UserId[] };
    /** Announced without `workItemId`, because the item no longer exists. */
    'workItem.deleted': {
      id: WorkItemId;
      type: WorkItemType;
      iid: number;
      title: string;
      parentId: WorkItemId | null;
      isConfidential: boolean;
      isHidden: boolean;
      authorId: UserId | null;
      confidantIds: readonly UserId[];
    };
  }
}

/** Announces changes of the item's own columns. A change of the status that changes the state is announced once. */
export function announceChanges(
  trx: Trx,
  before: WorkItemRow,
  after: WorkItemRow,
  { isByStatus, cause }: { isByStatus: boolean; cause: ClosingCause | undefined },
): void {
  const subject = { namespaceId: after.namespaceId, workItemId: after.id };
  const changes: WorkItemChanges = Object.fromEntries(
    announcedColumns
      .filter((column) => before[column] !== after[column])
      .map((column) => [column, { from: before[column], to: after[column] }]),
  );
  const isDescriptionChanged = before.description !== after.description;
  if (Object.keys(changes).length > 0 || isDescriptionChanged) {
    trx.announce({ ...subject, name: 'workItem.updated', data: { changes, isDescriptionChanged } });
  }
  const status = before.statusId === after.statusId ? null : { fromId: before.statusId, toId: after.statusId };
  if (before.state !== after.state) {
    const name = after.state === 'closed' ? 'workItem.closed' : 'workItem.reopened';
    trx.announce({
      ...subject,
      name,
      data: { ...(status && { status }), ...(isByStatus && { isByStatus }), ...(cause && { cause }) },
    });
  } else if (status) {
    trx.announce({ ...subject, name: 'workItem.statusChanged', data: status });
  }
}
