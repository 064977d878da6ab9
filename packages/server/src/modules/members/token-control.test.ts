import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { test as base, tokenFor } from '../../testing/http.ts';
import { answerReset } from '../users/commands/links.ts';
import { dayIn } from '../users/commands/tokens.ts';

interface Token {
  id: number;
  user_id: number;
  token: string;
  expires_at: string | null;
  access_level?: number;
}

const test = base.extend('withToken', ({ send }) => {
  /** Calls REST with this token. */
  return (token: string, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
    send({
      method,
      url: `/api/v4${path}`,
      headers: { 'private-token': token },
      ...(payload && { payload }),
    });
});

const unauthorized = { status: 401, body: { message: '401 Unauthorized' } };

describe('tokens of groups and projects', () => {
  test('OG-TK-01: have each role, maintainer by default, and are shown once', async ({ call, build, db }) => {
    const [group, project] = [await build.group(), await build.project()];
    for (const path of [`/groups/${group.id}/access_tokens`, `/projects/${project.id}/access_tokens`]) {
      for (const level of [10, 15, 20, 30, 40, 50, undefined]) {
        const input = { name: `Level ${level ?? 'default'}`, scopes: ['read_api'], expires_at: dayIn(30) };
        const made = await call<Token>('ada', 'POST', path, {
          ...input,
          ...(level !== undefined && { access_level: level }),
        });
        expect(made).toMatchObject({ status: 201, body: { ...input, access_level: level ?? 40 } });
        const { token, id, user_id: userId } = made.body;
        expect(token).toMatch(/^mp-[A-Za-z0-9]{40}$/);
        if (level !== undefined) continue;
        const answers = [
          await call('ada', 'GET', `${path}/${id}`),
          await call('ada', 'GET', path, { per_page: 100 }),
          await call('ada', 'GET', `/users/${userId}`),
          await call('root', 'GET', '/audit_events', { per_page: 100 }),
        ];
        expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(token);
        const { rows } = await sql`SELECT FROM personal_access_tokens t WHERE t::text LIKE ${`%${token}%`}`.execute(db);
        expect(rows).toEqual([]);
      }
      for (const level of [0, 5, 7, 60]) {
        const input = { name: 'x', scopes: ['api'], access_level: level };
        expect((await call('ada', 'POST', path, input)).status).toBe(400);
      }
    }
  });

  test('OG-TK-02: have no role above that of their creator, no unknown scope, and make no further ones', async ({
    call,
    build,
    withToken,
  }) => {
    const project = await build.project();
    const path = `/projects/${project.id}/access_tokens`;
    const make = (input: object) => call('mina', 'POST', path, { name: 'x', scopes: ['api'], ...input });
    expect(await make({ access_level: 50 })).toMatchObject({
      status: 400,
      body: { message: { access_level: ['cannot be above your own role'] } },
    });
    for (const scopes of [['sudo'], ['api', 'sudo'], []]) {
      const { status, body } = await make({ scopes });
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain('scopes');
    }
    for (const kind of ['group', 'project'] as const) {
      const namespace = kind === 'group' ? await build.group() : project;
      const own = `/${kind}s/${namespace.id}/access_tokens`;
      const { body } = await call<Token>('ada', 'POST', own, { name: 'Bot', scopes: ['api'], access_level: 50 });
      const made = await withToken(body.token, 'POST', own, { name: 'x', scopes: ['api'], access_level: 10 });
      expect(made.status).toBe(403);
      const personal = { name: 'x', scopes: ['api'] };
      expect((await withToken(body.token, 'POST', '/user/personal_access_tokens', personal)).status).toBe(403);
    }
  });

  test('OG-TK-08: belong to a bot that cannot sign in, takes no seat, and keeps its name', async ({
    call,
    build,
    send,
    withToken,
  }) => {
    const project = await build.project();
    const path = `/projects/${project.id}/access_tokens`;
    const input = { name: 'Release bot', scopes: ['api'], access_level: 30 };
    const [one, other] = [
      (await call<Token>('ada', 'POST', path, input)).body,
      (await call<Token>('ada', 'POST', path, input)).body,
    ];
    expect(one.user_id).not.toBe(other.user_id);
    const bot = (await call<{ username: string }>('ada', 'GET', `/users/${one.user_id}`)).body;
    expect(bot.username).toMatch(new RegExp(`^project_${project.id}_bot_[0-9a-z]+$`));
    const signIn = { method: 'POST', url: '/-/sign-in', payload: { username: bot.username, password: one.token } };
    expect((await send(signIn as never)).status).toBe(401);
    const seat = await call<{ is_using_seat: boolean; access_level: number }[]>(
      'ada',
      'GET',
      `/projects/${project.id}/members`,
      { user_ids: [one.user_id], show_seat_info: true },
    );
    expect(seat.body).toMatchObject([{ access_level: 30, is_using_seat: false }]);
    const issue = await withToken(one.token, 'POST', `/projects/${project.id}/issues`, { title: 'Made by a bot' });
    expect(issue.status).toBe(201);
    await call('ada', 'DELETE', `${path}/${one.id}`);
    const { iid } = issue.body as { iid: number };
    expect(await call('ada', 'GET', `/projects/${project.id}/issues/${iid}`)).toMatchObject({
      body: { author: { id: one.user_id, name: 'Release bot', username: bot.username } },
    });
  });
});

describe('the lifetime of a token', () => {
  test('OG-TK-03: is a year for bots, and for people what the administrator allows', async ({ call, build, world }) => {
    const project = await build.project();
    const path = `/projects/${project.id}/access_tokens`;
    const make = (input: object = {}) => call<Token>('ada', 'POST', path, { name: 'x', scopes: ['api'], ...input });
    expect((await make()).body.expires_at).toBe(dayIn(365));
    expect((await make({ expires_at: dayIn(365) })).status).toBe(201);
    for (const day of [dayIn(366), dayIn(0), dayIn(-1)]) expect((await make({ expires_at: day })).status).toBe(400);

    const own = (expiresAt?: string) =>
      call<Token>('ada', 'POST', '/user/personal_access_tokens', {
        name: 'x',
        scopes: ['api'],
        ...(expiresAt && { expires_at: expiresAt }),
      });
    expect((await own()).body.expires_at).toBeNull();
    expect((await own(dayIn(-1))).status).toBe(400);
    const { instance } = world.services;
    world.services.instance = { ...instance, tokenMaxDays: 30 };
    try {
      const made = await own();
      expect(made.body.expires_at).toBe(dayIn(30));
      expect(await own(dayIn(31))).toMatchObject({
        status: 400,
        body: { message: { expires_at: ['must be within 30 days'] } },
      });
      const rotate = `/personal_access_tokens/${made.body.id}/rotate`;
      expect((await call('ada', 'POST', rotate, { expires_at: dayIn(31) })).status).toBe(400);
      expect((await call('ada', 'POST', rotate, { expires_at: dayIn(30) })).status).toBe(200);
    } finally {
      world.services.instance = instance;
    }
  });

  test('OG-TK-04: ends at midnight UTC, for REST, GraphQL and Git', async ({ call, db, send, withToken }) => {
    const made = await call<Token>('ada', 'POST', '/user/personal_access_tokens', {
      name: 'Ends',
      scopes: ['api'],
      expires_at: dayIn(1),
    });
    const { id, token } = made.body;
    expect((await withToken(token, 'GET', '/user')).status).toBe(200);
    const today = sql`(now() AT TIME ZONE 'utc')::date`;
    await sql`UPDATE personal_access_tokens SET expires_at = ${today} WHERE id = ${id}`.execute(db);
    expect(await withToken(token, 'GET', '/user')).toMatchObject(unauthorized);
    const headers = { 'private-token': token };
    const payload = { query: '{ currentUser { id } }' };
    expect(await send({ method: 'POST', url: '/api/graphql', headers, payload })).toMatchObject({
      status: 401,
      body: { errors: [{ message: 'Invalid token' }] },
    });
    expect((await send({ url: '/-/live?group=any', headers })).status).toBe(401);
    const basic = `Basic ${Buffer.from(`ada:${token}`).toString('base64')}`;
    const git = { url: '/any/project.git/info/refs?service=git-upload-pack', headers: { authorization: basic } };
    expect((await send(git)).status).toBe(401);
  });
});

describe('rotation', () => {
  test('OG-TK-05: gives a token of a week, refuses ended ones and those of another kind, and lets a token replace itself', async ({
    call,
    build,
    db,
    withToken,
  }) => {
    const project = await build.project();
    const projectPath = `/projects/${project.id}/access_tokens`;
    for (const [create, path] of [
      ['/user/personal_access_tokens', '/personal_access_tokens'],
      [projectPath, projectPath],
    ] as const) {
      const make = async (scopes: string[]) =>
        (await call<Token>('ada', 'POST', create, { name: 'x', scopes, access_level: 20 })).body;
      const first = await make(['api']);
      const second = await call<Token>('ada', 'POST', `${path}/${first.id}/rotate`);
      expect(second).toMatchObject({ status: 200, body: { expires_at: dayIn(7), user_id: first.user_id } });
      expect((await withToken(first.token, 'GET', '/user')).status).toBe(401);
      const third = await withToken(second.body.token, 'POST', `${path}/self/rotate`, { expires_at: dayIn(3) });
      expect(third).toMatchObject({ status: 200, body: { expires_at: dayIn(3), scopes: ['api'] } });

      const revoked = await make(['api']);
      await call('ada', 'DELETE', `${path}/${revoked.id}`);
      expect(await call('ada', 'POST', `${path}/${revoked.id}/rotate`)).toMatchObject(unauthorized);
      const expired = await make(['api']);
      await sql`UPDATE personal_access_tokens SET expires_at = '2020-01-01' WHERE id = ${expired.id}`.execute(db);
      expect(await call('ada', 'POST', `${path}/${expired.id}/rotate`)).toMatchObject(unauthorized);

      // A token may have no other right than to replace itself.
      const narrow = await make(['self_rotate']);
      expect((await withToken(narrow.token, 'GET', '/groups')).status).toBe(403);
      expect((await withToken(narrow.token, 'POST', `${path}/${narrow.id}/rotate`)).status).toBe(403);
      const renewed = await withToken(narrow.token, 'POST', `${path}/self/rotate`);
      expect(renewed).toMatchObject({ status: 200, body: { scopes: ['self_rotate'] } });
      const reader = await make(['read_api']);
      expect((await withToken(reader.token, 'POST', `${path}/self/rotate`)).status).toBe(403);
    }
    const ofProject = (await call<Token>('ada', 'POST', projectPath, { name: 'x', scopes: ['api'] })).body;
    expect((await withToken(ofProject.token, 'POST', '/personal_access_tokens/self/rotate')).status).toBe(405);
    expect((await call('root', 'POST', `/personal_access_tokens/${ofProject.id}/rotate`)).status).toBe(405);
    const personal = await call<Token>('ada', 'POST', '/user/personal_access_tokens', { name: 'x', scopes: ['api'] });
    expect((await withToken(personal.body.token, 'POST', `${projectPath}/self/rotate`)).status).toBe(405);
  });

  test('OG-TK-06: of a token that was replaced revokes its whole family, by id and by the token itself', async ({
    call,
    build,
    withToken,
  }) => {
    const group = await build.group();
    const groupPath = `/groups/${group.id}/access_tokens`;
    for (const [create, path] of [
      ['/user/personal_access_tokens', '/personal_access_tokens'],
      [groupPath, groupPath],
    ] as const) {
      for (const again of ['id', 'secret'] as const) {
        const input = { name: 'x', scopes: ['api'], access_level: 20 };
        const first = (await call<Token>('ada', 'POST', create, input)).body;
        const beside = (await call<Token>('ada', 'POST', create, input)).body;
        const second = (await call<Token>('ada', 'POST', `${path}/${first.id}/rotate`)).body;
        const third = (await call<Token>('ada', 'POST', `${path}/${second.id}/rotate`)).body;
        expect((await withToken(third.token, 'GET', '/user')).status).toBe(200);
        const reused =
          again === 'id'
            ? await call('ada', 'POST', `${path}/${first.id}/rotate`)
            : await withToken(first.token, 'POST', `${path}/self/rotate`);
        expect(reused).toMatchObject(unauthorized);
        expect((await withToken(third.token, 'GET', '/user')).status).toBe(401);
        expect((await withToken(beside.token, 'GET', '/user')).status).toBe(200);
      }
    }
    // Other uses of a replaced token end nothing.
    const first = (await call<Token>('ada', 'POST', '/user/personal_access_tokens', { name: 'x', scopes: ['api'] }))
      .body;
    const second = (await call<Token>('ada', 'POST', `/personal_access_tokens/${first.id}/rotate`)).body;
    expect((await withToken(first.token, 'GET', '/user')).status).toBe(401);
    expect((await withToken(second.token, 'GET', '/user')).status).toBe(200);
  });
});

test('OG-TK-07: tokens are revoked, filtered and sorted', async ({ call, build, db }) => {
  const group = await build.group();
  const path = `/groups/${group.id}/access_tokens`;
  const ids: Record<string, number> = {};
  for (const [name, days] of [
    ['alpha', 10],
    ['beta', 20],
    ['gamma', 30],
  ] as const) {
    const input = { name, scopes: ['api'], access_level: 20, expires_at: dayIn(days) };
    ids[name] = (await call<Token>('ada', 'POST', path, input)).body.id;
  }
  await sql`UPDATE personal_access_tokens SET created_at = '2020-01-01', last_used_at = '2021-01-01' WHERE id = ${ids['alpha']}`.execute(
    db,
  );
  await sql`UPDATE personal_access_tokens SET last_used_at = '2023-01-01' WHERE id = ${ids['beta']}`.execute(db);
  const names = async (input: object) =>
    (await call<{ name: string }[]>('ada', 'GET', path, input)).body.map(({ name }) => name);
  expect((await call('ada', 'DELETE', `${path}/${ids['gamma']}`)).status).toBe(204);
  expect((await call('ada', 'DELETE', `${path}/999999999`)).status).toBe(404);
  expect((await call('ada', 'DELETE', '/personal_access_tokens/999999999')).status).toBe(404);

  expect(await names({ state: 'active', sort: 'name_asc' })).toEqual(['alpha', 'beta']);
  expect(await names({ state: 'inactive' })).toEqual(['gamma']);
  expect(await names({ revoked: true })).toEqual(['gamma']);
  expect(await names({ revoked: false, sort: 'name_desc' })).toEqual(['beta', 'alpha']);
  expect(await names({ search: 'ALP' })).toEqual(['alpha']);
  expect(await names({ created_before: '2020-06-01' })).toEqual(['alpha']);
  expect(await names({ created_after: '2020-06-01', sort: 'name_asc' })).toEqual(['beta', 'gamma']);
  expect(await names({ expires_before: dayIn(15) })).toEqual(['alpha']);
  expect(await names({ expires_after: dayIn(25) })).toEqual(['gamma']);
  expect(await names({ last_used_before: '2022-01-01' })).toEqual(['alpha']);
  expect(await names({ last_used_after: '2022-01-01' })).toEqual(['beta']);
  expect(await names({ sort: 'created_asc' })).toEqual(['alpha', 'beta', 'gamma']);
  expect(await names({ sort: 'expires_desc' })).toEqual(['gamma', 'beta', 'alpha']);
  expect(await names({ sort: 'last_used_desc' })).toEqual(['beta', 'alpha', 'gamma']);
  expect((await call('ada', 'GET', path, { sort: 'sideways' })).status).toBe(400);
});

test('OG-TK-09: the use of a token is recorded with its last five addresses, without delaying the call', async ({
  call,
  send,
  db,
  statements,
}) => {
  const { token, id } = (
    await call<Token>('ada', 'POST', '/user/personal_access_tokens', { name: 'Used', scopes: ['api'] })
  ).body;
  const read = async () =>
    (
      await call<{ last_used_at: string | null; last_used_ips: string[] }>(
        'ada',
        'GET',
        `/personal_access_tokens/${id}`,
      )
    ).body;
  const use = (remoteAddress: string) =>
    send({ url: '/api/v4/version', headers: { 'private-token': token }, remoteAddress });
  for (let index = 1; index <= 7; index++) {
    await use(`192.0.2.${index}`);
    await vi.waitFor(async () => expect((await read()).last_used_ips[0]).toBe(`192.0.2.${index}`));
  }
  const { last_used_at: usedAt, last_used_ips: addresses } = await read();
  expect(usedAt).not.toBeNull();
  expect(addresses).toEqual([7, 6, 5, 4, 3].map((index) => `192.0.2.${index}`));

  // A known address writes nothing for five minutes: the time is at most that much behind.
  statements.length = 0;
  await use('192.0.2.7');
  expect(statements.filter((text) => text.startsWith('update "personal_access_tokens"'))).toEqual([]);

  // The call is answered while the record of its use still waits for a lock.
  await sql`UPDATE personal_access_tokens SET last_used_at = now() - interval '6 minutes' WHERE id = ${id}`.execute(db);
  await db.transaction().execute(async (trx) => {
    await sql`SELECT FROM personal_access_tokens WHERE id = ${id} FOR UPDATE`.execute(trx);
    expect((await use('192.0.2.7')).status).toBe(200);
    expect((await use('192.0.2.7')).status).toBe(200);
  });
  await vi.waitFor(async () =>
    expect(Date.parse((await read()).last_used_at ?? '')).toBeGreaterThan(Date.now() - 60_000),
  );
});

describe('service accounts', () => {
  test('OG-TK-11: are created for the installation and for top-level groups, cannot sign in or reset a password, take no seat and are marked', async ({
    call,
    build,
    send,
    ask,
    withToken,
    world,
  }) => {
    const group = await build.group();
    const sub = await build.group({ parent: group });
    const project = await build.project({ group: sub });
    for (const [path, by] of [
      ['/service_accounts', 'root'],
      [`/groups/${group.id}/service_accounts`, 'ada'],
    ] as const) {
      const name = path === '/service_accounts' ? 'deploy-all' : 'deploy-group';
      const email = `${name}@milepost.test`;
      const made = await call<{ id: number }>(by, 'POST', path, { name: 'Deployer', username: name, email });
      expect(made).toEqual(
        expect.objectContaining({
          status: 201,
          body: { id: expect.any(Number), name: 'Deployer', username: name, email },
        }),
      );
      const { id } = made.body;
      const preset = await call<{ username: string }>(by, 'POST', path);
      expect(preset).toMatchObject({ status: 201, body: { name: 'Service account user' } });
      expect(preset.body.username).toMatch(/^service_account_/);
      expect((await call(by, 'POST', path, { username: name })).status).toBe(400);
      const order = { per_page: 100, order_by: 'username', sort: 'asc' };
      const listed = await call<{ username: string }[]>(by, 'GET', path, order);
      const usernames = listed.body.map(({ username }) => username);
      expect(usernames).toEqual(expect.arrayContaining([name, preset.body.username]));
      expect(usernames).toEqual(usernames.toSorted((one, other) => (one < other ? -1 : 1)));
      expect((await call(by, 'GET', path, { order_by: 'email' })).status).toBe(400);

      // Without an address it has one that receives nothing.
      const renamed = await call(by, 'PATCH', `${path}/${id}`, { name: 'Shipper', email: '' });
      expect(renamed).toMatchObject({ status: 200, body: { name: 'Shipper', email: `${name}@noreply.invalid` } });
      expect((await call(by, 'PATCH', `${path}/${id}`, { email })).body).toMatchObject({ name: 'Shipper', email });

      // No password, no reset, no rights beyond its roles.
      const payload = { username: name, password: 'correct horse battery' };
      expect((await send({ method: 'POST', url: '/-/sign-in', payload })).status).toBe(401);
      expect((await call('root', 'PUT', `/users/${id}`, { password: 'correct horse battery' })).status).toBe(400);
      await answerReset(world.services, email);
      const { rows } = await sql<{
        count: number;
      }>`SELECT count(*)::int AS count FROM account_links WHERE user_id = ${id}`.execute(world.db);
      expect(rows[0]?.count).toBe(0);

      const tokens = `${path}/${id}/personal_access_tokens`;
      const token = await call<Token>(by, 'POST', tokens, { name: 'ci', scopes: ['api'] });
      expect(token).toMatchObject({ status: 201, body: { user_id: id, expires_at: dayIn(365) } });
      const described = { name: 'ci', description: 'Deploys', scopes: ['read_api'] };
      const other = await call<Token>(by, 'POST', tokens, described);
      expect(other.body).toMatchObject({ description: 'Deploys' });
      const renewed = await call<Token>(by, 'POST', `${tokens}/${other.body.id}/rotate`);
      expect(renewed.body).toMatchObject({ description: 'Deploys' });
      const long = { ...described, description: 'd'.repeat(256) };
      expect((await call(by, 'POST', tokens, long)).status).toBe(400);
      expect((await call(by, 'DELETE', `${tokens}/${renewed.body.id}`)).status).toBe(204);
      expect((await call(by, 'POST', tokens, { name: 'ci', scopes: ['api'], expires_at: dayIn(366) })).status).toBe(
        400,
      );
      const me = await withToken(token.body.token, 'GET', '/user');
      expect(me).toMatchObject({ status: 200, body: { id, bot: true, service_account: true } });
      expect((await withToken(token.body.token, 'GET', `/projects/${project.id}`)).status).toBe(404);

      // It gets a role like a person, but takes no seat, and a service account of a group only in that group.
      const members = `/groups/${sub.id}/members`;
      expect((await call('ada', 'POST', members, { user_id: id, access_level: 30 })).status).toBe(201);
      expect((await withToken(token.body.token, 'POST', `/projects/${project.id}/issues`, { title: 'x' })).status).toBe(
        201,
      );
      const seats = await call<object[]>('ada', 'GET', members, { user_ids: [id], show_seat_info: true });
      expect(seats.body).toMatchObject([{ is_using_seat: false }]);
      // Pickers offer it, and every API that names it marks it; people have no mark.
      const at = `/projects/${project.id}`;
      const picked = { query: name, without_project_bots: 'true' };
      expect((await call('ada', 'GET', `${at}/members/all`, picked)).body).toMatchObject([
        { username: name, service_account: true },
      ]);
      const [issue] = (await call<object[]>('ada', 'GET', `${at}/issues`, { author_username: name })).body;
      expect(issue).toMatchObject({ author: { username: name, service_account: true } });
      const [ada] = (await call<object[]>('ada', 'GET', `${at}/members/all`, { query: 'ada' })).body;
      expect(ada).not.toHaveProperty('service_account');
      const mentioned = await send({
        url: `/${project.fullPath}/-/autocomplete_sources/members?search=${name}`,
        headers: { 'private-token': await tokenFor(world, 'ada') },
      });
      expect(mentioned.body).toMatchObject([{ username: name, service_account: true }]);
      const offered = await ask(
        'ada',
        `query ($path: ID!, $name: String) {
          project(fullPath: $path) { autocompleteUsers(search: $name) { username type } } }`,
        { path: project.fullPath, name },
      );
      expect(offered.data).toEqual({
        project: { autocompleteUsers: [{ username: name, type: 'SERVICE_ACCOUNT' }] },
      });
      await call('ada', 'POST', `${at}/members`, { user_id: id, access_level: 40 });
      expect((await withToken(token.body.token, 'PUT', at, { description: name })).status).toBe(200);
      const changes = await call<object[]>('ada', 'GET', `${at}/audit_events`, { event_type: 'settings_changed' });
      expect(changes.body[0]).toMatchObject({ author_username: name, author_service_account: true });
      const stranger = await build.group();
      const status = path === '/service_accounts' ? 201 : 400;
      const elsewhere = { user_id: id, access_level: 30 };
      expect((await call('ada', 'POST', `/groups/${stranger.id}/members`, elsewhere)).status).toBe(status);

      const shown = await ask<{ user: object }>(
        'ada',
        'query ($name: String) { user(username: $name) { type bot human } }',
        {
          name,
        },
      );
      expect(shown.data.user).toEqual({ type: 'SERVICE_ACCOUNT', bot: true, human: false });
      const more = await withToken(token.body.token, 'POST', '/user/personal_access_tokens', {
        name: 'x',
        scopes: ['api'],
      });
      expect(more.status).toBe(403);

      const rotated = await call<Token>(by, 'POST', `${tokens}/${token.body.id}/rotate`);
      expect(rotated).toMatchObject({ status: 200, body: { expires_at: dayIn(7) } });
      const late = await withToken(rotated.body.token, 'POST', '/personal_access_tokens/self/rotate', {
        expires_at: dayIn(400),
      });
      expect(late.status).toBe(400);
      expect((await call(by, 'DELETE', `${tokens}/${rotated.body.id}`)).status).toBe(204);
      expect((await withToken(rotated.body.token, 'GET', '/user')).status).toBe(401);
      expect(await call(by, 'PATCH', `${path}/${id}`, { name: 'Shipper' })).toMatchObject({
        body: { name: 'Shipper' },
      });
      expect((await call<{ id: number }[]>(by, 'GET', path)).body.map((each) => each.id)).toContain(id);
      expect((await call(by, 'DELETE', `${path}/${id}`)).status).toBe(204);
      expect((await call('root', 'GET', `/users/${id}`)).status).toBe(404);
    }
    expect((await call('ada', 'POST', '/service_accounts')).status).toBe(403);
    expect((await call('mina', 'POST', `/groups/${group.id}/service_accounts`)).status).toBe(403);
    expect((await call('ada', 'POST', `/groups/${sub.id}/service_accounts`)).status).toBe(400);
    // That of the installation is not found in a group, nor a person.
    expect((await call('ada', 'DELETE', `/groups/${group.id}/service_accounts/${world.userIds.otto}`)).status).toBe(
      404,
    );
  });
});
