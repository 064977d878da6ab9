import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../platform/database/tables.ts';
import { Authenticator, type Deviation } from '../../testing/second-factors/authenticator.ts';
import { Browser, PASSWORD, test as base } from '../../testing/second-factors/browser.ts';

interface Options {
  challenge: string;
  rpId?: string;
  userVerification?: string;
  allowCredentials?: { id: string }[];
}

const test = base.extend('passkey', async ({ signedIn }) => {
  const { authenticator, answer } = await signedIn.addPasskey();
  return { authenticator, id: answer.body.passkey.id, recoveryCodes: answer.body.recovery_codes };
});

const optionsIn = async (browser: Browser, url: string): Promise<Options> =>
  (await browser.send<Options>('POST', url)).body;

/** Signs in with a passkey alone. */
async function signInWith(browser: Browser, authenticator: Authenticator, deviation: Deviation = {}) {
  const options = await optionsIn(browser, '/-/sign-in/passkey/options');
  return browser.send('POST', '/-/sign-in/passkey', { response: authenticator.get(options, deviation) });
}

/** Uses a passkey as the second factor. */
async function passStep(browser: Browser, authenticator: Authenticator, deviation: Deviation = {}) {
  const options = await optionsIn(browser, '/-/sign-in/second-factor/passkey/options');
  return browser.send('POST', '/-/sign-in/second-factor/passkey', { response: authenticator.get(options, deviation) });
}

