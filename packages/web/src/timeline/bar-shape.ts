import type { ClippedSpan } from '@milepost/core/roadmap/clip';
import { progressBarWidth, smallBarWidth, tinyBarWidth } from './metrics.ts';
import type { Scale } from './scale.ts';
import { extentOf } from './scale.ts';

/** The shape of a bar's end: the item ends there, is clipped by the range, or fades because the date is missing. */
export type BarEnd = 'date' | 'clipped' | 'none';

export interface BarShape {
  left: number;
  width: number;
  startEnd: BarEnd;
  dueEnd: BarEnd;
  /** Too narrow for a title. */
  isSmall: boolean;
  /** Too narrow for an arrow at a clipped end. */
  isTiny: boolean;
  /** Wide enough for progress. */
  hasRoomForProgress: boolean;
}

/** The position and form of the bar of a clipped span. */
export function barShapeOf(span: ClippedSpan, scale: Scale): BarShape {
  const { left, width } = extentOf(scale, span.start, span.due);
  return {
    left,
    width,
    startEnd: endOf(span.isStartUndefined, span.isStartOutOfRange),
    dueEnd: endOf(span.isDueUndefined, span.isDueOutOfRange),
    isSmall: width < smallBarWidth,
    isTiny: width < tinyBarWidth,
    hasRoomForProgress: width >= progressBarWidth,
  };
}

function endOf(isUndefined: boolean, isOutOfRange: boolean): BarEnd {
  if (isUndefined) return 'none';
  return isOutOfRange ? 'clipped' : 'date';
}
