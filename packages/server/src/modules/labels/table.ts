import type { LabelId, NamespaceId, UserId, WorkItemId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface LabelTable {
  id: Generated<LabelId>;
  /** The group or project it belongs to. */
  namespaceId: NamespaceId;
  title: string;
  description: Generated<string>;
  color: string;
  /** What reads well on the colour; computed when the colour is set. */
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
  /** Whether the item is an epic; PostgreSQL says so where the writer does not. Null in old rows of other items. */
  isEpic: Optional<boolean>;
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
