import { expect, test } from 'vitest';
import { epicColorOf, epicColors, mayBecome, problemsOf, webPathOf } from './work-items.ts';

test('a title is needed and at most 255 characters long, an emoji counting as one', () => {
  expect(problemsOf({ title: 'Plan' })).toBeNull();
  expect(problemsOf({ title: ' \n' })).toEqual({ title: ["can't be blank"] });
  expect(problemsOf({ title: '🚀'.repeat(255) })).toBeNull();
  expect(problemsOf({ title: 'x'.repeat(256) })).toEqual({ title: ['is too long (maximum is 255 characters)'] });
});

test('a description is at most a mebi of characters long, a weight is natural', () => {
  expect(problemsOf({ description: 'x'.repeat(1_048_576), weight: 0 })).toBeNull();
  expect(problemsOf({ description: 'x'.repeat(1_048_577) })).toHaveProperty('description');
  expect(problemsOf({ weight: -1 })).toEqual({ weight: ['must be greater than or equal to 0'] });
  expect(problemsOf({ weight: 1.5 })).toHaveProperty('weight');
});

test('color values are trimmed; only the five suggested ones are known', () => {
  expect(epicColorOf(' #C91C00 ')).toBe('#c91c00');
  expect(epicColorOf('#123456')).toBeNull();
  expect(epicColors).toHaveLength(5);
});

test('only an epic keeps its type', () => {
  expect(mayBecome('issue', 'task')).toBe(true);
  expect(mayBecome('issue', 'epic')).toBe(false);
  expect(mayBecome('epic', 'issue')).toBe(false);
});

test('epics have their page in a group, all else in a project', () => {
  expect(webPathOf({ type: 'epic', iid: 5, namespacePath: 'a/b' })).toBe('/groups/a/b/-/epics/5');
  expect(webPathOf({ type: 'incident', iid: 7, namespacePath: 'a/p' })).toBe('/a/p/-/issues/7');
});
