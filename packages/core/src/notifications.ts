/** How much somebody wants to hear by e-mail, from nothing to everything. */
export const notificationLevels = ['disabled', 'mention', 'participating', 'watch'] as const;
export type NotificationLevel = (typeof notificationLevels)[number];
/** In one group or project: `global` says what is said for everywhere, or for what it lies in. */
export const placeNotificationLevels = ['global', ...notificationLevels] as const;
export type PlaceNotificationLevel = (typeof placeNotificationLevels)[number];
export const defaultNotificationLevel: NotificationLevel = 'participating';

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

/** Whether somebody of this level hears of something for this reason. */
export function hears(level: NotificationLevel, reason: NotificationReason): boolean {
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
