import type { AbuseCategory, AbuseReportState } from '@milepost/core/accounts/abuse';
import type { AbuseReportId, NamespaceId, PasskeyId, TokenId, UserId } from '@milepost/core/ids';
import type { GeneratedAlways } from 'kysely';
import type { Generated, GeneratedTime, NullableDate, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface UserTable {
  id: Generated<UserId>;
  username: string;
  name: string;
  email: string;
  publicEmail: Optional<string>;
  /** Null: the account cannot sign in with a password, as imported ones. */
  passwordHash: Optional<string>;
  isAdmin: Generated<boolean>;
  /** Whether this is the account to which changes by scheduled jobs are attributed. */
  isAutomation: Generated<boolean>;
  /** The group or project whose access token it belongs to; null for people. */
  botOfId: Optional<NamespaceId>;
  /** Whether it is the account of a program, with tokens and roles. */
  isServiceAccount: Generated<boolean>;
  /** The top-level group whose service account it is; null for one of the installation, and for people. */
  serviceAccountOfId: Optional<NamespaceId>;
  /** Not a person: a service account, or the account of a token or of scheduled jobs. */
  isBot: GeneratedAlways<boolean>;
  state: Generated<UserState>;
  avatarUrl: Optional<string>;
  bio: Generated<string>;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
  lastSignInAt: NullableTime;
  /** Null: the address of a registered account was not confirmed yet. */
  confirmedAt: NullableTime;
  /** Whether it has an active TOTP factor or a passkey. */
  hasSecondFactor: Generated<boolean>;
}
/** Blocked: cannot sign in. Banned: cannot sign in, and their content is visible to administrators only.
 * `blocked_pending_approval`: registered, not approved yet. `ldap_blocked`: the entry in the directory is gone or disabled. */
export type UserState = 'active' | 'blocked' | 'banned' | 'blocked_pending_approval' | 'ldap_blocked';

export interface SessionTable {
  idHash: Buffer;
  publicId: Generated<string>;
  userId: Optional<UserId>;
  data: Generated<unknown>;
  ip: Optional<string>;
  userAgent: Optional<string>;
  createdAt: GeneratedTime;
  lastSeenAt: GeneratedTime;
  /** Minutes after which the session expires without use. */
  idleMinutes: Generated<number>;
  expiresAt: GeneratedTime;
  /** The administrator who acts as this person. */
  impersonatorId: Optional<UserId>;
  impersonationReason: Optional<string>;
}

export interface PersonalAccessTokenTable {
  id: Generated<TokenId>;
  userId: UserId;
  name: string;
  description: Optional<string>;
  tokenHash: Buffer;
  scopes: string[];
  /** Of a group or project: the role that it was created with. */
  accessLevel: Optional<number>;
  expiresAt: NullableDate;
  revokedAt: NullableTime;
  lastUsedAt: NullableTime;
  createdAt: GeneratedTime;
  /** The id of the first token, if it was rotated: of all that replaced it too. */
  familyId: Optional<TokenId>;
  /** Another token replaced it. */
  isRotated: Generated<boolean>;
  /** The last addresses that used it, newest first. */
  usedFrom: Generated<string[]>;
  /** Its owner was notified this many days before its end: 60, 30 or 7. */
  noticedDays: Optional<number>;
}

export interface AbuseReportTable {
  id: Generated<AbuseReportId>;
  /** The reported person. */
  userId: UserId;
  reporterId: Optional<UserId>;
  category: AbuseCategory;
  reportedFromUrl: string;
  state: Generated<AbuseReportState>;
  createdAt: GeneratedTime;
  closedAt: NullableTime;
  closedById: Optional<UserId>;
}

export interface SetUpTokenTable {
  tokenHash: Buffer;
  createdAt: GeneratedTime;
}

export interface SignInDelayTable {
  key: Buffer;
  failures: number;
  failedAt: Date;
  allowedAt: Date;
}

/** `welcome`: the first password of an account that an administrator created. `email`: a new address. */
export type LinkPurpose = 'reset' | 'welcome' | 'confirm' | 'email';

export interface AccountLinkTable {
  id: Generated<number>;
  userId: UserId;
  purpose: LinkPurpose;
  /** The address to which the link is mailed. */
  email: string;
  tokenHash: Buffer;
  nonce: string;
  createdAt: GeneratedTime;
  expiresAt: Date;
  /** Used, or replaced by a newer one. */
  closedAt: NullableTime;
  attempts: Generated<number>;
  nextAttemptAt: NullableTime;
}

/** Null in a column: the default of the installation or the browser applies. */
export interface UserPreferenceTable {
  userId: UserId;
  timeZone: Optional<string>;
  dateLanguage: Optional<string>;
  /** 0 (Sunday), 1 (Monday) or 6 (Saturday). */
  firstWeekday: Optional<number>;
  hasShortcuts: Generated<boolean>;
}

/** The avatar of a person; its URL is in `users.avatar_url`. */
export interface UserAvatarTable {
  userId: UserId;
  mediaType: string;
  bytes: Buffer;
  digest: string;
}

export interface TotpFactorTable {
  userId: UserId;
  isActive: Generated<boolean>;
  sealedSecret: Buffer;
  /** The steps of used codes that could still be accepted. */
  usedSteps: Generated<number[]>;
  createdAt: GeneratedTime;
}

export interface RecoveryCodeTable {
  userId: UserId;
  codeHash: Buffer;
}

export interface PasskeyTable {
  id: Generated<PasskeyId>;
  userId: UserId;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: Generated<number>;
  transports: Generated<string[]>;
  name: string;
  createdAt: GeneratedTime;
  lastUsedAt: NullableTime;
}

/** What a challenge of a passkey is for. */
export type ChallengePurpose = 'add' | 'sign_in' | 'second_factor';

export interface PasskeyChallengeTable {
  challengeHash: Buffer;
  userId: Optional<UserId>;
  purpose: ChallengePurpose;
  expiresAt: Date;
}

export interface PendingSignInTable {
  tokenHash: Buffer;
  userId: UserId;
  isRemembered: boolean;
  expiresAt: Date;
}

/** How often people have reset an address for incoming mail. */
export interface IncomingAddressGenerationTable {
  userId: UserId;
  /** Of the address (`claimOf`); empty: of all addresses of the person, by earlier versions. */
  claim: string;
  generation: number;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    users: UserTable;
    sessions: SessionTable;
    personalAccessTokens: PersonalAccessTokenTable;
    abuseReports: AbuseReportTable;
    setUpTokens: SetUpTokenTable;
    signInDelays: SignInDelayTable;
    accountLinks: AccountLinkTable;
    userPreferences: UserPreferenceTable;
    userAvatars: UserAvatarTable;
    totpFactors: TotpFactorTable;
    recoveryCodes: RecoveryCodeTable;
    passkeys: PasskeyTable;
    passkeyChallenges: PasskeyChallengeTable;
    pendingSignIns: PendingSignInTable;
    incomingAddressGenerations: IncomingAddressGenerationTable;
  }
}
