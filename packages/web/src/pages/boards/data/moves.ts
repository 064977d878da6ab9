import type { BoardCardMoveInput } from '../../../gen/graphql.ts';
import { type Card, type Cell, cellKey } from './board.ts';

/** A card on its way: shown in its new position before the server has answered, and while it is lifted by keyboard. */
export interface Move {
  card: Card;
  from: Cell;
  to: Cell;
  /** The card above it; null at the top. */
  after: string | null;
  /** The cards above and below it before. */
  origin: Neighbors;
}

export interface Neighbors {
  above: string | null;
  below: string | null;
}

const isSame = (one: Cell, other: Cell): boolean => cellKey(one) === cellKey(other);

/** The cards of a cell with the moves that are on their way. */
export function placed(cards: readonly Card[], moves: readonly Move[], cell: Cell): readonly Card[] {
  let shown = cards;
  for (const { card, from, to, after } of moves) {
    const isTarget = isSame(to, cell);
    if (!isTarget && !isSame(from, cell)) continue;
    shown = shown.filter(({ id }) => id !== card.id);
    if (!isTarget) continue;
    const above = after === null ? -1 : shown.findIndex(({ id }) => id === after);
    const at = after !== null && above === -1 ? shown.length : above + 1;
    shown = [...shown.slice(0, at), card, ...shown.slice(at)];
  }
  return shown;
}

/** By how much the moves change the number of cards, and their weight, in a column, lane or cell. */
export function countDelta(
  moves: readonly Move[],
  column: string | null,
  lane: string | null,
): { count: number; weight: number } {
  const contains = (cell: Cell) => (column === null || cell.column === column) && (lane === null || cell.lane === lane);
  let count = 0;
  let weight = 0;
  for (const { card, from, to } of moves) {
    const delta = Number(contains(to)) - Number(contains(from));
    count += delta;
    weight += delta * (card.weight ?? 0);
  }
  return { count, weight };
}

/** Whether a move leaves everything as it is. */
export function isUnmoved({ from, to, after, origin }: Move): boolean {
  return isSame(from, to) && origin.above === after;
}

/** The cards above and below a card. */
export function neighborsOf(cards: readonly Card[], id: string): Neighbors {
  const index = cards.findIndex((card) => card.id === id);
  return { above: cards[index - 1]?.id ?? null, below: cards[index + 1]?.id ?? null };
}

/** The input that makes a move. `target`: the cards of the cell that it enters, without the card itself. */
export function inputOf({ card, from, to, after }: Move, target: readonly Card[]): BoardCardMoveInput {
  const first = target.find(({ id }) => id !== card.id)?.id ?? null;
  return {
    id: card.id,
    fromColumn: from.column,
    toColumn: to.column,
    fromLane: from.lane,
    toLane: to.lane,
    ...(after === null ? first !== null && { moveAfterId: first } : { moveBeforeId: after }),
  };
}

/** Why a card cannot get the value of a column or lane: the group or project whose items can. Null where it can. */
export function refusalOf(card: Card, namespacePath: string | null | undefined): string | null {
  if (!namespacePath) return null;
  const project = card.reference.slice(0, card.reference.lastIndexOf('#'));
  return project === namespacePath || project.startsWith(`${namespacePath}/`) ? null : namespacePath;
}
