import { memo, type RefObject, useEffect } from 'react';
import { useIntl } from 'react-intl';
import type { Span } from '@milepost/core/days';
import type { Scale } from '../../../timeline/scale.ts';
import { ErrorState } from '../../../ui/feedback/Alert.tsx';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import type { LaneRowData, ListRow, MoreRowData } from '../data/rows.ts';
import { messages } from '../messages/page.ts';
import { LaneHeader } from './LaneHeader.tsx';
import styles from './lanes.module.css';

export interface LaneRowProps {
  row: LaneRowData | MoreRowData;
  index: number;
  /** The index after the last row that scrolls below the header. */
  end: number;
  layout: RowLayout;
  look: { scale: Scale; timeframeText: (span: Span) => string };
  /** The position in the grid. */
  rowIndex: number;
  isTabStop: boolean;
  loadRows: (lane: string) => void;
}

/** What lanes add to the list: a header, which stays in view while its rows scroll, or a placeholder for rows that are not loaded. */
export const LaneRow = memo(function LaneRow(props: LaneRowProps) {
  const { row, index, end, layout, look, rowIndex, isTabStop, loadRows } = props;
  const top = layout.top(index);
  const height = layout.top(end) - top;
  if (row.header === null)
    return <RowsPlaceholder row={row} top={top} height={height} rowIndex={rowIndex} loadRows={loadRows} />;
  return (
    <div className={styles.lane} role="presentation" data-level={row.level} style={{ top, height }}>
      <LaneHeader
        row={row}
        index={index}
        rowIndex={rowIndex}
        isTabStop={isTabStop}
        scale={look.scale}
        timeframeText={look.timeframeText}
      />
    </div>
  );
});

/** The headers of the lanes that have one of these rows, by index, each with the index after the last row of its lane. */
export function headersOver(rows: readonly ListRow[], indexes: readonly number[]): ReadonlyMap<number, number> {
  const [first, last] = [indexes[0] ?? 0, indexes.at(-1) ?? -1];
  const isOver = ({ index, end }: { index: number; end: number }) =>
    (index <= last && end > first) || indexes.includes(index);
  return new Map(
    headersOf(rows)
      .filter(isOver)
      .map(({ index, end }) => [index, end]),
  );
}

const known = new WeakMap<readonly ListRow[], ReturnType<typeof findHeaders>>();

/** Lists change rarely, and are scrolled often. */
function headersOf(rows: readonly ListRow[]): ReturnType<typeof findHeaders> {
  const found = known.get(rows) ?? findHeaders(rows);
  known.set(rows, found);
  return found;
}

/** The headers, each with the index after its last row. */
function findHeaders(rows: readonly ListRow[]): { index: number; end: number; row: LaneRowData }[] {
  const headers: { index: number; end: number; row: LaneRowData }[] = [];
  let open: { index: number; end: number; row: LaneRowData }[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.epic !== null || row.header === null) continue;
    for (const each of open) if (each.row.level >= row.level) each.end = index;
    const header = { index, end: rows.length, row };
    open = [...open.filter((each) => each.row.level < row.level), header];
    headers.push(header);
  }
  return headers;
}

interface RowsPlaceholderProps {
  row: MoreRowData;
  top: number;
  height: number;
  rowIndex: number;
  loadRows: (lane: string) => void;
}

/** Rows that load once they come into view. */
function RowsPlaceholder({ row, top, height, rowIndex, loadRows }: RowsPlaceholderProps) {
  const { formatMessage } = useIntl();
  const { key } = row.lane;
  const { error } = row;
  useEffect(() => {
    if (!error) loadRows(key);
    // The count falls with every page that arrives; the next one is wanted if the placeholder is still in view.
  }, [loadRows, key, error, row]);
  return (
    <div className={styles.place} style={{ top, height }} role="row" aria-rowindex={rowIndex}>
      <div role="gridcell">
        {error ? (
          <ErrorState onRetry={() => loadRows(key)}>{formatMessage(messages.epicsFailed)}</ErrorState>
        ) : (
          <span role="status">{formatMessage(messages.loadingEpics)}</span>
        )}
      </div>
    </div>
  );
}

/** Marks the headers that rows scroll under: the lines of the timeline run through all others. */
export function MarkStuck({ scroller, rows }: { scroller: RefObject<HTMLElement | null>; rows: readonly ListRow[] }) {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const mark = (): void => {
      for (const header of element.querySelectorAll<HTMLElement>('[data-lane]')) {
        const isStuck = header.offsetTop > 0;
        if (isStuck !== 'stuck' in header.dataset) header.toggleAttribute('data-stuck', isStuck);
      }
    };
    mark();
    element.addEventListener('scroll', mark, { passive: true });
    return () => element.removeEventListener('scroll', mark);
  }, [scroller, rows]);
  return null;
}
