import { formatDay, parseDay, type Day, type Span } from '@milepost/core/days';
import { clip } from '@milepost/core/roadmap/clip';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { driftOf, driftText, isPastMilestone, type Drift, type EpicDates } from '@milepost/core/roadmap/snapshots';
import type { BarShape } from './bar-shape.ts';
import { extentOf, type Scale } from './scale.ts';
import { notesAt, type BarNote, type SoftBar, type SoftItem, type SoftLook } from './soft-bar.ts';

/** The dates of an epic in a snapshot, and the end of its milestone now. */
export interface DatesThen extends EpicDates {
  milestoneDueDate: string | null;
}

/** How far an epic has moved since a snapshot. */
export interface DriftNote {
  /** `+12 d`, `End set`, `End removed` or `added`; empty for none. */
  text: string;
  /** It ends later than then, and after its milestone. */
  isLate: boolean;
}

/** What a comparison draws on a row. */
export interface DriftShapes extends DriftNote {
  /** Where the snapshot had the bar; null if it was the same, or outside the timeline. */
  ghost: { left: number; width: number } | null;
  /** The left edge of the text. */
  textLeft: number;
}

/** Between a bar and the text. */
const TEXT_GAP = 6;
/** The width of a letter at most, and of the percentage at the end of a bar, in pixels. */
const LETTER_WIDTH = 8;
const PERCENTAGE_WIDTH = 76;

/** The drift of an epic from its dates in a snapshot (null: it lacks the epic) to `now`, and where its bar was. */
export function driftShapes(before: DatesThen | null, now: Span, timeframe: Timeframe, scale: Scale): DriftShapes {
  const ghost = before && driftSince(before, now).kind === 'moved' ? ghostOf(before, timeframe, scale) : null;
  const bar = extentIn(now, timeframe, scale);
  const end = bar ? bar.left + bar.width : 0;
  const note = driftNoteOf(before, now);
  return { ...note, ghost, textLeft: leftOf(note.text, end, scale) };
}

/** Where a snapshot had a bar; null outside the timeline, and for an epic without dates. */
export const ghostOf = (before: EpicDates, timeframe: Timeframe, scale: Scale): DriftShapes['ghost'] =>
  extentIn(spanOf(before), timeframe, scale);

/** The drift in words. */
export function driftNoteOf(before: DatesThen | null, now: Span): DriftNote {
  const drift = driftSince(before, now);
  const milestone = before?.milestoneDueDate ?? null;
  return { text: driftText(drift), isLate: isPastMilestone(drift, textOf(now.due), milestone) };
}

/**
 * Soft bars whose notes have the drift too: after the percentage, before the days overdue. A bar that runs out of the timeline has
 * no notes, and one without an end only this.
 */
export function softWithDrift(soft: SoftLook, noteOf: (item: SoftItem) => DriftNote | null): SoftLook {
  return {
    ...soft,
    barOf(item, shape, scale, progress) {
      const bar = soft.barOf(item, shape, scale, progress);
      const note = noteOf(item);
      return note && note.text !== '' && shape.dueEnd !== 'clipped' ? withNote(bar, note, shape, scale) : bar;
    },
  };
}

function withNote(bar: SoftBar, { text, isLate }: DriftNote, shape: BarShape, scale: Scale): SoftBar {
  const others = bar.notes?.texts ?? [];
  const isBefore = ({ kind }: BarNote) => kind === 'share';
  const texts: BarNote[] = [
    ...others.filter(isBefore),
    { kind: isLate ? 'lateDrift' : 'drift', text },
    ...others.filter((note) => !isBefore(note)),
  ];
  const end = bar.late ? bar.late.left + bar.late.width : shape.left + shape.width;
  return { ...bar, notes: { left: notesAt(end, texts, scale), texts } };
}

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
