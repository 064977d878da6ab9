import type { LabelId, NamespaceId, UserId, WorkItemId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface LabelTable {
  id: Generated<LabelId>;
  /** Its group or project. */
  namespaceId: NamespaceId;
  title: string;
  description: Generated<string>;
  color: string;
  /** The text color for the background; computed when the color is set. */
  textColor: string;
  /** Of a project's label; lower comes first, null last. */
  priority: Optional<number>;
  archivedAt: NullableTime;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

export interface WorkItemLabelTable {
  workItemId: WorkItemId;
  labelId: LabelId;
  /** Whether the item is an epic; set by a trigger if the writer omits it. Null in old rows of other items. */
  isEpic: Optional<boolean>;
  /** Null: before changes were recorded. */
  addedAt: NullableTime;
}

export interface LabelSubscriptionTable {
  labelId: LabelId;
  userId: UserId;
  createdAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    labels: LabelTable;
    workItemLabels: WorkItemLabelTable;
    labelSubscriptions: LabelSubscriptionTable;
  }
}
