import type { UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { test } from '../../testing/http.ts';
import { dayIn } from '../users/commands/tokens.ts';
import { groupsOnlyOwnedBy } from './store/only-owners.ts';
import { lastOwnerOf } from './store/writing.ts';

interface Token {
  id: number;
  user_id: number;
  token: string;
}

test('TM-GS-02: access tokens of groups and projects are shown once, act with their role, and end at once', async ({
  call,
  send,
  build,
  db,
}) => {
  const group = await build.group({ visibility: 'private' });
  const project = await build.project({ group, visibility: 'private' });
  for (const [who, { kind, id }] of [
    ['ada', group],
    ['mina', project],
  ] as const) {
    const path = `/${kind}s/${id}/access_tokens`;
    const as = (token: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
      send({ method, url: `/api/v4${url}`, headers: { 'private-token': token }, ...(payload && { payload }) });
    const input = { name: 'Deploy', scopes: ['api'], access_level: 20, expires_at: dayIn(30) };
    const made = await call<Token>(who, 'POST', path, input);
    const { token, ...shown } = made.body;
    expect(made).toMatchObject({ status: 201, body: { ...input, active: true, revoked: false, last_used_at: null } });
    expect(token).toMatch(/^mp-[A-Za-z0-9]{40}$/);
    const { rows } = await sql`
      SELECT FROM personal_access_tokens t WHERE t::text LIKE ${`%${token}%`}`.execute(db);
    expect(rows).toEqual([]);
    expect((await call(who, 'GET', path)).body).toEqual([shown]);

    // A bot, and a member with that role.
    const me = await as(token, 'GET', '/user');
    expect(me).toMatchObject({
      status: 200,
      body: { id: shown.user_id, name: 'Deploy', bot: true, username: expect.stringMatching(`^${kind}_${id}_bot_`) },
    });
    const members = await call<{ id: number }[]>(who, 'GET', `/${kind}s/${id}/members`, { with_source: 'true' });
    expect(members.body).toContainEqual(
      expect.objectContaining({ id: shown.user_id, access_level: 20, bot: true, expires_at: dayIn(30) }),
    );
    expect((await as(token, 'GET', `/${kind}s/${id}`)).status).toBe(200);
    await vi.waitFor(async () => {
      const used = await call<{ last_used_at: string | null }>(who, 'GET', `${path}/${shown.id}`);
      expect(used.body.last_used_at).not.toBeNull();
    });
    // Rotation revokes the previous secret.
    const rotated = await call<Token>(who, 'POST', `${path}/${shown.id}/rotate`);
    expect(rotated).toMatchObject({ status: 200, body: { user_id: shown.user_id, expires_at: dayIn(7) } });
    expect((await as(token, 'GET', '/user')).status).toBe(401);
    const itself = await as(rotated.body.token, 'POST', `${path}/self/rotate`, { expires_at: dayIn(3) });
    expect(itself).toMatchObject({ status: 200, body: { access_level: 20, expires_at: dayIn(3) } });
    const last = itself.body as Token;

    expect((await call(who, 'DELETE', `${path}/${last.id}`)).status).toBe(204);
    expect((await as(last.token, 'GET', '/user')).status).toBe(401);
    expect((await call(who, 'GET', path, { state: 'active' })).body).toEqual([]);
    const after = await call<{ id: number }[]>(who, 'GET', `/${kind}s/${id}/members`);
    expect(after.body.map((member) => member.id)).not.toContain(shown.user_id);
    expect(await call(who, 'GET', `/users/${shown.user_id}`)).toMatchObject({ body: { state: 'blocked', bot: true } });
  }
});

test('TM-GS-02: a token that is revoked as a personal token, by itself or an administrator, ends its account too', async ({
  call,
  send,
  build,
}) => {
  const group = await build.group({ visibility: 'private' });
  const path = `/groups/${group.id}/access_tokens`;
  const input = { name: 'Deploy', scopes: ['api'], access_level: 20, expires_at: dayIn(30) };
  const expectRetired = async (id: number) => {
    const members = await call<{ id: number }[]>('ada', 'GET', `/groups/${group.id}/members`);
    expect(members.body.map((member) => member.id)).not.toContain(id);
    expect(await call('ada', 'GET', `/users/${id}`)).toMatchObject({ body: { state: 'blocked' } });
  };
  const first = (await call<Token>('ada', 'POST', path, input)).body;
  const url = '/api/v4/personal_access_tokens/self';
  expect((await send({ method: 'DELETE', url, headers: { 'private-token': first.token } })).status).toBe(204);
  await expectRetired(first.user_id);

  const second = (await call<Token>('ada', 'POST', path, input)).body;
  const next = (await call<Token>('ada', 'POST', `${path}/${second.id}/rotate`)).body;
  // The account of a rotated token belongs to the next one.
  expect((await call('root', 'DELETE', `/personal_access_tokens/${second.id}`)).status).toBe(204);
  const alive = await send({ method: 'GET', url: '/api/v4/user', headers: { 'private-token': next.token } });
  expect(alive.status).toBe(200);
  expect((await call('root', 'DELETE', `/personal_access_tokens/${next.id}`)).status).toBe(204);
  await expectRetired(second.user_id);
});

test('nobody grants a token a higher role than their own, or gets one by rotation', async ({ call, build }) => {
  const project = await build.project({ visibility: 'private' });
  const path = `/projects/${project.id}/access_tokens`;
  const owned = await call<Token>('ada', 'POST', path, { name: 'Own', scopes: ['api'], access_level: 50 });
  expect((await call('mina', 'POST', path, { name: 'Own', scopes: ['api'], access_level: 50 })).status).toBe(400);
  expect((await call('mina', 'POST', `${path}/${owned.body.id}/rotate`)).status).toBe(403);
  expect((await call('dana', 'GET', path)).status).toBe(403);
  expect((await call('otto', 'GET', path)).status).toBe(404);
  // Tokens of people and of other projects are not found in this project.
  const other = await build.project({ visibility: 'private' });
  expect((await call('ada', 'DELETE', `/projects/${other.id}/access_tokens/${owned.body.id}`)).status).toBe(404);
  const own = await call<Token>('mina', 'POST', '/user/personal_access_tokens', { name: 'x', scopes: ['api'] });
  expect((await call('ada', 'DELETE', `${path}/${own.body.id}`)).status).toBe(404);
  const bad = { name: ' ', scopes: ['sudo'], access_level: 30, expires_at: '2020-01-01' };
  expect(await call('ada', 'POST', path, bad)).toMatchObject({
    status: 400,
    body: { message: { name: ["can't be blank"], expires_at: ['must be a day in the future'] } },
  });
  expect((await call('ada', 'POST', path, { ...bad, access_level: 7 })).status).toBe(400);
  expect((await call('ada', 'POST', path, { name: 'x', scopes: ['api'], expires_at: dayIn(400) })).status).toBe(400);
});

test('a token reaches its project alone, with its role', async ({ call, send, build }) => {
  const group = await build.group({ visibility: 'private' });
  const { id } = await build.project({ group, visibility: 'private' });
  const input = { name: 'Deploy', scopes: ['api'], access_level: 20 };
  const { body } = await call<Token>('mina', 'POST', `/projects/${id}/access_tokens`, input);
  const status = async (method: 'GET' | 'POST' | 'PUT', path: string, payload: object) =>
    (await send({ method, url: `/api/v4${path}`, headers: { 'private-token': body.token }, payload })).status;
  expect(await status('POST', `/projects/${id}/issues`, { title: 'From a script' })).toBe(201);
  expect(await status('GET', `/groups/${group.id}`, {})).toBe(404);
  expect(await status('PUT', `/projects/${id}`, { name: 'No' })).toBe(403);
});

test('a bot is not a person: no sign-in, picker, seat, count or ownership, and no tokens, groups or roles of its own', async ({
  call,
  send,
  build,
  db,
  ask,
}) => {
  const group = await build.group({ visibility: 'private' });
  const path = `/groups/${group.id}/access_tokens`;
  const { body } = await call<Token>('ada', 'POST', path, { name: 'Zebra', scopes: ['api'], access_level: 50 });
  const botId = body.user_id as UserId;
  const as = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    send({ method, url: `/api/v4${url}`, headers: { 'private-token': body.token }, ...(payload && { payload }) });

  const listed = await call<object[]>('root', 'GET', '/users', { search: 'Zebra' });
  expect(listed.body).toEqual([]);
  const picked = await call<object[]>('ada', 'GET', `/groups/${group.id}/members/all`, {
    query: 'Zebra',
    without_project_bots: 'true',
  });
  expect(picked.body).toEqual([]);
  const suggested = await ask<{ group: { autocompleteUsers: object[] } }>(
    'ada',
    `{ group(fullPath: "${group.fullPath}") { autocompleteUsers(search: "Zebra") { username } } }`,
  );
  expect(suggested.data.group.autocompleteUsers).toEqual([]);
  expect((await call<object[]>('ada', 'GET', '/search', { scope: 'users', search: 'Zebra' })).body).toEqual([]);
  const seats = { show_seat_info: 'true', query: 'Zebra' };
  expect((await call('ada', 'GET', `/groups/${group.id}/members`, seats)).body).toMatchObject([
    { is_using_seat: false },
  ]);

  // A bot with the owner role does not count as the owner that a group must have.
  const ada = build.idOf('ada');
  await db.deleteFrom('members').where('namespaceId', '=', group.id).where('userId', 'not in', [botId, ada]).execute();
  expect(await lastOwnerOf(db, group)).toBe(ada);
  expect(await groupsOnlyOwnedBy(db, ada)).toContainEqual(expect.objectContaining({ id: group.id }));

  expect((await as('POST', '/user/personal_access_tokens', { name: 'more', scopes: ['api'] })).status).toBe(403);
  expect((await as('POST', path, { name: 'more', scopes: ['api'] })).status).toBe(403);
  expect((await as('POST', '/groups', { name: 'Mine', path: `mine-${group.id}` })).status).toBe(403);
  await call('ada', 'PUT', `/groups/${group.id}/members/${botId}`, { access_level: 30 });
  const made = { name: 'Made', path: 'made', namespace_id: group.id };
  expect((await as('POST', '/projects', made)).status).toBe(201);
  const roles = await db
    .selectFrom('members')
    .select(['namespaceId', 'accessLevel'])
    .where('userId', '=', botId)
    .execute();
  expect(roles).toEqual([{ namespaceId: group.id, accessLevel: 30 }]);
  const other = await build.group();
  const role = { user_id: botId, access_level: 30 };
  expect((await call('ada', 'POST', `/groups/${other.id}/members`, role)).status).toBe(400);
  const password = { password: 'correct horse battery' };
  expect((await call('root', 'PUT', `/users/${botId}`, password)).status).toBe(400);
  const personal = { name: 'more', scopes: ['api'] };
  expect((await call('root', 'POST', `/users/${botId}/personal_access_tokens`, personal)).status).toBe(403);
});

test('a token does not outlive its end, nor the role that somebody lowered or limited', async ({
  call,
  send,
  build,
  db,
}) => {
  const group = await build.group({ visibility: 'public' });
  const path = `/groups/${group.id}/access_tokens`;
  const input = { name: 'Deploy', scopes: ['api'], access_level: 50 };
  const { body } = await call<Token>('ada', 'POST', path, input);
  const rotate = (secret: string, url: string, expires_at: string) =>
    send({ method: 'POST', url: `/api/v4${url}`, headers: { 'private-token': secret }, payload: { expires_at } });
  expect((await rotate(body.token, '/personal_access_tokens/self/rotate', '2099-01-01')).status).toBe(405);
  expect((await call('root', 'POST', `/personal_access_tokens/${body.id}/rotate`)).status).toBe(405);

  const member = `/groups/${group.id}/members/${body.user_id}`;
  await call('ada', 'PUT', member, { access_level: 10, expires_at: dayIn(2) });
  const limited = await rotate(body.token, `${path}/self/rotate`, dayIn(300));
  expect(limited).toMatchObject({ status: 200, body: { access_level: 10 } });
  expect((await call('ada', 'GET', member)).body).toMatchObject({ access_level: 10, expires_at: dayIn(2) });
  await db
    .updateTable('members')
    .set({ expiresAt: '2020-01-01' })
    .where('userId', '=', body.user_id as UserId)
    .execute();
  const { token: secret, id } = limited.body as Token;
  // Without its role, it finds the group no longer.
  expect((await rotate(secret, `${path}/self/rotate`, dayIn(300))).status).toBe(404);
  const renewed = await call<Token>('ada', 'POST', `${path}/${id}/rotate`);
  expect(renewed).toMatchObject({ status: 200, body: { access_level: 10 } });

  // The previous token is already revoked: revoking it again does not revoke its successor.
  expect((await call('ada', 'DELETE', `${path}/${id}`)).status).toBe(204);
  const own = { method: 'GET', url: '/api/v4/user', headers: { 'private-token': renewed.body.token } } as const;
  expect((await send(own)).status).toBe(200);
});
