import { expect, test } from 'vitest';
import { reactionName } from './reactions.ts';

test('an emoji is stored under one name', () => {
  expect(reactionName(':rocket:')).toBe('rocket');
  expect(reactionName('+1')).toBe('thumbsup');
  expect(reactionName(':-1:')).toBe('thumbsdown');
});
