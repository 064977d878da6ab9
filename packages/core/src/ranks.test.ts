import { expect, test } from 'vitest';
import { RANK_GAP, rankBetween, spreadRanks } from './ranks.ts';

test('a new item goes on top of the list, or at its end, with room to spare', () => {
  expect(rankBetween(null, null)).toBe(0);
  expect(rankBetween(null, -500)).toBe(-500 - RANK_GAP);
  expect(rankBetween(1_000, null)).toBe(1_000 + RANK_GAP);
});

test('a moved item goes between its new neighbors', () => {
  expect(rankBetween(0, 500)).toBe(250);
  expect(rankBetween(-3, -1)).toBe(-2);
  expect(rankBetween(-1_000, -999)).toBeNull();
  expect(rankBetween(7, 7)).toBeNull();
});

test('between two neighbors there is room for eight more before the list must be spread again', () => {
  let after: number = RANK_GAP;
  let count = 0;
  for (let rank = rankBetween(0, after); rank !== null; rank = rankBetween(0, after)) {
    after = rank;
    count++;
  }
  expect(count).toBe(8);
});

test('ranks never leave what the database can hold', () => {
  expect(rankBetween(null, -2_147_483_600)).toBeNull();
  expect(rankBetween(2_147_483_600, null)).toBeNull();
});

test('items that are spread out have equal room everywhere, within their neighbors', () => {
  expect(spreadRanks(3, null, null)).toEqual([0, 500, 1_000]);
  expect(spreadRanks(3, 100, null)).toEqual([600, 1_100, 1_600]);
  expect(spreadRanks(3, null, 100)).toEqual([-1_400, -900, -400]);
  expect(spreadRanks(3, 0, 100)).toEqual([25, 50, 75]);
});

test('items are not spread out where that would leave hardly any room', () => {
  expect(spreadRanks(3, 0, 63)).toBeNull();
  expect(spreadRanks(3, 5, 5)).toBeNull();
  expect(spreadRanks(2, 2_147_483_000, null)).toBeNull();
  expect(spreadRanks(2, null, -2_147_483_000)).toBeNull();
});
