import { expect, test } from 'vitest';
import { csvCell } from './csv.ts';

test('no title is read as a formula', () => {
  expect(csvCell('=HYPERLINK("http://x")')).toBe('"\'=HYPERLINK(""http://x"")"');
  expect(['+1+1', '-cmd', '@SUM(A1)', ' =1', '\t=1'].map(csvCell)).toEqual([
    "'+1+1",
    "'-cmd",
    "'@SUM(A1)",
    "' =1",
    '"\'\t=1"',
  ]);
  expect(['-5', 'a=b', 'line\nbreak', '重要', ' x'].map(csvCell)).toEqual([
    '-5',
    'a=b',
    '"line\nbreak"',
    '重要',
    '" x"',
  ]);
});
