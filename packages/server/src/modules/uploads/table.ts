import type { NamespaceId, NoteId, UploadId, UserId, WorkItemId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, Optional } from '../../platform/database/tables.ts';

/** The use of a file: in a text, or as one of the objects of other rooms. */
export type UploadPurpose = 'markdown' | 'metric_image';

export interface UploadTable {
  id: Generated<UploadId>;
  namespaceId: NamespaceId;
  purpose: UploadPurpose;
  /** Unguessable; also the name of the file on the disk. */
  secret: string;
  fileName: string;
  byteSize: number;
  /** Detected from the bytes. */
  mediaType: string;
  uploadedById: Optional<UserId>;
  createdAt: GeneratedTime;
}

/** A text that refers to a file, or did; written by triggers. Outlives the text. */
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
