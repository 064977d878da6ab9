import type { LinkId, WorkItemId } from '@milepost/core/ids';
import type { StoredLinkType } from '@milepost/core/links';
import type { Generated, GeneratedTime } from '../../platform/database/tables.ts';

/** One row per link, for both directions. */
export interface WorkItemLinkTable {
  id: Generated<LinkId>;
  sourceId: WorkItemId;
  targetId: WorkItemId;
  type: StoredLinkType;
  /** Whole days between the end of the blocker and the start of what it blocks; 0 for other links. */
  lagDays: Generated<number>;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    workItemLinks: WorkItemLinkTable;
  }
}
