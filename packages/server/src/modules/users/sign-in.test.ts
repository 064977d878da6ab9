import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Answer } from '../../testing/http.ts';
import { test as base, tokenFor } from '../../testing/http.ts';
import { csrfTokenOf } from './commands-sessions.ts';
import { hashPassword, isPassword } from './commands-passwords.ts';
import { signInLimits } from './commands-sign-in.ts';
import type { User } from './store.ts';

const PASSWORD = 'correct horse battery';
const cookieOf = (answer: Answer): string =>
  /_gitlab_session=([^;]*)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';

const test = base
  .extend('newcomer', async ({ build }): Promise<User> => build.user({ passwordHash: await hashPassword(PASSWORD) }))
  .extend(
    'signIn',
    ({ send }) =>
      (username: string, password = PASSWORD, more: InjectOptions = {}) =>
        send({ method: 'POST', url: '/-/sign-in', payload: { username, password }, ...more }),
  );

/** What a browser sends: the cookie, and on changes the token. */
const browser = (secret: string) => ({
  cookies: { _gitlab_session: secret },
  headers: { 'x-csrf-token': csrfTokenOf(secret) },
});

test('a password is kept as an argon2id hash with a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(one);
  expect(await isPassword(PASSWORD, one)).toBe(true);
  expect(await isPassword('wrong', one)).toBe(false);
  expect(await isPassword(PASSWORD, null)).toBe(false);
});

test('signing in by username or email gives a session in a cookie that scripts cannot read', async ({
  signIn,
  newcomer,
  send,
  db,
}) => {
  for (const login of [newcomer.username, newcomer.email.toUpperCase(), ` ${newcomer.username} `]) {
    const answer = await signIn(login);
    expect(answer).toMatchObject({
      status: 200,
      body: { viewer: { id: newcomer.id, username: newcomer.username, isAdmin: false } },
      headers: { 'cache-control': 'no-store' },
    });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^_gitlab_session=[A-Za-z0-9]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    const me = await send({ url: '/api/v4/user', cookies: { _gitlab_session: cookieOf(answer) } });
    expect(me).toMatchObject({ status: 200, body: { username: newcomer.username } });
  }
  const { lastSignInAt } = await db
    .selectFrom('users')
    .select('lastSignInAt')
    .where('id', '=', newcomer.id)
    .executeTakeFirstOrThrow();
  expect(lastSignInAt).not.toBeNull();
});

test('the database holds no secret of a session', async ({ signIn, newcomer, db }) => {
  const secret = cookieOf(await signIn(newcomer.username));
  const { rows } = await sql<{ row: string }>`SELECT sessions::text AS row FROM sessions`.execute(db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ row }) => row.includes(secret))).toBe(false);
});

test('a cookie that need not be remembered ends with the browser', async ({ send, newcomer }) => {
  const answer = await send({
    method: 'POST',
    url: '/-/sign-in',
    payload: { username: newcomer.username, password: PASSWORD, remember: false },
  });
  expect(String(answer.headers['set-cookie'])).not.toContain('Max-Age');
});

test('a wrong name and a wrong password get the same answer', async ({ signIn, newcomer, build, db }) => {
  const refusals = [
    await signIn(newcomer.username, 'wrong'),
    await signIn('nobody-of-this-name', 'wrong'),
    // Came with an import: without a password nobody signs in.
    await signIn((await build.user()).username, ''),
  ];
  for (const answer of refusals) {
    expect(answer).toMatchObject({
      status: 401,
      body: { message: 'Wrong username or password', code: 'WRONG_PASSWORD' },
    });
    expect(answer.headers).not.toHaveProperty('set-cookie');
  }
  const { rows } = await sql<{ key: string }>`SELECT key FROM sign_in_failures WHERE key LIKE 'unknown:%'`.execute(db);
  expect(rows.every(({ key }) => /^unknown:[0-9a-f]{64}$/.test(key))).toBe(true);
});

