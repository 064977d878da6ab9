import { sql } from 'kysely';
import { expect } from 'vitest';
import { withoutCredentials } from '../../platform/http/log-lines.ts';
import { sendMails } from '../../platform/outbox/mails.ts';
import { sessionHeaders, test as base } from '../../testing/http.ts';
import { bodyOf } from '../../testing/mail/mail-server.ts';
import { mailServerOfTests } from '../../testing/mail/mail-server-of-tests.ts';
import { hashPassword } from './commands/passwords.ts';
import { answerReset } from './commands/links.ts';
import { sendLinks } from './jobs.ts';
import { publicBootstrap } from './rest/set-up-page.ts';

const smtp = mailServerOfTests();

const PASSWORD = 'a quiet morning walk';
const NEW_PASSWORD = 'an even quieter evening';

/** A person with a password, and the mails that reach an address. */
const test = base
  .extend('person', async ({ build, world }) => {
    world.services.mailer = smtp.mailer;
    const user = await build.user({ passwordHash: await hashPassword(PASSWORD) });
    return { ...user, headers: await sessionHeaders(world, user.id) };
  })
  .extend('mailsTo', ({ world }) => async (address: string) => {
    const signal = new AbortController().signal;
    await sendLinks.run({ ...world.services, mailer: smtp.mailer }, {}, signal);
    await sendMails.run({ ...world.services, mailer: smtp.mailer }, {}, signal);
    return smtp.server.received
      .filter(({ to }) => to.includes(address))
      .map((mail) => ({
        subject: mail.headers['subject'],
        body: bodyOf(mail),
        path: /\/-\/(?:reset-password|confirm-email)\/[\w-]{43}/.exec(bodyOf(mail))?.[0] ?? '',
      }));
  })
  .extend('requestReset', ({ send, world, db }) => async (email: string) => {
    const answer = await send({ method: 'POST', url: '/-/forgot-password', payload: { email } });
    // Runs the queued job of the request.
    const { rows } = await sql`DELETE FROM graphile_worker._private_jobs
      WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'users.requestReset') RETURNING id`.execute(
      db,
    );
    if (rows.length > 0) await answerReset(world.services, email);
    return answer;
  })
  .extend(
    'signIn',
    ({ send }) =>
      (username: string, password: string) =>
        send({ method: 'POST', url: '/-/sign-in', payload: { username, password } }),
  );

test('TM-PW-04, TM-PW-05, TM-PW-06: a mailed link resets the password once, ends sessions and keeps tokens', async ({
  person,
  requestReset,
  mailsTo,
  send,
  signIn,
  call,
  world,
  db,
}) => {
  const token = await call('root', 'POST', `/users/${person.id}/personal_access_tokens`, {
    name: 'script',
    scopes: ['api'],
  });
  await requestReset(person.email.toUpperCase());
  await requestReset(person.email);
  const [older, newer] = await mailsTo(person.email);
  // The first link was replaced before it was sent, or is closed.
  const path = (newer ?? older)?.path ?? '';
  expect(path).toMatch(/^\/-\/reset-password\//);
  const { rows } = await sql<{ row: string }>`SELECT account_links::text AS row FROM account_links`.execute(db);
  const secret = path.split('/').at(-1) ?? '';
  expect(rows.map(({ row }) => row).join()).not.toContain(secret);
  expect(withoutCredentials(`GET ${path} from http://milepost.test${path}`)).not.toContain(secret);
  const page = await send({ url: `${path}/link.json` });
  expect(page).toMatchObject({ status: 200, body: { username: person.username } });
  expect(page.headers['referrer-policy']).toBe('no-referrer');
  const reset = (password: string) => send({ method: 'POST', url: path, payload: { password } });
  for (const weak of ['1234qwer', 'short', `${person.username} forever`])
    expect(await reset(weak)).toMatchObject({ status: 400, body: { message: { password: [expect.any(String)] } } });
  expect((await reset(NEW_PASSWORD)).status).toBe(204);
  expect(await reset(NEW_PASSWORD)).toMatchObject({ status: 404, body: { message: 'This link is no longer valid' } });
  expect(await publicBootstrap(world.services, `${path}?from=mail`)).toEqual({ isFound: false, parts: {} });
  expect((await send({ url: '/api/v4/user', headers: person.headers })).status).toBe(401);
  expect((await send({ url: '/api/v4/user', headers: { 'private-token': String(token.body['token']) } })).status).toBe(
    200,
  );
  expect((await signIn(person.username, PASSWORD)).status).toBe(401);
  expect((await signIn(person.username, NEW_PASSWORD)).status).toBe(200);
  expect((await mailsTo(person.email)).at(-1)?.subject).toBe('Your password was changed');

  await requestReset(person.email);
  const expiring = (await mailsTo(person.email)).at(-1)?.path ?? '';
  await sql`UPDATE account_links SET expires_at = expires_at - interval '2 hours' WHERE user_id = ${person.id}`.execute(
    db,
  );
  expect((await send({ url: `${expiring}/link.json` })).status).toBe(404);
});

test('TM-PW-03, TM-PW-13: the answer and its time do not reveal accounts, and further mails of an hour are dropped', async ({
  person,
  requestReset,
  mailsTo,
  send,
  statements,
}) => {
  const answers = [];
  for (let each = 0; each < 7; each++) answers.push(await requestReset(person.email));
  answers.push(await requestReset('nobody-here@milepost.test'));
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'If an account with this address exists, we sent a link to reset the password.' },
    });
  expect(await mailsTo(person.email)).toHaveLength(1);
  expect(await mailsTo('nobody-here@milepost.test')).toEqual([]);
  // The request does the same for both: what takes longer for an account is the job's.
  const statementsOf = async (email: string) => {
    statements.splice(0);
    await send({ method: 'POST', url: '/-/forgot-password', payload: { email } });
    return [...statements];
  };
  const ofAccount = await statementsOf(person.email);
  expect(ofAccount.length).toBeGreaterThan(0);
  expect(await statementsOf('nobody-here@milepost.test')).toEqual(ofAccount);
  const flood = [];
  for (let each = 0; each < 40; each++)
    flood.push(await send({ method: 'POST', url: '/-/forgot-password', payload: { email: 'x@y.z' } }));
  expect(flood.at(-1)).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) as string } });
});

