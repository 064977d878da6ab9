import { expect, test } from 'vitest';
import { rowsAt } from '../../../ui/list/row-layout.ts';
import type { ListRow } from '../data/rows.ts';
import { clearOfLanes } from './note-place.ts';

const epic = { epic: {} } as ListRow;
const lane = { epic: null, header: {} } as ListRow;
// Epics of 28 px; the header of a lane at 56 to 92, another at 120 to 156.
const list = { rows: [epic, epic, lane, epic, lane, epic, epic], layout: rowsAt([0, 28, 56, 92, 120, 156, 184, 212]) };
const upright = (from: number, to: number) => [
  { x: 10, y: from },
  { x: 50, y: from },
  { x: 50, y: to },
  { x: 20, y: to },
];

test('the note of a dependency moves off the header of a lane that its line passes', () => {
  const placed = (y: number, top = 0) => clearOfLanes({ x: 50, y }, upright(14 - top, 198 - top), list, top).y;
  expect(placed(106)).toBe(106);
  expect(placed(30)).toBe(30);
  expect(placed(60)).toBe(46);
  expect(placed(85)).toBe(102);
  // Its edge alone is covered.
  expect(placed(50)).toBe(46);
  expect(placed(138)).toBe(110);
  expect(placed(60 - 28, 28)).toBe(46 - 28);
});

test('a note stays where its line reaches neither edge', () => {
  expect(clearOfLanes({ x: 50, y: 74 }, upright(60, 88), list, 0).y).toBe(74);
});
