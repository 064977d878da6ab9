import { parse } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { createMessageFormatter } from './intl.ts';

const { formatMessage } = createMessageFormatter();

test('words alone are given as they stand', () => {
  expect(formatMessage({ id: 'a', defaultMessage: 'Labels & “more”' })).toBe('Labels & “more”');
  expect(formatMessage({ id: 'a', defaultMessage: 'Labels' }, { count: 2 })).toBe('Labels');
});

test('values, plurals, tags and quoted marks are read, as text and as what a build makes of it', () => {
  const plural = '{count, plural, one {# epic} other {# epics}}';
  for (const defaultMessage of [plural, parse(plural)]) {
    expect(formatMessage({ id: 'b', defaultMessage }, { count: 1 })).toBe('1 epic');
    expect(formatMessage({ id: 'b', defaultMessage }, { count: 1200 })).toBe('1,200 epics');
  }
  expect(formatMessage({ id: 'c', defaultMessage: "'{'name'}'" })).toBe('{name}');
  expect(formatMessage({ id: 'd', defaultMessage: '<b>all</b>' }, { b: (text) => `*${text.join('')}*` })).toBe('*all*');
});
