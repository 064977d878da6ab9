/** How much somebody wants to hear by e-mail, from nothing to everything. */
export const notificationLevels = ['disabled', 'mention', 'participating', 'watch', 'custom'] as const;
export type NotificationLevel = (typeof notificationLevels)[number];
/** What a level comes to for one event: `custom` is one of two others. */
export type PresetLevel = Exclude<NotificationLevel, 'custom'>;
/** In one group or project: `global` says what is said for everywhere, or for what it lies in. */
export const namespaceNotificationLevels = ['global', ...notificationLevels] as const;
export type NamespaceNotificationLevel = (typeof namespaceNotificationLevels)[number];
export const defaultNotificationLevel: PresetLevel = 'participating';

/** What one can choose to hear of by the level `custom`, besides what one takes part in: as existing clients name it. */
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
/** Those of them that happen here and are told. */
export const supportedEvents = [
  'new_issue',
  'new_epic',
  'new_note',
  'close_issue',
  'reopen_issue',
  'reassign_issue',
] as const satisfies readonly NotificationEvent[];

/** Why a message goes to somebody, the strongest reason first: it ends the message. */
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

/** Whether somebody of this level is notified of something for this reason. */
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

/** Of several reasons the one that is told. */
export function strongestReason(reasons: readonly NotificationReason[]): NotificationReason | null {
  return notificationReasons.find((reason) => reasons.includes(reason)) ?? null;
}
