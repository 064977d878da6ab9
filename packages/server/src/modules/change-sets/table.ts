import type { ChangeSetId, LabelId, MilestoneId, NoteId, UserId, WorkItemId } from '@milepost/core/ids';
import type { HealthStatus, WorkItemState } from '@milepost/core/work-items';
import type { Generated, GeneratedTime, NullableTime } from '../../platform/database/tables.ts';

/** The values of an item that a change set can change. */
export interface ItemValues {
  title: string;
  description: string;
  state: WorkItemState;
  startDate: string | null;
  startDateIsFixed: boolean;
  dueDate: string | null;
  dueDateIsFixed: boolean;
  weight: number | null;
  healthStatus: HealthStatus | null;
  isConfidential: boolean;
  milestoneId: MilestoneId | null;
  parentId: WorkItemId | null;
  labelIds: readonly LabelId[];
  assigneeIds: readonly UserId[];
}

/** A change that was made, with what is needed to undo it: only the values that changed. */
export type MadeChange =
  | { kind: 'created'; itemId: WorkItemId }
  | { kind: 'updated'; itemId: WorkItemId; before: Partial<ItemValues>; after: Partial<ItemValues> }
  | { kind: 'linked'; itemId: WorkItemId; otherId: WorkItemId }
  | { kind: 'commented'; itemId: WorkItemId; noteId: NoteId };

export interface ChangeSetTable {
  id: Generated<ChangeSetId>;
  authorId: UserId;
  createdAt: GeneratedTime;
  /** `MadeChange[]` as JSON. */
  changes: unknown;
  undoneAt: NullableTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    changeSets: ChangeSetTable;
  }
}
