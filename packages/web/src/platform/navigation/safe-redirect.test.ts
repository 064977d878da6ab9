// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

test('signing in returns to the page one came from', () => {
  expect(safeRedirect('/groups/a/-/roadmap?state=opened#x')).toBe('/groups/a/-/roadmap?state=opened#x');
});

test.each([
  '',
  'https://evil.example',
  '//evil.example/a',
  '/\\evil.example',
  '/x/..//evil.example',
  '/.//evil.example',
  `${window.location.origin}/a`,
  'javascript:alert(1)',
  '/users/sign_in?redirect=/a',
  '/users/sign_up',
])('%s redirects home', (wanted) => {
  expect(safeRedirect(wanted)).toBe('/');
});
