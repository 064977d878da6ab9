import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Day } from '@milepost/core/days';
import { usePeekOrder } from '../../../modules/work-items/peek/peek-order.ts';
import { usePeeked } from '../../../modules/work-items/peek/use-peek.ts';
import type { TimelineLayout } from '../../../timeline/room.ts';
import { todayAt } from '../../../timeline/opening.ts';
import { epicRows, type ListRow, peekOfEpic } from '../data/rows.ts';
import type { ActiveRow } from '../rows/use-active-row.ts';

/** More than any scrollbar is wide. */
const SCROLLBAR = 24;

export interface PeekFollowerProps {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly ListRow[];
  active: ActiveRow;
  layout: TimelineLayout;
  today: Day;
}

/** While an epic is shown in the peek: its row stays in view, and so does today in the narrower chart. Draws nothing. */
export function PeekFollower({ scroller, rows, active: { reveal }, layout, today }: PeekFollowerProps): null {
  const { scale, trackWidth, detailsWidth } = layout;
  const todayX = scale.xOf(today);
  const peeked = usePeeked();
  usePeekOrder(useCallback(() => epicRows(rows).map(({ epic }) => peekOfEpic(epic)), [rows]));
  const revealed = useRef(peeked);
  useEffect(() => {
    if (revealed.current === peeked) return;
    revealed.current = peeked;
    const index = rows.findIndex(({ epic }) => epic !== null && peekOfEpic(epic) === peeked);
    if (index !== -1) reveal(index);
  }, [peeked, rows, reveal]);
  /** Where the chart was scrolled before, and where to. */
  const moved = useRef<{ from: number; to: number } | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || moved.current) return;
    const { scrollLeft } = element;
    // Without the peek the chart extends to the edge of the window.
    const widest = window.innerWidth - element.getBoundingClientRect().left - detailsWidth;
    const isNarrower = trackWidth < widest - SCROLLBAR;
    if (!isNarrower || todayX < scrollLeft || todayX >= scrollLeft + widest) return;
    element.scrollTo({ left: todayX - trackWidth * todayAt, behavior: 'instant' });
    moved.current = { from: scrollLeft, to: element.scrollLeft };
  }, [scroller, todayX, trackWidth, detailsWidth]);
  useLayoutEffect(() => {
    const element = scroller.current;
    return () => {
      // A viewer who scrolled since stays there.
      if (element && moved.current && Math.abs(element.scrollLeft - moved.current.to) < 1)
        element.scrollTo({ left: moved.current.from, behavior: 'instant' });
    };
  }, [scroller]);
  return null;
}
