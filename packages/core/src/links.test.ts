import { describe, expect, test } from 'vitest';
import { cycleText, linkAsStored, linkTypes, linkTypeSeenFrom, pathBetween } from './links.ts';

test('a link reads the same as it was stated, and from the other side the other way round', () => {
  const otherWay = { relates_to: 'relates_to', blocks: 'is_blocked_by', is_blocked_by: 'blocks' };
  for (const type of linkTypes) {
    const link = linkAsStored(1, type, 2);
    expect(linkTypeSeenFrom(link, 1)).toBe(type);
    expect(linkTypeSeenFrom(link, 2)).toBe(otherWay[type]);
  }
});

describe('cycles', () => {
  test('are described by at most five titles and the number of the others', () => {
    expect(cycleText(['A', 'B', 'C'])).toBe('A → B → C → A');
    expect(cycleText(['A', 'B', 'C', 'D', 'E'])).toBe('A → B → C → D → E → A');
    expect(cycleText(['A', 'B', 'C', 'D', 'E', 'F', 'G'])).toBe('A → B → C → D → E → 2 more → A');
  });

  test('are found along the shortest way, and a search ends in other cycles', () => {
    const links = [[1, 2], [2, 3], [3, 1], [2, 4], [1, 5], [5, 4], [4, 6]] as const; // prettier-ignore
    expect(pathBetween(1, 6, links)).toEqual([1, 2, 4, 6]);
    expect(pathBetween(6, 1, links)).toBeNull();
    expect(pathBetween(3, 4, [...links, [3, 4] as const])).toEqual([3, 4]);
  });
});
