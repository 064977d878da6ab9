import { expect, test } from 'vitest';
import { byArrangement } from './levels.ts';

test('child items sort by relative position, then opened before closed', () => {
  const items = [
    { name: 'nowhere, closed', relativePosition: null, state: 'closed' },
    { name: 'second, closed', relativePosition: 1000, state: 'closed' },
    { name: 'second, opened', relativePosition: 1000, state: 'opened' },
    { name: 'nowhere, opened', relativePosition: null, state: 'opened' },
    { name: 'first', relativePosition: -500, state: 'closed' },
  ];
  expect(items.toSorted(byArrangement).map((item) => item.name)).toEqual([
    'first',
    'second, opened',
    'second, closed',
    'nowhere, opened',
    'nowhere, closed',
  ]);
});
