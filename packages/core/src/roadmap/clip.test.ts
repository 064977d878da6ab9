import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Day, Span } from '../days.ts';
import { parseDay, touches } from '../days.ts';
import { clip, hasExtent } from './clip.ts';

const day = (text: string) => parseDay(text) as Day;
const timeframe = { from: day('2025-01-01'), to: day('2025-12-31') };
const anyDay = fc.integer({ min: timeframe.from - 400, max: timeframe.to + 400 }).map((value) => value as Day);
const anySpan = fc.record({ start: fc.option(anyDay), due: fc.option(anyDay) });

describe('clipping to the timeframe', () => {
  test('a span within the timeframe is unchanged', () => {
    expect(clip({ start: day('2025-02-01'), due: day('2025-03-01') }, timeframe)).toEqual({
      start: day('2025-02-01'),
      due: day('2025-03-01'),
      originalStart: day('2025-02-01'),
      originalDue: day('2025-03-01'),
      isStartOutOfRange: false,
      isDueOutOfRange: false,
      isStartUndefined: false,
      isDueUndefined: false,
    });
  });

  test('a start before the range becomes its first day and is marked out of range', () => {
    const clipped = clip({ start: day('2024-12-31'), due: day('2025-03-01') }, timeframe);
    expect(clipped).toMatchObject({ start: timeframe.from, isStartOutOfRange: true, isStartUndefined: false });
  });

  test('an end after the range becomes its last day and is marked out of range', () => {
    const clipped = clip({ start: day('2025-03-01'), due: day('2026-01-01') }, timeframe);
    expect(clipped).toMatchObject({ due: timeframe.to, isDueOutOfRange: true, isDueUndefined: false });
  });

  test('a missing start becomes the first day and is marked undefined', () => {
    const clipped = clip({ start: null, due: day('2025-03-01') }, timeframe);
    expect(clipped).toMatchObject({ start: timeframe.from, isStartOutOfRange: false, isStartUndefined: true });
  });

  test('a missing end becomes the last day and is marked undefined', () => {
    const clipped = clip({ start: day('2025-03-01'), due: null }, timeframe);
    expect(clipped).toMatchObject({ due: timeframe.to, isDueOutOfRange: false, isDueUndefined: true });
  });

  test('an item whose clamped start is after its end is dropped', () => {
    expect(clip({ start: day('2026-02-01'), due: null }, timeframe)).toBeNull();
    expect(clip({ start: null, due: day('2024-06-01') }, timeframe)).toBeNull();
    expect(clip({ start: day('2023-01-01'), due: day('2024-06-01') }, timeframe)).toBeNull();
  });

  test('a child that starts after its end is dropped', () => {
    expect(clip({ start: day('2025-05-02'), due: day('2025-05-01') }, timeframe)).toBeNull();
  });

  test('equal start and end are shown', () => {
    expect(clip({ start: day('2025-05-01'), due: day('2025-05-01') }, timeframe)).not.toBeNull();
  });

  test('the original dates are kept', () => {
    const clipped = clip({ start: day('2020-01-01'), due: null }, timeframe);
    expect(clipped).toMatchObject({ originalStart: day('2020-01-01'), originalDue: null });
  });

  test('a clipped span is within the timeframe, in order, and exists exactly where dated spans in order touch the range', () => {
    const holds = (span: Span) => {
      const clipped = clip(span, timeframe);
      const isWithin =
        !clipped || (timeframe.from <= clipped.start && clipped.start <= clipped.due && clipped.due <= timeframe.to);
      const isInOrder = span.start === null || span.due === null || span.start <= span.due;
      const isDated = span.start !== null || span.due !== null;
      const isDrawnRightly =
        !isInOrder || !isDated || (clipped !== null) === touches(span, timeframe.from, timeframe.to);
      return isWithin && isDrawnRightly;
    };
    expect(fc.check(fc.property(anySpan, holds)).failed).toBe(false);
  });

  test('whether a span is visible is computed without clipping it', () => {
    fc.assert(
      fc.property(anySpan, (span: Span) => {
        expect(hasExtent(span, timeframe)).toBe(clip(span, timeframe) !== null);
      }),
    );
  });
});
