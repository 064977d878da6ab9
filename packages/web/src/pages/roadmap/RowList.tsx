import type { Range } from '@tanstack/react-virtual';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { movedRow } from './drag/moved-row.ts';
import type { MoveStore } from './drag/moves.ts';
import type { RowLook } from './EpicRow.tsx';
import { EpicRow } from './EpicRow.tsx';
import { messages } from './messages.ts';
import styles from './roadmap.module.css';
import type { EpicRowData } from './rows.ts';
import { useEndOfList } from './use-end-of-list.ts';
import type { ActiveRow } from './use-active-row.ts';

export interface RowListProps {
  scroller: RefObject<HTMLDivElement | null>;
  rows: readonly EpicRowData[];
  look: RowLook;
  rowHeight: number;
  /** Of the view. */
  height: number;
  /** What lies above the list inside the scroller, and stays in view over it. */
  headHeight: number;
  /** Rows of the grid before the first epic. */
  rowsBefore: number;
  active: ActiveRow;
  /** Bars that stand elsewhere than their epics say. */
  moves: MoveStore;
  window: Timeframe;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
}

/** Rows drawn beyond each edge of the view. */
const spare = 6;

/** The rows in view, some to spare, and the row that has the focus: nothing else of the list is in the document. */
export function RowList(props: RowListProps) {
  const { scroller, rows, look, rowHeight, headHeight, rowsBefore, active, hasMore, isLoadingMore, loadMore } = props;
  const { formatMessage } = useIntl();
  const { window } = props;
  const moves = useSyncExternalStore(props.moves.subscribe, props.moves.get);
  const activeIndex = active.index;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    // All rows are of one height: the list needs to know how many there are, and not which. With other functions every row
    // would be measured again.
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: spare,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    // So the first drawing has its rows, before the browser has laid anything out.
    initialRect: { width: 0, height: props.height },
    rangeExtractor: useCallback(
      (range: Range) => {
        const inView = defaultRangeExtractor(range);
        if (activeIndex === -1 || inView.includes(activeIndex)) return inView;
        return activeIndex < (inView[0] ?? 0) ? [activeIndex, ...inView] : [...inView, activeIndex];
      },
      [activeIndex],
    ),
  });
  const measuredHeight = useRef(rowHeight);
  useLayoutEffect(() => {
    if (measuredHeight.current !== rowHeight) virtualizer.measure();
    measuredHeight.current = rowHeight;
  }, [virtualizer, rowHeight]);
  const { setReveal } = active;
  useEffect(() => setReveal((index) => virtualizer.scrollToIndex(index, { align: 'auto' })), [setReveal, virtualizer]);
  const observeEnd = useEndOfList(scroller, loadMore);

  return (
    <div
      className={styles.rows}
      role="rowgroup"
      style={{ height: rows.length * rowHeight + (hasMore ? loadingHeight : 0) }}
    >
      {virtualizer.getVirtualItems().map(({ index }) => {
        const row = rows[index] && movedRow(rows[index], moves, window);
        return (
          row && (
            <EpicRow
              key={row.epic.id}
              row={row}
              look={look}
              top={index * rowHeight}
              index={index}
              rowIndex={rowsBefore + index + 1}
              isTabStop={index === activeIndex}
            />
          )
        );
      })}
      {hasMore && (
        <div
          key={rows.length}
          ref={isLoadingMore ? null : observeEnd}
          className={styles.end}
          style={{ top: rows.length * rowHeight }}
        >
          {isLoadingMore && (
            <span className={styles.loading} role="status">
              {formatMessage(messages.loadingEpics)}
            </span>
          )}
        </div>
      )}
    </div>
  );
}

/** The line at the end of the list while there is more to load. */
const loadingHeight = 40;
