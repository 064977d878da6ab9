import { expect, test } from 'vitest';
import { visibilityEffect } from './effect.ts';

const below = [
  { visibility: 'private', groups: 0, projects: 12, paths: ['a/p'] },
  { visibility: 'public', groups: 1, projects: 1, paths: ['a/z', 'a/b'] },
] as const;

test('TM-GS-09, TM-GS-10: a change of visibility lowers what is more visible, and keeps what is less', () => {
  expect(visibilityEffect('public', below)).toEqual({ lowered: { count: 0, paths: [] }, kept: [below[0]] });
  expect(visibilityEffect('internal', below)).toEqual({
    lowered: { count: 2, paths: ['a/b', 'a/z'] },
    kept: [below[0]],
  });
  expect(visibilityEffect('private', below)).toEqual({ lowered: { count: 2, paths: ['a/b', 'a/z'] }, kept: [] });
});
