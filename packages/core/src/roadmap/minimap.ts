import type { Day } from '../days.ts';
import type { Timeframe } from './ranges.ts';

/** Parts that the density of epics is counted in at most. */
export const MAX_DENSITY_PARTS = 1000;

/** The minimap is shown while the epics span more than this many times the visible days. */
const MINIMAP_FACTOR = 2;

/** Whether a minimap helps: the days of all matching epics are many more than those in view. */
export function needsMinimap(whole: Timeframe, visible: Timeframe): boolean {
  return daysOf(whole) > MINIMAP_FACTOR * daysOf(visible);
}

/** The frame on a map of this width: at least wide enough to be seen. */
export function frameOn(whole: Timeframe, visible: Timeframe, width: number): { left: number; width: number } {
  const scale = width / daysOf(whole);
  const shown = Math.min(width, Math.max(MIN_FRAME, daysOf(visible) * scale));
  const left = (visible.from - whole.from) * scale;
  return { left: Math.min(Math.max(0, left), width - shown), width: shown };
}

const MIN_FRAME = 8;

/** The visible days after the frame moved so that `day` is their first one; they stay within the map. */
export function movedTo(whole: Timeframe, visible: Timeframe, day: number): Timeframe {
  const length = daysOf(visible);
  const last = Math.max(whole.from, whole.to - length + 1);
  const from = Math.round(Math.min(Math.max(day, whole.from), last));
  return { from: from as Day, to: (from + length - 1) as Day };
}

const daysOf = ({ from, to }: Timeframe): number => to - from + 1;
