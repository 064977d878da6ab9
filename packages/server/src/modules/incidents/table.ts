import type { MetricImageId, NoteId, TimelineEventId, UploadId, UserId, WorkItemId } from '@milepost/core/ids';
import type { TimelineTag } from '@milepost/core/text/incident-timeline';
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

export interface TimelineEventTable {
  id: Generated<TimelineEventId>;
  workItemId: WorkItemId;
  /** Null: the account was deleted. */
  authorId: Optional<UserId>;
  updatedById: Optional<UserId>;
  promotedFromNoteId: Optional<NoteId>;
  /** `severity` and `label`: added by such a change, and not editable. */
  action: Generated<'comment' | 'severity' | 'label'>;
  note: string;
  occurredAt: Date;
  tags: Generated<TimelineTag[]>;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    metricImages: MetricImageTable;
    timelineEvents: TimelineEventTable;
  }
}
