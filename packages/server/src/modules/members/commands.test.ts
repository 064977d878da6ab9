import { ForbiddenError, NotFoundError } from '@milepost/core/errors';
import { accessLevelOf, type Role } from '@milepost/core/roles';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Person } from '../../testing/cast.ts';
import { test as base } from '../../testing/test.ts';
import type { Namespace } from '../namespaces/store.ts';
import { viewerOfAccount } from './commands/identify.ts';
import { addMember, AlreadyMemberError, LastOwnerError, removeMember, updateMember } from './commands.ts';
import { levelsOf, listMembers, suggestedMembers } from './store.ts';

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

const test = base
  /** Grants a role as someone. */
  .extend(
    'give',
    ({ as, build }) =>
      (who: Person, namespace: Namespace, to: Person, role: Role, expiresAt?: string) =>
        addMember(as(who), namespace, { userId: build.idOf(to), accessLevel: accessLevelOf[role], expiresAt }),
  )
  .extend(
    'change',
    ({ as, build }) =>
      (who: Person, namespace: Namespace, of: Person, role: Role, expiresAt?: string | null) =>
        updateMember(as(who), namespace, { userId: build.idOf(of), accessLevel: accessLevelOf[role], expiresAt }),
  )
  .extend(
    'remove',
    ({ as, build }) =>
      (who: Person, namespace: Namespace, whom: Person) =>
        removeMember(as(who), namespace, build.idOf(whom)),
  )
  /** A person's current access level, as a new request would have it. */
  .extend(
    'levelNow',
    ({ db, build }) =>
      async (who: Person, namespace: Namespace) =>
        (await viewerOfAccount(db, build.idOf(who))).levelIn(namespace.scope),
  );

describe('giving a role', () => {
  test('applies at once, here and below, and is announced', async ({ build, give, levelNow, db }) => {
    const group = await build.group();
    const project = await build.project({ group });
    await give('ada', group, 'otto', 'reporter');
    expect(await levelNow('otto', group)).toBe(20);
    expect(await levelNow('otto', project)).toBe(20);
    const { rows } = await sql`SELECT name, data FROM events WHERE namespace_id = ${group.id}`.execute(db);
    expect(rows).toEqual([{ name: 'member.added', data: { userId: build.idOf('otto'), accessLevel: 20 } }]);
  });

  test('is for owners of a group and maintainers of a project, up to their own level', async ({ build, give }) => {
    const group = await build.group();
    const project = await build.project({ group });
    await expect(give('mina', group, 'otto', 'guest')).rejects.toThrow(ForbiddenError);
    await expect(give('dana', project, 'otto', 'guest')).rejects.toThrow(ForbiddenError);
    await expect(give('mina', project, 'otto', 'owner')).rejects.toThrow(ForbiddenError);
    await give('mina', project, 'otto', 'maintainer');
    await give('root', group, 'otto', 'owner');
  });

  test('a second time is a conflict, unless the first has expired', async ({ build, give, levelNow }) => {
    const group = await build.group();
    await expect(give('ada', group, 'gwen', 'owner')).rejects.toThrow(AlreadyMemberError);
    await build.member(group, 'otto', 'guest', day(-1));
    expect(await levelNow('otto', group)).toBe(0);
    await give('ada', group, 'otto', 'developer');
    expect(await levelNow('otto', group)).toBe(30);
  });

  test('cannot be lower than the inherited role', async ({ build, give }) => {
    const group = await build.group({ name: 'Works' });
    const project = await build.project({ group });
    await expect(give('ada', project, 'dana', 'guest')).rejects.toThrow(
      'Access level should be greater than or equal to Developer inherited membership from group Works',
    );
    await give('ada', project, 'dana', 'maintainer');
  });

  test('may end on a day to come', async ({ build, give, levelNow, db }) => {
    const group = await build.group();
    await expect(give('ada', group, 'otto', 'guest', day(0))).rejects.toThrow('Expires at must be a day in the future');
    await expect(give('ada', group, 'otto', 'guest', '2026-02-30')).rejects.toThrow('Expires at is invalid');
    await give('ada', group, 'otto', 'guest', day(1));
    expect(await levelNow('otto', group)).toBe(10);
    await sql`UPDATE members SET expires_at = ${day(0)} WHERE namespace_id = ${group.id} AND user_id = ${build.idOf('otto')}`.execute(
      db,
    );
    expect(await levelNow('otto', group)).toBe(0);
  });

  test('only roles that exist can be given, and only to people who exist', async ({ as, build }) => {
    const group = await build.group();
    const owner = as('ada');
    await expect(addMember(owner, group, { userId: build.idOf('otto'), accessLevel: 25 })).rejects.toThrow(
      'Access level is not included in the list',
    );
    const nobody = { accessLevel: 10, userId: 999_999 as ReturnType<typeof build.idOf> };
    await expect(addMember(owner, group, nobody)).rejects.toThrow(NotFoundError);
  });
});

