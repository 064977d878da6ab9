import type { RefObject } from 'react';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import { useRowWindow } from '../../../ui/list/use-row-window.ts';
import { usePeeked } from '../../../modules/work-items/peek/use-peek.ts';
import { movedRow } from '../drag/moved-row.ts';
import type { MoveStore } from '../drag/moves.ts';
import { useLaneHeaders } from '../lanes/use-lane-headers.ts';
import type { PageRowLook } from './EpicRow.tsx';
import { EpicRow } from './EpicRow.tsx';
import { listHeight } from './first-frame.ts';
import { messages } from '../messages/page.ts';
import styles from '../view/roadmap.module.css';
import { keyOfRow, type ListRow, peekOfEpic } from '../data/rows.ts';
import { isIssueRow } from '../data/issue-rows.ts';
import type { ActiveRow } from './use-active-row.ts';

const IssueRows = lazy(async () => ({ default: (await import('./IssueRows.tsx')).IssueRows }));

export interface RowListProps {
  scroller: RefObject<HTMLDivElement | null>;
  rows: readonly ListRow[];
  /** Where they are. */
  layout: RowLayout;
  look: PageRowLook;
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
  /** Loads rows of a lane. */
  loadRows: (lane: string) => void;
}

/** Rows rendered beyond each edge of the view. */
const SPARE_ROWS = 6;
/** Rows that pass this fast cannot be read. */
const LEAP_ROWS = 6;

/** What loads takes the place of what is not loaded, which moves down: it identifies nothing. */
const anchorOf = (row: ListRow | undefined): string | undefined =>
  row && (row.epic !== null || row.header !== null || 'key' in row) ? keyOfRow(row) : undefined;

/** Renders the visible rows, some overscan, and the focused row only. */
export function RowList(props: RowListProps) {
  const { scroller, rows, layout, look, headHeight, rowsBefore, active, hasMore, isLoadingMore, loadMore } = props;
  const { formatMessage } = useIntl();
  const { window } = props;
  const lanes = useLaneHeaders(rows.some((row) => row.epic === null && !('key' in row)));
  const moves = useSyncExternalStore(props.moves.subscribe, props.moves.get);
  const activeIndex = active.index;
  const { indexes, isLight, reveal, endRef } = useRowWindow({
    rows: layout,
    viewport: { scroller, above: headHeight, height: props.height },
    spare: look.isWhole ? SPARE_ROWS : 0,
    kept: [activeIndex],
    leap: LEAP_ROWS,
    keyOf: (index) => anchorOf(rows[index]),
    onEnd: loadMore,
  });
  const peeked = usePeeked();
  // Headers stay in view while rows of their lanes are rendered. In the order of the list, which is that of reading.
  const headers = lanes?.headersOver(rows, indexes);
  const order = headers ? [...new Set([...headers.keys(), ...indexes])].sort((one, other) => one - other) : indexes;
  const { setReveal } = active;
  useEffect(() => setReveal(reveal), [setReveal, reveal]);

  return (
    <div className={styles.rows} role="rowgroup" style={{ height: listHeight(layout.top(rows.length), hasMore) }}>
      {order.map((index) => {
        const at = rows[index];
        // Issues are rendered below, what a comparison adds in a layer of its own.
        if (!at || 'key' in at) return null;
        const rowIndex = rowsBefore + index + 1;
        const isTabStop = index === activeIndex;
        if (at.epic === null) {
          return (
            lanes && (
              <lanes.LaneRow
                key={keyOfRow(at)}
                row={at}
                index={index}
                end={headers?.get(index) ?? index + 1}
                layout={layout}
                look={look}
                rowIndex={rowIndex}
                isTabStop={isTabStop}
                loadRows={props.loadRows}
              />
            )
          );
        }
        const row = movedRow(at, moves, window);
        return (
          <EpicRow
            key={row.epic.id}
            row={row}
            look={look}
            top={layout.top(index)}
            index={index}
            rowIndex={rowIndex}
            isTabStop={isTabStop}
            isPeeked={peeked !== '' && peekOfEpic(row.epic) === peeked}
            isLight={isLight(index)}
          />
        );
      })}
      {rows.some(isIssueRow) && (
        <Suspense fallback={null}>
          <IssueRows
            rows={rows}
            layout={layout}
            indexes={indexes}
            look={look}
            rowsBefore={rowsBefore}
            activeIndex={activeIndex}
          />
        </Suspense>
      )}
      {lanes && <lanes.MarkStuck scroller={scroller} rows={rows} />}
      {hasMore && (
        <div
          key={rows.length}
          ref={isLoadingMore ? null : endRef}
          className={styles.end}
          style={{ top: layout.top(rows.length) }}
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
