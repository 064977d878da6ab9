import type { UserId, WorkItemId } from '@milepost/core/ids';
import { selectFieldNames } from '@milepost/core/select-fields';
import type { WorkItemType } from '@milepost/core/work-items';
import type { Trx } from '../../../platform/context.ts';
import type { WorkItemRow } from '../table.ts';

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

declare module '../../../platform/context.ts' {
  interface Events {
    'workItem.created': { type: WorkItemType };
    'workItem.updated': { changes: WorkItemChanges; isDescriptionChanged: boolean };
    'workItem.closed': Record<string, never>;
    'workItem.reopened': Record<string, never>;
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

/** Announces changes of the item's own columns. */
export function announceChanges(trx: Trx, before: WorkItemRow, after: WorkItemRow): void {
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
  if (before.state !== after.state) {
    trx.announce({ ...subject, name: after.state === 'closed' ? 'workItem.closed' : 'workItem.reopened', data: {} });
  }
}
