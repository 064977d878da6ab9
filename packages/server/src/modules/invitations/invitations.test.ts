import type { UserId } from '@milepost/core/ids';
import { Viewer } from '@milepost/core/roles';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { Context } from '../../platform/context.ts';
import { bodyOf } from '../../testing/mail/mail-server.ts';
import { mailServerOfTests } from '../../testing/mail/mail-server-of-tests.ts';
import { sessionHeaders, test as base } from '../../testing/http.ts';
import type { Namespace } from '../namespaces/store.ts';
import { acceptInvitation } from './commands/accept.ts';
import { sendInvitations } from './jobs.ts';
import { publicBootstrap } from './rest/pages.ts';

const smtp = mailServerOfTests();

const password = 'a long first password';

/** Invites over REST, sends what is due, and opens links as a browser does. */
const test = base
  .extend(
    'deliver',
    ({ world }) =>
      () =>
        sendInvitations.run({ ...world.services, mailer: smtp.mailer }, {}, new AbortController().signal),
  )
  .extend('mailed', ({ world, call, deliver }) => async (group: Namespace, email: string, input: object = {}) => {
    world.services.mailer = smtp.mailer;
    const at = `/groups/${group.id}/invitations`;
    const { body: answer } = await call('ada', 'POST', at, { email, access_level: 30, ...input });
    if (answer['status'] !== 'success') throw new Error(JSON.stringify(answer));
    await deliver();
    const mail = smtp.server.received.findLast(({ to }) => to.includes(email));
    const token = /\/-\/invitations\/([\w-]{43})/.exec(mail ? bodyOf(mail) : '')?.[1] ?? '';
    return { token, body: mail ? bodyOf(mail) : '', headers: mail?.headers ?? {} };
  })
  .extend(
    'register',
    ({ server: http }) =>
      async (token: string, username: string) =>
        http.inject({
          method: 'POST',
          url: `/-/invitations/${token}/register`,
          headers: { origin: 'http://milepost.test' },
          payload: { name: 'New Person', username, password },
        }),
  )
  .extend('accept', ({ world }) => async (userId: UserId | null, token: string) => {
    try {
      await acceptInvitation(new Context(world.services, new Viewer(userId)), token);
      return 'joined';
    } catch (error) {
      return (error as Error).message;
    }
  })
  .extend(
    'opened',
    ({ server: http }) =>
      async (token: string) =>
        http.inject({ url: `/-/invitations/${token}.json` }),
  );

