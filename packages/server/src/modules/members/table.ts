import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { GeneratedTime, NullableDate, Optional } from '../../platform/database/tables.ts';

/** A direct membership; what it gives holds in everything below the namespace as well. */
export interface MemberTable {
  namespaceId: NamespaceId;
  userId: UserId;
  accessLevel: number;
  createdById: Optional<UserId>;
  /** The first day on which it no longer holds. */
  expiresAt: NullableDate;
  createdAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    members: MemberTable;
  }
}
