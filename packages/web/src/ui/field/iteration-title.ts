import { iterationName } from '@milepost/core/timeboxes/iteration-name';
import { readDay } from './days.ts';
import { dateLocale } from '../text/date-locale.ts';

interface Iteration {
  title?: string | null;
  /** Times of the server, as `2026-11-23T00:00:00Z`. */
  startDate?: string | null;
  dueDate?: string | null;
}

/** The title of an iteration, otherwise its dates: those of automatic cadences have no title. */
export function iterationTitle({ title, startDate, dueDate }: Iteration): string {
  const [start, due] = [readDay(startDate), readDay(dueDate)];
  return start === null || due === null ? (title ?? '') : iterationName(title ?? null, { start, due }, dateLocale());
}
