import type { TimelogId, UserId, WorkItemId } from '@milepost/core/ids';
import type { Generated, GeneratedTime } from '../../platform/database/tables.ts';

export interface TimelogTable {
  id: Generated<TimelogId>;
  workItemId: WorkItemId;
  /** Null after the account was deleted. */
  userId: UserId | null;
  /** Seconds; negative where time was subtracted. */
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
