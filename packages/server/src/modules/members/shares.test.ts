import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';
import type { Builders } from '../../testing/test.ts';

type Rows = {
  username: string;
  access_level: number;
  source?: { relation: string; full_path?: string };
  sources?: { relation: string; access_level: number; full_path?: string }[];
}[];

const yesterday = '2020-01-01';
const levelsIn = (rows: Rows) => Object.fromEntries(rows.map((row) => [row.username, row.access_level]));

/** A private group of Ada's, and a public one in which Otto is an owner and Rita a reporter. */
async function twoGroups(build: Builders) {
  const home = await build.group({ members: { ada: 'owner' } });
  const guests = await build.group({ visibility: 'public', members: { otto: 'owner', rita: 'reporter' } });
  return { home, guests };
}

describe('a share with a group', () => {
  test('TM-SG-02, TM-SG-04: gives its members the lower of their role there and the maximum role here', async ({
    call,
    build,
  }) => {
    const { home, guests } = await twoGroups(build);
    const project = await build.project({ group: home });
    expect((await call('otto', 'GET', `/projects/${project.id}`)).status).toBe(404);
    const shared = await call('ada', 'POST', `/groups/${home.id}/share`, { group_id: guests.id, group_access: 30 });
    expect(shared).toMatchObject({
      status: 201,
      body: {
        id: home.id,
        shared_with_groups: [
          { group_id: guests.id, group_full_path: guests.fullPath, group_access_level: 30, expires_at: null },
        ],
      },
    });
    for (const address of [`groups/${home.id}`, `projects/${project.id}`]) {
      const { body } = await call<Rows>('ada', 'GET', `/${address}/members/all`);
      expect(levelsIn(body)).toEqual({ ada: 50, otto: 30, rita: 20 });
    }
    expect(levelsIn((await call<Rows>('ada', 'GET', `/groups/${home.id}/members`)).body)).toEqual({ ada: 50 });
    expect((await call('otto', 'GET', `/projects/${project.id}`)).body).toMatchObject({
      permissions: { group_access: { access_level: 30 } },
    });
    expect((await call('otto', 'POST', `/projects/${project.id}/issues`, { title: 'Seen' })).status).toBe(201);
    expect((await call('otto', 'DELETE', `/groups/${home.id}`)).status).toBe(403);
  });

  test('TM-SG-03: ends the access of people without another source when it is removed or expires', async ({
    call,
    build,
    world,
  }) => {
    const { home, guests } = await twoGroups(build);
    await build.member(home, 'rita', 'guest');
    await build.share(home, guests, 'developer');
    const [listed] = (await call<object[]>('ada', 'GET', `/groups/${home.id}/invited_groups`)).body;
    expect(listed).toMatchObject({ id: guests.id, group_access: 30, people_count: 2, people_losing_access: 1 });
    const seen = async () =>
      Promise.all(
        (['otto', 'rita'] as const).map(async (who) => (await call(who, 'GET', `/groups/${home.id}`)).status),
      );
    expect(await seen()).toEqual([200, 200]);
    await world.db.updateTable('groupShares').set({ expiresAt: yesterday }).execute();
    expect(await seen()).toEqual([404, 200]);
    expect((await call<object[]>('ada', 'GET', `/groups/${home.id}/invited_groups`)).body).toEqual([]);
    const again = { group_id: guests.id, group_access: 20 };
    expect((await call('ada', 'POST', `/groups/${home.id}/share`, again)).status).toBe(201);
    expect(await seen()).toEqual([200, 200]);
    expect((await call('ada', 'DELETE', `/groups/${home.id}/share/${guests.id}`)).status).toBe(204);
    expect(await seen()).toEqual([404, 200]);
    expect((await call('ada', 'DELETE', `/groups/${home.id}/share/${guests.id}`)).status).toBe(404);
  });

  test('includes inherited members of the group, and not the groups that this one is shared with', async ({
    call,
    build,
  }) => {
    const { home, guests } = await twoGroups(build);
    const team = await build.group({ parent: guests, visibility: 'public', members: { paul: 'planner' } });
    const third = await build.group({ members: {} });
    await build.share(home, team, 'maintainer');
    await build.share(third, home, 'owner');
    const levels = async (id: number) => levelsIn((await call<Rows>('root', 'GET', `/groups/${id}/members/all`)).body);
    expect(await levels(home.id)).toEqual({ ada: 50, otto: 40, rita: 20, paul: 15 });
    expect(await levels(third.id)).toEqual({ ada: 50 });
  });

  test('follows the shared group when that is moved', async ({ call, build, world }) => {
    const { home, guests } = await twoGroups(build);
    const team = await build.group({ visibility: 'public', members: {} });
    await build.share(home, team, 'developer');
    const names = async () =>
      Object.keys(levelsIn((await call<Rows>('root', 'GET', `/groups/${home.id}/members/all`)).body)).toSorted();
    expect(await names()).toEqual(['ada']);
    const moved = (traversalIds: (typeof team.id)[]) =>
      world.db.updateTable('namespaces').set({ traversalIds }).where('id', '=', team.id).execute();
    await moved([guests.id, team.id]);
    expect(await names()).toEqual(['ada', 'otto', 'rita']);
    await moved([team.id]);
    expect(await names()).toEqual(['ada']);
  });

  test('TM-SG-04: of a project answers the share, and refuses bad values by name', async ({ call, build }) => {
    const { home, guests } = await twoGroups(build);
    const project = await build.project({ group: home });
    const path = `/projects/${project.id}/share`;
    const wanted = { group_id: guests.id, group_access: 30, expires_at: '2099-12-31' };
    expect(await call('ada', 'POST', path, wanted)).toMatchObject({
      status: 201,
      body: { project_id: project.id, group_id: guests.id, group_access: 30, expires_at: '2099-12-31' },
    });
    expect(await call('ada', 'POST', path, wanted)).toMatchObject({
      status: 409,
      body: { message: 'Already shared with this group' },
    });
    expect(await call('ada', 'PUT', `${path}/${guests.id}`, { group_access: 20, expires_at: '' })).toMatchObject({
      body: { group_access: 20, expires_at: null },
    });
    const other = await build.group({ visibility: 'public', members: {} });
    const hidden = await build.group({ members: {} });
    const refused = [
      [{ group_id: other.id }, 400],
      [{ group_id: other.id, group_access: 31 }, 400],
      [{ group_id: other.id, group_access: 30, expires_at: yesterday }, 400],
      [{ group_id: hidden.id, group_access: 30 }, 404],
      [{ group_id: project.id, group_access: 30 }, 404],
    ] as const;
    for (const [input, status] of refused) expect(await call('ada', 'POST', path, input)).toMatchObject({ status });
    const self = { group_id: home.id, group_access: 30 };
    expect(await call('ada', 'POST', `/groups/${home.id}/share`, self)).toMatchObject({
      status: 400,
      body: { message: { group_id: ['cannot be the group itself'] } },
    });
  });

  test('does not name a private group to those who cannot see it', async ({ call, build }) => {
    const home = await build.group({ visibility: 'public', members: { ada: 'owner' } });
    const secret = await build.group({ members: { ada: 'owner', otto: 'developer' } });
    await build.share(home, secret, 'reporter');
    for (const who of ['rita', 'nobody'] as const) {
      expect((await call(who, 'GET', `/groups/${home.id}/invited_groups`)).body).toEqual([]);
      expect((await call(who, 'GET', `/groups/${home.id}`)).body).toMatchObject({ shared_with_groups: [] });
      const { body } = await call<Rows>(who, 'GET', `/groups/${home.id}/members/all`, { with_source: true });
      expect(body.find(({ username }) => username === 'otto')?.source).toEqual({
        relation: 'shared',
        access_level: 20,
        expires_at: null,
      });
    }
    expect((await call<object[]>('ada', 'GET', `/groups/${home.id}/invited_groups`)).body).toHaveLength(1);
  });
});

