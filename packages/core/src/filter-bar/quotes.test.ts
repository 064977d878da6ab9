import { expect, test } from 'vitest';
import { quoteTerm, typedValue, unquoteTerm } from './quotes.ts';

test('a term with spaces is wrapped in double quotes', () => {
  expect(quoteTerm('swap space')).toBe('"swap space"');
  expect(quoteTerm('swap')).toBe('swap');
});

test('a term that is already quoted is not quoted again', () => {
  expect(quoteTerm('"swap space"')).toBe('"swap space"');
  expect(quoteTerm("'swap space'")).toBe("'swap space'");
});

test('surrounding quotes are removed', () => {
  expect(unquoteTerm('"swap space"')).toBe('swap space');
  expect(unquoteTerm("'swap space'")).toBe('swap space');
  expect(unquoteTerm('  swap ')).toBe('swap');
  expect(unquoteTerm('5" disk')).toBe('5" disk');
});

test('a value follows its symbol, with or without quotes', () => {
  expect(typedValue('~stage', '~')).toBe('stage');
  expect(typedValue('~"good first', '~')).toBe('good first');
  expect(typedValue('~"good first issue"', '~')).toBe('good first issue');
  expect(typedValue(' ada ', '@')).toBe('ada');
  expect(typedValue('~', '~')).toBe('');
});
