import type { StatusUpdateId, UserId, WorkItemId } from '@milepost/core/ids';
import type { HealthStatus } from '@milepost/core/work-items';
import type { Generated, GeneratedTime, NullableDate, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface StatusUpdateTable {
  id: Generated<StatusUpdateId>;
  workItemId: WorkItemId;
  /** Null: the account was deleted. */
  authorId: Optional<UserId>;
  health: HealthStatus;
  /** The health of the epic before; null: it had none. */
  previousHealth: Optional<HealthStatus>;
  body: string;
  bodyHtml: string;
  /** The dates of the epic at that time. */
  startDate: NullableDate;
  dueDate: NullableDate;
  createdAt: GeneratedTime;
  editedAt: NullableTime;
  deletedAt: NullableTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    statusUpdates: StatusUpdateTable;
  }
}
