import { expect } from 'vitest';
import type { Services } from '../../platform/context.ts';
import { sendMails } from '../../platform/outbox/mails.ts';
import { test as base } from '../../testing/http.ts';
import { bodyOf } from '../../testing/mail/mail-server.ts';
import { mailServerOfTests } from '../../testing/mail/mail-server-of-tests.ts';
import { sendLinks } from './jobs.ts';
import { publicBootstrap } from './rest/set-up-page.ts';

const smtp = mailServerOfTests();

const password = 'a quiet morning walk';
const closed = { isOpen: false, needsApproval: true, needsConfirmation: true, domains: null };

/** Registers with given sign-up settings, and records the mails that arrive. */
const test = base
  .extend('site', ({ world }) => (signUp: Partial<Services['instance']['signUp']>) => {
    world.services.mailer = smtp.mailer;
    world.services.instance = { ...world.services.instance, signUp: { ...closed, isOpen: true, ...signUp } };
  })
  .extend(
    'register',
    ({ send }) =>
      (username: string, email = `${username}@example.org`) =>
        send({ method: 'POST', url: '/-/sign-up', payload: { name: 'New', username, email, password } }),
  )
  .extend(
    'signIn',
    ({ send }) =>
      (username: string) =>
        send({ method: 'POST', url: '/-/sign-in', payload: { username, password } }),
  )
  .extend('mailsTo', ({ world }) => async (address: string) => {
    const { signal } = new AbortController();
    await sendLinks.run({ ...world.services, mailer: smtp.mailer }, {}, signal);
    await sendMails.run({ ...world.services, mailer: smtp.mailer }, {}, signal);
    return smtp.server.received.filter(({ to }) => to.includes(address));
  });

test('TM-SU-09: sign-up is off by default, and its address is not found', async ({ world, register, send }) => {
  expect(world.services.instance.signUp).toEqual(closed);
  expect((await register('early')).status).toBe(404);
  const asked = await send({ method: 'POST', url: '/-/sign-up/username', payload: { username: 'early' } });
  expect(asked.status).toBe(404);
  expect(await publicBootstrap(world.services, '/users/sign_up?x=1')).toEqual({ isFound: false, parts: {} });
});

test('TM-SU-10: a person who registers on an open site is signed in; a taken username is reported at once', async ({
  site,
  register,
  send,
  world,
  build,
}) => {
  site({ needsApproval: false, needsConfirmation: false });
  const group = await build.group();
  const problems = async (username: string) =>
    (await send({ method: 'POST', url: '/-/sign-up/username', payload: { username } })).body;
  expect(await problems('ADA')).toEqual({ problems: ['has already been taken'] });
  expect(await problems(group.path)).toEqual({ problems: ['has already been taken'] });
  expect(await problems('quick')).toEqual({ problems: [] });
  const answer = await register('quick');
  expect(answer).toMatchObject({
    status: 200,
    body: { waits_for: null, viewer: { username: 'quick', isAdmin: false } },
  });
  expect(String(answer.headers['set-cookie'])).toContain('_gitlab_session=');
  expect((await register('quick', 'other@example.org')).body).toMatchObject({
    message: { username: ['has already been taken'] },
  });
  expect(await publicBootstrap(world.services, '/users/sign_up')).toBeNull();
});

