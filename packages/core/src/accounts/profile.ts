/** The possible first days of a week: Saturday, Sunday and Monday (0 is Sunday). */
export const firstWeekdays: readonly number[] = [6, 0, 1];

/** Languages of dates in addition to English (United States): month names and the order of day, month and year. */
export const dateLanguages: readonly string[] =
  'cs da de en-CA en-GB es fi fr hu it ja ko nb nl pl pt-BR pt-PT ro ru sv tr uk zh-CN zh-TW'.split(' ');

/** Maximum number of former usernames of a person, which stay reserved. */
export const MAX_FORMER_USERNAMES = 10;

/** Whether this is the name of a time zone, such as `Europe/Berlin`. Offsets such as `+01:00` are not, because they have no daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const avatarTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
export const MAX_AVATAR_BYTES = 200 * 1024;
