import { excessOf, NONE } from '@milepost/core/boards/boards';
import type { BoardData, Slot } from './board.ts';
import { countDelta, type Move } from './moves.ts';
import { useSlotName } from './use-board.ts';

/** A column as the page draws it: its name, and its counts with the moves on their way. */
export interface ShownColumn {
  slot: Slot;
  name: string;
  count: number;
  weight: number;
  /** By how much it exceeds its limit. */
  excess: number;
  isFolded: boolean;
}

export interface ShownLane {
  slot: Slot;
  name: string;
  count: number;
  isFolded: boolean;
  /** The number of cards in each column. */
  cells: ReadonlyMap<string, number>;
}

/** The columns with their counts. That of items without a value is hidden while it is empty. */
export function useColumns(
  data: BoardData,
  division: string,
  folded: ReadonlySet<string>,
  moves: readonly Move[],
): readonly ShownColumn[] {
  const nameOf = useSlotName(division || (data.board ? '' : 'status'));
  return data.columns.flatMap((slot) => {
    const counted = data.counts.find(({ column, lane }) => column === slot.key && lane === null);
    const delta = countDelta(moves, slot.key, null);
    const count = (counted?.count ?? 0) + delta.count;
    const weight = Number(counted?.weight ?? 0) + delta.weight;
    if (slot.key === NONE && count === 0) return [];
    const excess = excessOf({ ...slot, limitMetric: slot.limitMetric ?? null }, { count, weight });
    return [{ slot, name: nameOf(slot), count, weight, excess, isFolded: folded.has(slot.key) }];
  });
}

export function useLanes(
  data: BoardData,
  division: string,
  folded: ReadonlySet<string>,
  moves: readonly Move[],
): readonly ShownLane[] {
  const nameOf = useSlotName(division);
  return data.lanes.flatMap((slot) => {
    const count =
      (data.counts.find(({ column, lane }) => lane === slot.key && column === null)?.count ?? 0) +
      countDelta(moves, null, slot.key).count;
    if (slot.key === NONE && count === 0) return [];
    const cells = new Map(
      data.counts.flatMap(({ column, lane, count: cell }) =>
        column !== null && column !== undefined && lane === slot.key ? [[column, cell] as const] : [],
      ),
    );
    return [{ slot, name: nameOf(slot), count, isFolded: folded.has(slot.key), cells }];
  });
}

/** By how much a column would exceed its limit after a move. */
export function excessAfter(column: ShownColumn, { card, from, to }: Move): number {
  if (from.column === to.column) return column.excess;
  const { slot, count, weight } = column;
  return excessOf(
    { ...slot, limitMetric: slot.limitMetric ?? null },
    { count: count + 1, weight: weight + (card.weight ?? 0) },
  );
}

export function totalsOf(data: BoardData, columns: readonly ShownColumn[]) {
  const open = columns.filter(({ isFolded }) => !isFolded);
  const closedOf = (key: string) =>
    Number(data.counts.find(({ column, lane }) => column === key && lane === null)?.closedWeight ?? 0);
  return {
    shown: open.reduce((sum, { count }) => sum + count, 0),
    total: data.total,
    weight: open.reduce((sum, { weight }) => sum + weight, 0),
    done: open.reduce((sum, { slot }) => sum + closedOf(slot.key), 0),
  };
}

/** The tracks of the grid. */
export function templateOf(columns: readonly ShownColumn[]): string {
  return columns.map(({ isFolded }) => (isFolded ? '40px' : 'var(--column)')).join(' ');
}
