import { expect, test } from 'vitest';
import { frequentOf, recentOf, withUse, FREQUENT_LIMIT, type FrequentItem } from './frequent-items.ts';

const DAY = 24 * 60 * 60 * 1000;
const item = (id: number, frequency: number, lastAccessedOn = id): FrequentItem => ({ id, frequency, lastAccessedOn });

test('an item is frequent once it was used on three days', () => {
  expect(frequentOf([item(1, 2), item(2, 3), item(3, 1)]).map(({ id }) => id)).toEqual([2]);
});

test('those used most come first, of two the one used later', () => {
  const items = [item(1, 3, 10), item(2, 9, 1), item(3, 3, 20)];
  expect(frequentOf(items).map(({ id }) => id)).toEqual([2, 3, 1]);
});

test('at most twenty are stored, and the one just used is never dropped', () => {
  let items: FrequentItem[] = [];
  for (let id = 1; id <= 25; id++) items = withUse(items, { id }, id * 10).items;
  expect(FREQUENT_LIMIT).toBe(20);
  expect(items).toHaveLength(20);
  expect(items.map(({ id }) => id)).toContain(25);
  expect(items.map(({ id }) => id)).not.toContain(1);
});

test('LM-IS-15: a use counts once a day; EN-OT-08: a record is id, frequency and the last counted use', () => {
  const first = withUse([], { id: 7 }, 1000);
  expect(first).toEqual({ items: [{ id: 7, frequency: 1, lastAccessedOn: 1000 }], counts: true });
  const again = withUse(first.items, { id: 7 }, 1000 + DAY);
  expect(again).toEqual({ items: first.items, counts: false });
  const nextDay = withUse(again.items, { id: 7 }, 1001 + DAY);
  expect(nextDay).toEqual({ items: [{ id: 7, frequency: 2, lastAccessedOn: 1001 + DAY }], counts: true });
});

test('the three used last are the recent ones', () => {
  const items = [item(1, 1, 5), item(2, 8, 1), item(3, 1, 9), item(4, 1, 7)];
  expect(recentOf(items).map(({ id }) => id)).toEqual([3, 4, 1]);
});
