import type { NamespaceId, NoteId, UploadId, UserId, WorkItemId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, Optional } from '../../platform/database/tables.ts';

/** What a file is for: in a text, or as one of the things that other rooms keep files for. */
export type UploadPurpose = 'markdown' | 'metric_image';

export interface UploadTable {
  id: Generated<UploadId>;
  namespaceId: NamespaceId;
  purpose: UploadPurpose;
  /** Unguessable; also where the bytes lie. */
  secret: string;
  fileName: string;
  byteSize: number;
  /** As the bytes say. */
  mediaType: string;
  uploadedById: Optional<UserId>;
  createdAt: GeneratedTime;
}

/** A text that names a file, or did; written by triggers. It outlives the text. */
export interface UploadUseTable extends UploadUse {
  secret: string;
}

export interface UploadUse {
  workItemId: WorkItemId;
  /** Null for the description of the item. */
  noteId: NoteId | null;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    uploads: UploadTable;
    uploadUses: UploadUseTable;
  }
}
