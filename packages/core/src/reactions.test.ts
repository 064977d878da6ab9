import { expect, test } from 'vitest';
import { reactionName, votesOf } from './reactions.ts';

test('an emoji is kept under one name', () => {
  expect(reactionName(':rocket:')).toBe('rocket');
  expect(reactionName('+1')).toBe('thumbsup');
  expect(reactionName(':-1:')).toBe('thumbsdown');
});

test('thumbs are votes, other emoji are not', () => {
  expect(votesOf(['thumbsup', 'rocket', 'thumbsup', 'thumbsdown'])).toEqual({ upvotes: 2, downvotes: 1 });
});
