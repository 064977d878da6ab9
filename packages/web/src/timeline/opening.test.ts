// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { parseDay, type Day } from '@milepost/core/days';
import { columnsOf } from '@milepost/core/roadmap/columns';
import { openingScroll } from './opening.ts';
import { expectedRoom, layOut } from './room.ts';

const day = (text: string) => parseDay(text) as Day;
const timeframe = { from: day('2025-01-01'), to: day('2027-12-31') };
const columns = columnsOf(timeframe, 'QUARTERS', 0);
const room = (width: number, windowWidth = 1440) => ({ windowWidth, width, height: 800 });

test('columns fill the view, and are never narrower than is readable', () => {
  const wide = layOut(room(1376), columns, { preset: 'QUARTERS', isOpening: false }, 'plain');
  expect(wide.trackWidth).toBe(1376 - 344);
  expect(wide.scale.cellWidth).toBe(84);
  expect(wide.overflows).toBe(false);
  const narrow = layOut(room(900), columns, { preset: 'QUARTERS', isOpening: false }, 'labels');
  expect(narrow.scale.cellWidth).toBe(84);
  expect(narrow.rowHeight).toBe(72);
  expect(narrow.overflows).toBe(true);
});

test('a timeline opens at its start, unless today is far right or it is on a phone: then today is a third across', () => {
  const wide = layOut(room(1376), columns, { preset: 'QUARTERS', isOpening: false }, 'plain');
  expect(openingScroll(wide, timeframe, day('2026-06-01'))).toBe(0);
  const late = day('2027-12-01');
  expect(openingScroll(wide, timeframe, late)).toBeCloseTo(wide.scale.xOf(late) - wide.trackWidth / 3);
  expect(openingScroll(wide, timeframe, day('2030-01-01'))).toBe(0);
  const phone = layOut(room(390, 390), columns, { preset: 'QUARTERS', isOpening: false }, 'plain');
  const early = day('2025-10-01');
  expect(openingScroll(phone, timeframe, early)).toBeCloseTo(phone.scale.xOf(early) - 130);
});

test('RX-OP-05: the opening view stands at the day that its range was chosen for', () => {
  const { scale, trackWidth, rightSpace, ...rest } = layOut(
    room(1376),
    columns,
    { preset: 'MONTHS', isOpening: true },
    'compact',
  );
  const layout = { ...rest, scale, trackWidth, rightSpace };
  const today = day('2026-06-01');
  expect(openingScroll(layout, timeframe, today, 'today')).toBeCloseTo(scale.xOf(today) - trackWidth / 3);
  expect(openingScroll(layout, timeframe, today, 'ended')).toBeCloseTo(scale.xOf(today) - trackWidth * 0.8);
  expect(openingScroll(layout, timeframe, today, 'first')).toBe(0);
  expect(openingScroll(layout, timeframe, today, 'last')).toBe(scale.width + rightSpace - trackWidth);
});

test('before the layout the window is used in place of the page, less the scrollbar', () => {
  expect(expectedRoom(null).width).toBe(window.innerWidth - 8);
  const main = document.createElement('main');
  Object.defineProperty(main, 'clientWidth', { value: 1000 });
  Object.defineProperty(main, 'clientHeight', { value: 700 });
  expect(expectedRoom(main)).toMatchObject({ width: 992, height: 700 });
});
