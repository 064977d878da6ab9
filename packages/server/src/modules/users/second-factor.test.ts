import { sql } from 'kysely';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { buildServer } from '../../app/server.ts';
import { mailServerOfTests } from '../../testing/mail/mail-server-of-tests.ts';
import { sendMails } from '../../platform/outbox/mails.ts';
import { cookieIn, PASSWORD, test } from '../../testing/second-factors/browser.ts';
import { codeOf } from '../../testing/second-factors/totp.ts';
import { attemptDelays } from './commands/attempts.ts';

const smtp = mailServerOfTests();

// The clock stands still, so that no test crosses the end of a step.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 10_000 }));
afterEach(() => void vi.useRealTimers());

/** Lets `steps` steps pass. */
const pass = (steps: number) => vi.setSystemTime(Date.now() + steps * 30_000);

test('OG-2F-01: the set-up shows an otpauth address and a secret of 160 bits, for SHA-1 codes of 6 digits in steps of 30 seconds', async ({
  signedIn,
  newcomer,
}) => {
  const { status, body } = await signedIn.send('POST', '/-/two-factor/totp', { current_password: PASSWORD });
  expect(status).toBe(200);
  const { secret, uri } = body as { secret: string; uri: string };
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const url = new URL(uri);
  expect(url.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri)).toContain(`otpauth://totp/Milepost:${newcomer.username}?`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    secret,
    issuer: 'Milepost',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('OG-2F-02: an authenticator app is active after the password and one code, sealed, and its secret is never shown again', async ({
  signedIn,
  newcomer,
  browser,
  db,
}) => {
  const start = (password: string) =>
    signedIn.send<{ secret: string }>('POST', '/-/two-factor/totp', { current_password: password });
  expect(await start('wrong')).toMatchObject({
    status: 400,
    body: { message: { current_password: [expect.anything()] } },
  });
  const { secret } = (await start(PASSWORD)).body;
  const state = () => signedIn.send('GET', '/-/two-factor');
  expect((await state()).body).toMatchObject({ totp_since: null, recovery_codes_left: 0 });
  // Not active yet: the password is enough.
  expect((await browser().signIn(newcomer.username)).body).toHaveProperty('viewer');
  const confirm = (code: string) => signedIn.send('PUT', '/-/two-factor/totp', { code });
  expect(await confirm('000000')).toMatchObject({ status: 401, body: { code: 'WRONG_CODE' } });
  expect(await confirm('not a code')).toMatchObject({ status: 401 });
  expect(await confirm(codeOf(secret))).toMatchObject({ status: 200 });
  const after = await state();
  expect(after.body).toMatchObject({ totp_since: expect.any(String) as string, recovery_codes_left: 10 });
  expect(JSON.stringify(after.body)).not.toContain(secret);
  expect(await confirm(codeOf(secret, 1))).toMatchObject({ status: 404 });
  const { rows } = await sql<{ row: string }>`SELECT totp_factors::text AS row FROM totp_factors`.execute(db);
  expect(rows.map(({ row }) => row).join()).not.toContain(secret);
  expect(rows.map(({ row }) => row).join()).not.toContain(Buffer.from(secret).toString('hex'));
});

test('an account without a password needs a recent sign-in instead', async ({ signedIn, newcomer, db }) => {
  await sql`UPDATE users SET password_hash = NULL WHERE id = ${newcomer.id}`.execute(db);
  expect((await signedIn.send('POST', '/-/two-factor/totp', {})).status).toBe(200);
  await sql`UPDATE sessions SET created_at = now() - interval '11 minutes' WHERE user_id = ${newcomer.id}`.execute(db);
  expect(await signedIn.send('POST', '/-/two-factor/totp', {})).toMatchObject({
    status: 403,
    body: { code: 'STALE_SIGN_IN' },
  });
});

test('OG-2F-03: the current code and those of one step to each side work, each once', async ({
  signedIn,
  newcomer,
  browser,
  db,
}) => {
  const { secret } = await signedIn.addTotp();
  pass(5);
  const enter = async (code: string) => {
    const other = browser();
    await other.signIn(newcomer.username);
    return (await other.second({ code })).status;
  };
  expect(await enter(codeOf(secret, -2))).toBe(401);
  expect(await enter(codeOf(secret, 2))).toBe(401);
  expect(await enter(codeOf(secret, 1))).toBe(200);
  // A newer code was used; those of the other steps were not.
  expect(await enter(` ${codeOf(secret, -1).slice(0, 3)} ${codeOf(secret, -1).slice(3)}`)).toBe(200);
  expect(await enter(codeOf(secret))).toBe(200);
  const used = [-1, 0, 1].map((steps) => codeOf(secret, steps));
  for (const code of used) expect(await enter(code)).toBe(401);
  pass(1);
  // Both are still within the window of acceptance.
  expect(await enter(used[2] ?? '')).toBe(401);
  expect(await enter(used[1] ?? '')).toBe(401);
  await sql`DELETE FROM sign_in_delays`.execute(db);
  expect(await enter(codeOf(secret, 1))).toBe(200);
});

test('two requests with one code at the same time: one signs in', async ({ signedIn, newcomer, browser }) => {
  const { secret } = await signedIn.addTotp();
  const browsers = [browser(), browser()];
  for (const each of browsers) await each.signIn(newcomer.username);
  const both = await Promise.all(browsers.map((each) => each.second({ code: codeOf(secret) })));
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401]);
});

