import type { RefObject } from 'react';
import { lazy, memo, Suspense } from 'react';
import type { Day } from '@milepost/core/days';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { isWithin } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { preloadedAfterPaint } from '../../../platform/loading/preloaded.tsx';
import { session } from '../../../platform/session/session.ts';
import { milestonesRowHeight } from '../../../timeline/metrics.ts';
import type { MilestoneLayout, TimelineMilestone } from '../../../timeline/milestones/milestone-layout.ts';
import { TimelineHead } from '../../../timeline/TimelineHead.tsx';
import type { TimelineLayout } from '../../../timeline/room.ts';
import { useVisibleColumns } from '../../../timeline/use-visible-columns.ts';
import type { ChangeSettings } from '../settings/use-settings.ts';

const GuidesRow = lazy(() =>
  import('../../../timeline/milestones/GuidesRow.tsx').then((module) => ({ default: module.GuidesRow })),
);
const MilestonesRow = lazy(() =>
  import('../../../timeline/milestones/MilestonesRow.tsx').then((module) => ({ default: module.MilestonesRow })),
);
const HeadControls = preloadedAfterPaint(async () => (await import('./HeadControls.tsx')).HeadControls);

export interface ChartHeadProps {
  scroller: RefObject<HTMLDivElement | null>;
  layout: TimelineLayout;
  today: Day;
  count: number | undefined;
  topLevel: number | undefined;
  /** False for the first render, which only reserves the space. */
  isWhole: boolean;
  /** The range moves on when the scroll end is reached. */
  canShift: boolean;
  onScroll: (where: 'earlier' | 'later' | 'today') => void;
  settings: RoadmapSettings;
  change: ChangeSettings;
  timeframe: Timeframe;
  onFit: () => void;
  onCustomRange: () => void;
  milestones: MilestoneLayout | undefined;
  /** The milestones, if they are drawn as guides. */
  guides: readonly TimelineMilestone[] | undefined;
  hasOpenMilestones: boolean;
  onOpenMilestones: (isOpen: boolean) => void;
}

/** The sticky header: the periods and, when they are shown, the milestones. Only this part follows horizontal scrolling. */
export const ChartHead = memo(function ChartHead(props: ChartHeadProps) {
  const { scroller, layout, today, count, onScroll, milestones } = props;
  const { scale, trackWidth, overflows } = layout;
  const guidesHeight = milestonesRowHeight(1, true, true, layout.isTouch);
  const visible = useVisibleColumns(scroller, { count: scale.columns.length, cellWidth: scale.cellWidth, trackWidth });
  return (
    <>
      <TimelineHead
        scale={scale}
        today={today}
        isPast={props.settings.asOf !== null}
        visible={visible}
        firstWeekday={session().firstWeekday}
        hasNames={props.isWhole}
      >
        {props.isWhole && (
          <HeadControls
            count={count}
            topLevel={props.topLevel}
            settings={props.settings}
            change={props.change}
            timeframe={props.timeframe}
            canMove={overflows || props.canShift}
            canGoToToday={isWithin(today, scale.timeframe) ? overflows : props.canShift}
            onScroll={onScroll}
            onFit={props.onFit}
            onCustomRange={props.onCustomRange}
          />
        )}
      </TimelineHead>
      {milestones && props.guides && (
        <Suspense fallback={<div style={{ height: guidesHeight }} />}>
          <GuidesRow
            height={guidesHeight}
            scroller={scroller}
            milestones={props.guides}
            scale={scale}
            trackWidth={trackWidth}
            today={today}
            isExpanded={props.hasOpenMilestones}
            onExpandedChange={props.onOpenMilestones}
          />
        </Suspense>
      )}
      {milestones && !props.guides && (
        <Suspense fallback={<div style={{ height: milestonesRowHeight(milestones.lanes, props.hasOpenMilestones) }} />}>
          <MilestonesRow
            layout={milestones}
            scale={scale}
            visible={visible}
            isExpanded={props.hasOpenMilestones}
            onExpandedChange={props.onOpenMilestones}
          />
        </Suspense>
      )}
    </>
  );
});
