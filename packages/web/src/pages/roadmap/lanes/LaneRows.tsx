import { memo, useEffect, useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { Span } from '@milepost/core/days';
import type { Scale } from '../../../timeline/scale.ts';
import { ErrorState } from '../../../ui/feedback/Alert.tsx';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import type { LaneRowData, ListRow, MoreRowData } from '../data/rows.ts';
import { messages } from '../messages/page.ts';
import { LaneHeader } from './LaneHeader.tsx';
import styles from './lanes.module.css';

export interface LaneRowsProps {
  rows: readonly ListRow[];
  layout: RowLayout;
  /** The rows that are rendered. */
  indexes: readonly number[];
  look: { scale: Scale; timeframeText: (span: Span) => string };
  /** Rows of the grid before the first one. */
  rowsBefore: number;
  activeIndex: number;
  loadRows: (lane: string) => void;
}

/** What lanes add to the list: their headers, which stay in view while their rows scroll, and the places of rows to load. */
export const LaneRows = memo(function LaneRows(props: LaneRowsProps) {
  const { rows, layout, indexes, look, rowsBefore, activeIndex, loadRows } = props;
  const headers = useMemo(() => headersOf(rows), [rows]);
  const first = indexes[0] ?? 0;
  const last = indexes.at(-1) ?? -1;
  const shown = headers.filter(({ index, end }) => (index <= last && end > first) || index === activeIndex);
  const places = indexes.flatMap((index) => {
    const row = rows[index];
    return row && row.epic === null && row.header === null && !('key' in row) ? [{ index, row }] : [];
  });
  return (
    <>
      {shown.map(({ index, end, row }) => (
        <div
          key={row.header.key}
          className={styles.lane}
          role="presentation"
          data-level={row.level}
          style={{ top: layout.top(index), height: layout.top(end) - layout.top(index) }}
        >
          <LaneHeader
            row={row}
            index={index}
            rowIndex={rowsBefore + index + 1}
            isTabStop={index === activeIndex}
            scale={look.scale}
            timeframeText={look.timeframeText}
          />
        </div>
      ))}
      {places.map(({ index, row }) => (
        <Place
          key={row.lane.key}
          row={row}
          top={layout.top(index)}
          height={layout.top(index + 1) - layout.top(index)}
          rowIndex={rowsBefore + index + 1}
          loadRows={loadRows}
        />
      ))}
    </>
  );
});

/** The headers, each with the index after its last row. */
function headersOf(rows: readonly ListRow[]): { index: number; end: number; row: LaneRowData }[] {
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

interface PlaceProps {
  row: MoreRowData;
  top: number;
  height: number;
  rowIndex: number;
  loadRows: (lane: string) => void;
}

/** Rows that load once they come into view. */
function Place({ row, top, height, rowIndex, loadRows }: PlaceProps) {
  const { formatMessage } = useIntl();
  const { key } = row.lane;
  const { error } = row;
  useEffect(() => {
    if (!error) loadRows(key);
    // The count falls with every page that arrives; the next one is wanted if the place is still in view.
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
