import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { RefObject } from 'react';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import type { Day } from '@milepost/core/days';
import { isWithin } from '@milepost/core/roadmap/ranges';
import { session } from '../../../platform/session/session.ts';
import type { MilestoneLayout } from '../../../timeline/milestone-layout.ts';
import { MilestonesRow } from '../../../timeline/MilestonesRow.tsx';
import { TimelineHead } from '../../../timeline/TimelineHead.tsx';
import type { TimelineLayout } from '../../../timeline/room.ts';
import { useVisibleColumns } from '../../../timeline/use-visible-columns.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { messages } from '../messages/page.ts';
import styles from '../view/roadmap.module.css';

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
  milestones: MilestoneLayout | undefined;
  hasOpenMilestones: boolean;
  onOpenMilestones: (isOpen: boolean) => void;
}

/** The sticky header: the periods and, when they are shown, the milestones. Only this part follows horizontal scrolling. */
export const ChartHead = memo(function ChartHead(props: ChartHeadProps) {
  const { scroller, layout, today, count, onScroll, milestones } = props;
  const { formatMessage } = useIntl();
  const { scale, trackWidth, overflows } = layout;
  const canMove = overflows || props.canShift;
  const hasToday = isWithin(today, scale.timeframe);
  const visible = useVisibleColumns(scroller, { count: scale.columns.length, cellWidth: scale.cellWidth, trackWidth });
  return (
    <>
      <TimelineHead
        scale={scale}
        today={today}
        visible={visible}
        firstWeekday={session().firstWeekday}
        hasNames={props.isWhole}
      >
        <span className={styles.count}>
          {props.isWhole && count !== undefined && <EpicCount count={count} topLevel={props.topLevel ?? count} />}
        </span>
        {props.isWhole && (
          <>
            <IconButton
              className={styles.step}
              size="small"
              icon={ChevronLeft}
              label={formatMessage(messages.earlier)}
              disabled={!canMove}
              onClick={() => onScroll('earlier')}
            />
            <Button
              kind="quiet"
              size="small"
              className={styles.step}
              disabled={hasToday ? !overflows : !props.canShift}
              onClick={() => onScroll('today')}
            >
              {formatMessage(messages.today)}
            </Button>
            <IconButton
              className={styles.step}
              size="small"
              icon={ChevronRight}
              label={formatMessage(messages.later)}
              disabled={!canMove}
              onClick={() => onScroll('later')}
            />
          </>
        )}
      </TimelineHead>
      {milestones && (
        <MilestonesRow
          layout={milestones}
          scale={scale}
          visible={visible}
          isExpanded={props.hasOpenMilestones}
          onExpandedChange={props.onOpenMilestones}
        />
      )}
    </>
  );
});

/** Shows both counts when child epics are listed below their parents. */
function EpicCount({ count, topLevel }: { count: number; topLevel: number }) {
  const { formatMessage } = useIntl();
  return topLevel < count
    ? formatMessage(messages.topLevelCount, { count, topLevel })
    : formatMessage(messages.epicCount, { count });
}
