import { expect, test } from 'vitest';
import { countLines, diffLines } from './diff-lines.ts';

test('a diff is read line by line, with the numbers of both files', () => {
  const lines = diffLines('@@ -1,2 +1,3 @@ head\n one\n-two\n+<b>2</b>\n+--- three\n\\ No newline at end of file\n');
  expect(lines).toEqual([
    { kind: 'hunk', oldNumber: null, newNumber: null, text: '@@ -1,2 +1,3 @@ head' },
    { kind: 'same', oldNumber: 1, newNumber: 1, text: 'one' },
    { kind: 'removed', oldNumber: 2, newNumber: null, text: 'two' },
    { kind: 'added', oldNumber: null, newNumber: 2, text: '<b>2</b>' },
    { kind: 'added', oldNumber: null, newNumber: 3, text: '--- three' },
    { kind: 'note', oldNumber: null, newNumber: null, text: 'No newline at end of file' },
  ]);
  expect(countLines(lines)).toEqual({ added: 2, removed: 1 });
  expect(diffLines('')).toEqual([]);
  expect(diffLines('Binary files a/x and b/x differ\n')).toMatchObject([{ kind: 'note' }]);
});
