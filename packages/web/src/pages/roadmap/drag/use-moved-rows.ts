import { useMemo, useSyncExternalStore } from 'react';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { EpicRowData } from '../data/rows.ts';
import { movedRow } from './moved-row.ts';
import type { MoveStore } from './moves.ts';

/** The rows as drawn while bars are moved; the same array while none is. */
export function useMovedRows(
  rows: readonly EpicRowData[],
  store: MoveStore,
  window: Timeframe,
): readonly EpicRowData[] {
  const moves = useSyncExternalStore(store.subscribe, store.get);
  const { drag, spans } = moves;
  return useMemo(
    () => (drag === null && spans.size === 0 ? rows : rows.map((row) => movedRow(row, moves, window))),
    // Other changes of the store do not move rows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [rows, drag, spans, window],
  );
}
