import { expect, test } from 'vitest';
import { parseQuery } from '../query.ts';
import { readSettings } from '../roadmap/settings.ts';
import { viewQueryOf, withLabelRenamed } from './queries.ts';
import { expandView, isBareView, viewIdOf, viewNameProblems } from './views.ts';

test('a view of a list or board stores its filters and settings in one order, and nothing of a single visit', () => {
  const list =
    'columns=labels,dueDate,labels,%3Cb%3E&sort=TITLE_ASC&label_name[]=a&page_after=x&view=3&peek=4&unknown=5';
  const written = 'label_name[]=a&state=opened&sort=title_asc&columns=labels%2CdueDate&density=comfortable';
  expect(viewQueryOf('issues', parseQuery(list))).toBe(written);
  expect(viewQueryOf('issues', parseQuery(written))).toBe(written);
  expect(viewQueryOf('epics', parseQuery('sort=start_date_asc&density=compact&state=all'))).toBe(
    'state=all&sort=start_date_asc&density=compact',
  );
  const board = 'lanes=epic&columns=label:stage&folded=closed,label:12,nonsense&board=7&weight=3&view=3';
  const stored = 'weight=3&board=7&columns=label%3Astage&lanes=epic&folded=closed%2Clabel%3A12';
  expect(viewQueryOf('board', parseQuery(board))).toBe(stored);
  expect(viewQueryOf('board', parseQuery(stored))).toBe(stored);
  expect(viewQueryOf('board', parseQuery('columns=nonsense&board=x'))).toBe('');
});

test('a renamed label is renamed in each condition, and nowhere else', () => {
  const query = 'label_name[]=a%20b&not[label_name][]=a%20b&or[label_name][]=c&search=a%20b';
  expect(withLabelRenamed(query, 'a b', 'd')).toBe(
    'label_name[]=d&not[label_name][]=d&or[label_name][]=c&search=a%20b',
  );
  expect(withLabelRenamed(query, 'a', 'd')).toBeNull();
});

test('a view in the address decides everything, unless the address says more', () => {
  const query = viewQueryOf('roadmap', parseQuery('label_name[]=a&layout=WEEKS&timeframe_range_type=CURRENT_YEAR'));
  const bare = expandView(parseQuery('view=12'), query);
  expect(readSettings(bare)).toMatchObject({ presetType: 'WEEKS', filterParams: 'label_name[]=a' });
  expect(viewIdOf(bare)).toBe('12');
  const own = parseQuery('view=12&state=closed');
  expect(isBareView(own)).toBe(false);
  expect(expandView(own, query)).toBe(own);
  expect(isBareView(parseQuery('view=nonsense'))).toBe(false);
  expect(isBareView(parseQuery('view=12&peek=ferry%262'))).toBe(true);
});

test('a view has a name of at most 100 characters', () => {
  expect(viewNameProblems('  ')).toEqual(["can't be blank"]);
  expect(viewNameProblems('x'.repeat(101))).toEqual(['is too long (maximum is 100 characters)']);
  expect(viewNameProblems('x'.repeat(100))).toEqual([]);
});
