import type { TimelogId, UserId, WorkItemId } from '@milepost/core/ids';
import type { Generated, GeneratedTime } from '../../platform/database/tables.ts';

export interface TimelogTable {
  id: Generated<TimelogId>;
  workItemId: WorkItemId;
  /** Null once the account is gone. */
  userId: UserId | null;
  /** Seconds; below zero where time was taken back. */
  timeSpent: number;
  spentAt: GeneratedTime;
  summary: Generated<string>;
  createdAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    timelogs: TimelogTable;
  }
}
