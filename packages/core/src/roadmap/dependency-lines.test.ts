import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Day } from '../days.ts';
import { parseDay } from '../days.ts';
import { arrowAt, cutEnds, lineBetween, notePoint, pathThrough, stubAt, type BarBox } from './dependency-lines.ts';
import { daysEarly, linksInCycles, startsTooEarly } from './dependencies.ts';

const day = (text: string) => parseDay(text) as Day;
const bar = (left: number, right: number, y: number): BarBox => ({ left, right, y, half: 14 });
const rowHeight = 48;

describe('starting too early', () => {
  const blocker = { start: day('2025-01-01'), due: day('2025-03-31') };
  test.each([
    ['2025-03-30', true],
    ['2025-03-31', true],
    ['2025-04-01', false],
  ])('a blocked item that starts on %s while its blocker is due on March 31: %s', (start, isWrong) => {
    expect(startsTooEarly(blocker, { start: day(start), due: null })).toBe(isWrong);
  });

  test('by the days from its start to the end of the blocker and of the lag', () => {
    const start = (text: string) => ({ start: day(text), due: null });
    expect(daysEarly(blocker, start('2025-03-31'))).toBe(0);
    expect(daysEarly(blocker, start('2025-03-01'), 5)).toBe(35);
    expect(daysEarly(blocker, start('2025-04-05'), 5)).toBe(0);
    expect(daysEarly(blocker, start('2025-04-06'), 5)).toBeNull();
  });

  test('undecided without the end of the one and the start of the other', () => {
    expect(startsTooEarly({ start: day('2025-01-01'), due: null }, blocker)).toBe(false);
    expect(startsTooEarly(blocker, { start: null, due: day('2025-02-01') })).toBe(false);
  });
});

describe('a line', () => {
  test('leads straight on to what starts later', () => {
    expect(lineBetween(bar(0, 100, 24), bar(300, 400, 72), rowHeight)).toEqual([
      { x: 100, y: 24 },
      { x: 110, y: 24 },
      { x: 110, y: 72 },
      { x: 300, y: 72 },
    ]);
  });

  test('leads back between the rows to what starts earlier', () => {
    expect(lineBetween(bar(200, 300, 24), bar(100, 400, 120), rowHeight)).toEqual([
      { x: 300, y: 24 },
      { x: 310, y: 24 },
      { x: 310, y: 96 },
      { x: 83, y: 96 },
      { x: 83, y: 120 },
      { x: 100, y: 120 },
    ]);
    expect(lineBetween(bar(200, 300, 120), bar(100, 400, 24), rowHeight)[2]).toEqual({ x: 310, y: 48 });
  });

  test('comes in from above where the bar begins at the edge', () => {
    expect(lineBetween(bar(200, 300, 24), bar(0, 400, 72), rowHeight).at(-1)).toEqual({ x: 10, y: 58 });
  });

  test('has only horizontal and vertical segments, begins at the blocker’s end and reaches the blocked bar', () => {
    const box = fc
      .record({ left: fc.integer({ min: 0, max: 2000 }), width: fc.integer({ min: 10, max: 900 }), row: fc.nat(400) })
      .map(({ left, width, row }) => bar(left, left + width, row * rowHeight + 24));
    fc.assert(
      fc.property(box, box, (blocker, blocked) => {
        fc.pre(blocker.y !== blocked.y);
        const points = lineBetween(blocker, blocked, rowHeight);
        const isSlanted = points.slice(1).some(({ x, y }, index) => points[index]?.x !== x && points[index]?.y !== y);
        expect(isSlanted).toBe(false);
        expect(Math.min(...points.map(({ x }) => x))).toBeGreaterThanOrEqual(0);
        expect(points[0]).toEqual({ x: blocker.right, y: blocker.y });
        const end = points.at(-1);
        expect(Math.abs((end?.y ?? 0) - blocked.y)).toBeLessThanOrEqual(blocked.half);
        expect(end?.x).toBeGreaterThanOrEqual(blocked.left);
        expect(end?.x).toBeLessThanOrEqual(blocked.right);
      }),
    );
  });
});

describe('a stub', () => {
  test('points up or down the list to a row that is not drawn, within its own row', () => {
    expect(stubAt(bar(100, 200, 24), 'end', 'down')).toEqual([
      { x: 200, y: 24 },
      { x: 210, y: 24 },
      { x: 210, y: 39 },
    ]);
    expect(stubAt(bar(100, 200, 24), 'start', 'up').at(-1)).toEqual({ x: 90, y: 9 });
  });

  test('points outside for an item that is not in the list', () => {
    expect(stubAt(bar(100, 200, 24), 'start', 'away').at(-1)).toEqual({ x: 83, y: 24 });
    expect(stubAt(bar(100, 200, 24), 'end', 'away').at(-1)).toEqual({ x: 217, y: 24 });
  });

  test('stays on the timeline where the bar begins at its edge', () => {
    for (const direction of ['up', 'down', 'away'] as const)
      for (const { x } of stubAt(bar(0, 200, 24), 'start', direction)) expect(x).toBeGreaterThanOrEqual(0);
  });
});

describe('drawing', () => {
  test('a path goes through its points with rounded corners', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 20 },
    ];
    expect(pathThrough(points)).toBe('M0 0L5 0Q10 0 10 5L10 20');
    expect(arrowAt(points)).toBe('M6 13L10 20L14 13Z');
    expect(pathThrough([])).toBe('');
    expect(arrowAt([])).toBe('');
  });
});

describe('an end at an ancestor', () => {
  const points = [{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 40 }, { x: 30, y: 40 }]; // prettier-ignore

  test('has its last 16 px dashed, around corners too', () => {
    expect(cutEnds(points, { start: true, end: true })).toEqual({
      solid: [{ x: 10, y: 6 }, { x: 10, y: 40 }, { x: 14, y: 40 }], // prettier-ignore
      dashed: [
        [{ x: 14, y: 40 }, { x: 30, y: 40 }], // prettier-ignore
        [{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 6 }], // prettier-ignore
      ],
    });
    expect(cutEnds(points, { start: false, end: false })).toEqual({ solid: points, dashed: [] });
    const short = points.slice(0, 2);
    expect(cutEnds(short, { start: true, end: true })).toEqual({ solid: [], dashed: [short] });
  });

  test('leaves room for a note on the vertical part', () => {
    expect(notePoint(points)).toEqual({ x: 10, y: 20 });
    expect(notePoint(points.slice(0, 2))).toEqual({ x: 5, y: 0 });
  });
});

test('the links of cycles are found among others, in any order', () => {
  const inCycles = (...names: string[]) =>
    [...linksInCycles(names.map((name) => [name.slice(0, 1), name.slice(1)] as const))].map((link) => link.join(''));
  expect(inCycles('xa', 'cd', 'ab', 'ed', 'bc', 'ca', 'de').toSorted()).toEqual(['ab', 'bc', 'ca', 'de', 'ed']);
  expect(inCycles('ab', 'bc', 'cd', 'xa')).toEqual([]);
});