describe('invitations by e-mail', () => {
  test('TM-IN-11, TM-IN-12, TM-IN-14: a new person creates an account with the invited address, once', async ({
    build,
    mailed,
    register,
    opened,
    db,
    world,
  }) => {
    const group = await build.group({ name: 'Works' });
    const { token } = await mailed(group, 'new@example.com', { expires_at: '2099-01-01' });
    const signUp = { isOpen: false, needsApproval: true, needsConfirmation: true, domains: ['other.example'] };
    world.services.instance = { ...world.services.instance, signUp };
    expect((await opened(token)).json()).toMatchObject({
      kind: 'group',
      name: 'Works',
      role: 'Developer',
      email: 'new@example.com',
      inviter: { username: 'ada' },
    });
    const made = await register(token, 'newcomer');
    expect(made.statusCode).toBe(200);
    expect(made.json()).toMatchObject({ viewer: { username: 'newcomer' }, path: `/groups/${group.fullPath}` });
    const { rows } =
      await sql`SELECT u.email, m.access_level, m.expires_at FROM members m JOIN users u ON u.id = m.user_id
      WHERE u.username = 'newcomer'`.execute(db);
    expect(rows).toEqual([{ email: 'new@example.com', accessLevel: 30, expiresAt: '2099-01-01' }]);
    const account = await db
      .selectFrom('users')
      .select(['state', 'confirmedAt'])
      .where('username', '=', 'newcomer')
      .execute();
    expect(account).toEqual([{ state: 'active', confirmedAt: expect.any(Date) as Date }]);
    for (const answer of [await register(token, 'second'), await opened(token)]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ message: 'This link is no longer valid' });
    }
  });

  test('TM-IN-16: of two who accept at the same moment one becomes a member', async ({
    build,
    mailed,
    register,
    db,
  }) => {
    const group = await build.group();
    const { token } = await mailed(group, 'race@example.com');
    const answers = await Promise.all([register(token, 'racer-one'), register(token, 'racer-two')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 404]);
    const { rows } = await sql`SELECT FROM users WHERE username LIKE 'racer-%'`.execute(db);
    expect(rows).toHaveLength(1);
  });

  test('bad input for the account uses nothing up', async ({ build, mailed, server: http, register }) => {
    const { token } = await mailed(await build.group(), 'careful@example.com');
    const refused = await http.inject({
      method: 'POST',
      url: `/-/invitations/${token}/register`,
      headers: { origin: 'http://milepost.test' },
      payload: { name: 'C', username: 'careful', password: 'short' },
    });
    expect(refused.statusCode).toBe(400);
    expect((await register(token, 'careful')).statusCode).toBe(200);
  });

  test('TM-IN-06: the mail contains the message of at most 1,000 characters as plain text', async ({
    build,
    mailed,
    call,
  }) => {
    const { body, headers } = await mailed(await build.group({ name: 'Works' }), 'text@example.com', {
      message: '<b>Hello</b> & *welcome*',
    });
    expect(headers['subject']).toBe('Invitation to Works');
    expect(body).toContain('<b>Hello</b> & *welcome*');
    expect(body).toContain('&lt;b&gt;Hello&lt;/b&gt; &amp; *welcome*');
    const group = await build.group();
    const invite = (length: number) =>
      call('ada', 'POST', `/groups/${group.id}/invitations`, {
        email: 'long@example.com',
        access_level: 30,
        message: 'x'.repeat(length),
      });
    expect((await invite(1_001)).status).toBe(400);
    expect((await invite(1_000)).body).toEqual({ status: 'success' });
  });

  test('TM-IN-08, TM-IN-09, TM-IN-10, TM-IN-15: a link is valid for 14 days, a resent one replaces it, a withdrawn or expired one stops working', async ({
    build,
    mailed,
    opened,
    call,
    deliver,
    db,
    world,
  }) => {
    const group = await build.group();
    const { token } = await mailed(group, 'again@example.com');
    const at = `/groups/${group.id}/invitations/again@example.com`;
    const daysLeft = async () => {
      const { rows } = await sql<{ days: number }>`SELECT extract(epoch FROM expires_at - now())::float8 / 86400 AS days
        FROM invitations WHERE email = 'again@example.com'`.execute(db);
      return rows[0]?.days;
    };
    expect(await daysLeft()).toBeCloseTo(14, 2);
    await sql`UPDATE invitations SET expires_at = now() + interval '1 hour'`.execute(db);
    expect((await call('ada', 'POST', `${at}/resend`)).status).toBe(201);
    expect(await daysLeft()).toBeCloseTo(14, 2);
    await deliver();
    expect((await opened(token)).statusCode).toBe(404);
    const next = /invitations\/([\w-]{43})/.exec(bodyOf(smtp.server.received.at(-1) as never))?.[1] ?? '';
    expect(next).not.toBe(token);
    expect((await opened(next)).statusCode).toBe(200);
    await sql`UPDATE invitations SET expires_at = now() - interval '1 second'`.execute(db);
    expect((await opened(next)).json()).toEqual((await opened(token)).json());
    await call('ada', 'DELETE', at);
    const other = await mailed(group, 'gone@example.com');
    expect((await call('ada', 'DELETE', `/groups/${group.id}/invitations/gone@example.com`)).status).toBe(204);
    expect((await opened(other.token)).statusCode).toBe(404);
    const page = (secret: string) => publicBootstrap(world.services, `/-/invitations/${secret}?from=mail`);
    for (const closed of [token, next, other.token, 'made-up'])
      expect(await page(closed)).toEqual({ isFound: false, parts: {} });
    expect(await page((await mailed(group, 'open@example.com')).token)).toBeNull();
  });

  test('TM-IN-17: the database holds only the hash of a token', async ({ build, mailed, db }) => {
    const { token } = await mailed(await build.group(), 'hash@example.com');
    const { rows } = await sql<{ row: string }>`SELECT i::text AS row FROM invitations i`.execute(db);
    expect(token).toHaveLength(43);
    expect(rows.every(({ row }) => !row.includes(token))).toBe(true);
  });

  test('TM-IN-28: a mail that the server refuses marks its row with the reason', async ({
    build,
    mailed,
    call,
    world,
  }) => {
    const group = await build.group();
    smtp.server.answer = 550;
    await mailed(group, 'refused@example.com');
    const { body } = await call<{ delivery_error: string }[]>('ada', 'GET', `/groups/${group.id}/invitations`);
    expect(body).toMatchObject([
      { invite_email: 'refused@example.com', delivery_error: expect.stringContaining('Not now') },
    ]);
    world.services.mailer = null;
    await call('ada', 'POST', `/groups/${group.id}/invitations`, { email: 'quiet@example.com', access_level: 10 });
    const listed = await call<{ delivery_error: string }[]>(
      'ada',
      'GET',
      `/groups/${group.id}/invitations?query=quiet`,
    );
    expect(listed.body).toMatchObject([{ delivery_error: 'No mail server is set.' }]);
  });
});

