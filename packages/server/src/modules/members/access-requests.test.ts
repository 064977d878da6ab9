import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { sendMails } from '../../platform/outbox/mails.ts';
import { bodyOf } from '../../testing/mail/mail-server.ts';
import { mailServerOfTests } from '../../testing/mail/mail-server-of-tests.ts';

const smtp = mailServerOfTests();

type Asked = { username: string; requested_at: string }[];
interface TodoAnswer {
  currentUser: {
    todos: {
      nodes: {
        id: string;
        action: string;
        body: string;
        state: string;
        targetType: string;
        targetUrl: string;
        memberAccessType: string;
        author: { username: string };
      }[];
    };
  };
}

const todosDocument = `{ currentUser { todos(state: [pending], action: [member_access_requested]) {
  nodes { id action body state targetType target { __typename name webUrl } targetUrl memberAccessType author { username } } } } }`;

describe.each(['group', 'project'] as const)('requests for access to a %s', (kind) => {
  test('TM-SG-05, TM-SG-06, TM-SG-08: are made, listed with a to-do for each owner, and withdrawn', async ({
    call,
    ask,
    build,
  }) => {
    const group = await build.group({
      visibility: 'public',
      members: { ada: 'owner', mina: 'owner', dana: 'developer' },
    });
    const target = kind === 'group' ? group : await build.project({ group });
    const path = `/${kind}s/${target.id}/access_requests`;
    const own = async () => (await call('otto', 'GET', `${path}/own`)).body;
    expect(await own()).toEqual({ can_request: true, requested_at: null });
    expect(await call('otto', 'POST', path)).toMatchObject({
      status: 201,
      body: { username: 'otto', requested_at: expect.any(String) },
    });
    expect(await own()).toEqual({ can_request: false, requested_at: expect.any(String) });
    expect(await call('otto', 'POST', path)).toMatchObject({ status: 400 });
    expect((await call<Asked>('ada', 'GET', path)).body.map(({ username }) => username)).toEqual(['otto']);
    for (const [who, status] of [
      ['dana', 403],
      ['otto', 403],
      ['nobody', 401],
    ] as const)
      expect((await call(who, 'GET', path)).status).toBe(status);

    const waiting = async (who: 'ada' | 'mina' | 'dana') =>
      (await ask<TodoAnswer>(who, todosDocument)).data.currentUser.todos.nodes.filter(
        ({ body }) => body === target.fullName,
      );
    const wanted = {
      action: 'member_access_requested',
      body: target.fullName,
      targetType: kind === 'group' ? 'NAMESPACE' : 'PROJECT',
      target: {
        __typename: kind === 'group' ? 'Group' : 'Project',
        name: target.name,
        webUrl: `http://milepost.test/${kind === 'group' ? 'groups/' : ''}${target.fullPath}`,
      },
      memberAccessType: kind,
      author: { username: 'otto' },
    };
    for (const who of ['ada', 'mina'] as const) expect(await waiting(who)).toMatchObject([wanted]);
    expect((await waiting('ada'))[0]?.targetUrl).toMatch(new RegExp(`/-/${kind}_members\\?tab=requests$`));
    expect(await waiting('dana')).toEqual([]);
    const shown = { action: 'member_access_requested', type: kind === 'group' ? 'Namespace' : 'Project' };
    expect((await call<object[]>('ada', 'GET', '/todos', shown)).body).toMatchObject([
      { action_name: 'member_access_requested', [kind]: { id: target.id }, target: { id: target.id } },
    ]);

    expect((await call('otto', 'DELETE', `${path}/${build.idOf('otto')}`)).status).toBe(204);
    expect((await call<Asked>('ada', 'GET', path)).body).toEqual([]);
    for (const who of ['ada', 'mina'] as const) expect(await waiting(who)).toEqual([]);
    expect(await own()).toMatchObject({ can_request: true });
  });

  test('TM-SG-05: are refused where they are off, here or above, and for members', async ({ call, build }) => {
    const top = await build.group({ visibility: 'public', members: { ada: 'owner', dana: 'developer' } });
    const group = await build.group({ parent: top, members: {} });
    const target = kind === 'group' ? group : await build.project({ group });
    const path = `/${kind}s/${target.id}/access_requests`;
    for (const [who, status] of [
      ['dana', 403],
      ['root', 403],
      ['nobody', 401],
    ] as const)
      expect((await call(who, 'POST', path)).status).toBe(status);
    const set = (value: boolean) => call('ada', 'PUT', `/groups/${top.id}`, { request_access_enabled: value });
    expect(await set(false)).toMatchObject({ status: 200, body: { request_access_enabled: false } });
    expect((await call('otto', 'POST', path)).status).toBe(403);
    expect((await call('otto', 'GET', `${path}/own`)).body).toEqual({ can_request: false, requested_at: null });
    await set(true);
    expect((await call('otto', 'POST', path)).status).toBe(201);
    const hidden = await build.group({ members: {} });
    expect((await call('otto', 'POST', `/groups/${hidden.id}/access_requests`)).status).toBe(404);
  });

  test('TM-SG-07, TM-SG-08: are approved with a role, or denied; the person is notified by mail', async ({
    call,
    build,
    world,
  }) => {
    world.services.mailer = smtp.mailer;
    const group = await build.group({ visibility: 'public', members: { ada: 'owner', mina: 'maintainer' } });
    const target = kind === 'group' ? group : await build.project({ group });
    const path = `/${kind}s/${target.id}/access_requests`;
    for (const who of ['otto', 'rita', 'paul'] as const) await call(who, 'POST', path);
    const approve = (who: 'ada' | 'mina' | 'dana', person: 'otto' | 'rita' | 'paul', input = {}) =>
      call(who, 'PUT', `${path}/${build.idOf(person)}/approve`, input);
    expect(await approve('ada', 'otto')).toMatchObject({ status: 201, body: { username: 'otto', access_level: 30 } });
    expect(await approve('ada', 'rita', { access_level: 20 })).toMatchObject({
      status: 201,
      body: { access_level: 20 },
    });
    expect((await approve('ada', 'otto')).status).toBe(404);
    expect((await approve('dana', 'paul')).status).toBe(403);
    expect((await approve('mina', 'paul', { access_level: 50 })).status).toBe(403);
    expect((await approve('ada', 'paul', { access_level: 31 })).status).toBe(400);
    expect((await call('dana', 'DELETE', `${path}/${build.idOf('paul')}`)).status).toBe(403);
    expect((await call('ada', 'DELETE', `${path}/${build.idOf('paul')}`)).status).toBe(204);
    expect((await call<Asked>('ada', 'GET', path)).body).toEqual([]);
    await sendMails.run(world.services, null, new AbortController().signal);
    const mails = smtp.server.received.splice(0).map((mail) => [mail.to[0], mail.headers['subject'], bodyOf(mail)]);
    const subject = `Access to ${target.name}`;
    const approved = (role: string) => `Your request to join ${target.name} was approved. Your role: ${role}.`;
    expect(mails).toEqual([
      ['otto@milepost.test', subject, expect.stringContaining(approved('Developer'))],
      ['rita@milepost.test', subject, expect.stringContaining(approved('Reporter'))],
      ['paul@milepost.test', subject, expect.stringContaining(`Your request to join ${target.name} was denied.`)],
    ]);
    expect(await world.db.selectFrom('mails').selectAll().execute()).toEqual([]);
  });
});

test('a request ends when the person becomes a member in another way, and its done to-do can be restored', async ({
  call,
  ask,
  build,
}) => {
  const group = await build.group({ visibility: 'public', members: { ada: 'owner' } });
  await call('otto', 'POST', `/groups/${group.id}/access_requests`);
  const waiting = async () => {
    const { nodes } = (await ask<TodoAnswer>('ada', todosDocument)).data.currentUser.todos;
    return nodes.filter(({ body }) => body === group.fullName);
  };
  const [todo] = await waiting();
  const added = { username: 'otto', access_level: 20 };
  expect((await call('ada', 'POST', `/groups/${group.id}/members`, added)).status).toBe(201);
  expect((await call<Asked>('ada', 'GET', `/groups/${group.id}/access_requests`)).body).toEqual([]);
  expect(await waiting()).toEqual([]);
  const restored = await ask(
    'ada',
    'mutation ($id: TodoID!) { todoRestore(input: { id: $id }) { todo { state } errors } }',
    {
      id: todo?.id,
    },
  );
  expect(restored.data).toEqual({ todoRestore: { todo: { state: 'pending' }, errors: [] } });
});
