import { addDays, dayOf, parseDay, partsOf, type Day } from './days.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/**
 * The day that somebody means: `2026-12-31`, `today`, `tomorrow`, `in 2 days`, `next week`, `this friday`, `December 31st`. A day
 * without a year is the next one of that name. Null for what is no day.
 */
export function daySpoken(text: string, today: Day): Day | null {
  const words = text
    .trim()
    .toLowerCase()
    .replaceAll(/[,\s]+/g, ' ');
  return parseDay(words) ?? relativeDay(words, today) ?? weekdayIn(words, today) ?? dayOfYear(words, today);
}

function relativeDay(words: string, today: Day): Day | null {
  if (words === 'today') return today;
  if (words === 'tomorrow') return addDays(today, 1);
  if (words === 'yesterday') return addDays(today, -1);
  const match = /^(?:in (\d{1,4}|an?) |(next) )(day|week|month|year)s?$/.exec(words);
  if (!match) return null;
  const count = match[2] || /^an?$/.test(match[1] ?? '') ? 1 : Number(match[1]);
  switch (match[3]) {
    case 'day':
      return addDays(today, count);
    case 'week':
      return addDays(today, count * 7);
    case 'month':
      return monthsAfter(today, count);
    default:
      return monthsAfter(today, count * 12);
  }
}

/** The same day of a later month, or that month's last. */
function monthsAfter(today: Day, count: number): Day {
  const { year, month, dayOfMonth } = partsOf(today);
  const months0 = year * 12 + month - 1 + count;
  const [laterYear, laterMonth] = [Math.floor(months0 / 12), (months0 % 12) + 1];
  return dayOf(laterYear, laterMonth, Math.min(dayOfMonth, lastDayOf(laterYear, laterMonth)));
}

function lastDayOf(year: number, month: number): number {
  return partsOf(addDays(month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1), -1)).dayOfMonth;
}

function weekdayIn(words: string, today: Day): Day | null {
  const match = /^(this |next )?([a-z]+)$/.exec(words);
  const wanted = match ? weekdays.findIndex((name) => name === match[2] || name.slice(0, 3) === match[2]) : -1;
  if (!match || wanted < 0) return null;
  // Day 0 was a Thursday.
  const now = (((today + 3) % 7) + 7) % 7;
  const ahead = (wanted - now + 7) % 7;
  return addDays(today, ahead === 0 && match[1] !== 'this ' ? 7 : ahead);
}

function dayOfYear(words: string, today: Day): Day | null {
  const match =
    /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?$/.exec(words) ??
    swapped(/^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?(?: (\d{4}))?$/.exec(words));
  if (!match) return null;
  const month = months.findIndex((name) => name === match[1] || name.slice(0, 3) === match[1]) + 1;
  const dayOfMonth = Number(match[2]);
  if (month === 0 || dayOfMonth < 1) return null;
  const ofYear = (year: number): Day | null =>
    dayOfMonth <= lastDayOf(year, month) ? dayOf(year, month, dayOfMonth) : null;
  if (match[3]) return ofYear(Number(match[3]));
  const { year } = partsOf(today);
  const day = ofYear(year);
  return day !== null && day < today ? ofYear(year + 1) : day;
}

function swapped(match: RegExpExecArray | null): (string | undefined)[] | null {
  return match && [match[0], match[2], match[1], match[3]];
}
