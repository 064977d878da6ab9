import { CircleDot } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import { useIntl } from 'react-intl';
import type { Span } from '@milepost/core/days';
import { clip } from '@milepost/core/roadmap/clip';
import { isWithin } from '@milepost/core/roadmap/ranges';
import { extentOf, type Scale } from '../../../timeline/scale.ts';
import timeline from '../../../timeline/timeline.module.css';
import { Icon } from '../../../ui/button/Icon.tsx';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import { defineMessages, retryLabel } from '../../../ui/text/messages.ts';
import type { RoadmapIssue } from '../data/epic.ts';
import type { ListRow } from '../data/rows.ts';
import { rowIndent } from './first-frame.ts';
import rowStyles from './rows.module.css';
import { isIssueRow, type IssueRow } from '../data/issue-rows.ts';
import styles from './issues.module.css';

const messages = defineMessages({
  more: { id: 'roadmap.moreIssues', defaultMessage: 'Show more ({count})' },
  failed: { id: 'roadmap.issuesFailed', defaultMessage: 'Could not load issues.' },
  bar: { id: 'roadmap.issueBar', defaultMessage: '{title}, {timeframe}' },
});

interface IssueLook {
  scale: Scale;
  timeframeText: (span: Span) => string;
  soft: { isCompact: boolean } | null;
}

export interface IssueRowsProps {
  rows: readonly ListRow[];
  layout: RowLayout;
  /** The rows that are rendered. */
  indexes: readonly number[];
  look: IssueLook;
  /** Rows of the grid before the first one. */
  rowsBefore: number;
  activeIndex: number;
}

/** The issues below expanded epics. */
export const IssueRows = memo(function IssueRows(props: IssueRowsProps) {
  const { rows, layout, indexes, look, rowsBefore, activeIndex } = props;
  return indexes.map((index) => {
    const row = rows[index];
    if (!row || !isIssueRow(row)) return null;
    const depth = row.lane?.depth ?? 0;
    const indent = rowIndent(Math.min(row.level, MAX_INDENT), row.lane);
    return (
      <div
        key={row.key}
        className={rowStyles.row}
        role="row"
        style={{ top: layout.top(index), '--level': indent } as CSSProperties}
        aria-level={row.level + depth}
        aria-posinset={row.position}
        aria-setsize={row.siblings}
        aria-rowindex={rowsBefore + index + 1}
        tabIndex={index === activeIndex ? 0 : -1}
        data-row={index}
        data-indent={indent}
      >
        {row.issue ? <IssueCells issue={row.issue} look={look} /> : <RestCells row={row} />}
      </div>
    );
  });
});

/** Rows are indented up to this level. */
const MAX_INDENT = 6;

function IssueCells({ issue, look }: { issue: RoadmapIssue; look: IssueLook }) {
  const { formatMessage } = useIntl();
  const { title, href, span, isClosed } = issue;
  const timeframe = look.timeframeText(span);
  const shape = shapeOf(span, look.scale);
  const label = formatMessage(messages.bar, { title, timeframe });
  return (
    <>
      <div className={`${timeline.side} ${rowStyles.side} ${styles.side}`} role="rowheader" aria-colindex={1}>
        <span className={`${rowStyles.twist} ${styles.icon}`} aria-hidden>
          <Icon of={CircleDot} size={14} />
        </span>
        <a
          className={rowStyles.name}
          tabIndex={-1}
          href={href}
          data-closed={isClosed || undefined}
          data-tooltip-cut
          data-issue
        >
          {title}
        </a>
        {!look.soft?.isCompact && (
          <div className={rowStyles.meta}>
            <span className={rowStyles.when}>
              <span>{timeframe}</span>
            </span>
          </div>
        )}
      </div>
      <div className={`${timeline.track} ${rowStyles.track}`} role="gridcell" aria-colindex={2}>
        {shape && (
          <span
            className={shape.isDiamond ? styles.diamond : styles.bar}
            style={{ '--x': `${shape.left}px`, '--w': `${shape.width}px` } as CSSProperties}
            role="img"
            aria-label={label}
            data-tooltip={label}
            data-closed={isClosed || undefined}
            data-open-end={shape.hasOpenEnd || undefined}
          >
            {!shape.isDiamond && shape.width >= MIN_WIDTH_WITH_ICON && <Icon of={CircleDot} size={12} />}
          </span>
        )}
      </div>
    </>
  );
}

/** Narrower bars have no room for the icon. */
const MIN_WIDTH_WITH_ICON = 18;
/** A bar without a due date fades out after this width, as those of epics do. */
const OPEN_BAR_WIDTH = 96;
const DIAMOND_WIDTH = 10;

interface IssueShape {
  left: number;
  width: number;
  isDiamond: boolean;
  hasOpenEnd: boolean;
}

/** A bar from start to due date, a diamond on a due date alone; null without dates, and outside the range. */
function shapeOf({ start, due }: Span, scale: Scale): IssueShape | null {
  if (start === null && due === null) return null;
  if (start === null && due !== null) {
    if (!isWithin(due, scale.timeframe)) return null;
    const { left, width } = extentOf(scale, due, due);
    return { left: left + (width - DIAMOND_WIDTH) / 2, width: DIAMOND_WIDTH, isDiamond: true, hasOpenEnd: false };
  }
  const clipped = clip({ start, due }, scale.timeframe);
  if (!clipped) return null;
  const { left, width } = extentOf(scale, clipped.start, clipped.due);
  const hasOpenEnd = due === null;
  return { left, width: hasOpenEnd ? Math.min(width, OPEN_BAR_WIDTH) : width, isDiamond: false, hasOpenEnd };
}

function RestCells({ row: { below } }: { row: IssueRow }) {
  const { formatMessage } = useIntl();
  return (
    <div className={`${timeline.side} ${rowStyles.side} ${styles.side}`} role="rowheader" aria-colindex={1}>
      <span className={`${rowStyles.name} ${styles.rest}`}>
        {below.error && `${formatMessage(messages.failed)} `}
        <button type="button" className={styles.more} tabIndex={-1} onClick={below.loadMore}>
          {below.error ? formatMessage(retryLabel) : formatMessage(messages.more, { count: below.rest })}
        </button>
      </span>
    </div>
  );
}
