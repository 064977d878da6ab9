import type { Day, Span } from '../days.ts';
import { partsOf } from '../days.ts';

/** The parts that a translation supplies. */
export interface TimeframeTexts {
  noDates: string;
  noStart: (due: string) => string;
  noDue: (start: string) => string;
  range: (start: string, due: string) => string;
}

export const englishTimeframeTexts: TimeframeTexts = {
  noDates: 'No start and end date',
  noStart: (due) => `No start date – ${due}`,
  noDue: (start) => `${start} – No end date`,
  range: (start, due) => `${start} – ${due}`,
};

const formats = new Map<string, { full: Intl.DateTimeFormat; withoutYear: Intl.DateTimeFormat }>();

/** `Apr 23, 2025`, or without its year, as the locale writes it. */
export function dayText(day: Day, locale = 'en', withYear = true): string {
  let format = formats.get(locale);
  if (!format) {
    const monthAndDay = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
    format = {
      full: new Intl.DateTimeFormat(locale, { ...monthAndDay, year: 'numeric' }),
      withoutYear: new Intl.DateTimeFormat(locale, monthAndDay),
    };
    formats.set(locale, format);
  }
  return (withYear ? format.full : format.withoutYear).format(day * 86_400_000);
}

/** The dates of an item in texts: `Jan 13 – Apr 23, 2025`. The year is written once when both ends share it. */
export function timeframeText(span: Span, texts: TimeframeTexts = englishTimeframeTexts, locale = 'en'): string {
  const { start, due } = span;
  if (start === null) return due === null ? texts.noDates : texts.noStart(dayText(due, locale));
  if (due === null) return texts.noDue(dayText(start, locale));
  const isOneYear = partsOf(start).year === partsOf(due).year;
  return texts.range(dayText(start, locale, !isOneYear), dayText(due, locale));
}
