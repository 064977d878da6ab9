import { addDays, type Day } from '../days.ts';

/** The state of an item after a change. `isInside`: whether it was in the milestone or iteration. */
export interface TimeboxEvent {
  itemId: number;
  day: Day;
  isInside: boolean;
  isClosed: boolean;
  weight: number;
}

/** The totals of a milestone or iteration at the end of a day. */
export interface BurnupDay {
  day: Day;
  scopeCount: number;
  scopeWeight: number;
  completedCount: number;
  completedWeight: number;
}

/** Maximum days of a chart; longer milestones are charted for their last days only. */
export const MAX_CHART_DAYS = 1096;

/**
 * The totals of each day from start to due date, up to today. `events` in chronological order; those before the start are included
 * in the totals of the first day.
 */
export function burnupSeries(events: readonly TimeboxEvent[], span: { start: Day; due: Day }, today: Day): BurnupDay[] {
  const last = span.due < today ? span.due : today;
  const first = Math.max(span.start, last - MAX_CHART_DAYS + 1) as Day;
  const byDay = events.toSorted((one, other) => one.day - other.day);
  const inside = new Map<number, TimeboxEvent>();
  const totals = { scopeCount: 0, scopeWeight: 0, completedCount: 0, completedWeight: 0 };
  const count = (event: TimeboxEvent | undefined, sign: 1 | -1): void => {
    if (!event?.isInside) return;
    totals.scopeCount += sign;
    totals.scopeWeight += sign * event.weight;
    if (!event.isClosed) return;
    totals.completedCount += sign;
    totals.completedWeight += sign * event.weight;
  };
  const series: BurnupDay[] = [];
  let next = 0;
  for (let day = first; day <= last; day = addDays(day, 1)) {
    for (let event = byDay[next]; event && event.day <= day; event = byDay[next]) {
      count(inside.get(event.itemId), -1);
      count(event, 1);
      inside.set(event.itemId, event);
      next += 1;
    }
    series.push({ day, ...totals });
  }
  return series;
}
