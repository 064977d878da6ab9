import type { Day, Span } from '@milepost/core/days';
import type { Progress } from '@milepost/core/roadmap/progress';
import { healthOf } from '@milepost/core/roadmap/health';
import type { BarShape } from './bar-shape.ts';
import type { Scale } from './scale.ts';
import type { ColorSource } from './coloring.ts';
import { healthTones, neutralTone, type Tone } from './tones.ts';

/** Width of a bar without a due or start date, in pixels. */
export const openEndedWidth = 96;

/** Soft fills, by the chosen color. Its code is loaded only where rows are compact or have a color of their own. */
export interface SoftLook {
  isCompact: boolean;
  /** The shape with a short open end. */
  shapeOf: (exact: BarShape) => BarShape;
  /** `progress` is null where none is shown. */
  barOf: (epic: SoftItem, shape: BarShape, scale: Scale, progress: Progress | null) => SoftBar;
}

export interface SoftItem extends ColorSource {
  id: string;
  span: Span;
}

/** The options of {@link softBarOf}. */
export interface SoftOptions {
  isCompact: boolean;
  today: Day;
  /** "3 d overdue". */
  overdueText: (days: number) => string;
}

export type BarMark = 'closed' | 'needsAttention' | 'atRisk';

export interface BarNote {
  /** `lateDrift`: a drift that breaks the plan. */
  kind: 'share' | 'drift' | 'lateDrift' | 'overdue';
  text: string;
}

/** The parts of a soft bar. */
export interface SoftBar {
  tone: Tone;
  /** At its left, 3 px: the health. */
  edge: Tone;
  mark: BarMark | null;
  isClosed: boolean;
  /** The hatch from the due date to today. */
  late: { left: number; width: number } | null;
  /** After the bar. */
  notes: { left: number; texts: readonly BarNote[] } | null;
}

/** The shape of a bar whose missing end fades: short, so that it does not look like a plan of years. */
export function withShortOpenEnd(shape: BarShape): BarShape {
  const { startEnd, dueEnd, left, width } = shape;
  if (dueEnd === 'none') return { ...shape, width: Math.min(width, openEndedWidth), hasRoomForProgress: false };
  if (startEnd !== 'none') return shape;
  const short = Math.min(width, openEndedWidth);
  return { ...shape, left: left + width - short, width: short, hasRoomForProgress: false };
}

/** Describes a bar with a soft fill. `progress` is null where none is shown. */
export function softBarOf(
  { isClosed, span, health: source }: SoftItem,
  tone: Tone,
  shape: BarShape,
  { isCompact, today, overdueText }: SoftOptions,
  scale: Scale,
  progress: Progress | null,
): SoftBar {
  const health = healthOf(source);
  const overdue = !isClosed && span.due !== null && span.due < today ? today - span.due : 0;
  const late = overdue > 0 && shape.dueEnd === 'date' ? lateOf(span.due as Day, today, scale) : null;
  const isOpenEnded = shape.startEnd === 'none' || shape.dueEnd === 'none';
  const texts: BarNote[] = [
    ...(isCompact && progress && !isClosed && !isOpenEnded
      ? [{ kind: 'share', text: `${progress.percentage}%` } as const]
      : []),
    ...(overdue > 0 ? [{ kind: 'overdue', text: overdueText(overdue) } as const] : []),
  ];
  const end = late ? late.left + late.width : shape.left + shape.width;
  const hasNotes = texts.length > 0 && shape.dueEnd === 'date';
  return {
    tone: isClosed ? neutralTone : tone,
    edge: isClosed || health === null ? neutralTone : healthTones[health],
    mark: isClosed ? 'closed' : health === 'onTrack' ? null : health,
    isClosed,
    late,
    notes: hasNotes ? { left: notesAt(end, texts, scale), texts } : null,
  };
}

/** Today itself is part of the hatch: it ends on today's line. */
function lateOf(due: Day, today: Day, scale: Scale): SoftBar['late'] {
  const left = scale.xOf((due + 1) as Day);
  const width = scale.xOf(today) - left;
  return width > 0 ? { left, width } : null;
}

const noteGap = 6;
const letterWidth = 6.2;

/** Behind the bar, or within it if the timeline ends there: across its end they could not be read. */
export function notesAt(end: number, texts: readonly BarNote[], scale: Scale): number {
  const width = texts.reduce((sum, { text }) => sum + text.length * letterWidth + noteGap, 0);
  const left = end + noteGap;
  return left + width > scale.width ? end - width : left;
}
