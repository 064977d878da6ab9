import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { expect, onTestFinished, vi } from 'vitest';
import { buildServer } from '../../app/server.ts';
import type { Answer } from '../../testing/http.ts';
import { test as base, tokenFor } from '../../testing/http.ts';
import { csrfTokenOf } from './commands/sessions.ts';
import { argon2id, hashPassword, isPassword, prepareComparison } from './commands/passwords.ts';
import { attemptDelays } from './commands/attempts.ts';
import { sweepAttempts } from './store/sign-in.ts';
import type { User } from './store.ts';

const PASSWORD = 'correct horse battery';
const cookieOf = (answer: Answer): string =>
  /_gitlab_session=([^;]*)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';

const deviceIn = (answer: Answer): string =>
  /milepost_device=([^;]*)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';

const test = base
  .extend('newcomer', async ({ build }): Promise<User> => build.user({ passwordHash: await hashPassword(PASSWORD) }))
  .extend(
    'signIn',
    ({ send }) =>
      (username: string, password = PASSWORD, more: InjectOptions = {}) =>
        send({ method: 'POST', url: '/-/sign-in', payload: { username, password }, ...more }),
  );

/** A browser request: the cookie, and on changes the CSRF token. */
const browser = (secret: string) => ({
  cookies: { _gitlab_session: secret },
  headers: { 'x-csrf-token': csrfTokenOf(secret) },
});

test('a password is stored as an argon2id hash with its own salt', async () => {
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
    const cookie = String([answer.headers['set-cookie']].flat()[0]);
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

test('the database contains no session secrets', async ({ signIn, newcomer, db }) => {
  const secret = cookieOf(await signIn(newcomer.username));
  const { rows } = await sql<{ row: string }>`SELECT sessions::text AS row FROM sessions`.execute(db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ row }) => row.includes(secret))).toBe(false);
});

test('a session cookie ends with the browser unless "Remember me" was chosen', async ({ send, newcomer }) => {
  const answer = await send({
    method: 'POST',
    url: '/-/sign-in',
    payload: { username: newcomer.username, password: PASSWORD, remember: false },
  });
  expect(String([answer.headers['set-cookie']].flat()[0])).not.toContain('Max-Age');
});

test('a wrong name and a wrong password get the same answer', async ({ signIn, newcomer, build, db }) => {
  const refusals = [
    await signIn(newcomer.username, 'wrong'),
    await signIn('nobody-of-this-name', 'wrong'),
    // An imported account has no password and cannot sign in.
    await signIn((await build.user()).username, ''),
  ];
  for (const answer of refusals) {
    expect(answer).toMatchObject({
      status: 401,
      body: { message: 'Wrong username or password', code: 'WRONG_PASSWORD' },
    });
    expect(answer.headers).not.toHaveProperty('set-cookie');
  }
  const { rows } = await sql<{ row: string }>`SELECT sign_in_delays::text AS row FROM sign_in_delays`.execute(db);
  expect(rows.some(({ row }) => row.includes('nobody'))).toBe(false);
});

