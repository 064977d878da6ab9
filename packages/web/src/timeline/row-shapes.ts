import type { Span } from '@milepost/core/days';
import type { ClippedSpan } from '@milepost/core/roadmap/clip';
import { progressOf, type Progress, type ProgressSource, type ProgressTracking } from '@milepost/core/roadmap/progress';
import type { HealthSource } from '@milepost/core/roadmap/health';
import { barShapeOf, type BarShape } from './bar-shape.ts';
import type { Scale } from './scale.ts';
import type { SoftBar, SoftLook } from './soft-bar.ts';

interface RowLabel {
  title: string;
  color: string;
}

/** An item that can be drawn as a row. */
interface RowItem<Label extends RowLabel> extends ProgressSource {
  id: string;
  title: string;
  /** Empty if the viewer gets no URL. */
  href: string;
  span: Span;
  color: string;
  textColor: string;
  hasParent: boolean;
  parent: { title: string } | null | undefined;
  group: { name: string; fullName: string; fullPath: string };
  labels: readonly Label[];
  health: HealthSource;
}

/** A positioned item: the part of its span within the visible dates, and its level, 1 at the top. */
export interface RowSource<Label extends RowLabel = RowLabel> {
  epic: RowItem<Label>;
  span: ClippedSpan;
  level: number;
}

/** The options shared by all rows of one drawing. */
export interface RowLook {
  scale: Scale;
  /** What progress is measured by; null while it is hidden. */
  tracking: ProgressTracking | null;
  hasLabels: boolean;
  hasFilters: boolean;
  /** The drawn group: rows of other groups name theirs. Null names every group. */
  fullPath: string | null;
  /** False on the roadmap of one epic: all its rows are below that epic. */
  hasParents: boolean;
  /** Formats dates as text. */
  timeframeText: (span: Span) => string;
  /** Fills that are soft, and what they mean; null for solid bars in the colors of the epics. */
  soft: SoftLook | null;
}

/**
 * The level of detail: name and bar only (`bar`), for the first frame; with the progress bar (`progress`), for rows that scroll
 * past fast; or everything.
 */
export type RowDetail = 'bar' | 'progress' | 'full';

export interface BarDrawing extends BarShape {
  href: string | undefined;
  color: string;
  textColor: string;
  /** Null if the bar is too narrow for a title. */
  title: string | null;
  /** The share that is done, 0 to 100; null if none is shown or the bar is too narrow. */
  share: number | null;
  /** The same as text, in full detail. */
  shareText: string | null;
  /** Null for a solid bar. */
  soft: SoftBar | null;
}

/** The content of a row for every renderer: texts, colors and the bar. Missing parts are null. */
export interface RowShapes<Label extends RowLabel = RowLabel> {
  /** Indentation steps, from 1 to 6: deeper levels are indented like the sixth. */
  indent: number;
  title: { text: string; href: string | undefined; isClosed: boolean };
  /** Title of the parent, if the row is not below its parent's row. */
  parent: string | null;
  timeframe: string | null;
  group: { name: string; fullName: string } | null;
  labels: readonly Label[] | null;
  bar: BarDrawing;
  /** Part of the bar's label even if the bar has no room for it. */
  progress: Progress | null;
}

/** Rows are indented up to this level. */
const MAX_INDENT = 6;

/**
 * Describes a row of a roadmap. The page (rows/EpicRow.tsx), its first frame (first-paint/paint.ts) and the exported image
 * (export/row-drawing.ts) draw the result without further decisions.
 */
export function rowShapes<Label extends RowLabel>(
  { epic, span, level }: RowSource<Label>,
  look: RowLook,
  detail: RowDetail = 'full',
): RowShapes<Label> {
  const isFull = detail === 'full';
  const { soft } = look;
  const isCompact = soft?.isCompact === true;
  const exact = barShapeOf(span, look.scale);
  const shape = soft ? soft.shapeOf(exact) : exact;
  const progress = detail !== 'bar' && look.tracking ? progressOf(epic, look.tracking) : null;
  const hasRoom = shape.hasRoomForProgress || (isCompact && shape === exact);
  const share = progress && hasRoom && !(soft && epic.isClosed) ? progress.percentage : null;
  const href = epic.href || undefined;
  return {
    indent: Math.min(level, MAX_INDENT),
    title: { text: epic.title, href, isClosed: epic.isClosed },
    parent: isFull && look.hasParents && level === 1 ? (epic.parent?.title ?? null) : null,
    timeframe: isFull ? look.timeframeText(epic.span) : null,
    group: isFull && showsGroup(epic, level, look) ? epic.group : null,
    labels: isFull && look.hasLabels && !isCompact ? epic.labels : null,
    bar: {
      ...shape,
      href,
      color: epic.color,
      textColor: epic.textColor,
      title: shape.isSmall || isCompact ? null : epic.title,
      share,
      shareText: isFull && share !== null && !isCompact ? `${share}%` : null,
      soft: soft && soft.barOf(epic, shape, look.scale, isFull ? progress : null),
    },
    progress,
  };
}

/**
 * Only items of another group show its name. A child leaves that to its parent's row, unless filters hide the parent and the
 * child is at the top level.
 */
function showsGroup(item: RowItem<RowLabel>, level: number, { fullPath, hasFilters, hasParents }: RowLook): boolean {
  if (fullPath === null) return true;
  const isAlone = !item.hasParent || (hasFilters && hasParents && level === 1);
  return isAlone && item.group.fullPath !== fullPath;
}
