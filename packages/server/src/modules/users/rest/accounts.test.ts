import { expect } from 'vitest';
import { test } from '../../../testing/http.ts';

test('the current user gets all fields of their own account', async ({ call }) => {
  const { status, body } = await call('ada', 'GET', '/user');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    username: 'ada',
    name: 'Ada Owner',
    email: 'ada@milepost.test',
    state: 'active',
    locked: false,
    avatar_url: null,
    web_url: 'http://milepost.test/ada',
  });
  expect(body['created_at']).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

test('an anonymous viewer has no account', async ({ call, ask }) => {
  expect(await call('nobody', 'GET', '/user')).toMatchObject({ status: 401, body: { message: '401 Unauthorized' } });
  expect(await ask('nobody', '{ currentUser { id } }')).toEqual({ data: { currentUser: null } });
});

test('GraphQL returns the current user and finds people', async ({ ask, build }) => {
  const query =
    'query ($name: String!) { currentUser { username email } user(username: $name) { id name webUrl webPath type status { availability } } }';
  expect(await ask('dana', query, { name: 'RITA' })).toEqual({
    data: {
      currentUser: { username: 'dana', email: 'dana@milepost.test' },
      user: {
        id: `gid://gitlab/User/${build.idOf('rita')}`,
        name: 'Rita Reporter',
        webUrl: 'http://milepost.test/rita',
        webPath: '/rita',
        type: 'HUMAN',
        status: null,
      },
    },
  });
});

test('people are listed in pages, by name or part of it, and without private addresses', async ({ call, ask }) => {
  const { body, headers } = await call<{ username: string; email?: string }[]>('ada', 'GET', '/users', {
    search: 'own',
    per_page: 5,
  });
  expect(body.map((user) => user.username)).toEqual(['ada']);
  expect(body[0]).not.toHaveProperty('email');
  expect(headers).toMatchObject({ 'x-total': '1', 'x-per-page': '5' });
  expect((await call('ada', 'GET', '/users', { search: 'gwen@milepost.test' })).body).toEqual([]);
  expect((await call('root', 'GET', '/users', { search: 'gwen@milepost.test' })).body).toHaveLength(1);
  expect((await call('nobody', 'GET', '/users')).status).toBe(401);
  const page = await ask(
    'ada',
    '{ users(usernames: ["ada", "gwen"], first: 1) { nodes { username } pageInfo { hasNextPage endCursor } } }',
  );
  expect(page.data).toMatchObject({ users: { nodes: [{ username: 'ada' }], pageInfo: { hasNextPage: true } } });
});

test('only administrators create, change, block and delete accounts', async ({ call }) => {
  const account = { username: 'nora', name: 'Nora', email: 'nora@example.com', password: 'north-by-northwest' };
  expect((await call('ada', 'POST', '/users', account)).status).toBe(403);
  const made = await call('root', 'POST', '/users', account);
  expect(made).toMatchObject({ status: 201, body: { username: 'nora', email: 'nora@example.com', is_admin: false } });
  const path = `/users/${String(made.body['id'])}`;
  expect((await call('ada', 'GET', path)).body).not.toHaveProperty('email');
  expect((await call('ada', 'PUT', path, { name: 'Eleanor' })).status).toBe(403);
  expect(await call('root', 'PUT', path, { name: 'Eleanor', bio: 'Sails' })).toMatchObject({
    status: 200,
    body: { name: 'Eleanor', bio: 'Sails' },
  });
  expect(await call('root', 'POST', `${path}/block`)).toMatchObject({ status: 201, body: true });
  expect((await call('root', 'GET', '/users', { blocked: 'true' })).body).toMatchObject([
    { username: 'nora', state: 'blocked' },
  ]);
  expect((await call('ada', 'DELETE', path)).status).toBe(403);
  expect((await call('root', 'DELETE', path)).status).toBe(204);
  expect((await call('root', 'GET', path)).status).toBe(404);
});

test('the only owner of a group cannot be deleted until there is another one', async ({ call, build }) => {
  const owner = await build.user();
  const group = await build.group({ members: {} });
  await build.member(group, owner, 'owner');
  const path = `/users/${owner.id}`;
  expect(await call('root', 'DELETE', path)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(group.fullPath) as string },
  });
  await call('root', 'POST', `/groups/${group.id}/members`, { username: 'ada', access_level: 50 });
  expect((await call('root', 'DELETE', path)).status).toBe(204);
});

test('a taken username and a taken email are reported at once', async ({ call, build }) => {
  const { username, email } = await build.user();
  expect(
    await call('root', 'POST', '/users', { username: username.toUpperCase(), name: 'A', email: email.toUpperCase() }),
  ).toMatchObject({
    status: 400,
    body: { message: { username: ['has already been taken'], email: ['has already been taken'] } },
  });
});

test('wrong fields are refused by name', async ({ call }) => {
  expect(await call('root', 'POST', '/users', { username: 'x' })).toMatchObject({
    status: 400,
    body: { error: 'email is missing, name is missing' },
  });
  expect(await call('root', 'POST', '/users', { username: 'ADA', name: 'A', email: 'a@example.com' })).toMatchObject({
    status: 400,
    body: { message: { username: ['has already been taken'] } },
  });
  expect(
    await call('root', 'POST', '/users', { username: 'api', name: 'A', email: 'a', password: '1234567' }),
  ).toMatchObject({
    status: 400,
    body: {
      message: {
        username: ['is a reserved name'],
        email: ['is invalid'],
        password: ['is too short (minimum is 8 characters)'],
      },
    },
  });
});

test('the version is that of the API which clients know', async ({ call }) => {
  expect((await call('ada', 'GET', '/version')).body).toMatchObject({
    version: expect.stringMatching(/^18\./) as string,
  });
  expect((await call('ada', 'GET', '/metadata')).body).toMatchObject({
    version: expect.stringMatching(/^18\./) as string,
    enterprise: true,
  });
  expect((await call('nobody', 'GET', '/version')).status).toBe(401);
});