test('TM-MB-03, TM-MB-04, TM-MB-05, TM-MB-15: a person with several sources has one row, the highest role and all sources', async ({
  call,
  build,
}) => {
  const { home, guests } = await twoGroups(build);
  const project = await build.project({ group: home });
  await build.member(home, 'otto', 'guest');
  await build.member(project, 'otto', 'reporter');
  await build.share(project, guests, 'developer');
  const list = async (input: object) =>
    (await call<Rows>('ada', 'GET', `/projects/${project.id}/members/all`, { with_source: true, ...input })).body;
  const [otto, ...others] = await list({ query: 'otto' });
  expect(others).toEqual([]);
  expect(otto).toMatchObject({
    access_level: 30,
    source: { relation: 'shared', full_path: guests.fullPath },
    sources: [
      { relation: 'shared', access_level: 30, full_path: guests.fullPath },
      { relation: 'direct', access_level: 20, full_path: project.fullPath },
      { relation: 'inherited', access_level: 10, full_path: home.fullPath },
    ],
  });
  expect(levelsIn(await list({ source: 'shared' }))).toEqual({ otto: 30, rita: 20 });
  expect(levelsIn(await list({ source: 'direct' }))).toEqual({ otto: 20 });
  expect(levelsIn(await list({ source: 'inherited', access_level: 50 }))).toEqual({ ada: 50 });
  expect(levelsIn(await list({ query: 'rita@milepost' }))).toEqual({ rita: 20 });
  const asMember = { query: 'rita@milepost' };
  expect((await call<Rows>('otto', 'GET', `/projects/${project.id}/members/all`, asMember)).body).toEqual([]);
});

test('GraphQL lists shared members under the published relations, with the group that they come from', async ({
  ask,
  build,
}) => {
  const { home, guests } = await twoGroups(build);
  const project = await build.project({ group: home });
  await build.share(home, guests, 'developer');
  const { data, errors } = await ask(
    'ada',
    `query ($group: ID!, $project: ID!) {
      group(fullPath: $group) {
        groupMembers(relations: [SHARED_FROM_GROUPS]) { nodes { accessLevel { integerValue } user { username } group { fullPath } } }
        autocompleteUsers(search: "otto") { username }
      }
      project(fullPath: $project) {
        above: projectMembers(relations: [SHARED_INTO_ANCESTORS]) { nodes { __typename user { username } } }
        here: projectMembers(relations: [INVITED_GROUPS]) { nodes { user { username } } }
      }
    }`,
    { group: home.fullPath, project: project.fullPath },
  );
  expect(errors).toBeUndefined();
  const from = { group: { fullPath: guests.fullPath } };
  expect(data).toMatchObject({
    group: {
      groupMembers: {
        nodes: [
          { accessLevel: { integerValue: 30 }, user: { username: 'otto' }, ...from },
          { accessLevel: { integerValue: 20 }, user: { username: 'rita' }, ...from },
        ],
      },
      autocompleteUsers: [{ username: 'otto' }],
    },
    project: {
      above: { nodes: [{ __typename: 'GroupMember' }, { user: { username: 'rita' } }] },
      here: { nodes: [] },
    },
  });
});
