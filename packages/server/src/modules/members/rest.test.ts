import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

type Rows = { id: number; username: string; access_level: number; email?: string }[];

describe('members of a group', () => {
  test('TM-MB-14: are given roles, shown, changed and removed with the fields that clients know', async ({
    call,
    build,
  }) => {
    const group = await build.group();
    const otto = build.idOf('otto');
    const given = await call('ada', 'POST', `/groups/${group.id}/members`, {
      user_id: otto,
      access_level: 20,
      expires_at: '2099-12-31',
    });
    expect(given).toMatchObject({
      status: 201,
      body: {
        id: otto,
        username: 'otto',
        name: 'Otto Outsider',
        state: 'active',
        avatar_url: null,
        web_url: 'http://milepost.test/otto',
        access_level: 20,
        expires_at: '2099-12-31',
        created_by: { username: 'ada' },
        membership_state: 'active',
        group_saml_identity: null,
        email: 'otto@milepost.test',
      },
    });
    const path = `/groups/${encodeURIComponent(group.fullPath)}/members/${otto}`;
    expect(
      await call('ada', 'POST', `/groups/${group.id}/members`, { username: 'otto', access_level: 20 }),
    ).toMatchObject({
      status: 409,
      body: { message: 'Member already exists' },
    });
    expect((await call('gwen', 'GET', path)).body).not.toHaveProperty('email');
    expect(await call('ada', 'PUT', path, { access_level: 30, expires_at: '' })).toMatchObject({
      status: 200,
      body: { access_level: 30, expires_at: null },
    });
    expect((await call('mina', 'PUT', path, { access_level: 10 })).status).toBe(403);
    expect((await call('ada', 'DELETE', path)).status).toBe(204);
    expect(await call('ada', 'GET', path)).toMatchObject({ status: 404, body: { message: '404 Member Not Found' } });
    expect((await call('otto', 'GET', `/groups/${group.id}/members`)).status).toBe(404);
  });

  test('PM-GN-03: developers, members of groups and of projects, and administrators, each with the number that clients know', async ({
    call,
    build,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const numbers = { gwen: 10, paul: 15, rita: 20, dana: 30, mina: 40, ada: 50 };
    for (const home of [`groups/${group.id}`, `projects/${project.id}`]) {
      const { body } = await call<Rows>('ada', 'GET', `/${home}/members/all`);
      expect(Object.fromEntries(body.map((row) => [row.username, row.access_level]))).toEqual(numbers);
    }
    await build.member(project, 'otto', 'developer');
    const { body } = await call<Rows>('ada', 'GET', `/projects/${project.id}/members`);
    expect(body.map((row) => [row.username, row.access_level])).toEqual([['otto', 30]]);
    expect((await call('root', 'GET', '/user')).body).toMatchObject({ is_admin: true });
    expect((await call('dana', 'GET', '/user')).body).not.toMatchObject({ is_admin: true });
  });

  test('are listed directly and with those from above, searched, in pages', async ({ call, build }) => {
    const group = await build.group();
    const sub = await build.group({ parent: group, members: { otto: 'developer', gwen: 'reporter' } });
    const listed = async (list: string, parameters: object = {}) => {
      const { body } = await call<Rows>('gwen', 'GET', `/groups/${sub.id}/${list}`, parameters);
      return body.map(({ username, access_level: level }) => `${username} ${level}`);
    };
    expect(await listed('members')).toEqual(['gwen 20', 'otto 30']);
    expect(await listed('members/all')).toEqual([
      'ada 50',
      'dana 30',
      'gwen 20',
      'mina 40',
      'otto 30',
      'paul 15',
      'rita 20',
    ]);
    expect(await listed('members/all', { query: 'owner' })).toEqual(['ada 50']);
    expect(await listed('members/all', { user_ids: `${build.idOf('paul')},${build.idOf('otto')}` })).toEqual([
      'otto 30',
      'paul 15',
    ]);
    expect(await listed('members', { skip_users: String(build.idOf('otto')) })).toEqual(['gwen 20']);
    expect(await listed('members/all', { per_page: 2, page: 2 })).toEqual(['gwen 20', 'mina 40']);
    expect((await call('gwen', 'GET', `/groups/${sub.id}/members/all/${build.idOf('ada')}`)).body).toMatchObject({
      access_level: 50,
    });
    expect((await call('gwen', 'GET', `/groups/${sub.id}/members/${build.idOf('ada')}`)).status).toBe(404);
  });

  test('several at once are all given the role, or none', async ({ call, build }) => {
    const group = await build.group({ members: { ada: 'owner', gwen: 'guest' } });
    const give = (users: readonly ('otto' | 'rita' | 'gwen')[]) =>
      call('ada', 'POST', `/groups/${group.id}/members`, {
        user_id: users.map(build.idOf).join(','),
        access_level: 10,
      });
    expect((await give(['otto', 'gwen'])).status).toBe(409);
    expect((await call<Rows>('ada', 'GET', `/groups/${group.id}/members`)).body).toHaveLength(2);
    expect(await give(['otto', 'rita'])).toMatchObject({ status: 201, body: { status: 'success' } });
    expect((await call<Rows>('ada', 'GET', `/groups/${group.id}/members`)).body).toHaveLength(4);
  });

  test('wrong input is named', async ({ call, build }) => {
    const group = await build.group();
    const give = (input: object) => call('ada', 'POST', `/groups/${group.id}/members`, input);
    expect(await give({})).toMatchObject({ status: 400, body: { error: 'access_level is missing' } });
    expect((await give({ access_level: 10 })).body).toEqual({
      error: 'user_id, username are missing, exactly one parameter must be provided',
    });
    // Nobody can be given the level of administrators either.
    for (const level of [25, 60])
      expect((await give({ user_id: build.idOf('otto'), access_level: level })).body).toEqual({
        message: { access_level: ['is not included in the list'] },
      });
    expect((await give({ user_id: 123_456, access_level: 10 })).status).toBe(404);
    expect(await call('ada', 'DELETE', `/groups/${group.id}/members/${build.idOf('ada')}`)).toMatchObject({
      status: 400,
      body: { message: 'A group needs at least one owner.' },
    });
  });
});

test('TM-MB-08: a direct role below the inherited one is refused with a text that names it, when added and when changed', async ({
  call,
  build,
}) => {
  const group = await build.group({ name: 'Works', members: { ada: 'owner', gwen: 'developer' } });
  const homes = [await build.group({ parent: group }), await build.project({ group })];
  const refused = {
    status: 400,
    body: {
      message: {
        access_level: ['should be greater than or equal to Developer inherited membership from group Works'],
      },
    },
  };
  for (const { kind, id } of homes) {
    const path = `/${kind}s/${id}/members`;
    const give = (access_level: number) => call('ada', 'POST', path, { user_id: build.idOf('gwen'), access_level });
    expect(await give(20)).toMatchObject(refused);
    expect((await give(40)).status).toBe(201);
    expect(await call('ada', 'PUT', `${path}/${build.idOf('gwen')}`, { access_level: 20 })).toMatchObject(refused);
  }
});

test('members of a project are its maintainers’ affair', async ({ call, build }) => {
  const project = await build.project();
  const path = `/projects/${encodeURIComponent(project.fullPath)}/members`;
  expect((await call('dana', 'POST', path, { username: 'otto', access_level: 10 })).status).toBe(403);
  expect(await call('mina', 'POST', path, { username: 'otto', access_level: 30 })).toMatchObject({
    status: 201,
    body: { access_level: 30 },
  });
  expect((await call<Rows>('otto', 'GET', path)).body.map(({ username }) => username)).toEqual(['otto']);
  expect((await call<Rows>('otto', 'GET', `${path}/all`)).body).toHaveLength(7);
  expect((await call('otto', 'DELETE', `${path}/${build.idOf('otto')}`)).status).toBe(204);
});

describe('GraphQL', () => {
  test('lists members and offers people', async ({ ask, build }) => {
    const group = await build.group();
    const project = await build.project({ group, members: { otto: 'reporter' } });
    const { data } = await ask(
      'ada',
      `query ($group: ID!, $project: ID!) {
        group(fullPath: $group) {
          groupMembersCount
          groupMembers(relations: [DIRECT], accessLevels: [OWNER, GUEST]) {
            count
            nodes { id accessLevel { integerValue stringValue } user { username } expiresAt group { fullPath } }
          }
          first: groupMembers(first: 1) { nodes { user { username } } pageInfo { hasNextPage } }
          autocompleteUsers(search: "otto") { __typename id username name avatarUrl webUrl webPath }
        }
        project(fullPath: $project) {
          projectMembers(search: "o") { nodes { __typename accessLevel { stringValue } user { username } ... on ProjectMember { project { fullPath } } } }
          autocompleteUsers(search: "ada") { username }
        }
      }`,
      { group: group.fullPath, project: project.fullPath },
    );
    const idOf = (who: 'ada' | 'gwen') =>
      `gid://gitlab/GroupMember/${group.id}${String(build.idOf(who)).padStart(10, '0')}`;
    const scope = { fullPath: group.fullPath };
    expect(data).toEqual({
      group: {
        groupMembersCount: 6,
        groupMembers: {
          count: 2,
          nodes: [
            {
              id: idOf('ada'),
              accessLevel: { integerValue: 50, stringValue: 'OWNER' },
              user: { username: 'ada' },
              expiresAt: null,
              group: scope,
            },
            {
              id: idOf('gwen'),
              accessLevel: { integerValue: 10, stringValue: 'GUEST' },
              user: { username: 'gwen' },
              expiresAt: null,
              group: scope,
            },
          ],
        },
        first: { nodes: [{ user: { username: 'ada' } }], pageInfo: { hasNextPage: true } },
        autocompleteUsers: [
          {
            __typename: 'AutocompletedUser',
            id: `gid://gitlab/User/${build.idOf('otto')}`,
            username: 'otto',
            name: 'Otto Outsider',
            avatarUrl: null,
            webUrl: 'http://milepost.test/otto',
            webPath: '/otto',
          },
        ],
      },
      project: {
        projectMembers: {
          nodes: [
            { __typename: 'GroupMember', accessLevel: { stringValue: 'OWNER' }, user: { username: 'ada' } },
            { __typename: 'GroupMember', accessLevel: { stringValue: 'DEVELOPER' }, user: { username: 'dana' } },
            {
              __typename: 'ProjectMember',
              accessLevel: { stringValue: 'REPORTER' },
              user: { username: 'otto' },
              project: { fullPath: project.fullPath },
            },
            { __typename: 'GroupMember', accessLevel: { stringValue: 'REPORTER' }, user: { username: 'rita' } },
          ],
        },
        autocompleteUsers: [{ username: 'ada' }],
      },
    });
  });

  test('changes the roles of several people, or of none', async ({ ask, build }) => {
    const group = await build.group();
    const mutation = `mutation ($input: GroupMemberBulkUpdateInput!) {
      groupMemberBulkUpdate(input: $input) { groupMembers { user { username } accessLevel { stringValue } } errors }
    }`;
    const change = (who: 'ada' | 'mina', names: readonly ('gwen' | 'paul' | 'ada')[]) =>
      ask(who, mutation, {
        input: {
          groupId: `gid://gitlab/Group/${group.id}`,
          userIds: names.map((name) => `gid://gitlab/User/${build.idOf(name)}`),
          accessLevel: 'REPORTER',
        },
      });
    expect((await change('ada', ['gwen', 'paul'])).data).toEqual({
      groupMemberBulkUpdate: {
        groupMembers: ['gwen', 'paul'].map((username) => ({
          user: { username },
          accessLevel: { stringValue: 'REPORTER' },
        })),
        errors: [],
      },
    });
    expect((await change('mina', ['gwen'])).errors).toHaveLength(1);
    await build.member(group, 'gwen', 'guest');
    expect((await change('ada', ['gwen', 'ada'])).data).toEqual({
      groupMemberBulkUpdate: { groupMembers: null, errors: [expect.stringMatching(/^A group needs/)] },
    });
    const levels = await ask(
      'ada',
      'query ($path: ID!) { group(fullPath: $path) { groupMembers(search: "gwen") { nodes { accessLevel { integerValue } } } } }',
      {
        path: group.fullPath,
      },
    );
    expect(levels.data).toEqual({ group: { groupMembers: { nodes: [{ accessLevel: { integerValue: 10 } }] } } });
  });
});
