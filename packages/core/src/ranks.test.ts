import { expect, test } from 'vitest';
import { RANK_GAP, rankAtEnd, rankBetween, rankOnTop, spreadRanks } from './ranks.ts';

test('a new item goes on top of the list, or at its end, with room to spare', () => {
  expect(rankOnTop(null)).toBe(0);
  expect(rankOnTop(-500)).toBe(-500 - RANK_GAP);
  expect(rankAtEnd(1_000)).toBe(1_000 + RANK_GAP);
});

test('a moved item goes between its new neighbours', () => {
  expect(rankBetween(0, 500)).toBe(250);
  expect(rankBetween(-3, -1)).toBe(-2);
  expect(rankBetween(-1_000, -999)).toBeNull();
  expect(rankBetween(7, 7)).toBeNull();
});

test('between two neighbours there is room for eight more before the list must be spread again', () => {
  let after: number = RANK_GAP;
  let count = 0;
  for (let rank = rankBetween(0, after); rank !== null; rank = rankBetween(0, after)) {
    after = rank;
    count++;
  }
  expect(count).toBe(8);
});

test('ranks never leave what the database can hold', () => {
  expect(rankOnTop(-2_147_483_600)).toBeNull();
  expect(rankAtEnd(2_147_483_600)).toBeNull();
});

test('a spread list has equal room everywhere', () => {
  expect(spreadRanks(3)).toEqual([0, 500, 1_000]);
});
