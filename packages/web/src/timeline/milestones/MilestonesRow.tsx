import { ChevronDown, ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import { memo, useState } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../../ui/button/Icon.tsx';
import { messages } from '../messages.ts';
import { lanesShown, milestoneLaneHeight, milestonesHeight, milestonesRowHeight } from '../metrics.ts';
import type { MilestoneLayout, PlacedMilestone } from './milestone-layout.ts';
import type { Scale } from '../scale.ts';
import styles from '../timeline.module.css';
import entries from './milestones.module.css';
import type { VisibleColumns } from '../visible.ts';

export interface MilestonesRowProps {
  layout: MilestoneLayout;
  scale: Scale;
  visible: VisibleColumns;
  isExpanded: boolean;
  onExpandedChange: (isExpanded: boolean) => void;
}

/** The row of milestones below the header: a line that ends in a post at the due date. */
export const MilestonesRow = memo(function MilestonesRow({
  layout,
  scale,
  visible,
  isExpanded,
  onExpandedChange,
}: MilestonesRowProps) {
  const { formatMessage } = useIntl();
  const [showsAll, setShowsAll] = useState(false);
  const isFolded = layout.lanes > lanesShown && !showsAll;
  const folded = layout.placed.filter((milestone) => milestone.lane >= lanesShown).length;
  const height = isFolded || !isExpanded ? milestonesRowHeight(layout.lanes, isExpanded) : heightOf(layout.lanes);
  const [from, to] = [visible.from * scale.cellWidth, visible.to * scale.cellWidth];
  const isShown = ({ left, width, lane, titleRoom }: PlacedMilestone) =>
    (!isFolded || lane < lanesShown) && left <= to && left + Math.max(width, titleRoom) >= from;
  const label = formatMessage(isExpanded ? messages.collapseMilestones : messages.expandMilestones);
  return (
    <div
      className={styles.milestones}
      role="row"
      aria-rowindex={2}
      style={{ height }}
      data-unpinned={showsAll || undefined}
    >
      <div className={styles.side} role="rowheader" aria-colindex={1}>
        <button
          type="button"
          className={entries.fold}
          aria-expanded={isExpanded}
          aria-label={label}
          data-tooltip={label}
          onClick={() => onExpandedChange(!isExpanded)}
        >
          <Icon of={isExpanded ? ChevronDown : ChevronRight} />
        </button>
        <span>{formatMessage(messages.milestones)}</span>
        {isExpanded && layout.lanes > lanesShown && (
          <button type="button" className={entries.moreMilestones} onClick={() => setShowsAll(!showsAll)}>
            {isFolded
              ? formatMessage(messages.moreMilestones, { count: folded })
              : formatMessage(messages.fewerMilestones)}
          </button>
        )}
      </div>
      <div className={styles.track} role="gridcell" aria-colindex={2}>
        {isExpanded &&
          layout.placed.filter(isShown).map((milestone) => <Milestone key={milestone.id} milestone={milestone} />)}
      </div>
    </div>
  );
});

function heightOf(lanes: number): number {
  return milestonesHeight + (Math.max(lanes, 1) - 1) * milestoneLaneHeight;
}

function Milestone({ milestone }: { milestone: PlacedMilestone }) {
  const { left, width, lane, look, span, tense, title, titleRoom, label, href, id } = milestone;
  const style = {
    '--x': `${Math.round(left * 100) / 100}px`,
    '--w': `${Math.round(width * 100) / 100}px`,
    '--lane': lane,
    '--room': `${titleRoom}px`,
  } as CSSProperties;
  return (
    <a
      className={entries.milestone}
      href={href || undefined}
      style={style}
      aria-label={label}
      data-card={`milestone:${id}`}
      data-look={look === 'full' ? undefined : look}
      data-tense={tense}
      data-start={span.isStartUndefined ? 'none' : undefined}
      data-end={span.isDueUndefined ? 'none' : undefined}
    >
      {look !== 'minimum' && <span className={entries.milestoneTitle}>{title}</span>}
      {look !== 'minimum' && <span className={entries.milestoneSpan} />}
      {!span.isDueOutOfRange && !span.isDueUndefined && (
        <svg className={entries.milestonePost} viewBox="0 0 11 17" aria-hidden="true">
          <path d="M2.5 16V6.5a3 3 0 0 1 6 0V16z" fill="currentColor" />
        </svg>
      )}
    </a>
  );
}
