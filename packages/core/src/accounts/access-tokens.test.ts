import { expect, test } from 'vitest';
import { scopesAllow, type Access, type Scope, secretsIn } from './access-tokens.ts';

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
  ['read_api', 'readRepository', false],
  ['read_repository', 'readRepository', true],
  ['read_repository', 'writeRepository', false],
  ['read_repository', 'read', false],
  ['read_repository', 'readFiles', true],
  ['write_repository', 'writeRepository', true],
  ['write_repository', 'write', false],
])('a token for %s used to %s: %s', (scope, access, allowed) => {
  expect(scopesAllow([scope], access)).toBe(allowed);
});

test('of several scopes one is enough, and none allows nothing', () => {
  expect(scopesAllow(['read_user', 'api'], 'write')).toBe(true);
  expect(scopesAllow([], 'readUsers')).toBe(false);
});

test('what looks like a token of a known service is named; ordinary text is not', () => {
  expect(secretsIn(`token: glpat-${'a1B2'.repeat(5)}`)).toEqual(['GitLab personal access token']);
  expect(secretsIn(`AKIA${'ABCD1234'.repeat(2)} and ghp_${'x'.repeat(36)}`)).toEqual([
    'GitHub token',
    'AWS access key',
  ]);
  expect(secretsIn('-----BEGIN RSA PRIVATE KEY-----')).toEqual(['Private key']);
  expect(secretsIn('glpat- is how a token begins, and AKIA is a prefix')).toEqual([]);
  expect(secretsIn('')).toEqual([]);
});
