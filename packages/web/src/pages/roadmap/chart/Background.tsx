import { lazy, type RefObject, Suspense } from 'react';
import type { Day } from '@milepost/core/days';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { Ground } from '../../../timeline/Ground.tsx';
import type { TimelineMilestone } from '../../../timeline/milestones/milestone-layout.ts';
import type { TimelineLayout } from '../../../timeline/room.ts';
import { TodayLine } from '../../../timeline/TodayLine.tsx';

const GuideLines = lazy(() =>
  import('../../../timeline/milestones/GuidesRow.tsx').then((module) => ({ default: module.GuideLines })),
);

export interface BackgroundProps {
  scroller: RefObject<HTMLElement | null>;
  layout: TimelineLayout;
  window: Timeframe;
  today: Day;
  /** Milestones whose lines run through all rows. */
  guides: readonly TimelineMilestone[] | undefined;
}

/** What all rows are drawn on: the grid, the lines of milestones and today. */
export function Background({ scroller, layout, window, today, guides }: BackgroundProps) {
  const { scale, trackWidth } = layout;
  return (
    <>
      <Ground scroller={scroller} scale={scale} trackWidth={trackWidth} window={window} />
      {guides && (
        <Suspense fallback={null}>
          <GuideLines scroller={scroller} milestones={guides} scale={scale} trackWidth={trackWidth} today={today} />
        </Suspense>
      )}
      <TodayLine scale={scale} today={today} />
    </>
  );
}
