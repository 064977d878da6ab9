import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { test, tokenFor } from '../../testing/http.ts';
import { createAccessToken } from './commands/tokens.ts';

const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

test('a token is shown once, starts with mp-, and only its hash is stored', async ({ call, send, db }) => {
  const made = await call('ada', 'POST', '/user/personal_access_tokens', {
    name: 'script',
    scopes: 'api,read_user',
    expires_at: tomorrow,
  });
  const secret = String(made.body['token']);
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'script',
      scopes: ['api', 'read_user'],
      active: true,
      revoked: false,
      expires_at: tomorrow,
      last_used_at: null,
    },
  });
  expect(secret).toMatch(/^mp-[A-Za-z0-9]{40}$/);
  const { rows } = await sql<{
    row: string;
  }>`SELECT personal_access_tokens::text AS row FROM personal_access_tokens`.execute(db);
  expect(rows.some(({ row }) => row.includes(secret))).toBe(false);
  const me = await send({ url: '/api/v4/user', headers: { 'private-token': secret } });
  expect(me).toMatchObject({ status: 200, body: { username: 'ada' } });
  const read = () => call('ada', 'GET', `/personal_access_tokens/${String(made.body['id'])}`);
  expect((await read()).body).not.toHaveProperty('token');
  await vi.waitFor(async () => expect((await read()).body['last_used_at']).not.toBeNull());
});

test('a token travels in a header, as a bearer or as a parameter, for REST and GraphQL', async ({ send, world }) => {
  const token = await tokenFor(world, 'dana');
  const graphql = { method: 'POST', payload: { query: '{ currentUser { username } }' } } as const;
  const ways: InjectOptions[] = [
    { headers: { 'private-token': token } },
    { headers: { authorization: `Bearer ${token}` } },
    { query: { private_token: token } },
    { query: { access_token: token } },
  ];
  for (const way of ways) {
    expect(await send({ url: '/api/v4/user', ...way })).toMatchObject({ status: 200, body: { username: 'dana' } });
    expect(await send({ url: '/api/graphql', ...graphql, ...way })).toMatchObject({
      status: 200,
      body: { data: { currentUser: { username: 'dana' } } },
    });
  }
});

test('a wrong token is refused in the form each API has', async ({ send }) => {
  const headers = { 'private-token': 'mp-wrong' };
  expect(await send({ url: '/api/v4/groups', headers })).toMatchObject({
    status: 401,
    body: { message: '401 Unauthorized' },
  });
  expect(
    await send({ method: 'POST', url: '/api/graphql', headers, payload: { query: '{ currentUser { id } }' } }),
  ).toMatchObject({
    status: 401,
    body: { errors: [{ message: 'Invalid token' }] },
  });
});

test('a revoked or expired token, or one of a blocked person, is none', async ({ as, build, send, db, call }) => {
  const person = await build.user();
  const make = async () =>
    createAccessToken(as('root'), { userId: person.id, name: 'x', scopes: ['api'], expiresAt: tomorrow });
  const statusWith = async (secret: string) =>
    (await send({ url: '/api/v4/user', headers: { 'private-token': secret } })).status;
  const [revoked, expired, blocked] = [await make(), await make(), await make()];
  expect(await statusWith(revoked.secret)).toBe(200);

  expect((await call('root', 'DELETE', `/personal_access_tokens/${revoked.token.id}`)).status).toBe(204);
  expect(await statusWith(revoked.secret)).toBe(401);

  await sql`UPDATE personal_access_tokens SET expires_at = (now() AT TIME ZONE 'utc')::date WHERE id = ${expired.token.id}`.execute(
    db,
  );
  expect(await statusWith(expired.secret)).toBe(401);

  expect(await statusWith(blocked.secret)).toBe(200);
  await call('root', 'POST', `/users/${person.id}/block`);
  expect(await statusWith(blocked.secret)).toBe(401);
});

test('read_api reads and cannot write; read_user reads accounts only', async ({ send, world }) => {
  const tokens = {
    read_api: await tokenFor(world, 'ada', ['read_api']),
    read_user: await tokenFor(world, 'ada', ['read_user']),
  };
  const status = async (scope: keyof typeof tokens, method: 'GET' | 'POST', url: string, payload?: object) =>
    (await send({ method, url, headers: { 'private-token': tokens[scope] }, ...(payload && { payload }) })).status;
  const query = { query: '{ currentUser { id } }' };
  const group = { name: 'Plan', path: 'plan-by-reader' };

  expect(await status('read_api', 'GET', '/api/v4/groups')).toBe(200);
  expect(await status('read_api', 'POST', '/api/graphql', query)).toBe(200);
  expect(await status('read_api', 'POST', '/api/v4/groups', group)).toBe(403);
  expect(await status('read_user', 'GET', '/api/v4/user')).toBe(200);
  expect(await status('read_user', 'GET', '/api/v4/users')).toBe(200);
  expect(await status('read_user', 'GET', '/api/v4/groups')).toBe(403);
  expect(await status('read_user', 'POST', '/api/graphql', query)).toBe(403);
});

