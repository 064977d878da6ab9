import { expect, test } from 'vitest';
import { printSort, readSort, type Sort } from './sort.ts';

const keys = ['updated', 'due_date'] as const;
const preset: Sort<(typeof keys)[number]> = { key: 'updated', direction: 'desc' };

test('a sort is read as it was printed, and the default is not said', () => {
  const sort: typeof preset = { key: 'due_date', direction: 'asc' };
  expect(printSort(sort, preset)).toBe('due_date_asc');
  expect(readSort('due_date_asc', keys, preset)).toEqual(sort);
  expect(printSort(preset, preset)).toBeUndefined();
});

test.each(['', 'title_asc', 'updated', 'updated_up', '_desc'])('%j is no sort of this list', (text) => {
  expect(readSort(text, keys, preset)).toEqual(preset);
});
