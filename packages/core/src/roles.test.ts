import { describe, expect, test } from 'vitest';
import type { NamespaceId, UserId } from './ids.ts';
import {
  accessLevelOf,
  anonymous,
  roleOfAccessLevel,
  roles,
  Viewer,
  type NamespaceScope,
  type Visibility,
} from './roles.ts';

const ids = (...numbers: number[]) => numbers as NamespaceId[];
const scope = (visibility: Visibility, ...path: number[]): NamespaceScope => ({
  namespaceId: path.at(-1) as NamespaceId,
  traversalIds: ids(...path),
  visibility,
  isDeleted: false,
  isTransferring: false,
  disabledFeatures: [],
});
const member = (namespaceId: number, level: number) =>
  new Viewer(1 as UserId, false, new Map([[namespaceId as NamespaceId, level]]));

describe('roles', () => {
  test('developers, members and administrators exist, each with the number that clients know', () => {
    expect(roles.map((role) => [role, accessLevelOf[role]])).toEqual([
      ['guest', 10],
      ['planner', 15],
      ['reporter', 20],
      ['developer', 30],
      ['maintainer', 40],
      ['owner', 50],
    ]);
    expect(new Viewer(1 as UserId, true).levelIn(scope('private', 1))).toBe(60);
    expect(roleOfAccessLevel(30)).toBe('developer');
    expect(roleOfAccessLevel(60)).toBeNull();
  });

  test('a role applies to its namespace and below, and the highest one counts', () => {
    const viewer = new Viewer(
      1 as UserId,
      false,
      new Map([
        [1 as NamespaceId, 10],
        [3 as NamespaceId, 40],
      ]),
    );
    expect(viewer.levelIn(scope('private', 1))).toBe(10);
    expect(viewer.levelIn(scope('private', 1, 2))).toBe(10);
    expect(viewer.levelIn(scope('private', 1, 3, 4))).toBe(40);
    expect(viewer.levelIn(scope('private', 5))).toBe(0);
    expect(viewer.atLeast('maintainer', scope('private', 1, 3))).toBe(true);
    expect(viewer.atLeast('owner', scope('private', 1, 3))).toBe(false);
    expect(viewer.namespacesWith('developer')).toEqual([3]);
  });
});

describe('who sees a namespace', () => {
  test.each<[Visibility, boolean, boolean, boolean]>([
    ['public', true, true, true],
    ['internal', false, true, true],
    ['private', false, false, true],
  ])('%s: a visitor %s, someone signed in %s, a guest %s', (visibility, visitor, signedIn, guest) => {
    expect(anonymous.canSee(scope(visibility, 1, 2))).toBe(visitor);
    expect(member(9, 50).canSee(scope(visibility, 1, 2))).toBe(signedIn);
    expect(member(1, 10).canSee(scope(visibility, 1, 2))).toBe(guest);
  });

  test('a role below shows nothing above', () => {
    expect(member(2, 50).canSee(scope('private', 1))).toBe(false);
  });
});

test('an anonymous viewer has no account and no role', () => {
  expect(anonymous.is(null)).toBe(false);
  expect(anonymous.isSignedIn).toBe(false);
  expect(anonymous.levelIn(scope('public', 1))).toBe(0);
});

test('the key of two viewers is the same only if they may do and see the same', () => {
  const id = 7 as UserId;
  const [one, other] = [1, 2] as NamespaceId[] as [NamespaceId, NamespaceId];
  const viewers = [
    anonymous,
    Viewer.ofLink(one),
    Viewer.ofLink(other),
    new Viewer(id),
    new Viewer(8 as UserId),
    new Viewer(id, true),
    new Viewer(id, false, new Map([[one, 10]])),
    new Viewer(id, false, new Map([[one, 20]])),
    new Viewer(id, false, new Map([[other, 10]])),
  ];
  expect(new Set(viewers.map(({ key }) => key)).size).toBe(viewers.length);
  const inOneOrder = new Viewer(
    id,
    false,
    new Map([
      [one, 10],
      [other, 20],
    ]),
  );
  const inAnother = new Viewer(
    id,
    false,
    new Map([
      [other, 20],
      [one, 10],
    ]),
  );
  expect(inOneOrder.key).toBe(inAnother.key);
});
