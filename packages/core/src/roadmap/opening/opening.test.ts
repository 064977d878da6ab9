import { expect, test } from 'vitest';
import { addDays, dayOf, formatDay, partsOf, type Day } from '../../days.ts';
import { valueOf, type Query } from '../../query.ts';
import { columnsOf } from '../columns.ts';
import { layouts, type Layout } from '../ranges.ts';
import { isOverview } from '../overview.ts';
import { readSettings } from '../settings.ts';
import { openingFactsOf, type OpeningSample } from './facts.ts';
import { openingOf, unknownFacts, type OpeningChart } from './query.ts';
import { anchorShares, isFarFromToday } from '../opening-place.ts';
import { openingRange, reachAround } from './reach.ts';

const today = dayOf(2025, 7, 17);
const on = (days: number) => addDays(today, days);
const least: Record<Layout, number> = { WEEKS: 84, MONTHS: 92, QUARTERS: 84, YEARS: 84 };
const chartOf = (width: number): OpeningChart => ({
  width,
  room: width - 24,
  leastWidth: (layout) => least[layout],
  firstWeekday: 1,
});
const nothing: OpeningSample = {
  opened: 0,
  closed: 0,
  withHealth: 0,
  ofOneColor: 0,
  groups: 1,
  largestGroups: [],
  withDueDate: 0,
  spans: [],
  scopes: [],
  milestones: [],
};
const epic = (start: number | null, due: number | null, count = 1) => ({
  start: start === null ? null : on(start),
  due: due === null ? null : on(due),
  count,
});
const openedWith = (sample: Partial<OpeningSample>, width = 1000, now = today) =>
  openingOf(now, chartOf(width), openingFactsOf({ ...nothing, opened: 10, ...sample }, today, 1));
const layoutOf = (query: Query) => readSettings([], query).presetType;

test('RX-OP-05: whole columns of the least width fill the chart, and today can stand at 30 to 36 % of it, on any day', () => {
  for (const layout of layouts)
    for (const width of [390, 696, 980, 1032, 1400, 2000, 3480])
      for (let day = 0; day < 400; day += 13) {
        const now = on(day);
        const around = { anchor: now, at: anchorShares.today, layout, firstWeekday: 1 };
        const range = openingRange(around, width / least[layout]);
        const columns = columnsOf(range, layout, 1);
        expect(columns[0]?.start).toBe(range.from);
        expect(columns.at(-1)?.due).toBe(range.to);
        const at = columns.findIndex(({ start, due }) => start <= now && now <= due);
        const { start, due } = columns[at] ?? { start: now, due: now };
        const x = (at + (now - start) / (due - start + 1)) * least[layout];
        const scroll = x - width / 3;
        const whole = columns.length * least[layout];
        // Nothing is empty at either edge, and no column more than needed is outside.
        expect(scroll).toBeGreaterThanOrEqual(-1e-6);
        expect(scroll).toBeLessThan(least[layout]);
        expect(whole - scroll).toBeGreaterThanOrEqual(width - 1e-6);
        expect(whole - scroll - width).toBeLessThan(least[layout]);
      }
});

test('RX-OP-06: a date lies in the range if and only if more columns fill the chart than its reach', () => {
  for (const at of Object.values(anchorShares))
    for (const layout of layouts)
      for (const days of [-4000, -700, -100, -31, -17, -8, -3, 0, 1, 5, 20, 100, 900, 5000])
        for (let room = 2; room < 40; room += 1.37) {
          const around = { anchor: today, at, layout, firstWeekday: 1 };
          const { from, to } = openingRange(around, room);
          expect([at, layout, days, room, reachAround(around).ofDay(on(days)) < room]).toEqual([
            at,
            layout,
            days,
            room,
            from <= on(days) && on(days) <= to,
          ]);
        }
});

