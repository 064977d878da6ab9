import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';
import { dayIn } from '../users/commands/tokens.ts';
import { announceEndingTokens } from './jobs.ts';

interface Todo {
  target_type: string;
  body: string;
}

test('OG-TK-10: owners, maintainers and administrators get one mail and one to-do 60, 30 and 7 days before a token ends', async ({
  call,
  ask,
  build,
  db,
  world,
}) => {
  const project = await build.project();
  const make = async (who: 'gwen' | 'ada' | 'root', path: string) =>
    (await call<{ id: number }>(who, 'POST', path, { name: 'Nightly', scopes: ['api'], expires_at: dayIn(300) })).body
      .id;
  const account = await call<{ id: number }>('root', 'POST', '/service_accounts');
  const ids = [
    await make('gwen', '/user/personal_access_tokens'),
    await make('ada', `/projects/${project.id}/access_tokens`),
    await make('root', `/service_accounts/${account.body.id}/personal_access_tokens`),
  ];
  const revoked = await make('gwen', '/user/personal_access_tokens');
  await call('gwen', 'DELETE', `/personal_access_tokens/${revoked}`);
  const run = async (daysLeft: number) => {
    await sql`UPDATE personal_access_tokens SET created_at = now() - interval '300 days',
      expires_at = (now() AT TIME ZONE 'utc')::date + ${daysLeft}::int WHERE id = ANY(${[...ids, revoked]}::bigint[])`.execute(
      db,
    );
    await sql`DELETE FROM mails`.execute(db);
    const services = { ...world.services, mailer: {} as never };
    await announceEndingTokens.run(services, {}, new AbortController().signal);
    const { rows } = await sql<{
      to: string;
      subject: string;
    }>`SELECT to_name AS "to", subject FROM mails ORDER BY id`.execute(db);
    return rows;
  };
  expect(await run(61)).toEqual([]);
  const mails = await run(60);
  const toProject = mails.filter(({ subject }) => subject.includes(project.fullPath)).map(({ to }) => to);
  expect(toProject).toEqual(expect.arrayContaining(['Ada Owner', 'Mina Maintainer']));
  expect(toProject).not.toContain('Dana Developer');
  expect(mails.map(({ subject }) => subject)).toContain(`The access token “Nightly” ends on ${dayIn(60)}`);
  expect(mails.filter(({ to }) => to === 'Gwen Guest')).toHaveLength(1);
  expect(await run(59)).toEqual([]);
  expect(await run(30)).toHaveLength(mails.length);
  expect(await run(8)).toEqual([]);
  expect(await run(7)).toHaveLength(mails.length);
  expect(await run(1)).toEqual([]);

  // One to-do for each date: the earlier ones are done.
  const todosOf = async (who: CastName, state: 'pending' | 'done') =>
    (await call<Todo[]>(who, 'GET', '/todos', { state, action: 'access_token_expiring' })).body;
  expect(await todosOf('gwen', 'pending')).toMatchObject([
    {
      target_type: 'User',
      body: `Nightly (${dayIn(1)})`,
      target_url: 'http://milepost.test/-/profile',
      author: { username: 'gwen' },
    },
  ]);
  expect(await todosOf('gwen', 'done')).toHaveLength(2);
  const url = `http://milepost.test/${project.fullPath}/-/settings/access_tokens`;
  for (const who of ['ada', 'mina'] as const) {
    expect(await todosOf(who, 'pending')).toMatchObject([
      { target_type: 'Project', project: { id: project.id }, target_url: url },
    ]);
  }
  expect(await todosOf('root', 'pending')).toHaveLength(1);
  expect(await todosOf('dana', 'pending')).toEqual([]);
  const query = `{ currentUser { todos(type: [USER]) { nodes { id action targetType targetUrl body group { id } target { __typename name } } } } }`;
  const { data } = await ask<{ currentUser: { todos: { nodes: { id: string }[] } } }>('gwen', query);
  expect(data.currentUser.todos.nodes).toHaveLength(3);
  expect(data.currentUser.todos.nodes[0]).toMatchObject({ target: { __typename: 'UserCore', name: 'Gwen Guest' } });
  // Only one of them can be pending.
  const restore = `mutation ($input: TodoRestoreInput!) { todoRestore(input: $input) { todo { state } } }`;
  const done = data.currentUser.todos.nodes.at(-1)?.id;
  expect((await ask('gwen', restore, { input: { id: done } })).data).toEqual({
    todoRestore: { todo: { state: 'done' } },
  });
  // None after revocation: neither new ones, nor those that waited.
  await call('gwen', 'DELETE', `/personal_access_tokens/${ids[0]}`);
  expect([await todosOf('gwen', 'pending'), await todosOf('gwen', 'done')]).toEqual([[], []]);
  // One that was made for a few days is not announced at once.
  await make('gwen', '/user/personal_access_tokens');
  await sql`UPDATE personal_access_tokens SET expires_at = (now() AT TIME ZONE 'utc')::date + 20, noticed_days = NULL
    WHERE id = (SELECT max(id) FROM personal_access_tokens)`.execute(db);
  await announceEndingTokens.run({ ...world.services, mailer: {} as never }, {}, new AbortController().signal);
  expect((await sql`SELECT FROM mails`.execute(db)).rows).toHaveLength(0);
});
