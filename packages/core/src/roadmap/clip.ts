import type { Day, Span } from '../days.ts';
import type { Timeframe } from './ranges.ts';

/** A span as the timeline shows it: both ends known and within the timeframe, and which of them were clipped. */
export interface ClippedSpan {
  start: Day;
  due: Day;
  originalStart: Day | null;
  originalDue: Day | null;
  isStartOutOfRange: boolean;
  isDueOutOfRange: boolean;
  isStartUndefined: boolean;
  isDueUndefined: boolean;
}

/** Whether {@link clip} returns anything to draw. */
export function hasExtent({ start, due }: Span, { from, to }: Timeframe): boolean {
  const first = start === null || start < from ? from : start;
  return first <= (due === null || due > to ? to : due);
}

/**
 * Clips a span to the timeframe: a missing or earlier start becomes its first day, a missing or later end its last. Null when
 * the start then lies after the end.
 */
export function clip(span: Span, timeframe: Timeframe): ClippedSpan | null {
  const isStartUndefined = span.start === null;
  const isDueUndefined = span.due === null;
  const isStartOutOfRange = span.start !== null && span.start < timeframe.from;
  const isDueOutOfRange = span.due !== null && span.due > timeframe.to;
  const start = span.start === null || isStartOutOfRange ? timeframe.from : span.start;
  const due = span.due === null || isDueOutOfRange ? timeframe.to : span.due;
  if (start > due) return null;
  return {
    start,
    due,
    originalStart: span.start,
    originalDue: span.due,
    isStartOutOfRange,
    isDueOutOfRange,
    isStartUndefined,
    isDueUndefined,
  };
}
