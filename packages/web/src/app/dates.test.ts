import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { dayOf, type Day } from '@milepost/core/days';
import { iterationName } from '@milepost/core/timeboxes/iteration-name';
import { calendarNames } from '../timeline/head-parts.ts';
import { printAgo, printDay, printSpan, printTime } from '../ui/field/days.ts';
import { dateLocale, setDateLocale } from '../ui/text/date-locale.ts';
import { createMessageFormatter } from './intl.ts';

const source = join(import.meta.dirname, '..');
afterEach(() => setDateLocale('en'));

test('TM-PR-04: the date language changes month names and the order of dates; texts and numbers stay English', () => {
  const german = createMessageFormatter('Europe/Berlin', 'de');
  const [start, due] = [dayOf(2026, 3, 2), dayOf(2026, 12, 24)] as [Day, Day];
  expect(printDay(german, due)).toBe('24. Dez. 2026');
  expect(printSpan(german, start, due)).toBe('2. März – 24. Dez. 2026');
  expect(printTime(german, '2026-12-24T17:30:00Z')).toBe('24.12.2026, 18:30');
  expect(dateLocale()).toBe('de');
  expect(iterationName(null, { start, due }, dateLocale())).toBe('2. März – 24. Dez. 2026');
  expect(calendarNames(dateLocale(), String).month(dayOf(2026, 5, 1))).toBe('Mai');
  expect(printAgo(german, '2026-12-24T17:30:00Z', Date.parse('2026-12-24T19:30:00Z'))).toBe('2 hours ago');
  expect(german.formatNumber(1234.5)).toBe('1,234.5');
  expect(german.locale).toBe('en');

  const english = createMessageFormatter('Europe/Berlin');
  expect(printDay(english, due)).toBe('Dec 24, 2026');
  expect(printDay(createMessageFormatter(null, 'en-GB'), due)).toBe('24 Dec 2026');
  expect(iterationName(null, { start, due })).toBe('Mar 2 – Dec 24, 2026');
});

test('TM-PR-04: no page formats dates by itself', () => {
  // The formatter of the head of the timeline takes the date language; the others read the time zone, or begin at once what formats.
  const allowed = new Set(['timeline/head-parts.ts', 'pages/profile/ProfileForm.tsx', 'app/head-start.ts']);
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^gen\/|^testing\//.test(file) && !allowed.has(file),
  );
  const own =
    /toLocale(?:Date|Time)String|Intl\.DateTimeFormat|dayText\([^)]*, 'en|iterationName\((?:(?!dateLocale)[^;])*;/;
  expect(files.filter((file) => own.test(readFileSync(join(source, file), 'utf8')))).toEqual([]);
});
