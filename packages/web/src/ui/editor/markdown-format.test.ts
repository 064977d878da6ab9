import { expect, test } from 'vitest';
import { formatted, type Format } from './markdown-format.ts';

/** `|` marks both ends of the selection in input and output. */
function apply(marked: string, format: Format): string {
  const start = marked.indexOf('|');
  const end = marked.lastIndexOf('|') - (marked.lastIndexOf('|') > start ? 1 : 0);
  const text = marked.replaceAll('|', '');
  const change = formatted({ text, start, end }, format);
  const after = text.slice(0, change.start) + change.text + text.slice(change.end);
  return `${after.slice(0, change.selectFrom)}|${after.slice(change.selectFrom, change.selectTo)}|${after.slice(change.selectTo)}`;
}

test.each<[Format, string, string]>([
  ['bold', 'a |b| c', 'a **|b|** c'],
  ['bold', 'a **|b|** c', 'a |b| c'],
  ['italic', '||', '_||_'],
  ['strike', '|x|', '~~|x|~~'],
  ['code', '|x|', '`|x|`'],
  ['code', '|x\ny|', '```\n|x\ny|\n```'],
  ['link', 'see |here|', 'see [here](|url|)'],
  ['bullets', 'one\nt|wo\nthr|ee', 'one\n- two\n- three||'],
  ['bullets', '- |one\n- two|', 'one\ntwo||'],
  ['numbers', '|a\nb|', '1. a\n2. b||'],
  ['tasks', '||', '- [ ] ||'],
  ['quote', 'x|y|', '> xy||'],
])('%s on %j gives %j', (format, before, after) => {
  expect(apply(before, format)).toBe(after);
});

test('a table begins on a line of its own', () => {
  const { text } = formatted({ text: 'before', start: 6, end: 6 }, 'table');
  expect(text.startsWith('\n\n| Header')).toBe(true);
});
