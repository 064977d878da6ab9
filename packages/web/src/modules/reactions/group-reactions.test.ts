import { expect, test } from 'vitest';
import { groupReactions } from './group-reactions.ts';

const reaction = (name: string, emoji: string, person: string) => ({
  id: `${name}/${person}`,
  name,
  emoji,
  user: { id: `gid://gitlab/User/${person}`, name: person },
});
const given = [
  reaction('tada', '🎉', 'Ada'),
  reaction('thumbsup', '👍', 'Bo'),
  reaction('tada', '🎉', 'Cy'),
  reaction('thumbsdown', '👎', 'Ada'),
];
const ada = 'gid://gitlab/User/Ada';

test('reactions of one name stand together, thumbs first', () => {
  expect(groupReactions(given, ada)).toEqual([
    { name: 'thumbsup', sign: '👍', others: ['Bo'], isMine: false, count: 1 },
    { name: 'thumbsdown', sign: '👎', others: [], isMine: true, count: 1 },
    { name: 'tada', sign: '🎉', others: ['Cy'], isMine: true, count: 2 },
  ]);
  expect(groupReactions([], null)).toEqual([]);
});

test('what is pending counts as done', () => {
  const pending = new Map([
    ['tada', null],
    ['thumbsdown', null],
    ['thumbsup', '👍'],
    ['rocket', '🚀'],
    ['eyes', null],
  ]);
  expect(groupReactions(given, ada, pending).map(({ name, count, isMine }) => [name, count, isMine])).toEqual([
    ['thumbsup', 2, true],
    ['tada', 1, false],
    ['rocket', 1, true],
  ]);
});