test('TM-SU-11, TM-SU-12: an administrator approves or rejects, and the person gets a mail', async ({
  site,
  register,
  signIn,
  call,
  mailsTo,
}) => {
  site({ needsConfirmation: false });
  expect(await register('hopeful')).toMatchObject({ status: 202, body: { waits_for: 'approval' } });
  await register('hopeless');
  expect(await signIn('hopeful')).toMatchObject({
    status: 403,
    body: { message: 'Your account is waiting for approval by an administrator.' },
  });
  const { body: users } = await call<{ id: number; state: string }[]>('root', 'GET', '/users', { search: 'hope' });
  expect(users.map(({ state }) => state)).toEqual(['blocked_pending_approval', 'blocked_pending_approval']);
  const [hopeless, hopeful] = users.map(({ id }) => `/users/${id}`);
  expect((await call('ada', 'POST', `${hopeful}/approve`)).status).toBe(403);
  expect(await call('root', 'POST', `${hopeful}/approve`)).toMatchObject({ status: 201, body: { message: 'Success' } });
  expect((await call('root', 'POST', `${hopeful}/approve`)).status).toBe(409);
  expect((await call('root', 'POST', `${hopeful}/reject`)).status).toBe(409);
  expect((await call('root', 'POST', `${hopeless}/block`)).status).toBe(403);
  expect(await call('root', 'POST', `${hopeless}/reject`)).toMatchObject({ status: 200, body: { message: 'Success' } });
  expect((await call('root', 'GET', hopeless ?? '')).status).toBe(404);
  expect((await signIn('hopeful')).status).toBe(200);
  const subjects = async (name: string) =>
    (await mailsTo(`${name}@example.org`)).map(({ headers }) => headers['subject']);
  expect(await subjects('hopeful')).toEqual(['Your account was approved']);
  expect(await subjects('hopeless')).toEqual(['Your account was not approved']);
});

test('TM-AD-10: block, ban and their reverses answer as published, and refuse a wrong state', async ({
  build,
  call,
}) => {
  const user = await build.user();
  const ask = async (verb: string, who: 'root' | 'ada' = 'root') =>
    (await call(who, 'POST', `/users/${user.id}/${verb}`)).status;
  for (const verb of ['block', 'unblock', 'ban', 'unban', 'approve', 'reject'])
    expect(await ask(verb, 'ada')).toBe(403);
  expect(await ask('unban')).toBe(403);
  expect(await ask('block')).toBe(201);
  expect(await ask('ban')).toBe(403);
  expect(await ask('unblock')).toBe(201);
  expect(await ask('ban')).toBe(201);
  expect(await ask('block')).toBe(403);
  expect(await ask('unban')).toBe(201);
  expect(await ask('approve')).toBe(409);
  expect((await call('root', 'POST', '/users/999999/approve')).status).toBe(404);
});

test('TM-SU-13: only listed mail domains may register, and subdomains only where the list says so', async ({
  site,
  register,
}) => {
  site({ needsApproval: false, needsConfirmation: false, domains: ['example.com', '*.example.org'] });
  const refused = {
    status: 400,
    body: { message: { email: ['Use an email address at one of: example.com, *.example.org.'] } },
  };
  for (const email of ['a@sub.example.com', 'a@example.org', 'a@notexample.com', 'a@example.com.evil.test'])
    expect(await register('picky', email)).toMatchObject(refused);
  expect((await register('picky', 'picky@EXAMPLE.com')).status).toBe(200);
  expect((await register('pickier', 'pickier@sub.example.org')).status).toBe(200);
});

test('an account that waits for both is told so, and its approval asks for the confirmation', async ({
  site,
  register,
  call,
  mailsTo,
}) => {
  site({});
  expect(await register('patient')).toMatchObject({ status: 202, body: { waits_for: 'approval_and_confirmation' } });
  const { body: users } = await call<{ id: number }[]>('root', 'GET', '/users', { search: 'patient' });
  expect((await call('root', 'POST', `/users/${users[0]?.id}/approve`)).status).toBe(201);
  const approved = (await mailsTo('patient@example.org')).find(
    ({ headers }) => headers['subject'] === 'Your account was approved',
  );
  expect(bodyOf(approved as never)).toContain('Confirm your email address with the link that we sent');
});

test('a registered address is confirmed by a mailed link before the first sign-in', async ({
  site,
  register,
  signIn,
  send,
  mailsTo,
}) => {
  site({ needsApproval: false });
  expect(await register('careful')).toMatchObject({ status: 202, body: { waits_for: 'confirmation' } });
  expect((await signIn('careful')).status).toBe(403);
  const mail = (await mailsTo('careful@example.org')).at(-1);
  const path = /\/-\/confirm-email\/[\w-]{43}/.exec(mail ? bodyOf(mail) : '')?.[0] ?? '';
  expect((await send({ method: 'POST', url: path })).status).toBe(204);
  expect((await signIn('careful')).status).toBe(200);
});
