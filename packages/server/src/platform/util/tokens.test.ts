import { expect, test } from 'vitest';
import { derivedFrom, isSameSecret, randomLetters } from './tokens.ts';

test('random letters are letters and digits, as many as wanted, and never the same', () => {
  const drawn = Array.from({ length: 200 }, () => randomLetters(40));
  for (const text of drawn) expect(text).toMatch(/^[A-Za-z0-9]{40}$/);
  expect(new Set(drawn).size).toBe(200);
  expect(new Set(drawn.join('')).size).toBe(62);
});

test('secrets are compared in full', () => {
  expect(isSameSecret('abc', 'abc')).toBe(true);
  expect(isSameSecret('abc', 'abcd')).toBe(false);
  expect(isSameSecret('', 'a')).toBe(false);
});

test('derived keys depend on the secret and the purpose', () => {
  const values = [derivedFrom('a', 'x'), derivedFrom('a', 'y'), derivedFrom('b', 'x'), derivedFrom('a', 'x')];
  expect(values[3]).toBe(values[0]);
  expect(new Set(values).size).toBe(3);
});