describe('REST', () => {
  test('TM-IN-21, TM-IN-22, TM-IN-23: failures are named and do not affect the others; accounts are added immediately', async ({
    build,
    call,
  }) => {
    const group = await build.group();
    const at = `/groups/${group.id}/invitations`;
    const { email } = (await call<{ email: string }>('root', 'GET', `/users/${build.idOf('otto')}`)).body;
    const mixed = await call('ada', 'POST', at, { email: `x@example.com,broken,${email}`, access_level: 20 });
    expect(mixed).toEqual({
      status: 201,
      body: { status: 'error', message: { broken: 'Invite email is invalid' } },
      headers: expect.anything() as object,
    });
    const again = await call('ada', 'POST', at, { email: 'X@example.com', access_level: 20 });
    expect(again.body).toEqual({
      status: 'error',
      message: { 'X@example.com': 'Invite email has already been taken' },
    });
    const listed = await call<{ invite_email: string }[]>('ada', 'GET', at);
    expect(listed.body.map(({ invite_email: address }) => address)).toEqual([email, 'x@example.com']);
    const added = await call('ada', 'POST', at, { user_id: build.idOf('otto'), access_level: 20 });
    expect(added.body).toEqual({ status: 'success' });
    const member = await call('ada', 'GET', `/groups/${group.id}/members/${build.idOf('otto')}`);
    expect(member.body).toMatchObject({ access_level: 20 });
  });

  test('TM-IN-24, TM-IN-25: open ones are listed, changed and withdrawn', async ({ build, call }) => {
    const project = await build.project();
    const at = `/projects/${project.id}/invitations`;
    await call('mina', 'POST', at, { email: 'a@example.com', access_level: 10 });
    const listed = await call<object[]>('mina', 'GET', at);
    expect(listed.body).toMatchObject([
      {
        invite_email: 'a@example.com',
        access_level: 10,
        expires_at: null,
        user_name: null,
        created_by_name: expect.any(String),
      },
    ]);
    await call('ada', 'POST', `/groups/${project.parentId}/invitations`, {
      email: 'above@example.com',
      access_level: 10,
    });
    await call('mina', 'POST', at, { email: 'b2@example.com', access_level: 10 });
    const emails = async (query: object) =>
      (await call<{ invite_email: string }[]>('mina', 'GET', at, query)).body.map(({ invite_email: email }) => email);
    expect(await emails({})).toEqual(['b2@example.com', 'a@example.com']);
    expect(await emails({ query: 'B2' })).toEqual(['b2@example.com']);
    expect(await emails({ per_page: 1, page: 2 })).toEqual(['a@example.com']);
    const changed = await call('mina', 'PUT', `${at}/a@example.com`, { access_level: 30, expires_at: '2099-05-01' });
    expect(changed).toMatchObject({ status: 200, body: { access_level: 30, expires_at: '2099-05-01' } });
    expect((await call('dana', 'DELETE', `${at}/a@example.com`)).status).toBe(403);
    expect((await call('mina', 'DELETE', `${at}/a@example.com`)).status).toBe(204);
    expect((await call('mina', 'DELETE', `${at}/a@example.com`)).status).toBe(404);
    expect((await call('mina', 'PUT', `${at}/b@example.com`, { access_level: 30 })).status).toBe(404);
  });

  test('TM-PM-02, TM-PM-03: owners invite to groups, maintainers to projects, never above their own role', async ({
    build,
    call,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const status = async (who: Parameters<typeof call>[0], at: string, level: number) =>
      (await call(who, 'POST', `${at}/invitations`, { email: `${who}-${level}@example.com`, access_level: level }))
        .status;
    expect(await status('mina', `/groups/${group.id}`, 10)).toBe(403);
    expect(await status('mina', `/projects/${project.id}`, 40)).toBe(201);
    expect(await status('mina', `/projects/${project.id}`, 50)).toBe(403);
    expect(await status('dana', `/projects/${project.id}`, 10)).toBe(403);
    expect(await status('otto', `/projects/${project.id}`, 10)).toBe(404);
    expect(await status('nobody', `/projects/${project.id}`, 10)).toBe(401);
    expect((await call('gwen', 'GET', `/groups/${group.id}/invitations`)).status).toBe(403);
  });

  test('TM-LM-01: at most 50 people go into one call', async ({ build, call }) => {
    const group = await build.group();
    const email = Array.from({ length: 51 }, (_, index) => `${index}@example.com`).join(',');
    const answer = await call('ada', 'POST', `/groups/${group.id}/invitations`, { email, access_level: 10 });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('You can invite up to 50 people at once.');
  });

  test('TM-LM-01: one person invites at most 100 addresses a day, in all groups; both limits are settings', async ({
    build,
    call,
    world,
    send,
  }) => {
    const groups = [await build.group(), await build.group()];
    for (const { id } of groups)
      await call('ada', 'PUT', `/groups/${id}/members/${build.idOf('paul')}`, { access_level: 50 });
    const invite = async (at: number, from: number, count: number) => {
      const email = Array.from({ length: count }, (_, index) => `day${from + index}@example.com`).join(',');
      const { status, body } = await call('paul', 'POST', `/groups/${groups[at]?.id}/invitations`, {
        email,
        access_level: 10,
      });
      return [status, status === 201 ? '' : (body as { message: string }).message];
    };
    expect(await invite(0, 0, 50)).toEqual([201, '']);
    expect(await invite(1, 50, 49)).toEqual([201, '']);
    expect(await invite(1, 99, 2)).toEqual([400, 'You can invite up to 100 people a day.']);
    expect(await invite(1, 99, 1)).toEqual([201, '']);

    const headers = await sessionHeaders(world, world.userIds.root);
    const save = (values: object) =>
      send({ method: 'PUT', url: '/-/admin/settings', headers, payload: { section: 'limits', values } });
    await save({ MILEPOST_INVITATIONS_AT_ONCE: '2', MILEPOST_INVITATIONS_A_DAY: '103' });
    try {
      expect(await invite(0, 100, 3)).toEqual([400, 'You can invite up to 2 people at once.']);
      expect(await invite(0, 100, 2)).toEqual([201, '']);
      expect(await invite(0, 102, 2)).toEqual([400, 'You can invite up to 103 people a day.']);
    } finally {
      await save({ MILEPOST_INVITATIONS_AT_ONCE: '', MILEPOST_INVITATIONS_A_DAY: '' });
    }
  });
});

describe('shared links', () => {
  test('TM-IN-18, TM-IN-19, TM-IN-20: a link works up to its limit of uses, is shown once and can be revoked', async ({
    build,
    call,
    opened,
    accept,
  }) => {
    const group = await build.group();
    const at = `/groups/${group.id}/invitation_links`;
    const made = await call<{ id: number; url: string }>('ada', 'POST', at, { access_level: 15, uses: 2 });
    expect(made.status).toBe(201);
    const token = made.body.url.split('/').at(-1) ?? '';
    expect((await opened(token)).json()).toMatchObject({ role: 'Planner', email: null });
    const listed = await call<object[]>('ada', 'GET', at);
    expect(listed.body).toMatchObject([{ uses_left: 2, token_end: token.slice(-4), access_level: 15 }]);
    expect(JSON.stringify(listed.body)).not.toContain(token);
    const people = [await build.user(), await build.user(), await build.user()];
    expect(await accept(people[0]?.id ?? null, token)).toBe('joined');
    // A member does not use up a link.
    expect(await accept(people[0]?.id ?? null, token)).toBe('joined');
    expect(await accept(people[1]?.id ?? null, token)).toBe('joined');
    expect(await accept(people[2]?.id ?? null, token)).toBe('This link is no longer valid');
    const other = await call<{ id: number; url: string }>('ada', 'POST', at, { access_level: 15 });
    expect((await call('gwen', 'DELETE', `${at}/${other.body.id}`)).status).toBe(403);
    expect((await call('ada', 'DELETE', `${at}/${other.body.id}`)).status).toBe(204);
    expect((await opened(other.body.url.split('/').at(-1) ?? '')).statusCode).toBe(404);
    expect((await call('ada', 'POST', at, { access_level: 15, uses: 101 })).status).toBe(400);
  });
});
