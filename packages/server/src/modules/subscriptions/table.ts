import type { EmailId, LabelId, NamespaceId, NoteId, UserId, WorkItemId } from '@milepost/core/ids';
import type { NotificationEvent, NotificationLevel, NotificationReason } from '@milepost/core/notifications';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface SubscriptionTable {
  workItemId: WorkItemId;
  userId: UserId;
  isSubscribed: boolean;
  createdAt: GeneratedTime;
}

export interface NotificationSettingsTable {
  userId: UserId;
  /** Null: everywhere else. */
  namespaceId: Optional<NamespaceId>;
  level: NotificationLevel;
  /** What they chose where it is `custom`. */
  events: Generated<NotificationEvent[]>;
}

/** What happened to an item, as messages tell it. */
export type EmailEvent = 'created' | 'noted' | 'mentioned' | 'assigneesChanged' | 'closed' | 'reopened' | 'labelled';

/** What a message needs to know besides the item and the note. */
export interface EmailData {
  added?: readonly UserId[];
  removed?: readonly UserId[];
  /** What an item got of what its reader subscribed to, or others did. */
  labelIds?: readonly LabelId[];
}

export interface EmailTable {
  id: Generated<EmailId>;
  /** Whom it goes to. */
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
/** `dropped`: its reader may not see it any more, or does not want to. `given up`: nobody took it. */
export type EmailOutcome = 'sent' | 'dropped' | 'refused' | 'given up';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    subscriptions: SubscriptionTable;
    notificationSettings: NotificationSettingsTable;
    emails: EmailTable;
  }
}
