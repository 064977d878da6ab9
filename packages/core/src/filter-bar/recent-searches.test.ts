import { describe, expect, test } from 'vitest';
import type { Search } from './recent-searches.ts';
import {
  maxRecentSearches,
  printRecentSearches,
  readRecentSearches,
  recentSearchesKey,
  RecentSearchesError,
  withRecentSearch,
} from './recent-searches.ts';
import type { FilterToken, Operator } from './tokens.ts';

const token = (data: string, type = 'label', operator: Operator = 'is'): FilterToken => ({
  type,
  value: { operator, data },
});
const keep = (...searches: Search[]) => searches.reduce<Search[]>(withRecentSearch, []);

test('a search is stored only when a filter is not empty', () => {
  expect(keep([])).toEqual([]);
  expect(keep([token('  ')])).toEqual([]);
  expect(keep([token('a')])).toEqual([[token('a')]]);
});

test('equal types, operators and data are the same search, which moves to the front', () => {
  const one = [token('a'), token('ada', 'author')];
  const other = [token('b')];
  expect(keep(one, other, one.toReversed())).toEqual([one.toReversed(), other]);
  expect(keep([token('a')], [token('a', 'label', 'is not')], [token('a', 'milestone')])).toHaveLength(3);
  expect(keep([token('a'), token('a')])).toEqual([[token('a')]]);
});

test('five are stored, and the oldest is dropped', () => {
  const searches = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [token(name)]);
  expect(maxRecentSearches).toBe(5);
  expect(keep(...searches).map((search) => search[0]?.value.data)).toEqual(['f', 'e', 'd', 'c', 'b']);
});

test('a search that narrows the most recent one replaces it', () => {
  expect(keep([token('a')], [token('a'), token('b')])).toEqual([[token('a'), token('b')]]);
  expect(keep([token('a'), token('b')], [token('a')])).toHaveLength(2);
});

test('each kind has its own storage key, epics one per group', () => {
  expect(recentSearchesKey('issues', 'kubernetes')).toBe('issues-recent-searches');
  expect(recentSearchesKey('epics', 'kubernetes/sig-node')).toBe('kubernetes/sig-node-epics-recent-searches');
});

describe('stored text', () => {
  test('it reads back as written, and no more than the limit', () => {
    const searches = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [token(name)]);
    expect(readRecentSearches(printRecentSearches(searches))).toEqual(searches.slice(0, 5));
    expect(readRecentSearches(null)).toEqual([]);
  });

  test.each(['{', '{}', '[1]', '[[{"type":"label"}]]', '[[{"type":"label","value":{"operator":"?","data":"a"}}]]'])(
    '%s is refused',
    (stored) => expect(() => readRecentSearches(stored)).toThrow(RecentSearchesError),
  );
});
