import { expect, test } from 'vitest';
import { dayOf, formatDay } from '../days.ts';
import { valueOf } from '../query.ts';
import { defaultOverview, isOverview, overviewFactsOf, overviewQuery } from './overview.ts';
import { readSettings } from './settings.ts';

test('the overview has compact rows, open epics and whole quarters with today at about one third', () => {
  const today = dayOf(2025, 7, 17);
  for (const width of [390, 980, 1400, 2000]) {
    const settings = readSettings([], overviewQuery(today, width, defaultOverview));
    expect(settings).toMatchObject({
      density: 'COMPACT',
      epicsState: 'opened',
      sortedBy: 'END_DATE_ASC',
      presetType: 'QUARTERS',
      milestonesAs: 'GUIDES',
    });
    const { from, to } = settings.customRange ?? { from: today, to: today };
    expect(formatDay(from)).toMatch(/-(01|04|07|10)-01$/);
    const share = (today - from) / (to + 1 - from);
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.45);
  }
});

test('RX-OP-03: the bare address and saved views are not the overview', () => {
  expect(isOverview([['view', 'overview']])).toBe(true);
  for (const address of [[], [['view', '7']], [['state', 'all']]] as const)
    expect(isOverview([...address])).toBe(false);
  expect(valueOf(overviewQuery(dayOf(2025, 1, 1), 900, { colorBy: 'GROUP', state: 'all' }), 'color_by')).toBe('GROUP');
});

test('RX-OP-10: the color is health, else epic colors that differ, else groups; all epics where none is open', () => {
  const epics = { opened: 10, closed: 5, withHealth: 0, ofOneColor: 10, groups: 1 };
  expect(overviewFactsOf(epics)).toEqual({ colorBy: 'EPIC', state: 'opened' });
  expect(overviewFactsOf({ ...epics, withHealth: 2 }).colorBy).toBe('HEALTH');
  expect(overviewFactsOf({ ...epics, withHealth: 1 }).colorBy).toBe('EPIC');
  expect(overviewFactsOf({ ...epics, ofOneColor: 9, groups: 2 }).colorBy).toBe('GROUP');
  expect(overviewFactsOf({ ...epics, ofOneColor: 8, groups: 2 }).colorBy).toBe('EPIC');
  expect(overviewFactsOf({ ...epics, opened: 0 }).state).toBe('all');
});