test('a blocked account is told so, but only to who knows its password', async ({ signIn, build }) => {
  const blocked = await build.user({ passwordHash: await hashPassword(PASSWORD), state: 'blocked' });
  expect(await signIn(blocked.username, 'wrong')).toMatchObject({ status: 401 });
  expect(await signIn(blocked.username)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_BLOCKED' } });
});

test('guessing at one account is slowed down, also for the right password, until the failures are old', async ({
  signIn,
  newcomer,
  db,
}) => {
  for (let attempt = 0; attempt < signInLimits.account; attempt++)
    expect((await signIn(newcomer.username, 'wrong')).status).toBe(401);
  const refused = await signIn(newcomer.username);
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_SIGN_INS' } });
  const wait = Number(refused.headers['retry-after']);
  expect(wait).toBeGreaterThan(800);
  expect(wait).toBeLessThanOrEqual(900);
  // By another address, by email and in another spelling it is the same account.
  expect((await signIn(newcomer.email.toUpperCase(), PASSWORD, { remoteAddress: '10.1.2.3' })).status).toBe(429);

  await sql`UPDATE sign_in_failures SET failed_at = failed_at - interval '14 minutes' WHERE key = ${`account:${newcomer.id}`}`.execute(
    db,
  );
  expect(Number((await signIn(newcomer.username)).headers['retry-after'])).toBeLessThanOrEqual(60);
  await sql`UPDATE sign_in_failures SET failed_at = failed_at - interval '1 minute' WHERE key = ${`account:${newcomer.id}`}`.execute(
    db,
  );
  expect((await signIn(newcomer.username)).status).toBe(200);
});

test('a success forgets the failures of the account', async ({ signIn, newcomer }) => {
  for (let round = 0; round < 2; round++) {
    for (let attempt = 1; attempt < signInLimits.account; attempt++) await signIn(newcomer.username, 'wrong');
    expect((await signIn(newcomer.username)).status).toBe(200);
  }
});

test('guessing from one address is slowed down whatever the account, and many at once do not slip through', async ({
  signIn,
  db,
}) => {
  const remoteAddress = '10.9.9.9';
  const answers = await Promise.all(
    Array.from({ length: signInLimits.address + 10 }, (_, index) =>
      signIn(`guess-${index}`, 'wrong', { remoteAddress }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(signInLimits.address);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  await sql`DELETE FROM sign_in_failures WHERE key = 'address:10.9.9.9'`.execute(db);
});

test('nobody is signed in from a page of another site', async ({ signIn, newcomer }) => {
  const foreign = { headers: { origin: 'https://evil.example' } };
  expect(await signIn(newcomer.username, PASSWORD, foreign)).toMatchObject({ status: 403, body: { code: 'CSRF' } });
  const own = { headers: { origin: 'http://milepost.test' } };
  expect((await signIn(newcomer.username, PASSWORD, own)).status).toBe(200);
});

test('signing out ends the session, not only the cookie', async ({ signIn, newcomer, send }) => {
  const secret = cookieOf(await signIn(newcomer.username));
  const out = await send({ method: 'POST', url: '/-/sign-out', ...browser(secret) });
  expect(out.status).toBe(204);
  expect(String(out.headers['set-cookie'])).toMatch(/^_gitlab_session=;/);
  expect((await send({ url: '/api/v4/user', ...browser(secret) })).status).toBe(401);
});

test('signing in again ends the session that the browser had', async ({ signIn, newcomer, send }) => {
  const first = cookieOf(await signIn(newcomer.username));
  await signIn(newcomer.username, PASSWORD, { cookies: { _gitlab_session: first } });
  expect((await send({ url: '/api/v4/user', ...browser(first) })).status).toBe(401);
});

test('sessions are listed and revoked by their owner only', async ({ signIn, newcomer, send, build }) => {
  const other = await build.user({ passwordHash: await hashPassword(PASSWORD) });
  const here = cookieOf(await signIn(newcomer.username, PASSWORD, { headers: { 'user-agent': 'Lynx' } }));
  const there = cookieOf(await signIn(newcomer.username, PASSWORD, { remoteAddress: '10.0.0.7' }));
  const stranger = cookieOf(await signIn(other.username));
  const list = async (secret: string) =>
    (await send({ url: '/-/sessions', ...browser(secret) })).body as { id: string; current: boolean }[];

  const sessions = await list(here);
  expect(sessions).toHaveLength(2);
  expect(sessions.find(({ current }) => current)).toMatchObject({ userAgent: 'Lynx', ipAddress: '127.0.0.1' });
  expect(sessions.find(({ current }) => !current)).toMatchObject({ ipAddress: '10.0.0.7' });

  const away = sessions.find(({ current }) => !current)?.id ?? '';
  const revoke = (secret: string) => send({ method: 'DELETE', url: `/-/sessions/${away}`, ...browser(secret) });
  expect((await revoke(stranger)).status).toBe(404);
  expect((await revoke(here)).status).toBe(204);
  expect((await send({ url: '/api/v4/user', ...browser(there) })).status).toBe(401);
  expect(await list(here)).toHaveLength(1);
  expect((await revoke(here)).status).toBe(404);
  expect((await send({ url: '/-/sessions' })).status).toBe(401);

  const again = cookieOf(await signIn(newcomer.username));
  expect((await send({ method: 'DELETE', url: '/-/sessions', ...browser(here) })).status).toBe(204);
  expect((await send({ url: '/api/v4/user', ...browser(again) })).status).toBe(401);
  expect((await send({ url: '/api/v4/user', ...browser(here) })).status).toBe(200);
});

test('a session ends by itself, sooner where it is not used', async ({ signIn, newcomer, send, db }) => {
  const secret = cookieOf(await signIn(newcomer.username));
  const days = async () => {
    const { rows } = await sql<{ days: number }>`
      SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM sessions WHERE user_id = ${newcomer.id}`.execute(
      db,
    );
    return rows[0]?.days;
  };
  const age = (ago: string) =>
    sql`UPDATE sessions SET last_seen_at = last_seen_at - ${ago}::interval, expires_at = expires_at - ${ago}::interval,
    created_at = created_at - ${ago}::interval WHERE user_id = ${newcomer.id}`.execute(db);
  expect(await days()).toBe(14);
  await age('10 days');
  expect(await days()).toBe(4);
  expect((await send({ url: '/api/v4/user', ...browser(secret) })).status).toBe(200);
  // Use put the end off.
  expect(await days()).toBe(14);
  await sql`UPDATE sessions SET created_at = now() - interval '85 days', last_seen_at = now() - interval '1 day' WHERE user_id = ${newcomer.id}`.execute(
    db,
  );
  await send({ url: '/api/v4/user', ...browser(secret) });
  expect(await days()).toBe(5);
  await age('6 days');
  expect((await send({ url: '/api/v4/user', ...browser(secret) })).status).toBe(401);
});

test('use is noted every few minutes, not on every request', async ({ signIn, newcomer, send, statements }) => {
  const secret = cookieOf(await signIn(newcomer.username));
  statements.length = 0;
  await send({ url: '/-/sessions', ...browser(secret) });
  expect(statements.filter((text) => /^update/i.test(text))).toEqual([]);
  // One to know who asks with all their roles, one for the list.
  expect(statements).toHaveLength(2);
});

test('RS-GN-07: a change made with a cookie carries the token of its session; reading and tokens need none', async ({
  signIn,
  newcomer,
  send,
  world,
}) => {
  const answer = await signIn(newcomer.username);
  const secret = cookieOf(answer);
  expect((answer.body as { csrfToken: string }).csrfToken).toBe(csrfTokenOf(secret));
  const create = (headers: Record<string, string>, cookies: Record<string, string> = { _gitlab_session: secret }) =>
    send({
      method: 'POST',
      url: '/api/v4/groups',
      headers,
      cookies,
      payload: { name: 'Plan', path: `plan-${world.next()}` },
    });
  const query = (headers: Record<string, string>) =>
    send({
      method: 'POST',
      url: '/api/graphql',
      headers,
      cookies: { _gitlab_session: secret },
      payload: { query: '{ currentUser { id } }' },
    });

  expect((await create({})).status).toBe(403);
  expect((await create({ 'x-csrf-token': 'made up' })).status).toBe(403);
  expect((await create({ 'x-csrf-token': csrfTokenOf('another session') })).status).toBe(403);
  expect((await create({ 'x-csrf-token': csrfTokenOf(secret) })).status).toBe(201);
  expect((await query({})).status).toBe(403);
  expect((await query({ 'x-csrf-token': csrfTokenOf(secret) })).status).toBe(200);
  expect((await send({ method: 'POST', url: '/-/sign-out', cookies: { _gitlab_session: secret } })).status).toBe(403);
  expect((await send({ url: '/api/v4/user', cookies: { _gitlab_session: secret } })).status).toBe(200);
  expect((await create({ 'private-token': await tokenFor(world, 'ada') }, {})).status).toBe(201);
});

test('a new password asks for the old one and ends every other session', async ({ signIn, newcomer, send }) => {
  const here = cookieOf(await signIn(newcomer.username));
  const there = cookieOf(await signIn(newcomer.username));
  const change = (current: string, password: string) =>
    send({ method: 'PUT', url: '/-/password', ...browser(here), payload: { current_password: current, password } });
  expect(await change('wrong', 'a much better one')).toMatchObject({
    status: 400,
    body: { message: { current_password: ['is wrong'] } },
  });
  expect(await change(PASSWORD, 'short')).toMatchObject({ status: 400 });
  expect((await change(PASSWORD, 'a much better one')).status).toBe(204);
  expect((await send({ url: '/api/v4/user', ...browser(here) })).status).toBe(200);
  expect((await send({ url: '/api/v4/user', ...browser(there) })).status).toBe(401);
  expect((await signIn(newcomer.username)).status).toBe(401);
  expect((await signIn(newcomer.username, 'a much better one')).status).toBe(200);
});

test('a blocked person is out at once', async ({ signIn, newcomer, send, call }) => {
  const secret = cookieOf(await signIn(newcomer.username));
  await call('root', 'POST', `/users/${newcomer.id}/block`);
  expect((await send({ url: '/api/v4/user', ...browser(secret) })).status).toBe(401);
  await call('root', 'POST', `/users/${newcomer.id}/unblock`);
  expect((await signIn(newcomer.username)).status).toBe(200);
});
