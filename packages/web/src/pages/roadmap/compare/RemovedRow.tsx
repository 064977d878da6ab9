import type { CSSProperties } from 'react';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import timeline from '../../../timeline/timeline.module.css';
import type { LaneOfRow, ListRow, RemovedEpic, RemovedRowData } from '../data/rows.ts';
import { useTimeframeText } from '../messages/use-timeframe-text.ts';
import { rowIndent } from '../rows/first-frame.ts';
import rowStyles from '../rows/rows.module.css';
import { compareMessages as messages } from './messages.ts';
import { removedWithin, spanOf } from './removed.ts';
import styles from './compare.module.css';

/** The rows of the removed epics that were in a lane and that the timeline shows; null: without lanes. */
export function removedRows(removed: readonly RemovedEpic[], lane: LaneOfRow | null, window: Timeframe): ListRow[] {
  return removedWithin(removed, window, lane?.key ?? null).map((epic) => ({
    epic: null,
    header: null,
    key: epic.id,
    removed: epic,
    lane,
    count: 1,
    level: 1,
    expansion: 'none',
    position: -1,
    siblings: -1,
    parentIndex: lane?.headerIndex ?? -1,
  }));
}

export interface RemovedRowProps {
  row: RemovedRowData;
  index: number;
  top: number;
  rowIndex: number;
  isTabStop: boolean;
  ghost: { left: number; width: number } | null;
}

/** An epic that a snapshot has and that was removed since: its title, and where its bar was. */
export const RemovedRow = memo(function RemovedRow({ row, index, top, rowIndex, isTabStop, ghost }: RemovedRowProps) {
  const { formatMessage } = useIntl();
  const timeframeText = useTimeframeText();
  const { title, webPath } = row.removed;
  const indent = rowIndent(1, row.lane);
  const dates = timeframeText(spanOf(row.removed));
  const word = formatMessage(messages.removedRow);
  return (
    <div
      className={rowStyles.row}
      role="row"
      style={{ top, '--level': indent } as CSSProperties}
      aria-level={1 + (row.lane?.depth ?? 0)}
      aria-rowindex={rowIndex}
      tabIndex={isTabStop ? 0 : -1}
      data-row={index}
      data-indent={indent}
      data-removed
    >
      <div className={`${timeline.side} ${rowStyles.side}`} role="rowheader" aria-colindex={1}>
        <a className={rowStyles.name} tabIndex={-1} data-tooltip-cut data-closed href={webPath ?? undefined}>
          {title}
        </a>
        <div className={rowStyles.meta}>
          <span className={rowStyles.when}>{dates}</span>
        </div>
      </div>
      <div className={`${timeline.track} ${rowStyles.track}`} role="gridcell" aria-colindex={2}>
        {ghost && (
          <span
            className={styles.ghost}
            role="img"
            aria-label={`${title}, ${dates}, ${word}`}
            data-testid="ghost-bar"
            style={{ '--x': `${ghost.left}px`, '--w': `${ghost.width}px` } as CSSProperties}
          />
        )}
        <span
          className={styles.drift}
          style={{ '--x': `${ghost ? ghost.left + ghost.width + 6 : 6}px` } as CSSProperties}
          aria-hidden={ghost !== null}
        >
          {word}
        </span>
      </div>
    </div>
  );
});
