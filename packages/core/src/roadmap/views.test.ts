import { expect, test } from 'vitest';
import { parseQuery } from '../query.ts';
import { viewQueryOf } from './views.ts';

test('two addresses that show the same make the same view', () => {
  const one = viewQueryOf(parseQuery('label_name[]=a&state=opened&epicIid=4&view=7&page=2'));
  const other = viewQueryOf(parseQuery('state=opened&sort=START_DATE_ASC&label_name[]=a'));
  expect(one).toBe(other);
  expect(one).not.toMatch(/epicIid|view=|page=/);
  expect(viewQueryOf(parseQuery('label_name[]=b&state=opened'))).not.toBe(one);
});
