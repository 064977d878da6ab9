import type { RefObject } from 'react';
import { useEffect, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { revealRow, useVisibleRows } from '../../../timeline/use-visible-rows.ts';
import { movedRow } from '../drag/moved-row.ts';
import type { MoveStore } from '../drag/moves.ts';
import type { RowLook } from './EpicRow.tsx';
import { EpicRow } from './EpicRow.tsx';
import { listHeight } from './first-frame.ts';
import { messages } from '../messages/page.ts';
import styles from '../view/roadmap.module.css';
import type { EpicRowData } from '../data/rows.ts';
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
  const { height } = props;
  const { from, to, whole } = useVisibleRows(scroller, {
    count: rows.length,
    rowHeight,
    height,
    above: headHeight,
    spare: look.isWhole ? spare : 0,
  });
  const { setReveal } = active;
  useEffect(() => {
    setReveal((index) => {
      if (scroller.current) revealRow(scroller.current, index, { rowHeight, height, above: headHeight });
    });
  }, [setReveal, scroller, rowHeight, height, headHeight]);
  const observeEnd = useEndOfList(scroller, loadMore);

  return (
    <div className={styles.rows} role="rowgroup" style={{ height: listHeight(rows.length, rowHeight, hasMore) }}>
      {drawn(from, to, activeIndex).map((index) => {
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
              isLight={index !== activeIndex && (index < whole.from || index >= whole.to)}
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

/** The indexes of the rows to draw: those in view, and the one that has the focus wherever it is. */
function drawn(from: number, to: number, active: number): number[] {
  const indexes = Array.from({ length: to - from }, (_, offset) => from + offset);
  if (active === -1 || (active >= from && active < to)) return indexes;
  return active < from ? [active, ...indexes] : [...indexes, active];
}
