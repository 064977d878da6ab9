import { builder } from '../../../platform/graphql/builder.ts';
import { connectionType } from '../../../platform/graphql/connections.ts';
import type { BoardAt } from '../commands.ts';
import type { Slot } from '../commands/slots.ts';
import type { BoardView, CellKey } from '../commands/view.ts';
import type { CardCount } from '../store/cards.ts';

/** A stored or built-in column with the board view that it is read from. */
export interface ColumnOfBoard {
  slot: Slot;
  view: BoardView;
  /** The counts of all columns of the view, read once. */
  counts: () => Promise<readonly CardCount[]>;
  /** Whether the viewer has folded the column. */
  isFolded: () => Promise<boolean>;
}

export interface CellOfBoard extends CellKey {
  view: BoardView;
}

/** A view, with its counts read once. */
export interface ShownBoard {
  view: BoardView;
  counts: () => Promise<readonly CardCount[]>;
}

export const BoardRef = builder.objectRef<BoardAt>('Board');
export const BoardConnection = connectionType('Board', BoardRef);
export const BoardListRef = builder.objectRef<ColumnOfBoard>('BoardList');
export const BoardListConnection = connectionType('BoardList', BoardListRef);
export const BoardPageRef = builder.objectRef<ShownBoard>('BoardPage');
export const BoardSlotRef = builder.objectRef<Slot>('BoardSlot');
export const BoardCountRef = builder.objectRef<CardCount>('BoardCount');
export const BoardCellRef = builder.objectRef<CellOfBoard>('BoardCell');
export const LimitMetricEnum = builder.enumType('ListLimitMetric', {
  description: 'What the limits of a list count',
  values: ['all_metrics', 'issue_count', 'issue_weights'] as const,
});
