import type { UserId } from '@milepost/core/ids';
import type { NullableTime } from '../../platform/database/tables.ts';

export interface ChecklistTable {
  userId: UserId;
  roadmapOpenedAt: NullableTime;
  dismissedAt: NullableTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    checklists: ChecklistTable;
  }
}