test('OG-SE-08: a refused password costs the same work for every kind of account, so that its time tells nothing', async ({
  signIn,
  newcomer,
  build,
  call,
  db,
  statements,
}) => {
  const passwordHash = await hashPassword(PASSWORD);
  const withIdentity = async (provider: string) => {
    const user = await build.user();
    await sql`INSERT INTO identities (user_id, provider, subject, shown_as) VALUES (${user.id}, ${provider}, ${user.username}, ${user.username})`.execute(
      db,
    );
    return user.username;
  };
  const bot = await call<{ username: string }>('root', 'POST', '/service_accounts');
  const unconfirmed = await build.user({ passwordHash });
  await sql`UPDATE users SET confirmed_at = NULL WHERE id = ${unconfirmed.id}`.execute(db);
  const names: Record<string, string> = {
    existing: newcomer.username,
    'by address': newcomer.email,
    unknown: 'nobody-at-all',
    'not a name': 'ä b@',
    'of the directory': await withIdentity('ldapmain'),
    'of a provider': await withIdentity('example'),
    blocked: (await build.user({ passwordHash, state: 'blocked' })).username,
    banned: (await build.user({ passwordHash, state: 'banned' })).username,
    'blocked by the directory': (await build.user({ state: 'ldap_blocked' })).username,
    'not approved': (await build.user({ passwordHash, state: 'blocked_pending_approval' })).username,
    unconfirmed: unconfirmed.username,
    'service account': bot.body.username,
  };
  const [verify, hash] = [vi.spyOn(argon2id, 'verify'), vi.spyOn(argon2id, 'hash')];
  onTestFinished(() => {
    verify.mockRestore();
    hash.mockRestore();
  });
  const workFor = async (name: string) => {
    statements.length = 0;
    verify.mockClear();
    hash.mockClear();
    const { status, body, headers } = await signIn(name, 'wrong');
    return {
      status,
      body,
      cookies: headers['set-cookie'] ?? null,
      // One comparison, at the same cost.
      comparisons: verify.mock.calls.map(([stored]) => /^\$\w+\$v=\d+\$[^$]+/.exec(String(stored))?.[0]),
      hashes: hash.mock.calls.length,
      statements: [...statements],
    };
  };
  // As a server does when it starts to listen.
  await prepareComparison();
  const usual = await workFor(newcomer.username);
  expect(usual).toMatchObject({
    status: 401,
    cookies: null,
    comparisons: ['$argon2id$v=19$m=19456,t=2,p=1'],
    hashes: 0,
  });
  for (const [kind, name] of Object.entries(names))
    expect({ kind, ...(await workFor(name)) }).toEqual({ kind, ...usual });
});

test('a blocked account is reported only with the correct password', async ({ signIn, build }) => {
  const blocked = await build.user({ passwordHash: await hashPassword(PASSWORD), state: 'blocked' });
  expect(await signIn(blocked.username, 'wrong')).toMatchObject({ status: 401 });
  expect(await signIn(blocked.username)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_BLOCKED' } });
});

/** Number of failures without a delay. */
const FREE = attemptDelays.findIndex((seconds) => seconds > 0);
const at = (remoteAddress: string, more: InjectOptions = {}): InjectOptions => ({ remoteAddress, ...more });

test('failures delay the next attempt, longer and longer, also for the right password, until the time has passed', async ({
  signIn,
  newcomer,
  db,
}) => {
  const from = at('198.51.100.1');
  const pass = (seconds: number) =>
    sql`UPDATE sign_in_delays SET allowed_at = allowed_at - make_interval(secs => ${seconds}::int)`.execute(db);
  const waits: number[] = [];
  for (const delay of attemptDelays.slice(0, -1)) {
    expect((await signIn(newcomer.username, 'wrong', from)).status).toBe(401);
    if (delay === 0) continue;
    const refused = await signIn(newcomer.username, PASSWORD, from);
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_SIGN_INS' } });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(delay - 3);
    expect(wait).toBeLessThanOrEqual(delay);
    expect((refused.body as { message: string }).message).toContain(
      wait <= 90 ? `Try again in ${wait} seconds.` : `Try again in ${Math.ceil(wait / 60)} minutes.`,
    );
    waits.push(wait);
    await pass(delay);
  }
  expect(waits.every((wait, index) => index === 0 || wait > (waits[index - 1] ?? 0))).toBe(true);
  expect((await signIn(newcomer.username, PASSWORD, from)).status).toBe(200);
  // A success resets the count.
  for (let attempt = 0; attempt < FREE; attempt++) await signIn(newcomer.username, 'wrong', from);
  expect((await signIn(newcomer.username, PASSWORD, from)).status).toBe(200);
});

test('failures delay neither the same account from another network nor other accounts from the same address', async ({
  signIn,
  newcomer,
  build,
}) => {
  const neighbor = await build.user({ passwordHash: await hashPassword(PASSWORD) });
  for (let attempt = 0; attempt < 60; attempt++) await signIn(newcomer.username, 'wrong', at('198.51.100.2'));
  expect((await signIn(newcomer.username, PASSWORD, at('198.51.100.2'))).status).toBe(429);
  expect((await signIn(newcomer.username, PASSWORD, at('198.51.100.3'))).status).toBe(200);
  expect((await signIn(neighbor.username, PASSWORD, at('198.51.100.2'))).status).toBe(200);
});

test('failures of an unknown name delay it in the same way, in any spelling', async ({ signIn, newcomer, world }) => {
  const unknown = `Nobody-${world.next()}`;
  for (const [name, ip] of [
    [unknown, '198.51.100.4'],
    [newcomer.username, '198.51.100.5'],
  ] as const) {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < FREE + 3; attempt++) {
      const spelling = attempt % 2 ? name.toUpperCase() : ` ${name} `;
      statuses.push((await signIn(spelling, 'wrong', at(ip))).status);
    }
    expect(statuses).toEqual([...Array.from({ length: FREE + 1 }, () => 401), 429, 429]);
  }
});

