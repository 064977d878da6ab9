import { createContext, useContext } from 'react';
import type { BoardQuery, Card, Cell } from './data/board.ts';
import type { Move } from './data/moves.ts';
import type { ShownColumn } from './data/shown.ts';
import type { DropTarget } from './drag/board-drag.ts';

/** What the parts of a board share. */
export interface BoardScene {
  query: BoardQuery;
  /** Cards name their projects. */
  hasManyProjects: boolean;
  columns: readonly ShownColumn[];
  moves: readonly Move[];
  mayMove: boolean;
  /** The drop position of the card that is being dragged. */
  target: DropTarget | null;
  dragged: Card | null;
  /** The card that was lifted by keyboard. */
  liftedId: string | null;
  /** The card in the tab order. */
  focusedId: string | null;
  onFocus(id: string): void;
  /** Each cell tells which cards it shows. */
  show(cell: Cell, cards: readonly Card[]): void;
  moveTo(card: Card, from: Cell, column: string): void;
  /** The cell with the field of a new issue. */
  creatingIn: Cell | null;
  create(cell: Cell | null): void;
}

export const BoardContext = createContext<BoardScene | null>(null);

export function useScene(): BoardScene {
  const scene = useContext(BoardContext);
  if (!scene) throw new Error('A part of a board is rendered outside it');
  return scene;
}
