import { expect, test } from 'vitest';
import { scopesAllow, type Access, type Scope } from './access-tokens.ts';

test.each<[Scope, Access, boolean]>([
  ['api', 'write', true],
  ['api', 'read', true],
  ['api', 'readUsers', true],
  ['read_api', 'write', false],
  ['read_api', 'read', true],
  ['read_api', 'readUsers', true],
  ['read_user', 'write', false],
  ['read_user', 'read', false],
  ['read_user', 'readUsers', true],
])('a token for %s used to %s: %s', (scope, access, allowed) => {
  expect(scopesAllow([scope], access)).toBe(allowed);
});

test('of several scopes one is enough, and none allows nothing', () => {
  expect(scopesAllow(['read_user', 'api'], 'write')).toBe(true);
  expect(scopesAllow([], 'readUsers')).toBe(false);
});