describe('changing a role', () => {
  test('is limited by the role of the person who changes it', async ({ build, change, levelNow }) => {
    const group = await build.group();
    const project = await build.project({ group, members: { otto: 'owner' } });
    await expect(change('mina', project, 'otto', 'guest')).rejects.toThrow(ForbiddenError);
    await change('ada', project, 'otto', 'reporter');
    expect(await levelNow('otto', project)).toBe(20);
    await expect(change('mina', project, 'otto', 'owner')).rejects.toThrow(ForbiddenError);
    await change('mina', project, 'otto', 'maintainer');
    await expect(change('ada', project, 'gwen', 'owner')).rejects.toThrow('Member not found');
  });

  test('leaves the day of its end unless one is given', async ({ build, change, db }) => {
    const group = await build.group();
    await build.member(group, 'otto', 'guest', day(5));
    const expiry = async () =>
      (
        await db
          .selectFrom('members')
          .select('expiresAt')
          .where('namespaceId', '=', group.id)
          .where('userId', '=', build.idOf('otto'))
          .executeTakeFirst()
      )?.expiresAt;
    await change('ada', group, 'otto', 'planner');
    expect(await expiry()).toBe(day(5));
    await change('ada', group, 'otto', 'planner', day(9));
    expect(await expiry()).toBe(day(9));
    await change('ada', group, 'otto', 'planner', null);
    expect(await expiry()).toBeNull();
  });
});

