import { useCallback, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { BoardCardMoveInput } from '../../../gen/graphql.ts';
import { useChange } from '../../../platform/forms/use-change.ts';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { undoLabel } from '../../../ui/text/messages.ts';
import { messages } from './messages.ts';
import { boardKey, type BoardQuery, type Card, type Cell, cellKey, sendMove } from './board.ts';
import { inputOf, isUnmoved, type Move, neighborsOf } from './moves.ts';

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
  /** Undoes the last move, once; returns the id of its card, null if there is none. */
  undo(): string | null;
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
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  const last = useRef<{ id: string; undo(): void } | null>(null);
  /** Shows a card in its new position, and saves that. */
  const save = (move: Move, input: BoardCardMoveInput, onSaved: () => void): void => {
    last.current = null;
    const remove = (): void => setMoves((now) => now.filter((each) => each !== move));
    // Earlier moves of the card stay, each until the lists have it: together they lead from the shown cell to the new one.
    setMoves((now) => [...now, move]);
    const perform = async (): Promise<void> => {
      // The last move wins on the server, too.
      const sending = sent.current.then(() => sendMove(input));
      sent.current = sending.catch(() => undefined);
      try {
        await sending;
      } catch (error) {
        // It returns at once, and not only when the lists have loaded again.
        remove();
        throw error;
      }
      onSaved();
    };
    void change({ perform }).then(remove);
  };
  const make = (move: Move, columnName: string): void => {
    if (isUnmoved(move)) return;
    const { id } = move.card;
    const { above, below } = move.origin;
    const input: BoardCardMoveInput = {
      id,
      fromColumn: move.to.column,
      toColumn: move.from.column,
      fromLane: move.to.lane,
      toLane: move.from.lane,
      ...(above !== null ? { moveBeforeId: above } : below !== null && { moveAfterId: below }),
    };
    let isUndone = false;
    const undo = (): void => {
      if (isUndone) return;
      isUndone = true;
      const { card, from, to } = move;
      const back: Move = { card, from: to, to: from, after: above, origin: neighborsOf(cardsIn(to), id) };
      save(back, input, () => toast({ about: id, text: formatMessage(messages.undone) }));
    };
    save(move, inputOf(move, cardsIn(move.to)), () => {
      last.current = { id, undo };
      const action = { label: formatMessage(undoLabel), perform: undo };
      toast({ about: id, text: formatMessage(messages.moved, { column: columnName }), action });
    });
  };
  const undo = (): string | null => {
    const step = last.current;
    step?.undo();
    return step?.id ?? null;
  };
  return { moves, cardsIn, show, find, make, undo };
}
