import { type Day, formatDay } from './days.ts';

/** What a field of the API says in words of a due date: in English, whoever asks. */
export function dueText(due: Day, today: Day): string {
  const days = due - today;
  if (days < 0) return 'Past due';
  if (days === 0) return 'Due today';
  return days === 1 ? '1 day remaining' : `${days} days remaining`;
}

/** "Dec 17, 2025", for the same. */
export function dayText(day: Day): string {
  const date = new Date(`${formatDay(day)}T00:00:00Z`);
  return date.toLocaleDateString('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}
