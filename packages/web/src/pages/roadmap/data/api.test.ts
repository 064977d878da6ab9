import { hashKey } from '@tanstack/react-query';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { expect, test } from 'vitest';
import { epicPages } from './api.ts';

const plain: EpicArguments = {
  fullPath: 'kubernetes',
  state: 'all',
  sort: 'START_DATE_ASC',
  timeframe: { start: '2025-07-01', end: '2025-09-30' },
  labelName: [],
  authorUsername: '',
  milestoneTitle: '',
  search: '',
  includeDescendantGroups: true,
  topLevelHierarchyOnly: false,
};
const keyOf = (change: Partial<EpicArguments>) => hashKey(epicPages({ ...plain, ...change }).queryKey);

test.each<Partial<EpicArguments>>([
  { search: 'swap' },
  { sort: 'START_DATE_DESC' },
  { labelName: ['bug'] },
  { milestoneTitle: 'v1' },
  { state: 'opened' },
  { not: { labelName: ['bug'] } },
  { or: { labelName: ['bug'] } },
  { authorUsername: 'ada' },
  { iid: '12' },
  { myReactionEmoji: 'heart' },
  { confidential: true },
  { confidential: false },
  { timeframe: { start: '2025-07-01', end: '2025-09-29' } },
  { includeDescendantGroups: false },
  { fullPath: 'kubernetes/sig-node' },
])('GQ-RM-22: %j has its own cache entry', (change) => {
  expect(keyOf(change)).not.toBe(keyOf({}));
});

test('GQ-RM-22: the same arguments in another order share the cached list', () => {
  const reversed = Object.fromEntries(Object.entries(plain).toReversed()) as unknown as EpicArguments;
  expect(hashKey(epicPages(reversed).queryKey)).toBe(keyOf({}));
});