test('a device that signed in before is delayed by its own failures alone', async ({ signIn, newcomer, build }) => {
  const ip = '198.51.100.6';
  const known = deviceIn(await signIn(newcomer.username, PASSWORD, at(ip)));
  expect(known).not.toBe('');
  const fromDevice = (password: string, cookie = known) =>
    signIn(newcomer.username, password, at(ip, { cookies: { milepost_device: cookie } }));
  // Another client with the same IP address.
  for (let attempt = 0; attempt < 60; attempt++) await signIn(newcomer.username, 'wrong', at(ip));
  expect((await signIn(newcomer.username, PASSWORD, at(ip))).status).toBe(429);
  expect((await fromDevice(PASSWORD)).status).toBe(200);

  // A forged cookie, and one of a device that signed in to another account, change nothing.
  const [id = ''] = known.split('.');
  expect((await fromDevice(PASSWORD, `${id}.${newcomer.id}.${'A'.repeat(43)}`)).status).toBe(429);
  const other = await build.user({ passwordHash: await hashPassword(PASSWORD) });
  const foreign = deviceIn(await signIn(other.username, PASSWORD, at(ip)));
  expect((await fromDevice(PASSWORD, foreign)).status).toBe(429);

  // A known device does not get more attempts.
  for (let attempt = 0; attempt <= FREE; attempt++) await fromDevice('wrong');
  expect((await fromDevice(PASSWORD)).status).toBe(429);
});

test('a device may be known for several accounts, and its cookie is for the sign-in alone', async ({
  signIn,
  newcomer,
  build,
}) => {
  const other = await build.user({ passwordHash: await hashPassword(PASSWORD) });
  const first = await signIn(newcomer.username);
  const cookie = [first.headers['set-cookie']].flat().find((each) => String(each).startsWith('milepost_device='));
  expect(String(cookie)).toMatch(/; Max-Age=34560000; Path=\/-\/sign-in; HttpOnly; SameSite=Lax$/);
  const second = await signIn(other.username, PASSWORD, { cookies: { milepost_device: deviceIn(first) } });
  const [firstId, secondId] = [first, second].map((answer) => deviceIn(answer).split('.')[0]);
  expect(secondId).toBe(firstId);
  expect(deviceIn(second).split('.')[1]).toBe(`${other.id}-${newcomer.id}`);
});

test('many attempts at once do not slip through together', async ({ signIn }) => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => signIn('guessed-at', 'wrong', at('198.51.100.7'))),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(FREE + 1);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30 - FREE - 1);
});

test('counts are dropped a day after their last failure, and the oldest beyond a bound', async ({ signIn, db }) => {
  const count = async () =>
    (await sql<{ count: number }>`SELECT count(*)::int AS count FROM sign_in_delays`.execute(db)).rows[0]?.count;
  await sql`DELETE FROM sign_in_delays`.execute(db);
  for (const name of ['a', 'b', 'c', 'd']) await signIn(`made-up-${name}`, 'wrong');
  await sweepAttempts(db);
  expect(await count()).toBe(4);
  await sweepAttempts(db, 3);
  expect(await count()).toBe(3);
  await sql`UPDATE sign_in_delays SET failed_at = now() - interval '25 hours'`.execute(db);
  await sweepAttempts(db);
  expect(await count()).toBe(0);
});