test('TM-PW-07, TM-PW-08: a new address replaces the old one when it is confirmed, and needs the password', async ({
  person,
  mailsTo,
  send,
  db,
}) => {
  const change = (password: string, email = 'fresh@milepost.test') =>
    send({ method: 'PUT', url: '/-/email', headers: person.headers, payload: { current_password: password, email } });
  const wrong = { status: 400, body: { message: { current_password: ['The current password is wrong.'] } } };
  expect(await change('wrong')).toMatchObject(wrong);
  const changed = await send({
    method: 'PUT',
    url: '/-/password',
    headers: person.headers,
    payload: { current_password: 'wrong', password: NEW_PASSWORD },
  });
  expect(changed).toMatchObject(wrong);
  for (let each = 0; each < 3; each++) await change('wrong');
  expect((await change(PASSWORD)).status).toBe(429);
  await db.deleteFrom('signInDelays').execute();
  expect((await change(PASSWORD)).status).toBe(204);
  const emails = async () => (await send({ url: '/-/email', headers: person.headers })).body;
  expect(await emails()).toEqual({ email: person.email, waiting: 'fresh@milepost.test' });
  expect((await mailsTo(person.email)).map(({ subject }) => subject)).toEqual([
    'A change of your email address was requested',
  ]);
  const [mail] = await mailsTo('fresh@milepost.test');
  expect((await send({ method: 'POST', url: mail?.path ?? '' })).status).toBe(204);
  expect(await emails()).toEqual({ email: 'fresh@milepost.test', waiting: null });
  expect((await send({ method: 'POST', url: mail?.path ?? '' })).status).toBe(404);
});

test('TM-PW-09: an address that has an account is answered like a free one, and its owner is notified', async ({
  person,
  build,
  mailsTo,
  send,
}) => {
  const owner = await build.user({ email: 'owner@milepost.test' });
  const change = (email: string) =>
    send({ method: 'PUT', url: '/-/email', headers: person.headers, payload: { current_password: PASSWORD, email } });
  const [free, taken] = [await change('free@milepost.test'), await change('owner@milepost.test')];
  expect([free.status, free.body]).toEqual([taken.status, taken.body]);
  const [mail] = await mailsTo('owner@milepost.test');
  expect(mail).toMatchObject({ subject: 'You have an account already', path: '' });
  expect(mail?.body).toContain(`@${owner.username}`);
});

test('TM-PW-01, TM-PW-02: an unconfirmed account cannot sign in; its link works once, for 24 hours', async ({
  person,
  mailsTo,
  signIn,
  send,
  db,
  world,
}) => {
  await sql`UPDATE users SET confirmed_at = NULL WHERE id = ${person.id}`.execute(db);
  expect(await signIn(person.username, PASSWORD)).toMatchObject({
    status: 403,
    body: { message: 'Confirm your email address first. We sent you the link again.' },
  });
  const [mail] = await mailsTo(person.email);
  const { rows } = await sql<{ hours: number }>`
    SELECT extract(epoch FROM expires_at - created_at)::int / 3600 AS hours FROM account_links
    WHERE user_id = ${person.id}`.execute(db);
  expect(rows).toEqual([{ hours: 24 }]);
  const both = await Promise.all([
    send({ method: 'POST', url: mail?.path ?? '' }),
    send({ method: 'POST', url: mail?.path ?? '' }),
  ]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 404]);
  expect(await publicBootstrap(world.services, mail?.path ?? '')).toMatchObject({ isFound: false });
  expect((await signIn(person.username, PASSWORD)).status).toBe(200);
});
