import { expect, test } from 'vitest';
import { looksLikeReference, REFERENCES_SHOWN, splitReferences, withReferences } from './reference-list.ts';

test('references are parted by white space, and none is pending twice', () => {
  expect(splitReferences(' #1\n\tgroup/project#2  https://plan.test/a/b/-/issues/3 ')).toEqual([
    '#1',
    'group/project#2',
    'https://plan.test/a/b/-/issues/3',
  ]);
  expect(splitReferences('  ')).toEqual([]);
  expect(withReferences(['#1'], '#2 #1 #2')).toEqual(['#1', '#2']);
});

test('a reference is told from words of a title', () => {
  const known = ['#1', '12', '&5', 'group&5', 'a/b#12', 'https://plan.test/x'];
  expect(known.filter((text) => !looksLikeReference(text))).toEqual([]);
  expect(['', 'walls', 'walls 2', '#', 'v1.2'].filter(looksLikeReference)).toEqual([]);
});

test('the overflow constant is 5', () => {
  expect(REFERENCES_SHOWN).toBe(5);
});
