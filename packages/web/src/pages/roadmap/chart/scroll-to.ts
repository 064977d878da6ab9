import type { Day } from '@milepost/core/days';
import { isWithin } from '@milepost/core/roadmap/ranges';
import { todayAt } from '../../../timeline/opening.ts';
import type { Scale } from '../../../timeline/scale.ts';
import type { Zoom } from '../view/use-zoom.ts';
import type { View } from '../view/view.ts';

interface ScrollSpace {
  view: View;
  scale: Scale;
  trackWidth: number;
  today: Day;
  /** The range was chosen day by day. */
  isCustom: boolean;
  zoom: Zoom;
}

/** Scrolls the timeline to earlier or later days, or to today. */
export function scrollTo(
  element: HTMLElement | null,
  where: 'earlier' | 'later' | 'today',
  { view, scale, trackWidth, today, isCustom, zoom }: ScrollSpace,
): void {
  if (!element) return;
  const isPast = {
    earlier: element.scrollLeft <= 0,
    later: !hasMoreToTheRight(element),
    today: !isWithin(today, view.timeframe),
  };
  // A custom range moves on when the scroll end is reached.
  if (isPast[where] && isCustom) {
    zoom.shift(where);
    return;
  }
  const left = {
    earlier: element.scrollLeft - trackWidth * 0.8,
    later: element.scrollLeft + trackWidth * 0.8,
    today: scale.xOf(today) - trackWidth * todayAt,
  }[where];
  const to = Math.max(0, Math.min(left, element.scrollWidth - element.clientWidth));
  if (where === 'today' && Math.abs(to - element.scrollLeft) > 1) zoom.leave();
  element.scrollTo({ left, behavior: prefersStillness() ? 'auto' : 'smooth' });
}

function hasMoreToTheRight({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): boolean {
  return scrollLeft + clientWidth < scrollWidth - 1;
}

function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
