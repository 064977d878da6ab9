import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { GeneratedTime, NullableDate, NullableTime, Optional } from '../../platform/database/tables.ts';

/** A direct membership; it is inherited by everything below the namespace. */
export interface MemberTable {
  namespaceId: NamespaceId;
  userId: UserId;
  accessLevel: number;
  createdById: Optional<UserId>;
  /** The first day on which it is no longer valid. */
  expiresAt: NullableDate;
  createdAt: GeneratedTime;
  /** Since when it is valid without a gap; a trigger sets it. */
  memberSince: GeneratedTime;
  /** Since when the role is at least planner; null below. A trigger sets it. */
  insiderSince: NullableTime;
}

/** A group or project that is shared with a group. */
export interface GroupShareTable {
  namespaceId: NamespaceId;
  /** The group whose members get a role. */
  groupId: NamespaceId;
  /** The maximum role. */
  accessLevel: number;
  /** The first day on which it is no longer valid. */
  expiresAt: NullableDate;
  createdById: Optional<UserId>;
  createdAt: GeneratedTime;
  /** As of a member, for the maximum role. */
  memberSince: GeneratedTime;
  insiderSince: NullableTime;
}

/** A request of a person to become a member. */
export interface AccessRequestTable {
  namespaceId: NamespaceId;
  userId: UserId;
  createdAt: GeneratedTime;
}

/** A view of every unexpired role, given directly or by a share. */
export interface MembershipView {
  namespaceId: NamespaceId;
  userId: UserId;
  accessLevel: number;
  createdById: UserId | null;
  expiresAt: string | null;
  createdAt: Date;
  /** The group that it comes from; null for a direct membership. */
  groupId: NamespaceId | null;
  memberSince: Date;
  /** Null below planner. */
  insiderSince: Date | null;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    members: MemberTable;
    groupShares: GroupShareTable;
    accessRequests: AccessRequestTable;
    memberships: MembershipView;
  }
}
