import { formatDay, parseDay, type Day, type Span } from '@milepost/core/days';
import { clip } from '@milepost/core/roadmap/clip';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { driftOf, driftText, type Drift, type EpicDates } from '@milepost/core/roadmap/snapshots';
import { extentOf, type Scale } from './scale.ts';

/** What a comparison draws on a row. */
export interface DriftShapes {
  /** Where the snapshot had the bar; null if it was the same, or outside the timeline. */
  ghost: { left: number; width: number } | null;
  /** After the bar: `+12 d`, `End set`, `End removed` or `added`; empty for none. */
  text: string;
  /** The left edge of the text. */
  textLeft: number;
}

/** Between a bar and the text. */
const TEXT_GAP = 6;
/** The width of a letter at most, and of the percentage at the end of a bar, in pixels. */
const LETTER_WIDTH = 8;
const PERCENTAGE_WIDTH = 76;

/** The drift of an epic from its dates in a snapshot (null: it lacks the epic) to `now`, and where its bar was. */
export function driftShapes(before: EpicDates | null, now: Span, timeframe: Timeframe, scale: Scale): DriftShapes {
  const drift = driftSince(before, now);
  const ghost = before && drift.kind === 'moved' ? extentIn(spanOf(before), timeframe, scale) : null;
  const bar = extentIn(now, timeframe, scale);
  const end = bar ? bar.left + bar.width : 0;
  const text = driftText(drift);
  return { ghost, text, textLeft: leftOf(text, end, scale) };
}

/** The drift as text; empty for none. */
export const driftTextOf = (before: EpicDates | null, now: Span): string => driftText(driftSince(before, now));

const driftSince = (before: EpicDates | null, now: Span): Drift =>
  driftOf(before, { startDate: textOf(now.start), dueDate: textOf(now.due) });

/** After the bar, or inside it before its percentage if it reaches the end of the timeline. */
function leftOf(text: string, end: number, scale: Scale): number {
  const width = text.length * LETTER_WIDTH;
  return end + TEXT_GAP + width <= scale.width ? end + TEXT_GAP : scale.width - PERCENTAGE_WIDTH - width;
}

function extentIn(span: Span, timeframe: Timeframe, scale: Scale): { left: number; width: number } | null {
  // An epic without dates had no bar.
  const clipped = span.start === null && span.due === null ? null : clip(span, timeframe);
  return clipped && extentOf(scale, clipped.start, clipped.due);
}

const textOf = (day: Day | null): string | null => (day === null ? null : formatDay(day));

function spanOf({ startDate, dueDate }: EpicDates): Span {
  return { start: parseDay(startDate ?? ''), due: parseDay(dueDate ?? '') };
}
