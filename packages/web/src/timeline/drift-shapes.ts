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
  drift: Drift;
}

/** Between a bar and the text. */
const TEXT_GAP = 6;
/** The longest text, "End removed", in pixels. */
const TEXT_WIDTH = 84;

/** The drift of an epic from its dates in a snapshot (null: it lacks the epic) to `now`, and where its bar was. */
export function driftShapes(before: EpicDates | null, now: Span, timeframe: Timeframe, scale: Scale): DriftShapes {
  const drift = driftOf(before, { startDate: textOf(now.start), dueDate: textOf(now.due) });
  const ghost = before && drift.kind === 'moved' ? extentIn(spanOf(before), timeframe, scale) : null;
  const bar = extentIn(now, timeframe, scale);
  const end = bar ? bar.left + bar.width : 0;
  return { ghost, drift, text: driftText(drift), textLeft: Math.min(end + TEXT_GAP, scale.width - TEXT_WIDTH) };
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
