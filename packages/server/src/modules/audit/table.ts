import type { AuditEventId, AuditStreamId, NamespaceId, UserId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

/** A destination of audit events. */
export interface AuditStreamTable {
  id: Generated<AuditStreamId>;
  /** A group, with everything below it; null: the installation. */
  namespaceId: Optional<NamespaceId>;
  name: string;
  url: string;
  /** JSON of the verification token and the secret of signatures. Encrypted, see `commands/streams.ts`. */
  sealedSecrets: Buffer;
  createdAt: GeneratedTime;
  createdById: Optional<UserId>;
  /** Failed attempts since the last event that was taken. */
  failures: Generated<number>;
  nextAttemptAt: GeneratedTime;
  deliveredAt: NullableTime;
  /** Of the last attempt; null: the destination took the event. */
  failure: Optional<string>;
}

/** An event that a destination has not taken yet. */
export interface AuditStreamEventTable {
  streamId: AuditStreamId;
  eventId: AuditEventId;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    auditStreams: AuditStreamTable;
    auditStreamEvents: AuditStreamEventTable;
  }
}
