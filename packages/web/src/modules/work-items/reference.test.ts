import { expect, test } from 'vitest';
import { shortReference } from './reference.ts';

test.each([
  ['kubernetes/sig-node&59', 'kubernetes/sig-node', '&59'],
  ['kubernetes/sig-node&59', 'kubernetes', 'sig-node&59'],
  ['kubernetes/sig-node/sub#7', 'kubernetes/sig-auth', 'sig-node/sub#7'],
  ['kubernetes&1', 'kubernetes/sig-node', 'kubernetes&1'],
  ['other/group#7', 'kubernetes', 'other/group#7'],
  ['no reference', 'kubernetes', 'no reference'],
])('%s in %s is written %s', (full, place, short) => {
  expect(shortReference(full, place)).toBe(short);
});
