import { expect, test } from 'vitest';
import { parseQuery } from '../query.ts';
import { epicListSorts, issueListSorts, listSortOf, listStateOf } from './lists.ts';

test.each([
  ['', 'opened'],
  ['state=closed', 'closed'],
  ['state=all', 'all'],
  ['state=merged', 'opened'],
])('the tab of %j is %s', (address, state) => expect(listStateOf(parseQuery(address))).toBe(state));

test.each([
  ['', 'updated_desc'],
  ['sort=weight_asc', 'weight_asc'],
  ['sort=CREATED_DESC', 'created_desc'],
  ['sort=start_date_asc', 'updated_desc'],
  ['sort=constructor', 'updated_desc'],
])('a list of issues at %j is sorted by %s', (address, sort) =>
  expect(listSortOf(parseQuery(address), issueListSorts)).toBe(sort),
);

test('epics are sorted by their start as well', () => {
  expect(listSortOf(parseQuery('sort=start_date_asc'), epicListSorts)).toBe('start_date_asc');
});