test('RX-OP-06: the finest layout whose range holds a date of 60 % of the epics, otherwise the one that holds most', () => {
  expect(layoutOf(openedWith({ spans: [epic(-3, 10, 6), epic(2000, 2400, 4)] }).query)).toBe('WEEKS');
  expect(layoutOf(openedWith({ spans: [epic(-3, 10, 5), epic(100, 200, 2), epic(9000, 9400, 3)] }).query)).toBe(
    'MONTHS',
  );
  expect(layoutOf(openedWith({ spans: [epic(-400, 500, 7), epic(9000, 9400, 3)] }).query)).toBe('QUARTERS');
  expect(layoutOf(openedWith({ spans: [epic(-900, null, 7), epic(1, 2, 3)] }).query)).toBe('YEARS');
  // Without 60 % the greatest share; of equal shares the finer layout.
  expect(layoutOf(openedWith({ spans: [epic(-500, 30, 3), epic(20_000, 20_001, 7)] }).query)).toBe('WEEKS');
  expect(layoutOf(openedWith({ spans: [epic(-3, 3, 3), epic(150, 160, 1), epic(20_000, 20_001, 6)] }).query)).toBe(
    'MONTHS',
  );
  // Epics that are overdue for more than a year do not count.
  expect(layoutOf(openedWith({ spans: [epic(-900, -366, 70), epic(1, 2, 3)] }).query)).toBe('WEEKS');
  expect(layoutOf(openedWith({ spans: [epic(-900, -365, 70), epic(1, 2, 3)] }).query)).toBe('QUARTERS');
  // A wider chart holds more weeks.
  const far = { spans: [epic(70, 80, 7), epic(9000, 9400, 3)] };
  expect(layoutOf(openedWith(far, 1000).query)).toBe('MONTHS');
  expect(layoutOf(openedWith(far, 2200).query)).toBe('WEEKS');
});

test('RX-OP-07: where no epic touches any opening range it opens on all dates, and without open epics with all states', () => {
  const past = openedWith({ spans: [epic(-9000, -8000, 4)] });
  const { customRange, opening } = readSettings([], past.query);
  expect(opening).toBe('all');
  expect(customRange).toMatchObject({ from: expect.any(Number) as Day, to: expect.any(Number) as Day });
  expect(customRange?.from).toBeLessThanOrEqual(on(-9000));
  expect(customRange?.to).toBeGreaterThanOrEqual(on(-8000));
  expect(customRange?.to).toBeLessThan(today);
  expect(readSettings(past.query).opening).toBeNull();
  // An epic that runs through today touches it, although no date of it does.
  expect(readSettings([], openedWith({ spans: [epic(-9000, 9000)] }).query).opening).toBe('today');
  // Its bar is drawn short, before its due date: the range shows that.
  expect(readSettings([], openedWith({ spans: [epic(null, 9000)] }).query).opening).toBe('first');
  const closed = openedWith({ opened: 0, closed: 3, spans: [epic(0, 1)] });
  expect(valueOf(closed.query, 'state')).toBe('all');
  expect(valueOf(openedWith({}).query, 'state')).toBe('opened');
});

/** How it opens, and the days of its range after today. */
const rangeOf = (...spans: ReturnType<typeof epic>[]) => {
  const { opening, customRange } = readSettings([], openedWith({ spans }).query);
  return { opening, from: (customRange?.from ?? NaN) - today, to: (customRange?.to ?? NaN) - today };
};

test('RX-OP-05: where fewer than a quarter of the epics have a day from today on, what has passed fills the chart', () => {
  const ended = rangeOf(epic(-400, -94, 6), epic(-200, -94, 4));
  // 8.7 of 10.9 months lie before today.
  expect(ended).toMatchObject({ opening: 'ended' });
  expect(ended.from).toBeLessThan(-230);
  expect(ended.to).toBeGreaterThan(30);
  expect(ended.to).toBeLessThan(100);
  expect(isFarFromToday('ended')).toBe(false);
  // A bar without an end is drawn short.
  expect(rangeOf(epic(-30, null, 4), epic(-200, -94, 6)).opening).toBe('ended');
  expect(rangeOf(epic(-30, 10, 2), epic(-200, -94, 8)).opening).toBe('ended');
  expect(rangeOf(epic(-30, 0, 3), epic(-200, -94, 9)).opening).toBe('today');
  expect(rangeOf(epic(null, 0, 3), epic(null, -94, 9)).opening).toBe('today');
});

test('RX-OP-05: where all dates lie far before or after today, the range shows the nearest of them', () => {
  const last = rangeOf(epic(-330, -300, 4), epic(-320, -181));
  expect(last.opening).toBe('last');
  expect(last.from).toBeLessThan(-300);
  expect(last.to).toBeGreaterThanOrEqual(-181);
  expect(last.to).toBeLessThan(0);
  expect(rangeOf(epic(-330, -300, 4), epic(-320, -180)).opening).toBe('ended');
  // Also if all are overdue for more than a year.
  expect(rangeOf(epic(-900, -800), epic(-800, -700))).toMatchObject({ opening: 'last' });
  const first = rangeOf(epic(91, 120, 4), epic(100, 130));
  expect(first.opening).toBe('first');
  expect(first.from).toBeGreaterThan(0);
  expect(first.from).toBeLessThanOrEqual(91);
  expect(first.to).toBeGreaterThan(120);
  expect(rangeOf(epic(90, 120, 4)).opening).toBe('today');
  expect(['last', 'first', 'all'].map((place) => isFarFromToday(place as 'last'))).toEqual([true, true, true]);
  // Both places of a chart that is as wide as a phone.
  const phone = openedWith({ spans: [epic(-330, -300, 4), epic(-320, -181)] }, 390);
  const { customRange } = readSettings([], phone.query);
  expect(customRange && customRange.from <= on(-181) && on(-181) <= customRange.to).toBe(true);
});