/** The newest failed sign-in of the log: its account and its reason. */
async function lastFailure(db: Db): Promise<{ entity: number | null; what: string } | undefined> {
  const { rows } = await sql<{ entity: number | null; what: string }>`
    SELECT entity_id AS entity, custom_message AS what FROM audit_events
    WHERE kind = 'sign_in_failed' ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0];
}

test('OG-2F-07: a challenge of 32 bytes lasts 5 minutes and works once; the list has name, date and last use, and ends at 20', async ({
  signedIn,
  passkey,
  browser,
  db,
  newcomer,
}) => {
  const options = () =>
    signedIn.send<Options>('POST', '/-/two-factor/passkeys/options', { current_password: PASSWORD });
  const { challenge } = (await options()).body;
  expect(Buffer.from(challenge, 'base64url')).toHaveLength(32);
  const { rows } = await sql<{ seconds: number }>`
    SELECT extract(epoch FROM max(expires_at) - now())::int AS seconds FROM passkey_challenges`.execute(db);
  expect(rows[0]?.seconds).toBeGreaterThan(290);
  expect(rows[0]?.seconds).toBeLessThanOrEqual(300);
  const add = (name: string, response: object) => signedIn.send('POST', '/-/two-factor/passkeys', { name, response });
  const phone = new Authenticator('http://milepost.test');
  expect((await add('Phone', phone.create({ challenge }))).status).toBe(200);
  const again = new Authenticator('http://milepost.test').create({ challenge });
  expect(await add('Again', again)).toMatchObject({ status: 401, body: { code: 'PASSKEY_REFUSED' } });
  const late = (await options()).body;
  await sql`UPDATE passkey_challenges SET expires_at = expires_at - interval '5 minutes'`.execute(db);
  expect((await add('Late', new Authenticator('http://milepost.test').create(late))).status).toBe(401);
  // The same authenticator key a second time.
  expect((await add('Twice', phone.create((await options()).body))).status).toBe(401);

  expect((await signInWith(browser(), passkey.authenticator)).status).toBe(200);
  const list = async () =>
    ((await signedIn.send('GET', '/-/two-factor')).body as { passkeys: Record<string, unknown>[] }).passkeys;
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;
  expect(await list()).toEqual([
    { id: passkey.id, name: 'Laptop', created_at: time, last_used_at: time },
    { id: expect.any(Number) as number, name: 'Phone', created_at: time, last_used_at: null },
  ]);
  expect(
    (await signedIn.send('PUT', `/-/two-factor/passkeys/${passkey.id}`, { name: ' Work laptop ' })).body,
  ).toMatchObject({
    name: 'Work laptop',
  });
  expect((await signedIn.send('PUT', `/-/two-factor/passkeys/${passkey.id}`, { name: ' ' })).status).toBe(400);
  await sql`INSERT INTO passkeys (user_id, credential_id, public_key, name)
    SELECT ${newcomer.id}, decode(lpad(n::text, 4, '0'), 'hex'), '', 'More' FROM generate_series(1, 17) AS n`.execute(
    db,
  );
  expect((await signedIn.addPasskey('The twentieth')).answer.status).toBe(200);
  expect((await options()).status).toBe(409);
  expect(await list()).toHaveLength(20);
});

test('OG-2F-08, OG-AU-02: every false response is refused with the same words, and recorded', async ({
  passkey,
  browser,
  newcomer,
  signedIn,
  db,
}) => {
  const { authenticator } = passkey;
  expect((await signInWith(browser(), authenticator)).status).toBe(200);
  authenticator.counter = 10;
  expect((await signInWith(browser(), authenticator)).status).toBe(200);
  const stranger = new Authenticator('http://milepost.test');
  const deviations: Deviation[] = [
    { origin: 'http://evil.test' },
    { origin: 'http://milepost.test:8080' },
    { rpId: 'evil.test' },
    { challenge: Buffer.alloc(32).toString('base64url') },
    { hasBadSignature: true },
    { counter: 3 },
    { counter: 11 },
    { id: stranger.id.toString('base64url') },
    { id: 'not base64!' },
    { id: '' },
  ];
  const refused = {
    status: 401,
    body: {
      message: 'The passkey was not accepted. Try again, or use another way to sign in.',
      code: 'PASSKEY_REFUSED',
    },
  };
  for (const deviation of deviations) {
    expect
      .soft(await signInWith(browser(), authenticator, deviation), JSON.stringify(deviation))
      .toMatchObject(refused);
    const second = browser();
    await second.signIn(newcomer.username);
    expect.soft(await passStep(second, authenticator, deviation), JSON.stringify(deviation)).toMatchObject(refused);
  }
  authenticator.counter = 20;
  expect(await signInWith(browser(), stranger)).toMatchObject(refused);
  // A challenge is used up by a refused response, too, and is valid for its purpose only.
  const other = browser();
  const options = await optionsIn(other, '/-/sign-in/passkey/options');
  const send = (response: object) => other.send('POST', '/-/sign-in/passkey', { response });
  expect(await send(authenticator.get(options, { origin: 'http://evil.test' }))).toMatchObject(refused);
  expect(await send(authenticator.get(options))).toMatchObject(refused);
  const ofStep = browser();
  await ofStep.signIn(newcomer.username);
  const stepOptions = await optionsIn(ofStep, '/-/sign-in/second-factor/passkey/options');
  expect(await send(authenticator.get(stepOptions))).toMatchObject(refused);
  for (const response of [{ id: 'x' }, { id: authenticator.id.toString('base64url'), response: { clientDataJSON: 7 } }])
    expect(await send(response)).toMatchObject(refused);
  // The account is recorded where the response names its passkey, or it is the second step of the account.
  const failures = sql<{ entity: number | null; count: number }>`
    SELECT entity_id AS entity, count(*)::int AS count FROM audit_events
    WHERE kind = 'sign_in_failed' AND custom_message = ${`Sign-in with a passkey: ${refused.body.message}`}
    GROUP BY entity_id ORDER BY entity_id NULLS LAST`;
  expect((await failures.execute(db)).rows).toEqual([
    { entity: newcomer.id, count: deviations.length + 7 },
    { entity: null, count: 9 },
  ]);
  expect((await other.send('POST', '/-/sign-in/passkey', {})).status).toBe(400);
  const add = await signedIn.send<Options>('POST', '/-/two-factor/passkeys/options', { current_password: PASSWORD });
  const response = new Authenticator('http://milepost.test').create(add.body, { origin: 'http://evil.test' });
  expect(await signedIn.send('POST', '/-/two-factor/passkeys', { name: 'Evil', response })).toMatchObject(refused);
});

test('the passkey of another person is no second factor', async ({ passkey, browser, build, send }) => {
  const { hashPassword } = await import('./commands/passwords.ts');
  const other = await build.user({ passwordHash: await hashPassword(PASSWORD) });
  const own = new Browser(send);
  await own.signIn(other.username);
  const { authenticator } = await own.addPasskey();
  const signing = browser();
  await signing.signIn(other.username);
  expect(await passStep(signing, passkey.authenticator)).toMatchObject({
    status: 401,
    body: { code: 'PASSKEY_REFUSED' },
  });
  expect((await passStep(signing, authenticator)).status).toBe(200);
});

test('OG-2F-09: a passkey that verified its user signs in alone; one that did not is the second factor only', async ({
  passkey,
  newcomer,
  browser,
  db,
}) => {
  const { authenticator } = passkey;
  const alone = browser();
  const options = await optionsIn(alone, '/-/sign-in/passkey/options');
  // Discoverable: the options name no account.
  expect(options).toMatchObject({ rpId: 'milepost.test', userVerification: 'required' });
  expect(options.allowCredentials ?? []).toEqual([]);
  const signed = await signInWith(alone, authenticator);
  expect(signed).toMatchObject({ status: 200, body: { viewer: { username: newcomer.username } } });
  expect((await alone.send('GET', '/api/v4/user')).body).toMatchObject({ username: newcomer.username });

  const unverified = browser();
  expect((await signInWith(unverified, authenticator, { isUserVerified: false })).status).toBe(401);
  expect(await lastFailure(db)).toEqual({ entity: newcomer.id, what: 'The passkey did not verify its user' });
  expect((await unverified.send('GET', '/api/v4/user')).status).toBe(401);
  expect((await unverified.signIn(newcomer.username)).body).toEqual({ secondFactor: true });
  expect((await unverified.send('GET', '/-/sign-in/second-factor')).body).toEqual({
    totp: false,
    passkeys: true,
    recovery_codes: true,
  });
  const second = await passStep(unverified, authenticator, { isUserVerified: false });
  expect(second).toMatchObject({ status: 200, body: { viewer: { username: newcomer.username } } });
});

test('OG-AU-02: a blocked person cannot sign in with a passkey, which is recorded', async ({
  passkey,
  newcomer,
  browser,
  call,
  db,
}) => {
  await call('root', 'POST', `/users/${newcomer.id}/block`);
  expect(await signInWith(browser(), passkey.authenticator)).toMatchObject({
    status: 403,
    body: { code: 'ACCOUNT_BLOCKED' },
  });
  expect(await lastFailure(db)).toEqual({
    entity: newcomer.id,
    what: 'Correct sign-in with passkey, but: Your account is blocked. Ask an administrator to unblock it.',
  });
});

test('a passkey is removed with the password by its owner only; the last factor ends the recovery codes', async ({
  passkey,
  signedIn,
  browser,
  newcomer,
  build,
  send,
}) => {
  expect(passkey.recoveryCodes).toHaveLength(10);
  const { hashPassword } = await import('./commands/passwords.ts');
  const other = new Browser(send);
  await other.signIn((await build.user({ passwordHash: await hashPassword(PASSWORD) })).username);
  const path = `/-/two-factor/passkeys/${passkey.id}`;
  expect((await other.send('DELETE', path, { current_password: PASSWORD })).status).toBe(404);
  expect((await other.send('PUT', path, { name: 'Mine' })).status).toBe(404);
  expect((await signedIn.send('DELETE', path, { current_password: 'wrong' })).status).toBe(400);
  expect((await signedIn.send('DELETE', path, { current_password: PASSWORD })).status).toBe(204);
  expect((await signedIn.send('GET', '/-/two-factor')).body).toMatchObject({ passkeys: [], recovery_codes_left: 0 });
  expect((await browser().signIn(newcomer.username)).body).toHaveProperty('viewer');
});
