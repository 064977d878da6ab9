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

test('a megabyte is looked at near the caret only', () => {
  const text = `${'word '.repeat(210_000)}@ad`;
  const timeOf = () => {
    const started = performance.now();
    for (let i = 0; i < 1_000; i++) triggerAt(text, text.length, signs);
    return performance.now() - started;
  };
  // A busy machine makes some of the timings longer.
  expect(Math.min(timeOf(), timeOf(), timeOf())).toBeLessThan(500);
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
