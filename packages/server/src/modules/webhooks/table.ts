import type { NamespaceId, UserId, WebhookDeliveryId, WebhookId } from '@milepost/core/ids';
import type { ColumnType } from 'kysely';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export type Headers = Readonly<Record<string, string>>;
type NullableHeaders = ColumnType<Headers | null, string | null | undefined, string | null>;

export interface WebhookTable {
  id: Generated<WebhookId>;
  /** A group, with everything below it, or a project. */
  namespaceId: NamespaceId;
  uuid: Generated<string>;
  name: Generated<string>;
  description: Generated<string>;
  url: string;
  /** A status check is called for merge requests; it is no webhook that people manage. */
  purpose: Generated<'events' | 'status_check'>;
  /** Write-only: receivers verify the sender by it. Encrypted, see `commands/tokens.ts`. */
  sealedToken: Optional<Buffer>;
  /** Plain text from earlier versions, until the next start. */
  plainToken: Optional<string>;
  issuesEvents: Generated<boolean>;
  confidentialIssuesEvents: Generated<boolean>;
  noteEvents: Generated<boolean>;
  confidentialNoteEvents: Generated<boolean>;
  statusUpdateEvents: Generated<boolean>;
  deploymentEvents: Generated<boolean>;
  mergeRequestsEvents: Generated<boolean>;
  enableSslVerification: Generated<boolean>;
  createdById: Optional<UserId>;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

export interface WebhookDeliveryTable {
  id: Generated<WebhookDeliveryId>;
  webhookId: WebhookId;
  eventUuid: string;
  trigger: string;
  event: string;
  /** JSON, exactly as it is sent. */
  payload: string;
  createdAt: GeneratedTime;
  /** Null: settled. */
  nextAttemptAt: NullableTime;
  attempts: Generated<number>;
  attemptedAt: NullableTime;
  durationMs: Optional<number>;
  requestHeaders: NullableHeaders;
  responseStatus: Optional<number>;
  responseHeaders: NullableHeaders;
  responseBody: Optional<string>;
  failure: Optional<string>;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    webhooks: WebhookTable;
    webhookDeliveries: WebhookDeliveryTable;
  }
}
