import { expect, test } from 'vitest';
import { nextItem } from './editor-lines.ts';
import { triggerAt } from './editor-suggest.ts';

const signs = '@#&~%:/';

/** `|` is the caret. */
function found(marked: string): string | null {
  const caret = marked.indexOf('|');
  const trigger = triggerAt(marked.replace('|', ''), caret, signs);
  return trigger && `${trigger.sign}${trigger.typed} at ${trigger.start}`;
}

test.each([
  ['@|', '@ at 0'],
  ['Hello @ad|', '@ad at 6'],
  ['(#12|)', '#12 at 1'],
  ['see #re size|', '#re size at 4'],
  ['/clo|', '/clo at 0'],
  ['text\n/label ~b|', '~b at 12'],
  ['~"two wo|', '~"two wo at 0'],
  ['%Sp|', '%Sp at 0'],
  ['&5|', '&5 at 0'],
  [':ta|', ':ta at 0'],
])('%j suggests behind %s', (text, wanted) => {
  expect(found(text)).toBe(wanted);
});

test.each(['|@ad', 'ada@exa|', 'and/or|', 'a /clo|', '12:3|', ': |', '@ada |', '# Head|', '~\n|', 'http://ex|', '::|'])(
  '%j suggests nothing',
  (text) => {
    expect(found(text)).toBeNull();
  },
);

test('only a few characters before the caret are examined, however long the text is', () => {
  const text = `${'word '.repeat(210_000)}noSign`;
  const examined: number[] = [];
  const counted = {
    charAt: (index: number) => {
      examined.push(index);
      return text.charAt(index);
    },
    slice: (start: number, end: number) => text.slice(start, end),
  } as unknown as string;
  expect(triggerAt(counted, text.length, signs)).toBeNull();
  expect(examined.length).toBeGreaterThan(0);
  expect(Math.min(...examined)).toBeGreaterThan(text.length - 100);
});

test.each([
  ['- one', '- '],
  ['  * [x] done', '  * [ ] '],
  ['9. nine', '10. '],
  ['3) three', '4) '],
  ['> said', '> '],
  ['- ', ''],
  ['- [ ] ', ''],
  ['prose', null],
  ['-no', null],
])('Enter behind %j writes %j', (line, wanted) => {
  expect(nextItem(line)).toBe(wanted);
});
