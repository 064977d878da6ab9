import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, type RefObject, useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { Day } from '@milepost/core/days';
import { dayText } from '@milepost/core/dates/timeframe-text';
import { dateLocale } from '../../ui/text/date-locale.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import type { Guide } from './guides.ts';
import { layOutGuides } from './guides.ts';
import styles from './guides.module.css';
import { messages } from '../messages.ts';
import type { TimelineMilestone } from './milestone-layout.ts';
import type { Scale } from '../scale.ts';
import timeline from '../timeline.module.css';
import entries from './milestones.module.css';
import { useVisibleColumns } from '../use-visible-columns.ts';

export interface GuidesProps {
  scroller: RefObject<HTMLElement | null>;
  milestones: readonly TimelineMilestone[];
  scale: Scale;
  trackWidth: number;
  today: Day;
}

/** The guides that are in view. */
function useGuides({ scroller, milestones, scale, trackWidth, today }: GuidesProps): readonly Guide[] {
  const { formatMessage } = useIntl();
  const locale = dateLocale();
  const { cellWidth } = scale;
  const { from, to } = useVisibleColumns(scroller, { count: scale.columns.length, cellWidth, trackWidth });
  const guides = useMemo(
    () =>
      layOutGuides(milestones, scale, today, {
        dateText: (day) => dayText(day, locale, false),
        countText: (count) => formatMessage(messages.milestonesOfDay, { count }),
      }),
    [milestones, scale, today, locale, formatMessage],
  );
  return guides.filter(({ x }) => x >= from * cellWidth && x <= to * cellWidth);
}

export interface GuidesRowProps extends GuidesProps {
  height: number;
  isExpanded: boolean;
  onExpandedChange: (isExpanded: boolean) => void;
}

/** The posts, names and dates of milestones; their lines are drawn by {@link GuideLines}. */
export const GuidesRow = memo(function GuidesRow({ height, isExpanded, onExpandedChange, ...props }: GuidesRowProps) {
  const guides = useGuides(props);
  const { formatMessage } = useIntl();
  const label = formatMessage(isExpanded ? messages.collapseMilestones : messages.expandMilestones);
  return (
    <div className={timeline.milestones} role="row" aria-rowindex={2} style={{ height }}>
      <div className={timeline.side} role="rowheader" aria-colindex={1}>
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
      </div>
      <div className={timeline.track} role="gridcell" aria-colindex={2}>
        {isExpanded && guides.map((guide) => <Post key={guide.day} guide={guide} />)}
      </div>
    </div>
  );
});

function Post({ guide: { x, milestones, tense, name, label } }: { guide: Guide }) {
  const only = milestones.length === 1 ? milestones[0] : undefined;
  const inside = (
    <>
      <svg viewBox="0 0 11 17" width="7" height="11" aria-hidden="true">
        <path d="M2.5 16V6.5a3 3 0 0 1 6 0V16z" fill="currentColor" />
      </svg>
      {name && (
        <span>
          <b>{name.text}</b> {name.date}
        </span>
      )}
    </>
  );
  const shared = {
    className: styles.post,
    style: { left: x },
    'data-tense': tense,
    'data-left': name?.isLeft || undefined,
    'aria-label': label,
  };
  // One milestone has a card; several are named by a tooltip.
  return only ? (
    <a {...shared} href={only.href || undefined} data-card={`milestone:${only.id}`}>
      {inside}
    </a>
  ) : (
    <span {...shared} role="img" data-tooltip={label}>
      {inside}
    </span>
  );
}

/** A dashed line at each guide, below the bars. */
export const GuideLines = memo(function GuideLines(props: GuidesProps) {
  const guides = useGuides(props);
  return (
    <div className={styles.lines} aria-hidden="true">
      {guides.map(({ day, x, tense }) => (
        <i key={day} style={{ left: x }} data-tense={tense} />
      ))}
    </div>
  );
});
