import { expect, test } from 'vitest';
import { linkAsStored, linkTypes, linkTypeSeenFrom } from './links.ts';

test('a link reads the same as it was stated, and from the other side the other way round', () => {
  const otherWay = { relates_to: 'relates_to', blocks: 'is_blocked_by', is_blocked_by: 'blocks' };
  for (const type of linkTypes) {
    const link = linkAsStored(1, type, 2);
    expect(linkTypeSeenFrom(link, 1)).toBe(type);
    expect(linkTypeSeenFrom(link, 2)).toBe(otherWay[type]);
  }
});
