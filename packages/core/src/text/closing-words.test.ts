import { expect, test } from 'vitest';
import { namedIssues } from './closing-words.ts';

const closing = (text: string) =>
  namedIssues(text)
    .filter(({ isClosing }) => isClosing)
    .map(({ path, name }) => `${path ?? ''}#${name}`);

test('every closing word closes the list of issues behind it', () => {
  for (const word of [
    'close',
    'closes',
    'closed',
    'closing',
    'fix',
    'Fixes',
    'fixed',
    'fixing',
    'Resolve',
    'resolves',
  ]) {
    expect([word, closing(`${word} #12`)]).toEqual([word, ['#12']]);
  }
  for (const word of ['resolved', 'resolving', 'implement', 'implements', 'implemented', 'IMPLEMENTING', 'Closes:']) {
    expect([word, closing(`${word} #12`)]).toEqual([word, ['#12']]);
  }
  expect(closing('Fixes issue #1, #2 and group/project#3; see #4')).toEqual(['#1', '#2', 'group/project#3']);
  expect(closing('Fixes issues #1 #2')).toEqual(['#1', '#2']);
});

test('other words, other references and code close nothing', () => {
  for (const text of ['disclose #12', 'closes the door #12', 'prefix #12', 'closes !12', 'closes &12', 'closes\n#12']) {
    expect([text, closing(text)]).toEqual([text, []]);
  }
  expect(namedIssues('`closes #1` and\n```\ncloses #2\n```\nsee #3')).toEqual([
    { kind: 'issue', path: null, name: '3', isClosing: false },
  ]);
});

test('an issue named twice is listed once, closing if one of them closes', () => {
  expect(namedIssues('see #1. Closes #1')).toEqual([{ kind: 'issue', path: null, name: '1', isClosing: true }]);
});

test('code of any fence names nothing, and an unclosed fence or span ends nothing else', () => {
  const named = (text: string) => namedIssues(text).map(({ name }) => name);
  expect(named('~~~\n#1\n~~~\n#2')).toEqual(['2']);
  expect(named('````\n#1\n```\n#2\n````\n#3')).toEqual(['3']);
  expect(named('``a ` #1`` #2 ` #3')).toEqual(['2', '3']);
  expect(named('#1\n```\n#2')).toEqual(['1']);
});

test('long rows of backticks, fences and spaces are read in linear time', () => {
  // Quadratic time would be hours.
  const long = 2_000_000;
  const names = (text: string) => namedIssues(text).map(({ name }) => name);
  expect(names(`#1 x${'`'.repeat(long)}${'a'.repeat(long)}`)).toEqual(['1']);
  expect(names(`#1\n${'`'.repeat(long)}${'a'.repeat(long)}`)).toEqual(['1']);
  expect(names(`closes #1${' '.repeat(long)}x #2`)).toEqual(['1', '2']);
});
