import { expect, test } from 'vitest';
import { referenceInGroup, referenceOfAddress, shortReference } from './reference.ts';

test.each([
  ['kubernetes/sig-node&59', 'kubernetes/sig-node', '&59'],
  ['kubernetes/sig-node&59', 'kubernetes', 'sig-node&59'],
  ['kubernetes/sig-auth&3', 'kubernetes/sig-node', 'sig-auth&3'],
  // With two words the start would be ambiguous.
  ['kubernetes/sig-node/sub#7', 'kubernetes/sig-auth', 'kubernetes/sig-node/sub#7'],
  ['kubernetes/sig-auth&3', 'kubernetes/sig-node/sub', 'kubernetes/sig-auth&3'],
  ['kubernetes&1', 'kubernetes/sig-node', 'kubernetes&1'],
  ['other/group#7', 'kubernetes', 'other/group#7'],
  ['no reference', 'kubernetes', 'no reference'],
])('%s in %s is written %s', (full, from, short) => {
  expect(shortReference(full, from)).toBe(short);
});

test.each([
  ['kubernetes/sig-node&59', 'kubernetes/sig-node', 'sig-node&59'],
  ['kubernetes/enhancements#5', 'kubernetes/sig-node', 'enhancements#5'],
  ['kubernetes/sig-node/kubelet#7', 'kubernetes/sig-node', 'kubelet#7'],
  ['kubernetes/sig-auth/tokens#7', 'kubernetes/sig-node', 'kubernetes/sig-auth/tokens#7'],
])('%s in the tree of an epic in %s is %s', (full, group, short) => {
  expect(referenceInGroup(full, group)).toBe(short);
});

test.each([
  ['/groups/kubernetes/sig-node/-/epics/59?tab=tree#note_1', 'kubernetes/sig-node&59'],
  ['/kubernetes/enhancements/-/issues/5/', 'kubernetes/enhancements#5'],
  ['/kubernetes/enhancements/-/work_items/6', 'kubernetes/enhancements#6'],
  ['/kubernetes/enhancements/-/milestones/6', null],
  // This cannot be parsed.
  ['/%E0%A4%A/-/issues/5', null],
])('the address %s on this server means %s', (path, reference) => {
  const address = window.location.origin + path;
  expect(referenceOfAddress(address)).toBe(reference ?? address);
  expect(referenceOfAddress(`https://elsewhere.test${path}`)).toBe(`https://elsewhere.test${path}`);
});
