import type { NamespaceId, UploadId, UserId } from '@milepost/core/ids';
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

declare module '../../platform/database/tables.ts' {
  interface Tables {
    uploads: UploadTable;
  }
}
