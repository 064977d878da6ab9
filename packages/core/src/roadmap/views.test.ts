import { expect, test } from 'vitest';
import { parseQuery } from '../query.ts';
import { readSettings } from './settings.ts';
import { expandView, isBareView, viewIdOf, viewNameProblems, viewQueryOf } from './views.ts';

test('two addresses that show the same make the same view', () => {
  const one = viewQueryOf(parseQuery('label_name[]=a&state=opened&epicIid=4&view=7&page=2'));
  const other = viewQueryOf(parseQuery('state=opened&sort=START_DATE_ASC&label_name[]=a'));
  expect(one).toBe(other);
  expect(one).not.toMatch(/epicIid|view=|page=/);
  expect(viewQueryOf(parseQuery('label_name[]=b&state=opened'))).not.toBe(one);
});

test('a view in the address decides everything, unless the address says more', () => {
  const query = viewQueryOf(parseQuery('label_name[]=a&layout=WEEKS&timeframe_range_type=CURRENT_YEAR'));
  const bare = expandView(parseQuery('view=12'), query);
  expect(readSettings(bare)).toMatchObject({ presetType: 'WEEKS', filterParams: 'label_name[]=a' });
  expect(viewIdOf(bare)).toBe('12');
  const own = parseQuery('view=12&state=closed');
  expect(isBareView(own)).toBe(false);
  expect(expandView(own, query)).toBe(own);
  expect(isBareView(parseQuery('view=nonsense'))).toBe(false);
});

test('a view has a name of at most 100 characters', () => {
  expect(viewNameProblems('  ')).toEqual(["can't be blank"]);
  expect(viewNameProblems('x'.repeat(101))).toEqual(['is too long (maximum is 100 characters)']);
  expect(viewNameProblems('x'.repeat(100))).toEqual([]);
});
