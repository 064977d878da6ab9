import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { GeneratedTime, NullableDate, Optional } from '../../platform/database/tables.ts';

/** A direct membership; it is inherited by everything below the namespace. */
export interface MemberTable {
  namespaceId: NamespaceId;
  userId: UserId;
  accessLevel: number;
  createdById: Optional<UserId>;
  /** The first day on which it is no longer valid. */
  expiresAt: NullableDate;
  createdAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    members: MemberTable;
  }
}