describe('the last owner', () => {
  test('cannot leave, step down or be given an end', async ({ build, remove, change }) => {
    const group = await build.group();
    await expect(remove('ada', group, 'ada')).rejects.toThrow(LastOwnerError);
    await expect(remove('root', group, 'ada')).rejects.toThrow(LastOwnerError);
    await expect(change('ada', group, 'ada', 'maintainer')).rejects.toThrow(LastOwnerError);
    await expect(change('ada', group, 'ada', 'owner', day(5))).rejects.toThrow(LastOwnerError);
    await build.member(group, 'otto', 'owner', day(30));
    await expect(remove('ada', group, 'ada')).rejects.toThrow(LastOwnerError);
    await build.member(group, 'otto', 'owner');
    await remove('ada', group, 'ada');
  });

  test('is not a member of a subgroup, whose owners may be inherited', async ({ build, remove }) => {
    const group = await build.group();
    const sub = await build.group({ parent: group, members: { otto: 'owner' } });
    await remove('otto', sub, 'otto');
  });

  test('of two owners who leave at once, one stays', async ({ build, remove }) => {
    const group = await build.group({ members: { ada: 'owner', otto: 'owner' } });
    const both = await Promise.allSettled([remove('ada', group, 'ada'), remove('otto', group, 'otto')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('taking a role', () => {
  test('everybody may leave, and only managers may remove', async ({ build, remove, levelNow }) => {
    const group = await build.group();
    await expect(remove('mina', group, 'gwen')).rejects.toThrow(ForbiddenError);
    await remove('gwen', group, 'gwen');
    expect(await levelNow('gwen', group)).toBe(0);
    await expect(remove('gwen', group, 'gwen')).rejects.toThrow('Member not found');
    const project = await build.project({ group, members: { otto: 'owner', gwen: 'guest' } });
    await expect(remove('mina', project, 'otto')).rejects.toThrow(ForbiddenError);
    await remove('mina', project, 'gwen');
  });

  test('removes memberships below, unless they are to be kept', async ({ as, build, levelNow }) => {
    const group = await build.group({ members: { ada: 'owner', otto: 'guest', gwen: 'guest' } });
    const project = await build.project({ group, members: { otto: 'developer', gwen: 'developer' } });
    const beside = await build.group({ members: { otto: 'guest' } });
    await removeMember(as('ada'), group, build.idOf('otto'));
    await removeMember(as('ada'), group, build.idOf('gwen'), { keepsBelow: true });
    expect([await levelNow('otto', project), await levelNow('gwen', project), await levelNow('otto', beside)]).toEqual([
      0, 30, 10,
    ]);
  });
});

describe('lists', () => {
  const all = { offset: 0, perPage: 100 };

  test('each person once, with the highest role and its namespace', async ({ as, build, db }) => {
    const group = await build.group();
    const project = await build.project({ group, members: { gwen: 'maintainer', otto: 'guest' } });
    const { viewer } = as('ada');
    const rolesIn = async (relations: readonly ('direct' | 'inherited' | 'descendants')[], namespace: Namespace) => {
      const { members, total } = await listMembers(db, viewer, namespace, { relations }, all);
      expect(total).toBe(members.length);
      return members.map(({ user, accessLevel, kind }) => [user.username, accessLevel, kind]);
    };
    expect(await rolesIn(['direct'], project)).toEqual([
      ['gwen', 40, 'project'],
      ['otto', 10, 'project'],
    ]);
    expect(await rolesIn(['direct', 'inherited'], project)).toEqual([
      ['ada', 50, 'group'],
      ['dana', 30, 'group'],
      ['gwen', 40, 'project'],
      ['mina', 40, 'group'],
      ['otto', 10, 'project'],
      ['paul', 15, 'group'],
      ['rita', 20, 'group'],
    ]);
    expect((await rolesIn(['direct', 'descendants'], group)).find(([name]) => name === 'otto')).toEqual([
      'otto',
      10,
      'project',
    ]);
    expect(await levelsOf(db, project, [build.idOf('gwen'), build.idOf('root'), build.idOf('dana')])).toEqual(
      new Map([
        [build.idOf('gwen'), 40],
        [build.idOf('dana'), 30],
      ]),
    );
  });

  test('an expired role is none', async ({ as, build, db }) => {
    const group = await build.group({ members: {} });
    await build.member(group, 'otto', 'guest', day(-1));
    expect((await listMembers(db, as('root').viewer, group, { relations: ['direct'] }, all)).members).toEqual([]);
  });

  test('people are suggested by what is typed, exact matches first, and never members of hidden namespaces', async ({
    as,
    build,
    db,
  }) => {
    const group = await build.group({ visibility: 'public', members: {} });
    const hidden = await build.group({ parent: group, visibility: 'private' });
    const open = await build.project({ group });
    const people = await Promise.all(
      [
        ['sue', 'Sue'],
        ['suellen', 'Suellen'],
        ['issue-bot', 'A bot for issues'],
        ['sue-blocked', 'Sue too'],
      ].map(([username, name]) =>
        build.user({
          username: username as string,
          name: name as string,
          ...(username === 'sue-blocked' && { state: 'blocked' }),
        }),
      ),
    );
    for (const user of people) await build.member(open, user, 'guest');
    const secret = await build.user({ username: 'sue-secret' });
    await build.member(hidden, secret, 'guest');
    const offered = async (who: 'otto' | 'root', search?: string) => {
      const filter = {
        relations: ['direct', 'inherited', 'descendants'],
        isActive: true,
        ...(search && { search }),
      } as const;
      return (await suggestedMembers(db, as(who).viewer, group, filter, 50)).map(({ username }) => username);
    };
    expect(await offered('otto', 'sue')).toEqual(['sue', 'suellen', 'issue-bot']);
    expect(await offered('root', 'sue-s')).toEqual(['sue-secret']);
    expect(await offered('otto', '%')).toEqual([]);
    expect(await offered('otto')).toEqual(['issue-bot', 'sue', 'suellen']);
  });
});
