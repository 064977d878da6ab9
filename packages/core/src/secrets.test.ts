import { expect, test } from 'vitest';
import { secretsIn } from './secrets.ts';

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
