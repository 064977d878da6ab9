// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { hrefOf } from './navigation.ts';

test.each([
  ['/a/b/-/issues/5', '/a/b/-/issues/5'],
  [`${window.location.origin}/a/b?c=1#d`, '/a/b?c=1#d'],
  ['https://elsewhere.example/a', 'https://elsewhere.example/a'],
  // Without its host this would be the address of another one.
  [`${window.location.origin}//evil.example/a`, `${window.location.origin}//evil.example/a`],
])('a link to %s leads to %s', (target, href) => {
  expect(hrefOf(target)).toBe(href);
});

test('parameters follow the address', () => {
  expect(hrefOf({ page: 'issues', fullPath: 'a/b' }, { state: 'all', 'label_name[]': ['x', 'y'] })).toBe(
    '/a/b/-/issues?state=all&label_name[]=x&label_name[]=y',
  );
});
