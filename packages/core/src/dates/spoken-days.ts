import { addMonths, monthAfter } from './calendar.ts';
import { addDays, dayOf, parseDay, partsOf, type Day } from '../days.ts';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
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

/** Maximum years between two leap days: across a century year without one. */
const MAX_YEARS_TO_LEAP_DAY = 8;

/**
 * Parses a day: `2026-12-31`, `today`, `tomorrow`, `in 2 days`, `next week`, `this friday`, `December 31st`. A day without a
 * year is its next occurrence. Null for anything else.
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
      return addMonths(today, count);
    default:
      return addMonths(today, count * 12);
  }
}

function weekdayIn(words: string, today: Day): Day | null {
  const match = /^(this |next )?([a-z]+)$/.exec(words);
  const wanted = match ? weekdays.findIndex((name) => name === match[2] || name.slice(0, 3) === match[2]) : -1;
  if (!match || wanted < 0) return null;
  const ahead = (wanted - partsOf(today).weekday + 7) % 7;
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
  const ofYear = (year: number): Day | null => {
    const first = dayOf(year, month, 1);
    return dayOfMonth <= monthAfter(first, 1) - first ? addDays(first, dayOfMonth - 1) : null;
  };
  if (match[3]) return ofYear(Number(match[3]));
  const { year } = partsOf(today);
  for (let later = 0; later <= MAX_YEARS_TO_LEAP_DAY; later += 1) {
    const day = ofYear(year + later);
    if (day !== null && day >= today) return day;
  }
  return null;
}

function swapped(match: RegExpExecArray | null): (string | undefined)[] | null {
  return match && [match[0], match[2], match[1], match[3]];
}