test('a mutation needs more than a token that reads, and changes nothing with it', async ({
  build,
  send,
  world,
  db,
}) => {
  const group = await build.group({ name: 'Before' });
  const mutation = (scope: 'api' | 'read_api') => async () =>
    send({
      method: 'POST',
      url: '/api/graphql',
      headers: { 'private-token': await tokenFor(world, 'ada', [scope]) },
      payload: {
        query:
          'mutation ($path: ID!) { groupUpdate(input: { fullPath: $path, name: "After" }) { group { name } errors } }',
        variables: { path: group.fullPath },
      },
    });
  const refused = await mutation('read_api')();
  expect(refused.body).toMatchObject({ errors: [{ extensions: { code: 'INSUFFICIENT_SCOPE' } }] });
  expect(await db.selectFrom('namespaces').select('name').where('id', '=', group.id).executeTakeFirst()).toEqual({
    name: 'Before',
  });
  expect((await mutation('api')()).body).toEqual({ data: { groupUpdate: { group: { name: 'After' }, errors: [] } } });
});

test('a token reads and revokes itself whatever its scopes', async ({ as, build, send }) => {
  const person = await build.user();
  const { secret, token } = await createAccessToken(as('root'), {
    userId: person.id,
    name: 'short-lived',
    scopes: ['read_user'],
  });
  const self = { url: '/api/v4/personal_access_tokens/self', headers: { 'private-token': secret } };
  expect(await send(self)).toMatchObject({
    status: 200,
    body: { id: token.id, name: 'short-lived', expires_at: null },
  });
  expect((await send({ ...self, method: 'DELETE' })).status).toBe(204);
  expect((await send(self)).status).toBe(401);
});

test('one sees and ends only tokens of one’s own; administrators everybody’s', async ({ call, build, as }) => {
  const { token } = await createAccessToken(as('gwen'), {
    userId: build.idOf('gwen'),
    name: 'of gwen',
    scopes: ['api'],
  });
  const path = `/personal_access_tokens/${token.id}`;
  expect((await call('dana', 'GET', path)).status).toBe(404);
  expect((await call('dana', 'DELETE', path)).status).toBe(404);
  expect((await call('dana', 'GET', '/personal_access_tokens', { user_id: build.idOf('gwen') })).status).toBe(401);
  expect(
    (await call('dana', 'POST', `/users/${build.idOf('gwen')}/personal_access_tokens`, { name: 'x', scopes: ['api'] }))
      .status,
  ).toBe(403);
  expect(
    (
      await call('root', 'POST', `/users/${build.idOf('gwen')}/personal_access_tokens`, {
        name: 'by root',
        scopes: ['api'],
      })
    ).status,
  ).toBe(201);
  const { body } = await call<{ name: string }[]>('root', 'GET', '/personal_access_tokens', {
    user_id: build.idOf('gwen'),
    search: 'OF ',
    state: 'active',
    sort: 'name_asc',
  });
  expect(body.map(({ name }) => name)).toEqual(['of gwen']);
});

test('wrong wishes are refused by name', async ({ call }) => {
  const make = (input: object) => call('ada', 'POST', '/user/personal_access_tokens', input);
  expect((await make({ name: 'x' })).body).toEqual({ error: 'scopes is missing' });
  expect((await make({ name: ' ', scopes: [] })).body).toEqual({
    message: { name: ["can't be blank"], scopes: ["can't be blank"] },
  });
  expect((await make({ name: 'x', scopes: ['api', 'sudo'] })).body).toEqual({
    message: { scopes: ['can only contain available scopes'] },
  });
  expect((await make({ name: 'x', scopes: ['api'], expires_at: '2020-01-01' })).body).toEqual({
    message: { expires_at: ['must be a day in the future'] },
  });
});

test('rotating ends a token and gives one like it', async ({ as, build, call, send }) => {
  const { token, secret } = await createAccessToken(as('paul'), {
    userId: build.idOf('paul'),
    name: 'nightly',
    scopes: ['read_api'],
  });
  const rotated = await call('paul', 'POST', `/personal_access_tokens/${token.id}/rotate`);
  expect(rotated).toMatchObject({ status: 200, body: { name: 'nightly', scopes: ['read_api'], active: true } });
  expect(rotated.body['token']).not.toBe(secret);
  expect((await send({ url: '/api/v4/groups', headers: { 'private-token': secret } })).status).toBe(401);
  expect(
    (await send({ url: '/api/v4/groups', headers: { 'private-token': String(rotated.body['token']) } })).status,
  ).toBe(200);
  expect((await call('paul', 'POST', `/personal_access_tokens/${token.id}/rotate`)).status).toBe(401);
});

test('use is noted at most once every few minutes', async ({ send, world, db, statements }) => {
  const headers = { 'private-token': await tokenFor(world, 'mina') };
  const isNoted = async () => {
    const { rows } = await sql<{ noted: boolean }>`
      SELECT bool_and(last_used_at > now() - interval '5 minutes') IS TRUE AS noted
      FROM personal_access_tokens WHERE user_id = ${world.userIds.mina}`.execute(db);
    return rows[0]?.noted;
  };
  const use = () => send({ url: '/api/v4/version', headers });
  await use();
  await vi.waitFor(async () => expect(await isNoted()).toBe(true));
  statements.length = 0;
  await use();
  expect(statements.filter((text) => text.startsWith('update "personal_access_tokens"'))).toEqual([]);
  await sql`UPDATE personal_access_tokens SET last_used_at = now() - interval '6 minutes' WHERE user_id = ${world.userIds.mina}`.execute(
    db,
  );
  await use();
  await vi.waitFor(async () => expect(await isNoted()).toBe(true));
});
