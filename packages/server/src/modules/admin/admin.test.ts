import type { UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { connect } from '../../platform/database/connect.ts';
import { startJobs } from '../../platform/jobs/runner.ts';
import { addJob } from '../../platform/queue/add-job.ts';
import { sessionHeaders, test as base } from '../../testing/http.ts';
import { bodyOf } from '../../testing/mail/mail-server.ts';
import { mailServerOfTests } from '../../testing/mail/mail-server-of-tests.ts';
import { sendLinks } from '../users/jobs.ts';
import { bootstrapOfAdministration } from './rest/pages.ts';

const smtp = mailServerOfTests();

const test = base.extend('admin', async ({ world, send }) => {
  const headers = await sessionHeaders(world, world.userIds.root);
  return {
    get: async <Body>(path: string) => (await send({ url: `/-/admin/${path}`, headers })).body as Body,
    post: (path: string, payload: object = {}) => send({ method: 'POST', url: `/-/admin/${path}`, headers, payload }),
  };
});

test('TM-AD-01: the administration is for administrators; visitors sign in first, others get 404', async ({
  as,
  send,
  world,
}) => {
  for (const url of ['/admin', '/admin/users?page=2']) {
    expect(bootstrapOfAdministration(as('root').viewer, url)).toEqual({});
    expect(bootstrapOfAdministration(as('ada').viewer, url)).toEqual({ isFound: false });
    const redirectTo = `/users/sign_in?redirect=${encodeURIComponent(url)}`;
    expect(bootstrapOfAdministration(as('nobody').viewer, url)).toEqual({ redirectTo });
  }
  const headers = await sessionHeaders(world, world.userIds.ada);
  for (const path of ['overview', 'users', 'groups', 'projects', 'jobs', 'settings'])
    expect((await send({ url: `/-/admin/${path}.json`, headers })).status).toBe(404);
  expect((await send({ method: 'POST', url: '/-/admin/jobs/retry', headers })).status).toBe(404);
});

test('TM-AD-02, TM-AD-11: the overview counts and checks; groups and projects are listed with their state', async ({
  admin,
  build,
  db,
}) => {
  const group = await build.group({ path: 'overview-group', members: { ada: 'owner', gwen: 'guest' } });
  await build.epic({ group });
  await build.project({ group, path: 'overview-project' });
  const seen = await admin.get<Record<string, unknown>>('overview.json');
  expect(seen).toMatchObject({
    users: expect.any(Number) as number,
    items: expect.any(Number) as number,
    waiting: { users: 0, reports: 0, failed_jobs: 0 },
  });
  expect((seen['health'] as { name: string; good: boolean }[]).map(({ name, good }) => [name, good])).toEqual([
    ['database', true],
    ['mail', true],
    ['storage', true],
    ['jobs', true],
  ]);
  // Without a mail server mail is off, and not simply good.
  const off = (seen['health'] as { name: string; off: boolean }[]).filter((each) => each.off);
  expect(off.map(({ name }) => name)).toEqual(['mail']);
  const listed = await admin.get<object[]>('groups.json?search=overview-g');
  expect(listed).toMatchObject([
    {
      full_path: group.fullPath,
      owner: 'Ada Owner',
      members: 2,
      items: 1,
      visibility: group.visibility,
      state: 'active',
    },
  ]);
  await sql`UPDATE namespaces SET archived_at = now() WHERE path = 'overview-project'`.execute(db);
  expect(await admin.get<object[]>('projects.json?search=OVERVIEW-PROJ')).toMatchObject([
    { owner: 'Ada Owner', state: 'archived' },
  ]);
});

test('TM-AD-03, TM-AD-04: users are found by name, username and email and by state, and created with a password shown once', async ({
  admin,
  call,
  send,
  db,
}) => {
  const account = { name: 'Nora Findable', username: 'nora', email: 'nora@private.test' };
  const made = await admin.post('users', { ...account, password: 'generated' });
  const { id, password } = made.body as { id: number; password: string };
  expect(made.status).toBe(201);
  expect(password).toHaveLength(16);
  expect((await send({ method: 'POST', url: '/-/sign-in', payload: { username: 'nora', password } })).status).toBe(200);
  const found = async (query: string) =>
    (await admin.get<{ username: string }[]>(`users.json?${query}`)).map(({ username }) => username);
  for (const search of ['findable', 'NORA', 'nora@private.test'])
    expect(await found(`search=${search}`)).toEqual(['nora']);
  await call('root', 'POST', `/users/${id}/block`);
  expect(await found('state=blocked')).toEqual(['nora']);
  expect(await found('search=nora&state=active')).toEqual([]);
  expect(await found('state=administrators')).toEqual(['root']);
  expect(await found('state=deactivated')).toEqual([]);
  await db
    .updateTable('users')
    .set({ state: 'banned' })
    .where('id', '=', id as UserId)
    .execute();
  expect(await found('search=nora&state=banned')).toEqual(['nora']);
  await db
    .updateTable('users')
    .set({ state: 'blocked_pending_approval' })
    .where('id', '=', id as UserId)
    .execute();
  expect(await found('search=nora&state=waiting')).toEqual(['nora']);
  await db
    .insertInto('users')
    .values(
      Array.from({ length: 21 }, (_, index) => ({
        username: `many-${index}`,
        name: `Many ${index}`,
        email: `many-${index}@x.test`,
      })),
    )
    .execute();
  expect([await found('search=many-'), await found('search=many-&page=2')].map(({ length }) => length)).toEqual([
    20, 1,
  ]);
  expect(
    (await admin.post('users', { ...account, username: 'other', email: 'o@x.test', password: 'link' })).status,
  ).toBe(400);
});

test('TM-AD-04: with a mail server, a new user sets the password by a mailed link', async ({ admin, send, world }) => {
  world.services.mailer = smtp.mailer;
  try {
    const account = { name: 'Lena Link', username: 'lena-link', email: 'lena-link@x.test' };
    const made = await admin.post('users', { ...account, password: 'link' });
    expect(made).toMatchObject({ status: 201, body: { username: 'lena-link', password: null } });
    const { id } = made.body as { id: number };
    const signal = new AbortController().signal;
    const links = async () => {
      await sendLinks.run(world.services, {}, signal);
      const mails = smtp.server.received.filter(({ to }) => to.includes(account.email));
      return mails.map((mail) => /\/-\/reset-password\/[\w-]{43}/.exec(bodyOf(mail))?.[0] ?? '');
    };
    const [link = ''] = await links();
    const password = 'a long quiet password';
    expect((await send({ method: 'POST', url: link, payload: { password } })).status).toBe(204);
    const signIn = { method: 'POST', url: '/-/sign-in', payload: { username: 'lena-link', password } } as const;
    expect((await send(signIn)).status).toBe(200);
    expect((await admin.post(`users/${id}/password_link`)).status).toBe(204);
    expect(await links()).toHaveLength(2);
  } finally {
    world.services.mailer = null;
  }
});

test('TM-AD-05: blocking ends sessions and tokens at once; the last administrator stays', async ({
  build,
  call,
  send,
  world,
}) => {
  const user = await build.user();
  const group = await build.group();
  await build.member(group, user, 'developer');
  const headers = await sessionHeaders(world, user.id);
  const made = await call('root', 'POST', `/users/${user.id}/personal_access_tokens`, { name: 't', scopes: ['api'] });
  const token = { 'private-token': String(made.body['token']) };
  expect((await send({ url: '/api/v4/user', headers: token })).status).toBe(200);
  await call('root', 'POST', `/users/${user.id}/block`);
  expect((await send({ url: '/api/v4/user', headers })).status).toBe(401);
  expect((await send({ url: '/api/v4/user', headers: token })).status).toBe(401);
  await call('root', 'POST', `/users/${user.id}/unblock`);
  expect((await send({ url: '/api/v4/user', headers: token })).status).toBe(200);
  expect((await call('root', 'GET', `/groups/${group.id}/members/${user.id}`)).status).toBe(200);
  expect((await call('root', 'PUT', `/users/${world.userIds.root}`, { admin: false })).status).toBe(400);
});

test('TM-AD-08, TM-AD-09: a deletion asks for the username and for new owners, and keeps or deletes what the person wrote', async ({
  admin,
  build,
  db,
  call,
}) => {
  const [leaver, heir] = [await build.user(), await build.user()];
  const owned = await build.group({ members: {} });
  await build.member(owned, leaver, 'owner');
  const other = await build.group();
  const epic = await build.epic({ group: other });
  const issue = await build.issue({ project: await build.project({ group: other }) });
  await sql`UPDATE work_items SET author_id = ${leaver.id} WHERE id IN (${epic.id}, ${issue.id})`.execute(db);
  const asked = await admin.get(`users/${leaver.id}/deletion.json`);
  expect(asked).toEqual({
    epics: 1,
    issues: 1,
    comments: 0,
    only_owned: [{ id: owned.id, full_path: owned.fullPath, name: owned.name }],
  });
  const remove = (input: object) =>
    admin.post(`users/${leaver.id}/delete`, { username: leaver.username, contributions: 'keep', ...input });
  expect((await remove({ username: 'somebody' })).status).toBe(400);
  expect(await remove({})).toMatchObject({ status: 409 });
  expect((await remove({ new_owners: { [owned.id]: 'nobody-of-this-name' } })).status).toBe(404);
  expect((await call('root', 'GET', `/users/${leaver.id}`)).status).toBe(200);
  expect((await remove({ contributions: 'delete', new_owners: { [owned.id]: `@${heir.username}` } })).status).toBe(204);
  const { rows } = await sql`SELECT FROM work_items WHERE id IN (${epic.id}, ${issue.id})`.execute(db);
  expect(rows).toHaveLength(0);
  expect((await call('root', 'GET', `/groups/${owned.id}/members/${heir.id}`)).body).toMatchObject({
    access_level: 50,
  });

  const writer = await build.user();
  const kept = await build.epic({ group: other });
  await sql`UPDATE work_items SET author_id = ${writer.id} WHERE id = ${kept.id}`.execute(db);
  await admin.post(`users/${writer.id}/delete`, { username: writer.username, contributions: 'keep' });
  const left = await sql`SELECT author_id FROM work_items WHERE id = ${kept.id}`.execute(db);
  expect(left.rows).toEqual([{ authorId: null }]);
});

test('TM-AD-19: jobs are listed by state, and a failed one runs once more', async ({ admin, db, services, world }) => {
  interface Jobs {
    counts: Record<string, number>;
    jobs: { id: number; task: string; attempts: number; last_error: string | null }[];
  }
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(db);
  let runs = 0;
  const run = (): Promise<void> => {
    runs++;
    return runs === 1 ? Promise.reject(new Error('broken on purpose')) : Promise.resolve();
  };
  const { pool, db: own } = connect(world.target);
  const jobs = await startJobs(pool, services, [{ name: 'test.flaky', run }], () => {});
  try {
    await addJob(db, 'test.flaky', {}, { maxAttempts: 1 });
    await expect.poll(async () => (await admin.get<Jobs>('jobs.json')).counts['failed']).toBe(1);
    const [failed] = (await admin.get<Jobs>('jobs.json?state=failed')).jobs;
    expect(failed).toMatchObject({ task: 'test.flaky', attempts: 1, last_error: 'broken on purpose' });
    expect(await admin.post(`jobs/${failed?.id}/retry`)).toMatchObject({ status: 200, body: { retried: 1 } });
    expect((await admin.post(`jobs/${failed?.id}/retry`)).status).toBe(404);
    await expect.poll(async () => (await admin.get<Jobs>('jobs.json?state=finished')).jobs.length).toBe(1);
    expect(runs).toBe(2);
    expect((await admin.post('jobs/retry')).body).toEqual({ retried: 0 });
  } finally {
    await jobs.stop();
    await own.destroy();
  }
});
