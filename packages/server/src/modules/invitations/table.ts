import type { InvitationId, NamespaceId, UserId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableDate, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface InvitationTable {
  id: Generated<InvitationId>;
  namespaceId: NamespaceId;
  /** Null: a shared link. */
  email: Optional<string>;
  accessLevel: number;
  /** The first day on which the membership is no longer valid. */
  accessExpiresAt: NullableDate;
  message: Generated<string>;
  createdById: Optional<UserId>;
  createdAt: GeneratedTime;
  sentAt: GeneratedTime;
  /** When the link expires. */
  expiresAt: Date;
  tokenHash: Buffer;
  tokenEnd: string;
  /** Null for a shared link, whose token is random. */
  nonce: Optional<string>;
  usesLeft: Generated<number>;
  attempts: Generated<number>;
  /** Null: there is no mail to send. */
  nextAttemptAt: NullableTime;
  deliveryError: Optional<string>;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    invitations: InvitationTable;
  }
}
