import type { BulkUpdateId, NamespaceId, UserId, WorkItemId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export type BulkUpdateStatus = 'pending' | 'done' | 'cancelled' | 'failed';

export interface BulkUpdateTable {
  id: Generated<BulkUpdateId>;
  userId: UserId;
  /** The group or project of the list. */
  namespaceId: NamespaceId;
  /** What it does, in the words of the person who started it. */
  title: string;
  /** `WidgetInput` as JSON. */
  change: unknown;
  undoOfId: Optional<BulkUpdateId>;
  status: Generated<BulkUpdateStatus>;
  /** Why it failed. */
  failure: Optional<string>;
  /** Numbers of items. */
  total: number;
  processed: Generated<number>;
  changed: Generated<number>;
  refused: Generated<number>;
  createdAt: GeneratedTime;
  finishedAt: NullableTime;
  dismissedAt: NullableTime;
}

export interface BulkUpdateItemTable {
  bulkUpdateId: BulkUpdateId;
  workItemId: WorkItemId;
  /** Null: not processed yet. */
  outcome: Optional<'changed' | 'unchanged' | 'refused'>;
  /** Why it was refused. */
  reason: Optional<string>;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    bulkUpdates: BulkUpdateTable;
    bulkUpdateItems: BulkUpdateItemTable;
  }
}
