import { useQueries } from '@tanstack/react-query';
import { type CSSProperties, type RefObject, memo, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { EpicDates } from '@milepost/core/roadmap/snapshots';
import { driftShapes, driftTextOf } from '../../../timeline/drift-shapes.ts';
import type { Scale } from '../../../timeline/scale.ts';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import type { ListRow } from '../data/rows.ts';
import { movedRow } from '../drag/moved-row.ts';
import type { MoveStore } from '../drag/moves.ts';
import type { DriftOf } from '../rows/EpicRow.tsx';
import { BLOCK, useFirstBlock } from '../rows/use-first-block.ts';
import { datesBeforeQuery, type DatesBefore } from './api.ts';
import styles from './compare.module.css';

export interface ComparisonLayerProps {
  fullPath: string;
  /** The number of the snapshot. */
  snapshotId: string;
  scroller: RefObject<HTMLElement | null>;
  rows: readonly ListRow[];
  layout: RowLayout;
  scale: Scale;
  /** The number of visible rows. */
  bufferSize: number;
  moves: MoveStore;
  window: Timeframe;
  onDrift: (drift: { of: DriftOf } | null) => void;
}

/** Ghost bars where a snapshot had the epics, and how far their ends moved. */
export const ComparisonLayer = memo(function ComparisonLayer(props: ComparisonLayerProps) {
  const { fullPath, snapshotId, scroller, rows, layout, scale, bufferSize, window, onDrift } = props;
  const moves = useSyncExternalStore(props.moves.subscribe, props.moves.get);
  const first = useFirstBlock(scroller, layout);
  const blocks = useMemo(() => {
    const last = first + Math.ceil(bufferSize / BLOCK) + 1;
    return Array.from({ length: last - first }, (_, index) => {
      const from = (first + index) * BLOCK;
      return rows.slice(from, from + BLOCK).flatMap(({ epic }) => (epic ? [epic.id] : []));
    });
  }, [rows, first, bufferSize]);
  const before = useQueries({
    // A block may hold the headers of folded lanes alone.
    queries: blocks.filter((ids) => ids.length > 0).map((ids) => datesBeforeQuery(fullPath, snapshotId, ids)),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [...data] : []))) as DatesBefore,
  });
  useDriftOfRows(before, onDrift);
  const from = first * BLOCK;
  return rows.slice(from, from + blocks.length * BLOCK).map((each, offset) => {
    if (!each.epic) return null;
    const dates = before.get(each.epic.id);
    if (dates === undefined) return null;
    const row = movedRow(each, moves, window);
    const { ghost, text, textLeft } = driftShapes(dates, row.epic.span, window, scale);
    if (!ghost && text === '') return null;
    return (
      <div
        key={each.epic.id}
        className={styles.row}
        style={{ top: layout.top(from + offset) }}
        data-level={Math.min(row.level, 3)}
        aria-hidden
      >
        {ghost && <span className={styles.ghost} data-testid="ghost-bar" style={place(ghost.left, ghost.width)} />}
        {text !== '' && (
          <span className={styles.drift} data-testid="drift" style={place(textLeft, 0)}>
            {text}
          </span>
        )}
      </div>
    );
  });
});

const place = (left: number, width: number) => ({ '--x': `${left}px`, '--w': `${width}px` }) as CSSProperties;

/** Tells the rows their drift, for the names of their bars. */
function useDriftOfRows(before: DatesBefore, onDrift: ComparisonLayerProps['onDrift']): void {
  // The map is a new one at each render.
  const known = JSON.stringify([...before]);
  useEffect(() => {
    const dates: DatesBefore = new Map(JSON.parse(known) as [string, EpicDates | null][]);
    onDrift({
      of: ({ id, span }) => {
        const then = dates.get(id);
        return then === undefined ? '' : driftTextOf(then, span);
      },
    });
  }, [known, onDrift]);
  useEffect(() => () => onDrift(null), [onDrift]);
}
