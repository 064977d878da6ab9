import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Day } from '@milepost/core/days';
import { dayOf, parseDay } from '@milepost/core/days';
import { columnsOf } from '@milepost/core/roadmap/columns';
import { presetsOf, rangeTypes, windowOf } from '@milepost/core/roadmap/ranges';
import { extentOf, makeScale } from './scale.ts';

const day = (text: string) => parseDay(text) as Day;
const quarters = makeScale(columnsOf(windowOf('THREE_YEARS', day('2025-07-17')), 'QUARTERS'), 90);
const months = makeScale(columnsOf(windowOf('CURRENT_YEAR', day('2025-07-17')), 'MONTHS'), 100);

const anyScale = fc
  .tuple(fc.constantFrom(...rangeTypes), fc.integer({ min: dayOf(1995, 1, 1), max: dayOf(2060, 1, 1) }))
  .chain(([range, today]) =>
    fc.tuple(
      fc.constant(windowOf(range, today as Day)),
      fc.constantFrom(...presetsOf(range)),
      fc.integer({ min: 20, max: 400 }),
    ),
  )
  .map(([window, preset, cellWidth]) => makeScale(columnsOf(window, preset), cellWidth));

const scaleAndDay = anyScale.chain((scale) =>
  fc.tuple(
    fc.constant(scale),
    fc.integer({ min: scale.timeframe.from, max: scale.timeframe.to }).map((value) => value as Day),
  ),
);

describe('scale of a timeline', () => {
  test('all quarters have the same width, divided by their days', () => {
    expect(quarters.xOf(day('2024-01-01'))).toBe(0);
    expect(quarters.xOf(day('2025-07-01'))).toBe(6 * 90);
    expect(quarters.xOf(day('2025-07-17'))).toBeCloseTo((6 + 16 / 92) * 90, 9);
    expect(quarters.width).toBe(12 * 90);
  });

  test("a bar's width in a month is proportional to the days of that month", () => {
    expect(extentOf(months, day('2025-02-01'), day('2025-02-14')).width).toBeCloseTo(100 * (14 / 28), 9);
    expect(extentOf(months, day('2025-03-01'), day('2025-03-14')).width).toBeCloseTo(100 * (14 / 31), 9);
    expect(extentOf(months, day('2025-03-01'), day('2025-03-31')).width).toBeCloseTo(100, 9);
  });

  test('a bar begins in the cell of its first day', () => {
    const { left } = extentOf(months, day('2025-04-23'), day('2025-09-01'));
    expect(Math.floor(left / 100)).toBe(3);
  });

  test('days outside are clamped to the nearer end', () => {
    expect(months.xOf(day('2024-12-31'))).toBe(0);
    expect(months.xOf(day('2026-01-01'))).toBe(1200);
    expect(months.dayAt(-5)).toBe(day('2025-01-01'));
    expect(months.dayAt(1e6)).toBe(day('2025-12-31'));
  });

  test('every day maps to a position and back, on every scale', () => {
    fc.assert(
      fc.property(scaleAndDay, ([scale, day]) => {
        const { left, width } = extentOf(scale, day, day);
        expect(width).toBeGreaterThan(0);
        expect(scale.dayAt(left)).toBe(day);
        expect(scale.dayAt(left + width / 2)).toBe(day);
        expect(scale.dayAt(left + width * 0.99)).toBe(day);
      }),
    );
  });

  test('later days are further right, and adjacent days leave no gap', () => {
    fc.assert(
      fc.property(scaleAndDay, fc.integer({ min: 1, max: 400 }), ([scale, day], more) => {
        const next = (day + 1) as Day;
        const later = Math.min(day + more, scale.timeframe.to) as Day;
        expect(scale.xOf(later)).toBeGreaterThanOrEqual(scale.xOf(day));
        const first = extentOf(scale, day, day);
        expect(first.left + first.width).toBeCloseTo(scale.xOf(next), 6);
        const whole = extentOf(scale, day, later);
        expect(whole.left + whole.width).toBeLessThanOrEqual(scale.width + 1e-6);
      }),
    );
  });

  test('columns begin on whole pixels', () => {
    fc.assert(
      fc.property(anyScale, (scale) => {
        expect(scale.columns.every((column, index) => scale.xOf(column.start) === index * scale.cellWidth)).toBe(true);
      }),
    );
  });
});