test('ten recovery codes work once each, are hashed, and end when new ones are made', async ({
  signedIn,
  newcomer,
  browser,
  db,
}) => {
  const { recoveryCodes } = await signedIn.addTotp();
  expect(recoveryCodes).toHaveLength(10);
  expect(new Set(recoveryCodes).size).toBe(10);
  const enter = async (code: string) => {
    const other = browser();
    await other.signIn(newcomer.username);
    return other.second({ recovery_code: code });
  };
  const [first = '', second = ''] = recoveryCodes;
  expect(await enter(first)).toMatchObject({ status: 200, body: { recovery_codes_left: 9 } });
  expect(await enter(first)).toMatchObject({ status: 401, body: { code: 'WRONG_CODE' } });
  // Case, separators and letters that look like digits make no difference.
  expect((await enter(second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O'))).status).toBe(200);
  const { rows } = await sql<{ row: string }>`SELECT recovery_codes::text AS row FROM recovery_codes`.execute(db);
  const stored = rows.map(({ row }) => row).join();
  for (const code of recoveryCodes) {
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(Buffer.from(code).toString('hex'));
  }
  const made = await signedIn.send<{ recovery_codes: string[] }>('POST', '/-/two-factor/recovery-codes', {
    current_password: PASSWORD,
  });
  expect(made.body.recovery_codes).toHaveLength(10);
  expect((await enter(recoveryCodes[2] ?? '')).status).toBe(401);
  const left: unknown[] = [];
  for (const code of made.body.recovery_codes.slice(0, 7)) left.push((await enter(code)).body['recovery_codes_left']);
  expect(left).toEqual([9, 8, 7, 6, 5, 4, 3]);
});

test('OG-2F-05: after five wrong codes the next attempt waits, each time longer, also with a correct code and on another server', async ({
  signedIn,
  newcomer,
  browser,
  db,
}) => {
  const { secret } = await signedIn.addTotp();
  const other = browser();
  await other.signIn(newcomer.username);
  const free = attemptDelays.findIndex((seconds) => seconds > 0) + 1;
  expect(free).toBe(5);
  for (let attempt = 0; attempt < free; attempt++) expect((await other.second({ code: '000000' })).status).toBe(401);
  const waits: number[] = [];
  for (let round = 0; round < 4; round++) {
    const refused = await other.second({ code: codeOf(secret) });
    expect(refused).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('Too many wrong codes') as string },
    });
    waits.push(Number(refused.headers['retry-after']));
    // A recovery code waits too. The count is in the database, which all servers share.
    expect((await other.second({ recovery_code: 'x' })).status).toBe(429);
    await sql`UPDATE sign_in_delays SET allowed_at = now()`.execute(db);
    expect((await other.second({ code: '000000' })).status).toBe(401);
  }
  expect(waits).toEqual([...waits].sort((one, next) => one - next));
  expect(new Set(waits).size).toBe(waits.length);
  await sql`UPDATE sign_in_delays SET allowed_at = now()`.execute(db);
  expect((await other.second({ code: codeOf(secret) })).status).toBe(200);
});

