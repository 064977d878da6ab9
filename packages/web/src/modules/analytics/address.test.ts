import { dayOf, formatDay } from '@milepost/core/days';
import { expect, test } from 'vitest';
import { parseSearch, printSearch } from '../../platform/navigation/search.ts';
import { addressOfDates, addressOfLength, addressOfTokens, filterOf, rangeOf, tokensOf } from './address.ts';

const today = dayOf(2026, 11, 24);
const read = (search: string) => {
  const { from, to, ...range } = rangeOf(parseSearch(search), today);
  return { ...range, from: formatDay(from), to: formatDay(to) };
};

test('a range is a number of days until today, 90 by default, or two days', () => {
  expect(read('')).toEqual({ from: '2026-08-27', to: '2026-11-24', length: 90, error: null });
  expect(read('?range=7')).toMatchObject({ from: '2026-11-18', length: 7 });
  expect(read('?range=8')).toMatchObject({ length: 90 });
  expect(read('?from=2026-01-01&to=2026-01-31&range=7')).toMatchObject({ from: '2026-01-01', length: null });
  expect(read('?to=2026-01-31')).toMatchObject({ from: '2025-11-03', to: '2026-01-31', length: null, error: null });
  expect(read('?from=2026-02-30')).toMatchObject({ length: 90 });
  expect(read('?from=2026-02-01&to=2026-01-31')).toMatchObject({ error: 'reversed' });
  expect(read('?from=2024-11-24')).toMatchObject({ error: 'tooLong' });
  expect(read('?from=2024-11-25')).toMatchObject({ error: null });
});

test('a chosen range replaces the other kind in the address', () => {
  expect(addressOfLength(30)).toEqual({ range: '30', from: '', to: '' });
  expect(addressOfLength(90)).toEqual({ range: '', from: '', to: '' });
  expect(addressOfDates({ from: today, to: today })).toEqual({ range: '', from: '2026-11-24', to: '2026-11-24' });
});

test('filters are read from the address, printed and sent', () => {
  const text = '?project_id[]=12&project_id[]=x&author_username=ada&label_name[]=a&label_name[]=b&milestone_title=1.0';
  const search = parseSearch(text);
  expect(filterOf(search)).toEqual({
    projectIds: ['gid://gitlab/Project/12'],
    authorUsername: 'ada',
    labelNames: ['a', 'b'],
    milestoneTitle: '1.0',
  });
  expect(printSearch(addressOfTokens(tokensOf(search)))).toBe(text);
  const second = { type: 'author', value: { operator: 'is' as const, data: 'bo' } };
  expect(addressOfTokens([...tokensOf(search), second])['author_username']).toBe('bo');
  expect(filterOf({})).toEqual({});
});
