import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Day, Span } from '../days.ts';
import { dayOf } from '../days.ts';
import { clip } from './clip.ts';
import { columnsOf } from './columns.ts';
import { daysOfColumn, draggedSpan, gripAt, isSameSpan, isUndated, lengthOf, placedSpan } from './drag.ts';

const window = { from: dayOf(2026, 1, 1), to: dayOf(2026, 12, 31) };
const day = fc.integer({ min: window.from - 300, max: window.to + 300 }).map((value) => value as Day);
const spans = fc
  .record({ one: fc.option(day), other: fc.option(day) })
  .map(({ one, other }): Span => {
    if (one === null || other === null) return { start: one, due: other };
    return one <= other ? { start: one, due: other } : { start: other, due: one };
  })
  .filter((span) => (span.start !== null || span.due !== null) && clip(span, window) !== null);
const days = fc.integer({ min: -400, max: 400 });
const grips = fc.constantFrom('move', 'start', 'due');

describe('a dragged span', () => {
  test('never starts after it ends, regardless of the part and the distance that is dragged', () => {
    fc.assert(
      fc.property(spans, grips, days, (span, grip, by) => {
        const shown = clip(span, window) as { start: Day; due: Day };
        const { start, due } = draggedSpan(span, shown, grip, by);
        expect(start === null || due === null || start <= due).toBe(true);
      }),
    );
  });

  test('keeps its length while it is moved, and moving it back restores its dates', () => {
    fc.assert(
      fc.property(spans, days, (span, by) => {
        const shown = clip(span, window) as { start: Day; due: Day };
        const moved = draggedSpan(span, shown, 'move', by);
        expect(lengthOf(moved)).toBe(lengthOf(span));
        expect(draggedSpan(moved, shown, 'move', -by)).toEqual(span);
        // A missing date stays missing.
        expect([moved.start === null, moved.due === null]).toEqual([span.start === null, span.due === null]);
      }),
    );
  });

  test('changes one end only when that end is dragged', () => {
    fc.assert(
      fc.property(spans, days, (span, by) => {
        const shown = clip(span, window) as { start: Day; due: Day };
        expect(draggedSpan(span, shown, 'start', by).due).toBe(span.due);
        expect(draggedSpan(span, shown, 'due', by).start).toBe(span.start);
        expect(isSameSpan(draggedSpan(span, shown, 'start', 0), span)).toBe(true);
      }),
    );
  });

  test('gets a date where an end without one is dragged, from where the bar was drawn', () => {
    const span: Span = { start: null, due: dayOf(2026, 6, 30) };
    const shown = clip(span, window) as { start: Day; due: Day };
    expect(draggedSpan(span, shown, 'start', 31)).toEqual({ start: dayOf(2026, 2, 1), due: span.due });
    expect(draggedSpan(span, shown, 'move', 1)).toEqual({ start: null, due: dayOf(2026, 7, 1) });
  });
});

describe('the grabbed part', () => {
  test('is an end within 8 px of it, 20 px for touch, and a short bar keeps a middle', () => {
    const both = { start: true, due: true };
    expect([0, 7.9, 8, 91.9, 92].map((x) => gripAt(x, 100, 'other', both))).toEqual([
      'start',
      'start',
      'move',
      'move',
      'due',
    ]);
    expect([19, 20, 80].map((x) => gripAt(x, 100, 'touch', both))).toEqual(['start', 'move', 'due']);
    expect([2, 3, 8, 9].map((x) => gripAt(x, 12, 'other', both))).toEqual(['start', 'move', 'move', 'due']);
  });

  test('is never a clipped end', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 4, max: 900 }), (share, width) => {
        expect(gripAt(share * width, width, 'other', { start: false, due: false })).toBe('move');
      }),
    );
  });
});

test('a step by column is as long as the column of the day', () => {
  const months = columnsOf(window, 'MONTHS');
  expect(daysOfColumn(months, dayOf(2026, 2, 10))).toBe(28);
  expect(daysOfColumn(months, dayOf(2025, 2, 10))).toBe(31);
  expect(daysOfColumn(columnsOf(window, 'WEEKS'), dayOf(2027, 5, 1))).toBe(7);
});

test('an epic without dates starts where it is dropped, and is as long as the column there', () => {
  const months = columnsOf(window, 'MONTHS');
  expect(placedSpan(months, dayOf(2026, 2, 10))).toEqual({ start: dayOf(2026, 2, 10), due: dayOf(2026, 3, 9) });
  const weeks = columnsOf(window, 'WEEKS');
  expect(lengthOf(placedSpan(weeks, dayOf(2026, 2, 10)))).toBe(7);
  expect(isUndated(placedSpan(weeks, dayOf(2026, 2, 10)))).toBe(false);
  expect(isUndated({ start: null, due: null })).toBe(true);
  expect(isUndated({ start: null, due: dayOf(2026, 2, 10) })).toBe(false);
});
