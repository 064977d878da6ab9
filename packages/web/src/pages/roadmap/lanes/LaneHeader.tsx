import { Check, ChevronDown, ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useIntl } from 'react-intl';
import { scopedTitle } from '@milepost/core/labels';
import type { Span } from '@milepost/core/days';
import { LabelChip } from '../../../modules/labels/LabelChip.tsx';
import { laneShapes, type LaneHealth } from '../../../timeline/lanes/lane-shapes.ts';
import type { Scale } from '../../../timeline/scale.ts';
import timeline from '../../../timeline/timeline.module.css';
import { Icon } from '../../../ui/button/Icon.tsx';
import type { Lane } from '../data/lane.ts';
import type { LaneRowData } from '../data/rows.ts';
import { laneMessages as messages } from './messages.ts';
import { messages as pageMessages } from '../messages/page.ts';
import signs from '../controls/signs.module.css';
import styles from './lanes.module.css';
import { useLaneName } from './use-lane-name.ts';

export interface LaneHeaderProps {
  row: LaneRowData;
  index: number;
  rowIndex: number;
  isTabStop: boolean;
  scale: Scale;
  timeframeText: (span: Span) => string;
}

const healthMessages: Record<LaneHealth, (typeof messages)[keyof typeof messages]> = {
  on_track: messages.onTrack,
  needs_attention: messages.needsAttention,
  at_risk: messages.atRisk,
  none: messages.noUpdate,
};

/** The header of a lane: its value and sums at the left, its dates and health on the timeline. The grid handles presses and keys. */
export function LaneHeader({ row, index, rowIndex, isTabStop, scale, timeframeText }: LaneHeaderProps) {
  const { formatMessage, formatNumber } = useIntl();
  const lane = row.header;
  const nameOf = useLaneName();
  const value = nameOf(lane);
  const isFolded = row.expansion === 'collapsed';
  const shapes = laneShapes(lane, scale, isFolded);
  const { percentage, count } = lane;
  const name =
    percentage === null
      ? formatMessage(messages.name, { value, count })
      : formatMessage(messages.nameWithProgress, { value, count, percentage });
  const countText = (of: string, number: number) => formatMessage(messages.count, { value: of, count: number });
  return (
    <div
      className={styles.header}
      role="row"
      aria-level={row.level}
      aria-expanded={row.expansion === 'none' ? undefined : !isFolded}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-rowindex={rowIndex}
      aria-label={name}
      tabIndex={isTabStop ? 0 : -1}
      data-row={index}
      data-lane={lane.key}
      data-level={row.level}
      data-folded={isFolded || undefined}
    >
      <div className={`${timeline.side} ${styles.side}`} role="rowheader" aria-colindex={1}>
        {row.expansion === 'none' ? (
          <i className={styles.twist} />
        ) : (
          <button
            type="button"
            className={styles.twist}
            tabIndex={-1}
            data-twist
            aria-expanded={!isFolded}
            aria-label={formatMessage(isFolded ? pageMessages.expand : pageMessages.collapse, { title: value })}
          >
            <Icon of={isFolded ? ChevronRight : ChevronDown} />
          </button>
        )}
        <LaneValue lane={lane} name={value} />
        <span className={styles.count}>{formatNumber(count)}</span>
        {percentage !== null && (
          <span className={styles.progress}>
            <i style={{ '--share': `${percentage}%` } as CSSProperties} />
            <span>{formatMessage(messages.percentage, { percentage })}</span>
          </span>
        )}
      </div>
      <div className={`${timeline.track} ${styles.track}`} role="gridcell" aria-colindex={2}>
        <span className={styles.line} style={{ '--from': `${shapes.left}px` } as CSSProperties}>
          {count > 0 && <span>{timeframeText(lane.span)}</span>}
          {shapes.health.map((each) => (
            <span key={each.value} aria-label={countText(formatMessage(healthMessages[each.value]), each.count)}>
              <i className={signs.health} data-health={each.value} />
              {formatNumber(each.count)}
            </span>
          ))}
          {lane.closed > 0 && (
            <span aria-label={countText(formatMessage(messages.closed), lane.closed)}>
              <Icon of={Check} size={12} />
              {formatNumber(lane.closed)}
            </span>
          )}
          {lane.overdue > 0 && (
            <span className={styles.overdue}>{formatMessage(messages.overdue, { count: lane.overdue })}</span>
          )}
        </span>
        {shapes.segments.map(({ left, width, opacity }) => (
          <i key={left} className={styles.segment} style={{ left, width, opacity }} data-card={`lane:${lane.key}`} />
        ))}
      </div>
    </div>
  );
}

function LaneValue({ lane, name }: { lane: Lane; name: string }) {
  if (lane.kind === 'LABEL' && lane.title !== null && scopedTitle(lane.title)) {
    return (
      <span className={styles.value}>
        <LabelChip label={{ title: lane.title, color: lane.color ?? '' }} size="large" />
      </span>
    );
  }
  if (lane.href) {
    return (
      <a className={styles.value} href={lane.href} tabIndex={-1}>
        {name}
      </a>
    );
  }
  return <span className={styles.value}>{name}</span>;
}
