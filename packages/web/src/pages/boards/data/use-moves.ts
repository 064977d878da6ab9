import { useCallback, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { BoardCardMoveInput } from '../../../gen/graphql.ts';
import { useChange } from '../../../platform/forms/use-change.ts';
import { messages } from './messages.ts';
import { boardKey, type BoardQuery, type Card, type Cell, cellKey, sendMove } from './board.ts';
import { inputOf, isUnmoved, type Move } from './moves.ts';

export interface Moves {
  /** On their way. */
  moves: readonly Move[];
  /** The cards that each cell shows. */
  cardsIn(cell: Cell): readonly Card[];
  show(cell: Cell, cards: readonly Card[]): void;
  /** The cells on screen that have cards, or can get some. */
  find(id: string): { card: Card; cell: Cell } | null;
  /** Shows a card in its new position, saves that, and offers to undo it. */
  make(move: Move, columnName: string): void;
}

/** The moves of cards: shown at once, returned when the server refuses them. */
export function useMoves({ home }: BoardQuery): Moves {
  const { formatMessage } = useIntl();
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const shown = useRef(new Map<string, { cell: Cell; cards: readonly Card[] }>());
  const { change } = useChange(boardKey(home));
  const cardsIn = useCallback((cell: Cell) => shown.current.get(cellKey(cell))?.cards ?? [], []);
  const show = useCallback((cell: Cell, cards: readonly Card[]) => {
    shown.current.set(cellKey(cell), { cell, cards });
  }, []);
  const find = useCallback((id: string) => {
    for (const { cell, cards } of shown.current.values()) {
      const card = cards.find((each) => each.id === id);
      if (card) return { card, cell };
    }
    return null;
  }, []);
  const make = (move: Move, columnName: string): void => {
    if (isUnmoved(move)) return;
    const { above, below } = move.origin;
    const back: BoardCardMoveInput = {
      id: move.card.id,
      fromColumn: move.to.column,
      toColumn: move.from.column,
      fromLane: move.to.lane,
      toLane: move.from.lane,
      ...(above !== null ? { moveBeforeId: above } : below !== null && { moveAfterId: below }),
    };
    const input = inputOf(move, cardsIn(move.to));
    const remove = (): void => setMoves((now) => now.filter((each) => each !== move));
    setMoves((now) => [...now.filter(({ card }) => card.id !== move.card.id), move]);
    const perform = async (): Promise<void> => {
      try {
        await sendMove(input);
      } catch (error) {
        // It returns at once, and not only when the lists have loaded again.
        remove();
        throw error;
      }
    };
    void change({
      perform,
      done: formatMessage(messages.moved, { column: columnName }),
      undo: { perform: () => sendMove(back) },
    }).then(remove);
  };
  return { moves, cardsIn, show, find, make };
}
