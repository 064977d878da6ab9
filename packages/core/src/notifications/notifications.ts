/** Notification levels for e-mail, from none to all. */
export const notificationLevels = ['disabled', 'mention', 'participating', 'watch', 'custom'] as const;
export type NotificationLevel = (typeof notificationLevels)[number];
/** The effective level of one event: `custom` resolves to one of two others. */
export type PresetLevel = Exclude<NotificationLevel, 'custom'>;
/** The level in one group or project: `global` inherits from the parent namespace or the global setting. */
export const namespaceNotificationLevels = ['global', ...notificationLevels] as const;
export type NamespaceNotificationLevel = (typeof namespaceNotificationLevels)[number];
export const defaultNotificationLevel: PresetLevel = 'participating';

/** The events of the level `custom`, in addition to participation; with the published names. */
export const notificationEvents = [
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'issue_due',
  'new_merge_request',
  'push_to_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'merge_merge_request',
  'failed_pipeline',
  'fixed_pipeline',
  'success_pipeline',
  'moved_project',
  'merge_when_pipeline_succeeds',
  'new_release',
  'new_epic',
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];
/** The custom events that occur in Milepost. */
export const supportedEvents = [
  'new_issue',
  'new_epic',
  'new_note',
  'close_issue',
  'reopen_issue',
  'reassign_issue',
] as const satisfies readonly NotificationEvent[];

/** Reasons for a notification, strongest first; the reason is shown at the end of the message. */
export const notificationReasons = [
  'mentioned',
  'assigned',
  'unassigned',
  'author',
  'commented',
  'subscribed',
  'watching',
] as const;
export type NotificationReason = (typeof notificationReasons)[number];

/** Whether a person with this level is notified of an event for this reason. */
export function isNotified(level: PresetLevel, reason: NotificationReason): boolean {
  switch (level) {
    case 'disabled':
      return false;
    case 'mention':
      return reason === 'mentioned';
    case 'participating':
      return reason !== 'watching';
    case 'watch':
      return true;
    default:
      return level satisfies never;
  }
}

/** The strongest of several reasons. */
export function strongestReason(reasons: readonly NotificationReason[]): NotificationReason | null {
  return notificationReasons.find((reason) => reasons.includes(reason)) ?? null;
}
