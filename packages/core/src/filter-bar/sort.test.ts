import { expect, test } from 'vitest';
import type { SortOption } from './sort.ts';
import { isSortValue, sortingOf, sortValueOf, reversed } from './sort.ts';

const start: SortOption = {
  id: 'start_date',
  title: 'Start date',
  sortDirection: { ascending: 'START_DATE_ASC', descending: 'START_DATE_DESC' },
};
const title: SortOption = {
  id: 'title',
  title: 'Title',
  sortDirection: { ascending: 'TITLE_ASC', descending: 'TITLE_DESC' },
};
const options = [start, title] as const;

test('empty, or with a direction; another is refused', () => {
  for (const value of ['', 'title_asc', 'title_desc']) expect(isSortValue(value)).toBe(true);
  for (const value of ['title', 'asc', 'popularity']) expect(isSortValue(value)).toBe(false);
  expect(sortingOf('title', options)).toEqual({ option: start, isDescending: false });
});

test('letter case does not matter', () => {
  expect(isSortValue('TITLE_DESC')).toBe(true);
  expect(sortingOf('title_desc', options)).toEqual({ option: title, isDescending: true });
});

test('reversing keeps the option and swaps its value', () => {
  const sorting = sortingOf('TITLE_ASC', options);
  expect(sortValueOf(reversed(sorting))).toBe('TITLE_DESC');
  expect(sortValueOf(reversed(reversed(sorting)))).toBe('TITLE_ASC');
  expect(reversed(sorting).option).toBe(title);
});
