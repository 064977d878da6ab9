import { expect, test, vi } from 'vitest';
import { nameIn, splitQuickActions, wordsOf } from './quick-actions.ts';

const known = new Set(['close', 'label', 'weight']);
const split = (text: string) =>
  splitQuickActions(text, ({ name, argument }) =>
    name === 'shrug' ? { text: `${argument} shrugged`.trim() } : known.has(name) ? 'use' : null,
  );

test('actions are lines of their own, and leave the text', () => {
  expect(split('Seen it.\n\n/label ~bug ~"two words"\n/CLOSE  \n\nBye.')).toEqual({
    text: 'Seen it.\n\nBye.',
    uses: [
      { name: 'label', argument: '~bug ~"two words"' },
      { name: 'close', argument: '' },
    ],
  });
});

test('a text of nothing but actions is empty', () => {
  expect(split('/close\r\n/weight 3\n')).toEqual({
    text: '',
    uses: [
      { name: 'close', argument: '' },
      { name: 'weight', argument: '3' },
    ],
  });
});

test.each([
  'see /close',
  '> /close',
  '- /close',
  '/usr/bin',
  '/unknown 3',
  '//close',
  '    /close',
  '`/close`',
  '```\n/close\n```',
  '~~~~ sh\n/close\n~~~\n/close\n~~~~',
  '```\n/close',
])('text in code, in a line, quoted or unknown stays unchanged: %j', (text) => {
  expect(split(text)).toEqual({ text, uses: [] });
});

test('what follows a code block is read again', () => {
  expect(split('```\n/close\n```\n/close')).toEqual({
    text: '```\n/close\n```',
    uses: [{ name: 'close', argument: '' }],
  });
});

test('some actions only write something', () => {
  expect(split('Well.\n/shrug no idea').text).toBe('Well.\nno idea shrugged');
});

test('a text without a line that starts with a slash is not split into lines', () => {
  const splitting = vi.spyOn(String.prototype, 'split');
  const text = 'Nothing to do here, and/or there.\n'.repeat(31_000);
  expect(split(text).text).toBe(text);
  expect(splitting).not.toHaveBeenCalled();
  expect(split('/unknown').text).toBe('/unknown');
  expect(splitting).toHaveBeenCalledWith('\n');
  splitting.mockRestore();
});

test('words of an argument', () => {
  expect(wordsOf('~a  ~"b c" d %"e f"')).toEqual(['~a', '~"b c"', 'd', '%"e f"']);
  expect(['~a', '~"b c"', 'd', '"e f"'].map((word) => nameIn(word, '~'))).toEqual(['a', 'b c', 'd', 'e f']);
});