test('OG-2F-06: between password and second factor nothing is signed in, for at most 5 minutes', async ({
  signedIn,
  newcomer,
  browser,
  db,
}) => {
  const { secret } = await signedIn.addTotp();
  const former = signedIn.cookies['_gitlab_session'];
  const step = await signedIn.signIn(newcomer.username);
  expect(step).toMatchObject({ status: 200, body: { secondFactor: true } });
  expect(step.body).not.toHaveProperty('viewer');
  // Not even with the session that this browser had.
  expect(signedIn.cookies).not.toHaveProperty('_gitlab_session');
  const token = cookieIn(step, 'milepost_sign_in_step');
  const cookies = [step.headers['set-cookie'] ?? []].flat().map(String);
  const cookie = cookies.find((each) => each.startsWith('milepost_sign_in_step'));
  expect(cookie).toMatch(/; Max-Age=300; Path=\/-\/sign-in; HttpOnly; SameSite=Lax$/);
  for (const session of [token, former ?? '']) {
    const pretender = browser();
    pretender.cookies['_gitlab_session'] = session;
    expect((await pretender.send('GET', '/api/v4/user')).status).toBe(401);
    expect((await pretender.send('GET', '/-/two-factor')).status).toBe(401);
    const page = await pretender.send('POST', '/api/graphql', { query: '{ currentUser { username } }' });
    expect(page.status).toBe(401);
  }
  for (const url of ['/api/v4/user', '/-/sessions']) expect((await signedIn.send('GET', url)).status).toBe(401);
  expect((await signedIn.send('GET', '/-/sign-in/second-factor')).body).toEqual({
    totp: true,
    passkeys: false,
    recovery_codes: true,
  });
  expect(await browser().second({ code: codeOf(secret) })).toMatchObject({
    status: 404,
    body: { code: 'SIGN_IN_EXPIRED' },
  });
  const signed = await signedIn.second({ code: codeOf(secret) });
  expect(signed.status).toBe(200);
  expect([former, token]).not.toContain(signedIn.cookies['_gitlab_session']);
  expect((await signedIn.send('GET', '/api/v4/user')).status).toBe(200);
  // The step is used up.
  const again = browser();
  again.cookies['milepost_sign_in_step'] = token;
  pass(1);
  expect(await again.second({ code: codeOf(secret) })).toMatchObject({
    status: 404,
    body: { code: 'SIGN_IN_EXPIRED' },
  });
  const late = browser();
  await late.signIn(newcomer.username);
  await sql`UPDATE pending_sign_ins SET expires_at = expires_at - interval '5 minutes'`.execute(db);
  expect(await late.second({ code: codeOf(secret) })).toMatchObject({ status: 404, body: { code: 'SIGN_IN_EXPIRED' } });
});

test('a pending sign-in ends with a password change, and a blocked person cannot complete it', async ({
  signedIn,
  newcomer,
  browser,
  call,
}) => {
  const { secret } = await signedIn.addTotp();
  const [one, other] = [browser(), browser()];
  await one.signIn(newcomer.username);
  await call('root', 'PUT', `/users/${newcomer.id}`, { password: 'a quiet morning walk' });
  expect(await one.second({ code: codeOf(secret) })).toMatchObject({ status: 404, body: { code: 'SIGN_IN_EXPIRED' } });
  await other.signIn(newcomer.username, 'a quiet morning walk');
  await call('root', 'POST', `/users/${newcomer.id}/block`);
  expect((await other.second({ code: codeOf(secret) })).status).not.toBe(200);
});

