import type { Day, Span } from '../days.ts';
import { addDays, dayOf, partsOf } from '../days.ts';
import { columnsOf, timeframeOf } from './columns.ts';
import { capped } from './custom-range.ts';
import type { Layout, RangeType, Timeframe } from './ranges.ts';
import { layouts, presetsOf, rangeTypes, windowOf } from './ranges.ts';

/** Minimum number of whole months with columns this coarse; fewer would give too few columns to compare. */
const leastMonths: Record<Layout, number> = { WEEKS: 3, MONTHS: 12, QUARTERS: 36, YEARS: 120 };

/** The finest layout whose columns fit side by side into `room` pixels; otherwise years. */
export function layoutThatFits(range: Timeframe, room: number, leastWidth: (layout: Layout) => number): Layout {
  return layouts.find((layout) => columnsOf(range, layout).length * leastWidth(layout) <= room) ?? 'YEARS';
}

/** From the earliest to the latest date of all spans; null when there is none. */
export function extentOf(spans: readonly Span[]): Timeframe | null {
  let from = Infinity;
  let to = -Infinity;
  for (const { start, due } of spans) {
    from = Math.min(from, start ?? from, due ?? from);
    to = Math.max(to, start ?? to, due ?? to);
  }
  return from > to ? null : { from: from as Day, to: to as Day };
}

export interface Look {
  range: RangeType;
  custom: Timeframe | null;
  layout: Layout;
}

/** The whole columns that contain `extent`, all of them visible if possible. */
export function fitted(extent: Timeframe, room: number, leastWidth: (layout: Layout) => number): Omit<Look, 'range'> {
  const held = capped(extent);
  const layout = layoutThatFits(held, room, leastWidth);
  return { custom: timeframeOf(columnsOf(held, layout)), layout };
}

/**
 * One zoom step in or out; null at either end. Zooming in keeps the days and makes columns finer. Zooming out makes columns
 * coarser and then moves to the next wider range; beyond the widest range, columns are years.
 */
export function zoomed(look: Look, to: 'in' | 'out', today: Day): Look | null {
  const next = layouts[layouts.indexOf(look.layout) + (to === 'in' ? -1 : 1)];
  if (look.custom) {
    if (!next) return null;
    return { ...look, layout: next, custom: to === 'in' ? look.custom : widened(look.custom, next) };
  }
  if (next && isPresetOf(look.range, next)) return { ...look, layout: next };
  if (to === 'in') return null;
  const wider = rangeTypes[rangeTypes.indexOf(look.range) + 1];
  if (wider) return { range: wider, custom: null, layout: presetsOf(wider)[0] };
  return { ...look, layout: 'YEARS', custom: widened(windowOf(look.range, today), 'YEARS') };
}

/**
 * A zoom that can be reversed: the views of the last zooms, each in other columns, and the current one last. Going back to the
 * columns of one of them gives exactly its range, which widening would have lost.
 */
export function reversible(trail: readonly Look[], look: Look, next: Look): { next: Look; trail: readonly Look[] } {
  const last = trail.at(-1);
  const visited = last && isSameLook(last, look) ? trail : [look];
  const at = visited.findIndex(({ layout }) => layout === next.layout);
  const back = visited[at];
  return back ? { next: back, trail: visited.slice(0, at + 1) } : { next, trail: [...visited, next] };
}

function isSameLook(one: Look, other: Look): boolean {
  return (
    one.range === other.range &&
    one.layout === other.layout &&
    one.custom?.from === other.custom?.from &&
    one.custom?.to === other.custom?.to
  );
}

/** The same days in columns of `layout`; where the named range does not allow that layout, they become a custom range. */
export function laidOut(look: Look, layout: Layout, today: Day): Look {
  if (layout === look.layout) return look;
  if (!look.custom && isPresetOf(look.range, layout)) return { ...look, layout };
  const days = look.custom ?? windowOf(look.range, today, look.layout);
  const isCoarser = layouts.indexOf(layout) > layouts.indexOf(look.layout);
  return { ...look, layout, custom: isCoarser ? widened(days, layout) : days };
}

/** A range of the same length centered on `day`. */
export function centeredOn(range: Timeframe, day: Day): Timeframe {
  const length = range.to - range.from;
  const from = addDays(day, -Math.floor(length / 2));
  return { from, to: addDays(from, length) };
}

/** The adjacent range of the same length in days; whole months stay whole months. */
export function shifted(range: Timeframe, by: -1 | 1): Timeframe {
  const months = wholeMonthsOf(range);
  if (months === null) {
    const length = range.to - range.from + 1;
    return { from: addDays(range.from, by * length), to: addDays(range.to, by * length) };
  }
  const { year, month } = partsOf(range.from);
  return {
    from: dayOf(year, month + by * months, 1),
    to: addDays(dayOf(year, month + (by + 1) * months, 1), -1),
  };
}

function isPresetOf(range: RangeType, layout: Layout): boolean {
  return presetsOf(range).some((preset) => preset === layout);
}

/** The range with whole months added at both ends until it reaches the minimum for its columns; years are whole. */
function widened(range: Timeframe, layout: Layout): Timeframe {
  const [first, last] = [partsOf(range.from), partsOf(range.to)];
  const missing = leastMonths[layout] - ((last.year - first.year) * 12 + last.month - first.month + 1);
  if (missing <= 0) return range;
  const before = Math.floor(missing / 2);
  const from = dayOf(first.year, first.month - before, 1);
  const to = addDays(dayOf(last.year, last.month + 1 + missing - before, 1), -1);
  return layout === 'YEARS' ? timeframeOf(columnsOf({ from, to }, 'YEARS')) : { from, to };
}

/** The length of a range in months if it consists of whole months. */
function wholeMonthsOf({ from, to }: Timeframe): number | null {
  const [first, next] = [partsOf(from), partsOf(addDays(to, 1))];
  if (first.dayOfMonth !== 1 || next.dayOfMonth !== 1) return null;
  return (next.year - first.year) * 12 + next.month - first.month;
}
