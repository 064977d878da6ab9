import type { IdentityId, LdapGroupLinkId, NamespaceId, RoleMappingId, UserId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableDate, NullableTime, Optional } from '../../platform/database/tables.ts';

/** An account at a provider of sign-in. */
export interface IdentityTable {
  id: Generated<IdentityId>;
  userId: UserId;
  provider: string;
  /** Of an OpenID Connect provider; empty for the directory. */
  issuer: string;
  subject: string;
  /** What the account is called there. */
  shownAs: string;
  /** The values that the provider last sent for role mappings. */
  claimValues: Generated<string[]>;
  createdAt: GeneratedTime;
  lastUsedAt: NullableTime;
}

/** A sign-in at a provider that has begun. */
export interface IdentityRequestTable {
  browserHash: Buffer;
  stateHash: Buffer;
  provider: string;
  /** The account that the identity will be linked to; null for a sign-in. */
  userId: Optional<UserId>;
  returnTo: string;
  isRemembered: boolean;
  usedAt: NullableTime;
  expiresAt: Date;
}

/** Which value of a claim gives which role. */
export interface RoleMappingTable {
  id: Generated<RoleMappingId>;
  namespaceId: NamespaceId;
  provider: string;
  claimValue: string;
  accessLevel: number;
  createdAt: GeneratedTime;
}

/** The role that a provider gives. */
export interface GrantedRoleTable {
  namespaceId: NamespaceId;
  userId: UserId;
  provider: string;
  accessLevel: number;
}

/** The role that was written to a membership for all providers. */
export interface GrantedMembershipTable {
  namespaceId: NamespaceId;
  userId: UserId;
  givenLevel: number;
  /** The lower role that was given by hand, and returns when providers give none. */
  ownLevel: Optional<number>;
  ownExpiresAt: NullableDate;
}

/** A group of the directory, or the people that a filter finds, with their role in a group. */
export interface LdapGroupLinkTable {
  id: Generated<LdapGroupLinkId>;
  namespaceId: NamespaceId;
  provider: string;
  /** Either this or `filter` is set. */
  cn: Optional<string>;
  filter: Optional<string>;
  accessLevel: number;
  createdAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    identities: IdentityTable;
    identityRequests: IdentityRequestTable;
    roleMappings: RoleMappingTable;
    grantedRoles: GrantedRoleTable;
    grantedMemberships: GrantedMembershipTable;
    ldapGroupLinks: LdapGroupLinkTable;
  }
}
