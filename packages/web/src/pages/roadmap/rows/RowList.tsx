import type { RefObject } from 'react';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { rowsOfHeight } from '../../../ui/list/row-layout.ts';
import { useRowWindow } from '../../../ui/list/use-row-window.ts';
import { usePeeked } from '../../../modules/work-items/peek/use-peek.ts';
import { movedRow } from '../drag/moved-row.ts';
import type { MoveStore } from '../drag/moves.ts';
import type { PageRowLook } from './EpicRow.tsx';
import { EpicRow } from './EpicRow.tsx';
import { listHeight } from './first-frame.ts';
import { messages } from '../messages/page.ts';
import styles from '../view/roadmap.module.css';
import { type EpicRowData, peekOfEpic } from '../data/rows.ts';
import type { ActiveRow } from './use-active-row.ts';

export interface RowListProps {
  scroller: RefObject<HTMLDivElement | null>;
  rows: readonly EpicRowData[];
  look: PageRowLook;
  rowHeight: number;
  /** Of the view. */
  height: number;
  /** The elements above the list in the scroller that stay in view. */
  headHeight: number;
  /** Rows of the grid before the first epic. */
  rowsBefore: number;
  active: ActiveRow;
  /** Bars whose position differs from their epics' dates. */
  moves: MoveStore;
  window: Timeframe;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
}

/** Rows rendered beyond each edge of the view. */
const SPARE_ROWS = 6;
/** Rows that pass this fast cannot be read. */
const LEAP_ROWS = 6;

/** Renders the visible rows, some overscan, and the focused row only. */
export function RowList(props: RowListProps) {
  const { scroller, rows, look, rowHeight, headHeight, rowsBefore, active, hasMore, isLoadingMore, loadMore } = props;
  const { formatMessage } = useIntl();
  const { window } = props;
  const moves = useSyncExternalStore(props.moves.subscribe, props.moves.get);
  const activeIndex = active.index;
  const layout = useMemo(() => rowsOfHeight(rows.length, rowHeight), [rows, rowHeight]);
  const { indexes, isLight, reveal, endRef } = useRowWindow({
    rows: layout,
    viewport: { scroller, above: headHeight, height: props.height },
    spare: look.isWhole ? SPARE_ROWS : 0,
    kept: [activeIndex],
    leap: LEAP_ROWS,
    keyOf: (index) => rows[index]?.epic.id,
    onEnd: loadMore,
  });
  const peeked = usePeeked();
  const { setReveal } = active;
  useEffect(() => setReveal(reveal), [setReveal, reveal]);

  return (
    <div className={styles.rows} role="rowgroup" style={{ height: listHeight(rows.length, rowHeight, hasMore) }}>
      {indexes.map((index) => {
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
              isPeeked={peeked !== '' && peekOfEpic(row.epic) === peeked}
              isLight={isLight(index)}
            />
          )
        );
      })}
      {hasMore && (
        <div
          key={rows.length}
          ref={isLoadingMore ? null : endRef}
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
