import { expect, test } from 'vitest';
import type { Card } from './board.ts';
import { countDelta, inputOf, isUnmoved, neighborsOf, placed, refusalOf, type Move } from './moves.ts';

const card = (id: string, weight: number | null = null): Card =>
  ({ id, weight, reference: 'group/project#1' }) as unknown as Card;
const cards = ['a', 'b', 'c'].map((id) => card(id, 2));
const ids = (shown: readonly Card[]) => shown.map(({ id }) => id).join('');
const todo = { column: 'todo', lane: null };
const origin = neighborsOf(cards, 'b');
const done = { column: 'done', lane: null };

test('TM-BD-17: a card on its way is shown once, in its new position, before and after the server moved it', () => {
  const move: Move = { card: card('b', 2), from: todo, to: done, after: 'x', origin };
  expect(ids(placed(cards, [move], todo))).toBe('ac');
  expect(ids(placed([card('x'), card('y')], [move], done))).toBe('xby');
  // The new list already has the card, at any position.
  expect(ids(placed([card('x'), card('y'), card('b')], [move], done))).toBe('xby');
  expect(ids(placed([card('y')], [move], done))).toBe('yb');
  expect(ids(placed(cards, [{ ...move, to: todo, after: null }], todo))).toBe('bac');
  expect([countDelta([move], 'todo', null), countDelta([move], 'done', null), countDelta([move], null, null)]).toEqual([
    { count: -1, weight: -2 },
    { count: 1, weight: 2 },
    { count: 0, weight: 0 },
  ]);
});

test('TM-BD-11: a move names the neighbor above, or the one below at the top', () => {
  const move: Move = { card: card('b'), from: todo, to: done, after: null, origin };
  expect(inputOf(move, [card('x')])).toMatchObject({ moveAfterId: 'x', fromColumn: 'todo', toColumn: 'done' });
  expect(inputOf({ ...move, after: 'x' }, [card('x')])).toMatchObject({ moveBeforeId: 'x' });
  expect(inputOf(move, [])).not.toHaveProperty('moveAfterId');
  expect(isUnmoved({ ...move, to: todo, after: 'a' })).toBe(true);
  expect(isUnmoved({ ...move, to: todo, after: 'c' })).toBe(false);
});

test('TM-BD-24: a card is refused where its project cannot have the value', () => {
  expect(refusalOf(card('a'), null)).toBeNull();
  expect(refusalOf(card('a'), 'group')).toBeNull();
  expect(refusalOf(card('a'), 'group/project')).toBeNull();
  expect(refusalOf(card('a'), 'group/pro')).toBe('group/pro');
});