test('the order is by due date if at least half of the epics have one, otherwise by start date', () => {
  expect(valueOf(openedWith({ withDueDate: 5 }).query, 'sort')).toBe('END_DATE_ASC');
  expect(valueOf(openedWith({ withDueDate: 4 }).query, 'sort')).toBe('START_DATE_ASC');
});

test('RX-OP-09: lanes come from the label scope that most epics carry, of those with 2 to 12 values and 60 %', () => {
  const scope = (name: string, count: number, valueCount: number) => ({
    scope: name,
    count,
    valueCount,
    values: [{ text: 'a b', count: 3 }],
    without: 2,
  });
  const groupedBy = (...scopes: OpeningSample['scopes']) => valueOf(openedWith({ scopes }).query, 'group_by');
  expect(groupedBy(scope('stage', 6, 2))).toBe('LABEL:stage');
  expect(groupedBy(scope('stage', 5, 2))).toBeNull();
  expect(groupedBy(scope('stage', 9, 1), scope('sig', 10, 13))).toBeNull();
  expect(groupedBy(scope('stage', 6, 12), scope('area', 7, 3))).toBe('LABEL:area');
  expect(groupedBy(scope('Stage', 6, 3), scope('area', 6, 3))).toBe('LABEL:area');
  expect(openedWith({ scopes: [scope('stage', 6, 2)] }).hint.lanes).toEqual([
    ['LABEL%3Astage=a%20b', 3],
    ['LABEL%3Astage=', 2],
  ]);
});

test('RX-OP-10: the color is health, else epic colors that differ, else groups', () => {
  const colorOf = (sample: Partial<OpeningSample>) =>
    valueOf(openedWith({ ofOneColor: 10, ...sample }).query, 'color_by');
  expect(colorOf({})).toBe('EPIC');
  expect(colorOf({ withHealth: 2 })).toBe('HEALTH');
  expect(colorOf({ withHealth: 1 })).toBe('EPIC');
  expect(colorOf({ ofOneColor: 9, groups: 2 })).toBe('GROUP');
  expect(colorOf({ ofOneColor: 8, groups: 2 })).toBe('EPIC');
  expect(openedWith({ largestGroups: ['a', 'a/b'] }).hint.groups).toEqual(['a', 'a/b']);
});

test('RX-OP-11: the rows are compact, and a milestone in the range shows their row', () => {
  const opened = (days: number) => openedWith({ spans: [epic(-3, 10)], milestones: [on(days)] }).hint.hasMilestones;
  expect(readSettings([], openedWith({}).query)).toMatchObject({ density: 'COMPACT', milestonesAs: 'GUIDES' });
  expect([opened(5), opened(-300), opened(300)]).toEqual([true, false, false]);
  expect(openedWith({ spans: [epic(-3, 10)] }).hint.hasMilestones).toBe(false);
  const far = { spans: [epic(-9000, -8000)], milestones: [on(-8400)] };
  expect(openedWith(far).hint.hasMilestones).toBe(true);
  expect(openedWith({ ...far, milestones: [on(0)] }).hint.hasMilestones).toBe(false);
});

test('without facts, and without dated epics, it opens on quarters around today', () => {
  for (const facts of [unknownFacts, openingFactsOf(nothing, today)]) {
    const { query } = openingOf(today, chartOf(1000), facts);
    expect(layoutOf(query)).toBe('QUARTERS');
    const { customRange } = readSettings([], query);
    expect(formatDay(customRange?.from ?? today)).toMatch(/-(01|04|07|10)-01$/);
    expect(partsOf(customRange?.to ?? today).year).toBeGreaterThan(2025);
  }
});

test('the bare address and saved views are not the overview', () => {
  expect(isOverview([['view', 'overview']])).toBe(true);
  for (const address of [[], [['view', '7']], [['state', 'all']]] as const)
    expect(isOverview([...address])).toBe(false);
});
