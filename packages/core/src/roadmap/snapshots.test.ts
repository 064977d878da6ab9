import { expect, test } from 'vitest';
import { parseDay, formatDay, type Day } from '../days.ts';
import { parseQuery } from '../query.ts';
import { readSettings, writeSettings } from './settings.ts';
import { driftOf, driftText, isPastMilestone, lastScheduledDay, signedDays, type EpicDates } from './snapshots.ts';
import { storedSettingsOf } from './stored-settings.ts';
import { viewQueryOf } from './views.ts';

const dates = (startDate: string | null, dueDate: string | null) => ({ startDate, dueDate });

test('RX-SN-07: drift is the due date now minus the due date then', () => {
  const then = dates('2026-01-01', '2026-03-31');
  const text = (...now: [string | null, string | null]) => driftText(driftOf(then, dates(...now)));
  expect(text('2026-01-01', '2026-04-12')).toBe('+12 d');
  expect(text('2026-01-01', '2026-03-19')).toBe('\u{2212}12 d');
  expect(text('2026-01-06', '2026-03-31')).toBe('');
  expect(text('2026-01-01', null)).toBe('End removed');
  expect(driftText(driftOf(dates(null, null), then))).toBe('End set');
  expect(driftOf(then, dates('2026-01-06', '2026-03-31'))).toMatchObject({ kind: 'moved', days: 0, startDays: 5 });
  expect(driftOf(then, then)).toEqual({ kind: 'unchanged' });
  expect(driftText(driftOf(null, then))).toBe('added');
  expect(signedDays(0)).toBe('');
});

test('a drift breaks the plan where the end is later than then and after the end of the milestone', () => {
  const then = { startDate: null, dueDate: '2026-03-31' };
  const late = (dueDate: string | null, milestone: string | null, before: EpicDates | null = then) =>
    isPastMilestone(driftOf(before, { startDate: null, dueDate }), dueDate, milestone);
  expect(late('2026-04-12', '2026-04-11')).toBe(true);
  expect(late('2026-04-12', '2026-04-12')).toBe(false);
  expect(late('2026-04-12', null)).toBe(false);
  expect(late('2026-03-30', '2026-01-01')).toBe(false);
  expect(late('2026-03-31', '2026-01-01')).toBe(false);
  expect(late(null, '2026-01-01')).toBe(false);
  // Without a due date then there is no drift in days.
  expect(late('2026-04-12', '2026-01-01', { startDate: null, dueDate: null })).toBe(false);
  expect(late('2026-04-12', '2026-01-01', null)).toBe(false);
});

test('RX-SN-03: schedules name every day, Mondays, or the first of the month', () => {
  const last = (schedule: 'daily' | 'weekly' | 'monthly', today: string) =>
    formatDay(lastScheduledDay(schedule, parseDay(today) as Day));
  expect(last('daily', '2026-03-10')).toBe('2026-03-10');
  expect(['2026-03-08', '2026-03-09', '2026-03-15'].map((today) => last('weekly', today))).toEqual([
    '2026-03-02',
    '2026-03-09',
    '2026-03-09',
  ]);
  expect(['2026-02-28', '2026-03-01'].map((today) => last('monthly', today))).toEqual(['2026-02-01', '2026-03-01']);
});

test('RX-PL-04: compare is in the address and in views, not in the stored settings', () => {
  const settings = readSettings(parseQuery('compare=12'), parseQuery('compare=7'));
  expect(settings.compare).toBe('12');
  expect(readSettings(parseQuery(''), parseQuery('compare=7')).compare).toBeNull();
  expect(readSettings(parseQuery('compare=x')).compare).toBeNull();
  expect(writeSettings(settings)).toContainEqual(['compare', '12']);
  expect(viewQueryOf(parseQuery('compare=12'))).toContain('compare=12');
  expect(storedSettingsOf(settings)).not.toHaveProperty('compare');
});
