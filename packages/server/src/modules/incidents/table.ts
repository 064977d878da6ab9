import type { MetricImageId, UploadId, WorkItemId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, Optional } from '../../platform/database/tables.ts';

export interface MetricImageTable {
  id: Generated<MetricImageId>;
  workItemId: WorkItemId;
  uploadId: UploadId;
  /** Where the picture comes from, and how that is called. */
  url: Optional<string>;
  urlText: Optional<string>;
  createdAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    metricImages: MetricImageTable;
  }
}
