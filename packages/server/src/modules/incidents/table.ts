import type { MetricImageId, UploadId, WorkItemId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, Optional } from '../../platform/database/tables.ts';

export interface MetricImageTable {
  id: Generated<MetricImageId>;
  workItemId: WorkItemId;
  uploadId: UploadId;
  /** The source of the image, and its name. */
  url: Optional<string>;
  urlText: Optional<string>;
  createdAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    metricImages: MetricImageTable;
  }
}
