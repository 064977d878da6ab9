import { describe, expect, test } from 'vitest';
import { isAtMostAsVisible, newPathProblems, pathForName, pathProblems } from './namespaces.ts';

describe('paths', () => {
  test.each(['web', 'Web_2', '_internal', 'a', 'go1.22'])('%s is fine', (path) => {
    expect(pathProblems(path, true)).toEqual([]);
    expect(pathProblems(path, false)).toEqual([]);
  });
  test.each(['', '-', '-web', '.web', 'web.', 'web.git', 'web.atom', 'web.JSON', 'a b', 'a/b', 'é', 'x'.repeat(256)])(
    '%j is refused',
    (path) => {
      expect(pathProblems(path, false)).toHaveLength(1);
    },
  );
  test('TM-GS-03: a new path has 2 to 255 characters', () => {
    expect(newPathProblems('a', false)).toEqual(['is too short (minimum is 2 characters)']);
    expect(newPathProblems('', false)).toEqual(["can't be blank"]);
    for (const path of ['ab', 'x'.repeat(255)]) expect(newPathProblems(path, true)).toEqual([]);
    for (const path of ['-web', 'web.', 'web.git', 'web.atom', 'x'.repeat(256)])
      expect(newPathProblems(path, true)).toHaveLength(1);
  });
  test('reserved names depend on the position in an address', () => {
    expect(pathProblems('api', true)).toEqual(['is a reserved name']);
    expect(pathProblems('api', false)).toEqual([]);
    expect(pathProblems('tree', false)).toEqual(['is a reserved name']);
    expect(pathProblems('tree', true)).toEqual([]);
  });
  test('a full path never looks like an id', () => {
    expect(pathProblems('2024', true)).toEqual(['cannot consist of digits only']);
    expect(pathProblems('2024', false)).toEqual([]);
  });
});

test.each([
  ['Web & Apps', 'web-apps'],
  ['Crème Brûlée', 'creme-brulee'],
  ['  .Net  ', 'net'],
  ['日本', ''],
])('%j as a path is %j', (name, path) => {
  expect(pathForName(name)).toBe(path);
});

test('an object is at most as visible as its container', () => {
  expect(isAtMostAsVisible('private', 'public')).toBe(true);
  expect(isAtMostAsVisible('internal', 'internal')).toBe(true);
  expect(isAtMostAsVisible('public', 'internal')).toBe(false);
});
