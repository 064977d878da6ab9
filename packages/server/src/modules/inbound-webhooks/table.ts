import type { Forge, InboundStatus } from '@milepost/core/merge-requests/forges';
import type { InboundDeliveryId, InboundWebhookId, NamespaceId, UserId } from '@milepost/core/ids';
import type { ColumnType } from 'kysely';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface InboundWebhookTable {
  id: Generated<InboundWebhookId>;
  projectId: NamespaceId;
  forge: Forge;
  name: string;
  /** The end of its address. */
  uuid: Generated<string>;
  /** Encrypted, see `commands.ts`. */
  sealedSecret: Buffer;
  /** The account of changes whose author has no account. */
  botId: Optional<UserId>;
  createdById: Optional<UserId>;
  createdAt: GeneratedTime;
}

/** A commit of a push event. */
export interface PushedCommit {
  sha: string;
  message: string;
  authorEmail: string;
  /** Its page on the forge; null for none. */
  url: string | null;
}

/** A pull or merge request of another forge. */
export interface ForgeRequest {
  /** The repository there, `acme/app`. */
  project: string;
  number: number;
  title: string;
  description: string;
  state: 'opened' | 'closed' | 'merged';
  /** Null: the event does not name the author. */
  author: string | null;
  url: string | null;
  sourceBranch: string;
  targetBranch: string;
  isIntoDefault: boolean;
  headSha: string | null;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
}

/** What is used of an event. */
export type InboundContent =
  | { kind: 'push'; isDefault: boolean; commits: readonly PushedCommit[] }
  | { kind: 'request'; request: ForgeRequest }
  | { kind: 'ping' };

export interface InboundDeliveryTable {
  id: Generated<InboundDeliveryId>;
  webhookId: InboundWebhookId;
  /** As the forge named it. */
  deliveryKey: string;
  event: string;
  status: InboundStatus;
  reason: Optional<string>;
  /** Null for a refused or ignored one. */
  content: ColumnType<InboundContent | null, string | null | undefined, string | null>;
  attempts: Generated<number>;
  receivedAt: GeneratedTime;
  processedAt: NullableTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    inboundWebhooks: InboundWebhookTable;
    inboundDeliveries: InboundDeliveryTable;
  }
}