test('an administrator removes the factors of a person, who gets a mail and is signed out everywhere', async ({
  signedIn,
  newcomer,
  browser,
  call,
  world,
  db,
}) => {
  world.services.mailer = smtp.mailer;
  await signedIn.addTotp();
  await signedIn.addPasskey();
  const waiting = browser();
  await waiting.signIn(newcomer.username);
  const reset = (who: 'root' | 'ada' | 'nobody', id: number = newcomer.id) =>
    call(who, 'PATCH', `/users/${id}/disable_two_factor`);
  expect((await reset('nobody')).status).toBe(401);
  expect((await reset('ada')).status).toBe(403);
  expect((await reset('root', 999_999_999)).status).toBe(404);
  expect((await call('root', 'GET', `/users/${newcomer.id}`)).body).toMatchObject({ two_factor_enabled: true });
  expect((await reset('root')).status).toBe(204);
  expect((await reset('root')).status).toBe(400);
  expect((await call('root', 'GET', `/users/${newcomer.id}`)).body).toMatchObject({ two_factor_enabled: false });
  expect((await signedIn.send('GET', '/api/v4/user')).status).toBe(401);
  expect(await waiting.second({ code: '000000' })).toMatchObject({ status: 404, body: { code: 'SIGN_IN_EXPIRED' } });
  expect((await browser().signIn(newcomer.username)).body).toHaveProperty('viewer');
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM recovery_codes WHERE user_id = ${newcomer.id})
      + (SELECT count(*) FROM passkeys WHERE user_id = ${newcomer.id}) AS count`.execute(db);
  expect(Number(rows[0]?.count)).toBe(0);
  await sendMails.run({ ...world.services, mailer: smtp.mailer }, {}, new AbortController().signal);
  const mails = smtp.server.received.filter(({ to }) => to.includes(newcomer.email));
  expect(mails.map(({ headers }) => headers['subject'])).toEqual(['Your second factor was removed']);
});

test('removing the app needs the password and ends the recovery codes', async ({ signedIn, newcomer, browser }) => {
  await signedIn.addTotp();
  expect((await signedIn.send('DELETE', '/-/two-factor/totp', { current_password: 'wrong' })).status).toBe(400);
  expect((await signedIn.send('DELETE', '/-/two-factor/totp', { current_password: PASSWORD })).status).toBe(204);
  expect((await signedIn.send('GET', '/-/two-factor')).body).toMatchObject({
    totp_since: null,
    recovery_codes_left: 0,
  });
  expect((await browser().signIn(newcomer.username)).body).toHaveProperty('viewer');
  const made = await signedIn.send('POST', '/-/two-factor/recovery-codes', { current_password: PASSWORD });
  expect(made.status).toBe(404);
});

test('OG-SE-04: session cookies are HttpOnly, Lax, and Secure under https; each sign-in makes a new id, and the one before has no rights', async ({
  newcomer,
  browser,
  world,
  send,
}) => {
  const cookieOf = (answer: { headers: Readonly<Record<string, unknown>> }) =>
    [answer.headers['set-cookie'] ?? []].flat().map(String)[0];
  const payload = { username: newcomer.username, password: PASSWORD };
  expect(cookieOf(await send({ method: 'POST', url: '/-/sign-in', payload }))).toMatch(
    /^_gitlab_session=\w{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const secure = await buildServer({
    services: { ...world.services, baseUrl: 'https://milepost.test' },
    logLevel: 'error',
    secret: 's'.repeat(32),
    dataDir: '/nowhere',
  });
  const { headers } = await secure.inject({ method: 'POST', url: '/-/sign-in', payload });
  await secure.close();
  expect(cookieOf({ headers })).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);

  const own = browser();
  // An id that somebody put into the browser before the sign-in.
  own.cookies['_gitlab_session'] = 'A'.repeat(43);
  await own.signIn(newcomer.username);
  const first = own.cookies['_gitlab_session'] ?? '';
  await own.signIn(newcomer.username);
  expect(own.cookies['_gitlab_session']).not.toBe(first);
  expect((await own.send('GET', '/api/v4/user')).status).toBe(200);
  for (const before of ['A'.repeat(43), first]) {
    const other = browser();
    other.cookies['_gitlab_session'] = before;
    expect((await other.send('GET', '/api/v4/user')).status).toBe(401);
  }
});
