import type { NamespaceId, SavedViewId, UserId } from '@milepost/core/ids';
import type { ViewKind } from '@milepost/core/views/views';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface SavedViewTable {
  id: Generated<SavedViewId>;
  kind: ViewKind;
  namespaceId: NamespaceId;
  authorId: Optional<UserId>;
  name: string;
  isShared: Generated<boolean>;
  /** The parameters of the page's address, in canonical form. */
  query: string;
  lockVersion: Generated<number>;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
  /** When the view was deleted; the row is kept for RETENTION, so that it can be restored. */
  deletedAt: NullableTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    savedViews: SavedViewTable;
  }
}
