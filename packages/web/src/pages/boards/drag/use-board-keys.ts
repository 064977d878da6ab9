import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useOpenPeek } from '../../../modules/work-items/peek/use-peek.ts';
import { isTyping } from '../../../platform/shortcuts/registry.ts';
import type { ShownColumn } from '../data/shown.ts';
import type { Card, Cell } from '../data/board.ts';
import { type Move, neighborsOf, refusalOf } from '../data/moves.ts';
import type { Moves } from '../data/use-moves.ts';
import { messages } from '../data/messages.ts';

export interface BoardKeys {
  /** The card that has, or had, the focus. */
  focusedId: string | null;
  /** The card in the tab order: the first one before any had the focus. */
  tabStopId: string | null;
  focus(id: string): void;
  /** Each cell tells which cards it shows. */
  show(cell: Cell, cards: readonly Card[]): void;
  /** What screen readers announce. */
  announcement: string;
  onKeyDown(event: ReactKeyboardEvent): void;
}

interface Options {
  moves: Moves;
  columns: readonly ShownColumn[];
  lanes: readonly string[];
  /** The lifted card in its tentative position. */
  lifted: Move | null;
  setLifted(move: Move | null): void;
  mayMove: boolean;
  onDrop(move: Move): void;
}

const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/**
 * Arrows move between cards; Space lifts one, arrows choose its position, Space drops it, Escape returns it. Ctrl or Cmd and Z undo the
 * last move.
 */
export function useBoardKeys({ moves, columns, lanes, lifted, setLifted, mayMove, onDrop }: Options): BoardKeys {
  const { formatMessage } = useIntl();
  const [focusedId, setFocused] = useState<string | null>(null);
  const [announcement, announce] = useState('');
  const wantsFocus = useRef(false);
  const openPeek = useOpenPeek();
  useEffect(() => {
    if (!wantsFocus.current || focusedId === null) return;
    wantsFocus.current = false;
    const card = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(focusedId)}"]`);
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const open = columns.filter(({ isFolded }) => !isFolded);

  const goTo = (id: string): void => {
    wantsFocus.current = true;
    setFocused(id);
  };
  const step = (card: Card, cell: Cell, { x, y }: { x: number; y: number }): void => {
    const cards = moves.cardsIn(cell);
    const index = cards.findIndex(({ id }) => id === card.id);
    if (y !== 0) {
      const next = cards[index + y] ?? edgeOfNextLane(cell, y);
      if (next) goTo(next.id);
      return;
    }
    for (let at = columnIndex(cell) + x; at >= 0 && at < open.length; at += x) {
      const others = moves.cardsIn({ ...cell, column: open[at]?.slot.key ?? '' });
      const next = others[Math.min(index, others.length - 1)];
      if (next) return goTo(next.id);
    }
  };
  const columnIndex = ({ column }: Cell): number => open.findIndex(({ slot }) => slot.key === column);
  const edgeOfNextLane = (cell: Cell, y: number): Card | undefined => {
    if (cell.lane === null) return undefined;
    for (let at = lanes.indexOf(cell.lane) + y; at >= 0 && at < lanes.length; at += y) {
      const cards = moves.cardsIn({ ...cell, lane: lanes[at] ?? '' });
      if (cards.length > 0) return y > 0 ? cards[0] : cards.at(-1);
    }
    return undefined;
  };
  const firstCard = (): Card | undefined => {
    for (const lane of lanes.length > 0 ? lanes : [null]) {
      for (const { slot } of open) {
        const [card] = moves.cardsIn({ column: slot.key, lane });
        if (card) return card;
      }
    }
    return undefined;
  };
  const [firstId, setFirst] = useState<string | null>(null);
  const show = (cell: Cell, cards: readonly Card[]): void => {
    moves.show(cell, cards);
    setFirst(firstCard()?.id ?? null);
  };
  const putBack = ({ id, title }: Card): void => {
    setLifted(null);
    goTo(id);
    announce(formatMessage(messages.returned, { title }));
  };
  useUndoKey(() => {
    if (lifted) {
      putBack(lifted.card);
      return true;
    }
    const id = moves.undo();
    if (id !== null) goTo(id);
    return id !== null;
  }, mayMove);
  const carry = (move: Move, { x, y }: { x: number; y: number }): void => {
    const { card } = move;
    let { to } = move;
    const others = (cell: Cell) => moves.cardsIn(cell).filter(({ id }) => id !== card.id);
    let cards = others(to);
    let index = move.after === null ? 0 : cards.findIndex(({ id }) => id === move.after) + 1;
    if (y !== 0) index = Math.min(Math.max(index + y, 0), cards.length);
    else {
      let at = columnIndex(to) + x;
      while (open[at] && refusalOf(card, open[at]?.slot.namespacePath) !== null) at += x;
      const column = open[at];
      if (!column) return;
      to = { ...to, column: column.slot.key };
      cards = others(to);
      index = Math.min(index, cards.length);
    }
    setLifted({ ...move, to, after: cards[index - 1]?.id ?? null });
    goTo(card.id);
    const column = open[columnIndex(to)];
    // The count of the column that it is in has it already.
    const more = to.column === move.to.column ? 0 : 1;
    announce(
      formatMessage(messages.announced, {
        column: column?.name ?? '',
        position: index + 1,
        count: Math.max(cards.length + 1, (column?.count ?? 0) + more),
      }),
    );
  };

  const onKeyDown = (event: ReactKeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    const id = event.target.dataset['card'];
    const found = id === undefined ? null : moves.find(id);
    const arrow = arrows[event.key];
    if (!found) {
      const first = arrow && event.target === event.currentTarget && firstCard();
      if (first) {
        event.preventDefault();
        goTo(first.id);
      }
      return;
    }
    const { card, cell } = found;
    if (arrow) {
      event.preventDefault();
      if (lifted) carry(lifted, arrow);
      else step(card, cell, arrow);
    } else if (event.key === ' ' && mayMove) {
      event.preventDefault();
      if (lifted) {
        setLifted(null);
        onDrop(lifted);
      } else {
        const origin = neighborsOf(moves.cardsIn(cell), card.id);
        setLifted({ card, from: cell, to: cell, after: origin.above, origin });
        announce(formatMessage(messages.lifted, { title: card.title }));
      }
      goTo(card.id);
    } else if (event.key === 'Escape' && lifted) {
      event.preventDefault();
      putBack(card);
    } else if (event.key === 'o' && openPeek(card.webPath)) event.preventDefault();
    else if (event.key === 'Enter') event.target.querySelector('a')?.click();
  };
  return { focusedId, tabStopId: focusedId ?? firstId, focus: setFocused, show, announcement, onKeyDown };
}

/** Ctrl or Cmd and Z call `undo`, which returns whether there was a move to undo. In fields they undo typing. */
function useUndoKey(undo: () => boolean, isOn: boolean): void {
  const current = useRef(undo);
  useEffect(() => {
    current.current = undo;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
      if (key !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || event.defaultPrevented) return;
      if (isTyping(target) || document.querySelector('dialog[open], [role=menu]')) return;
      if (current.current()) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}
