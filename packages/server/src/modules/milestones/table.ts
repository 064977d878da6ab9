import type { MilestoneId, NamespaceId } from '@milepost/core/ids';
import type { MilestoneState } from '@milepost/core/timeboxes/milestones';
import type { Generated, GeneratedTime, NullableDate } from '../../platform/database/tables.ts';

export interface MilestoneTable {
  id: Generated<MilestoneId>;
  /** Its group or project. */
  namespaceId: NamespaceId;
  iid: number;
  title: string;
  description: Generated<string>;
  descriptionHtml: Generated<string>;
  state: Generated<MilestoneState>;
  startDate: NullableDate;
  dueDate: NullableDate;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    milestones: MilestoneTable;
  }
}
