import { expect, test } from 'vitest';
import { parseSearch, printSearch, textOf } from './search.ts';

test('texts stay texts, and names with brackets are lists', () => {
  expect(parseSearch('?state=opened&page=2&label_name[]=a&label_name%5B%5D=b%26c&search=in%20place')).toEqual({
    state: 'opened',
    page: '2',
    'label_name[]': ['a', 'b&c'],
    search: 'in place',
  });
});

test('of several people any is meant, whether or not their name says by brackets that it is a list', () => {
  const search = '?or[author_username]=ada&or[author_username]=bo&author_username=cy&author_username=dee';
  expect(parseSearch(search)).toEqual({ 'or[author_username]': ['ada', 'bo'], author_username: 'dee' });
});

test('what is printed reads back the same, and empty values are left out', () => {
  const parameters = { state: 'closed', search: 'a b&c=d', 'label_name[]': ['x::y', 'z'], empty: '', none: undefined };
  expect(printSearch(parameters)).toBe('?state=closed&search=a+b%26c%3Dd&label_name[]=x%3A%3Ay&label_name[]=z');
  expect(parseSearch(printSearch(parameters))).toEqual({
    state: 'closed',
    search: 'a b&c=d',
    'label_name[]': ['x::y', 'z'],
  });
  expect(printSearch({})).toBe('');
});

test('a parameter that is a list has no text', () => {
  expect(textOf({ 'a[]': ['b'], c: 'd' }, 'a[]')).toBe('');
  expect(textOf({ c: 'd' }, 'c')).toBe('d');
});