test('behind a trusted proxy each client has its own delays; nobody can spoof an address', async ({
  world,
  newcomer,
}) => {
  const server = await buildServer({
    services: world.services,
    logLevel: 'silent',
    secret: 's'.repeat(32),
    dataDir: '/nowhere',
    trustedProxies: ['10.0.0.0/8'],
  });
  const attempt = async (remoteAddress: string, client: string, password: string) =>
    (
      await server.inject({
        method: 'POST',
        url: '/-/sign-in',
        remoteAddress,
        headers: { 'x-forwarded-for': client },
        payload: { username: newcomer.username, password },
      })
    ).statusCode;
  try {
    for (let each = 0; each <= FREE; each++) expect(await attempt('10.0.0.1', '198.51.100.8', 'wrong')).toBe(401);
    expect(await attempt('10.0.0.1', '198.51.100.8', PASSWORD)).toBe(429);
    expect(await attempt('10.0.0.1', '198.51.100.9', PASSWORD)).toBe(200);
    // The same client through another proxy.
    expect(await attempt('10.0.0.2', '198.51.100.8', PASSWORD)).toBe(429);
    for (let each = 0; each <= FREE; each++)
      expect(await attempt('203.0.113.9', `198.51.100.${100 + each}`, 'wrong')).toBe(401);
    expect(await attempt('203.0.113.9', '198.51.100.200', PASSWORD)).toBe(429);
  } finally {
    await server.close();
  }
});

test('cross-site sign-in is refused', async ({ signIn, newcomer }) => {
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

test('a session expires, sooner if it is not used', async ({ signIn, newcomer, send, db }) => {
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
  expect(await days()).toBe(7);
  await age('5 days');
  expect(await days()).toBe(2);
  expect((await send({ url: '/api/v4/user', ...browser(secret) })).status).toBe(200);
  // Use extended the session.
  expect(await days()).toBe(7);
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
  // One for the viewer with all roles, one for the list.
  expect(statements).toHaveLength(2);
});

test('RS-GN-07: a change with a cookie needs its CSRF token; reading and tokens need none', async ({
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
  expect((await create({ 'x-csrf-token': 'invalid' })).status).toBe(403);
  expect((await create({ 'x-csrf-token': csrfTokenOf('another session') })).status).toBe(403);
  expect((await create({ 'x-csrf-token': csrfTokenOf(secret) })).status).toBe(201);
  expect((await query({})).status).toBe(403);
  expect((await query({ 'x-csrf-token': csrfTokenOf(secret) })).status).toBe(200);
  expect((await send({ method: 'POST', url: '/-/sign-out', cookies: { _gitlab_session: secret } })).status).toBe(403);
  expect((await send({ url: '/api/v4/user', cookies: { _gitlab_session: secret } })).status).toBe(200);
  expect((await create({ 'private-token': await tokenFor(world, 'ada') }, {})).status).toBe(201);
});

test('changing the password requires the old one and ends every other session', async ({ signIn, newcomer, send }) => {
  const here = cookieOf(await signIn(newcomer.username));
  const there = cookieOf(await signIn(newcomer.username));
  const change = (current: string, password: string) =>
    send({ method: 'PUT', url: '/-/password', ...browser(here), payload: { current_password: current, password } });
  expect(await change('wrong', 'a much better one')).toMatchObject({
    status: 400,
    body: { message: { current_password: ['The current password is wrong.'] } },
  });
  expect(await change(PASSWORD, 'short')).toMatchObject({ status: 400 });
  expect((await change(PASSWORD, 'a much better one')).status).toBe(204);
  expect((await send({ url: '/api/v4/user', ...browser(here) })).status).toBe(200);
  expect((await send({ url: '/api/v4/user', ...browser(there) })).status).toBe(401);
  expect((await signIn(newcomer.username)).status).toBe(401);
  expect((await signIn(newcomer.username, 'a much better one')).status).toBe(200);
});

test('guesses at the password of a stolen session are slowed down', async ({ signIn, newcomer, send }) => {
  const [stolen, own] = [cookieOf(await signIn(newcomer.username)), cookieOf(await signIn(newcomer.username))];
  const change = (secret: string, current: string) =>
    send({
      method: 'PUT',
      url: '/-/password',
      ...browser(secret),
      payload: { current_password: current, password: 'a much better one' },
    });
  for (let attempt = 0; attempt <= FREE; attempt++) expect((await change(stolen, 'wrong')).status).toBe(400);
  const refused = await change(stolen, PASSWORD);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await change(own, PASSWORD)).status).toBe(204);
});

test('a blocked user is signed out immediately', async ({ signIn, newcomer, send, call }) => {
  const secret = cookieOf(await signIn(newcomer.username));
  await call('root', 'POST', `/users/${newcomer.id}/block`);
  expect((await send({ url: '/api/v4/user', ...browser(secret) })).status).toBe(401);
  await call('root', 'POST', `/users/${newcomer.id}/unblock`);
  expect((await signIn(newcomer.username)).status).toBe(200);
});
