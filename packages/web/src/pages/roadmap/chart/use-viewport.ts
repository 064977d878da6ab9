import { type RefObject, useEffect, useLayoutEffect } from 'react';
import type { Day } from '@milepost/core/days';
import { isWithin } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { openingScroll } from '../../../timeline/opening.ts';
import type { TimelineLayout } from '../../../timeline/room.ts';
import { useMiddle } from '../../../timeline/use-middle.ts';
import { anchorAt, scrollFor } from '../view/anchors.ts';
import type { View } from '../view/view.ts';
import type { ViewportHandle } from '../view/viewport.ts';

/** Connects the chart's scroller to the viewport: tells what is visible, and scrolls to what should be. */
export function useViewport(
  scroller: RefObject<HTMLElement | null>,
  layout: TimelineLayout,
  view: View,
  today: Day,
  viewport: ViewportHandle,
  opening: RoadmapSettings['opening'],
): void {
  const { scale, trackWidth } = layout;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const days = () => {
      const { scrollLeft } = element;
      const from = scale.dayAt(scrollLeft);
      return { from, to: scale.dayAt(scrollLeft + Math.max(0, trackWidth - 1)), cut: scrollLeft - scale.xOf(from) };
    };
    const anchor = () => {
      const x = scale.xOf(today) - element.scrollLeft;
      const isVisible = isWithin(today, scale.timeframe) && x >= 0 && x < trackWidth;
      return anchorAt(scale, element.scrollLeft, isVisible ? x : trackWidth / 2);
    };
    return viewport.enter({ days, anchor, show: ({ from, cut }) => element.scrollTo({ left: scale.xOf(from) + cut }) });
  }, [scroller, viewport, scale, trackWidth, today]);
  const lastMiddle = useMiddle(scroller, view.timeframe, scale, trackWidth);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Only a change of the columns moves the view; a resize or a change of rows leaves it in place.
    const wanted = viewport.take();
    if (wanted !== null && 'day' in wanted) {
      element.scrollLeft = scrollFor(scale, wanted);
      return;
    }
    if (wanted !== null && isWithin(wanted.from, view.timeframe)) {
      element.scrollLeft = scale.xOf(wanted.from) + wanted.cut;
      return;
    }
    const middle = lastMiddle(view.timeframe);
    if (middle !== null) element.scrollLeft = scale.xOf(middle) - trackWidth / 2;
    else element.scrollLeft = openingScroll(layout, view.timeframe, today, opening);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [view.columns]);
}
