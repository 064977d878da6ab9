import type { EmailEventId, EmailId, LabelId, NamespaceId, NoteId, UserId, WorkItemId } from '@milepost/core/ids';
import type {
  NotificationEvent,
  NotificationLevel,
  NotificationReason,
} from '@milepost/core/notifications/notifications';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface SubscriptionTable {
  workItemId: WorkItemId;
  userId: UserId;
  isSubscribed: boolean;
  createdAt: GeneratedTime;
}

export interface NotificationSettingsTable {
  userId: UserId;
  /** Null: the global setting. */
  namespaceId: Optional<NamespaceId>;
  level: NotificationLevel;
  /** The events of the level `custom`. */
  events: Generated<NotificationEvent[]>;
}

/** The event of a message. */
export type EmailEvent = 'created' | 'noted' | 'mentioned' | 'assigneesChanged' | 'closed' | 'reopened' | 'labelled';

/** Details of the event in addition to the item and the note. */
export interface EmailData {
  added?: readonly UserId[];
  removed?: readonly UserId[];
  /** Labels added to the item that the recipient, or others, subscribed to. */
  labelIds?: readonly LabelId[];
}

/** An event whose recipients are not yet determined. */
export interface EmailEventTable {
  id: Generated<EmailEventId>;
  workItemId: WorkItemId;
  noteId: NoteId | null;
  actorId: UserId | null;
  event: EmailEvent;
  /** Of `mentioned`: the people. */
  userIds: readonly UserId[];
  data: EmailData;
  createdAt: GeneratedTime;
}

export interface EmailTable {
  id: Generated<EmailId>;
  /** The recipient. */
  userId: UserId;
  workItemId: WorkItemId;
  noteId: Optional<NoteId>;
  actorId: Optional<UserId>;
  event: EmailEvent;
  reason: NotificationReason;
  data: EmailData;
  createdAt: GeneratedTime;
  nextAttemptAt: GeneratedTime;
  attempts: Generated<number>;
  settledAt: NullableTime;
  outcome: Optional<EmailOutcome>;
}
/** `dropped`: the recipient lost access or unsubscribed. `refused`: by the mail server. `given up`: not delivered in time. */
export type EmailOutcome = 'sent' | 'dropped' | 'refused' | 'given up';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    subscriptions: SubscriptionTable;
    notificationSettings: NotificationSettingsTable;
    emails: EmailTable;
    emailEvents: EmailEventTable;
  }
}
