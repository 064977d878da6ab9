import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { createNote } from '../notes/commands.ts';
import { updateWorkItem } from '../work-items/commands.ts';

describe('to-dos over REST', () => {
  test('RS-GN-06: they are listed, narrowed, and taken off the list; an unknown state or type is refused', async ({
    as,
    build,
    call,
  }) => {
    const group = await build.group({ visibility: 'public' });
    const project = await build.project({ group });
    const issue = await build.issue({ project, author: 'ada' });
    const epic = await build.epic({ group, author: 'ada' });
    await updateWorkItem(as('ada'), issue.id, { assigneeIds: [build.idOf('dana')] });
    const note = await createNote(as('mina'), { workItemId: epic.id, body: 'Ask @dana' });
    const list = async (input = {}) => (await call<Record<string, unknown>[]>('dana', 'GET', '/todos', input)).body;
    const [newest, oldest] = await list({ group_id: group.id });
    expect(newest).toMatchObject({
      action_name: 'mentioned',
      target_type: 'Epic',
      target: { id: epic.id, title: epic.title },
      target_url: `http://milepost.test/groups/${group.fullPath}/-/epics/${epic.iid}#note_${note.id}`,
      body: 'Ask @dana',
      state: 'pending',
      group: { id: group.id, full_path: group.fullPath },
      author: { username: 'mina' },
    });
    expect(oldest).toMatchObject({
      action_name: 'assigned',
      target_type: 'Issue',
      body: issue.title,
      project: { id: project.id, path_with_namespace: project.fullPath },
    });
    expect(Object.keys(oldest ?? {})).toEqual(
      'id project author action_name target_type target target_url body state created_at updated_at'.split(' '),
    );
    const ids = async (input: object) => (await list(input)).map(({ id }) => id);
    expect(await ids({ type: 'Epic' })).toEqual([newest?.['id']]);
    expect(await ids({ action: 'assigned', project_id: project.id })).toEqual([oldest?.['id']]);
    expect(await ids({ type: 'MergeRequest' })).toEqual([]);
    expect(await ids({ type: 'Commit' })).toEqual([]);
    for (const name of ['state', 'type']) {
      const wrong = await call('dana', 'GET', '/todos', { [name]: 'never' });
      expect([wrong.status, wrong.body]).toEqual([400, { error: `${name} does not have a valid value` }]);
    }
    expect(await ids({ author_id: build.idOf('mina') })).toEqual([newest?.['id']]);
    const done = await call('dana', 'POST', `/todos/${String(newest?.['id'])}/mark_as_done`);
    expect([done.status, done.body['state']]).toEqual([200, 'done']);
    expect(await ids({ state: 'done', group_id: group.id })).toEqual([newest?.['id']]);
    expect((await call('gwen', 'POST', `/todos/${String(oldest?.['id'])}/mark_as_done`)).status).toBe(404);
    expect((await call('dana', 'POST', '/todos/mark_as_done')).status).toBe(204);
    expect(await ids({})).toEqual([]);
    expect((await call('nobody', 'GET', '/todos')).status).toBe(401);
  });

  test('EP-SB-15: an issue or an epic is added, and 304 if it is already pending', async ({ build, call }) => {
    const group = await build.group({ visibility: 'public' });
    const issue = await build.issue({ project: await build.project({ group }) });
    const epic = await build.epic({ group });
    for (const path of [
      `/projects/${issue.namespaceId}/issues/${issue.iid}`,
      `/groups/${group.id}/epics/${epic.iid}`,
    ]) {
      const { status, body } = await call('otto', 'POST', `${path}/todo`);
      expect([status, body['action_name']]).toEqual([201, 'marked']);
      expect((await call('otto', 'POST', `${path}/todo`)).status).toBe(304);
      expect((await call('nobody', 'POST', `${path}/todo`)).status).toBe(401);
    }
  });

  test('RS-GN-05: of calls at the same moment that add an item, one is answered with 201 and the others with 304', async ({
    build,
    call,
  }) => {
    const group = await build.group({ visibility: 'public' });
    const { iid } = await build.epic({ group });
    const calls = Array.from({ length: 8 }, () => call('otto', 'POST', `/groups/${group.id}/epics/${iid}/todo`));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 304)).toHaveLength(7);
  });
});

test('lines of a comment add a to-do, mark it as done, subscribe and unsubscribe', async ({ build, call }) => {
  const issue = await build.issue({ author: 'ada' });
  const path = `/projects/${issue.namespaceId}/issues/${issue.iid}`;
  const after = async (body: string) => {
    await call('dana', 'POST', `${path}/notes`, { body });
    const todos = await call<object[]>('dana', 'GET', '/todos', { project_id: issue.namespaceId });
    const { subscribed } = (await call('dana', 'GET', path)).body;
    return [todos.body.length, subscribed];
  };
  expect(await after('Later.\n\n/todo\n/unsubscribe')).toEqual([1, false]);
  expect(await after('/subscribe')).toEqual([1, true]);
  expect(await after('/done')).toEqual([0, true]);
});

describe('to-dos over GraphQL', () => {
  test('PM-IS-16, EP-SB-15: they are created, read on their item, done and restored', async ({ build, ask }) => {
    const epic = await build.epic({ group: await build.group({ visibility: 'public' }) });
    const make =
      'mutation($id: TodoableID!) { todoCreate(input: { targetId: $id }) { todo { id state action } errors } }';
    const id = `gid://gitlab/Epic/${epic.id}`;
    const made = await ask<{ todoCreate: { todo: { id: string } } }>('rita', make, { id });
    const todo = made.data.todoCreate.todo;
    expect(todo).toMatchObject({ state: 'pending', action: 'marked' });
    expect((await ask('rita', make, { id })).data).toEqual({
      todoCreate: { todo: null, errors: ['A to-do for this item is already pending'] },
    });
    expect((await ask('nobody', make, { id })).errors).toHaveLength(1);
    const onItem = `query($path: ID!, $iid: ID!) { group(fullPath: $path) { epic(iid: $iid) {
      currentUserTodos(state: pending) { nodes { id } count } } } }`;
    const variables = { path: epic.namespacePath, iid: String(epic.iid) };
    const waiting = (nodes: object[]) => ({ group: { epic: { currentUserTodos: { nodes, count: nodes.length } } } });
    expect((await ask('rita', onItem, variables)).data).toEqual(waiting([{ id: todo.id }]));
    for (const other of ['ada', 'nobody'] as const)
      expect((await ask(other, onItem, variables)).data).toEqual(waiting([]));
    const run = (name: string) =>
      ask('rita', `mutation($id: TodoID!) { ${name}(input: { id: $id }) { todo { state } errors } }`, { id: todo.id });
    expect((await run('todoMarkDone')).data).toEqual({ todoMarkDone: { todo: { state: 'done' }, errors: [] } });
    expect((await ask('rita', onItem, variables)).data).toEqual(waiting([]));
    expect((await run('todoRestore')).data).toEqual({ todoRestore: { todo: { state: 'pending' }, errors: [] } });
  });

  test('PM-IS-16: the list is paged, counted and filtered, marked as done and restored, also those of one item', async ({
    as,
    build,
    ask,
  }) => {
    const group = await build.group({ visibility: 'public' });
    const project = await build.project({ group });
    const titles = ['first', 'second', 'third'];
    const issues = [];
    for (const title of titles) {
      const issue = await build.issue({ project, title, author: 'ada' });
      issues.push(issue);
      await createNote(as('ada'), { workItemId: issue.id, body: `${title}: @paul` });
    }
    const epic = await build.epic({ group, title: 'epic', author: 'ada' });
    await updateWorkItem(as('ada'), epic.id, { assigneeIds: [build.idOf('paul')] });
    const query = `query($after: String, $state: [TodoStateEnum!], $type: [TodoTargetEnum!], $group: [ID!], $first: Int, $sort: TodoSort) {
      currentUser { todos(first: $first, after: $after, state: $state, type: $type, groupId: $group, sort: $sort) {
        nodes { action targetType body author { username } targetEntity { __typename name } target { __typename name webUrl } note { body } }
        count pageInfo { hasNextPage endCursor } } } }`;
    interface Answer {
      currentUser: {
        todos: {
          nodes: { targetEntity: { name: string } }[];
          count: number;
          pageInfo: { hasNextPage: boolean; endCursor: string };
        };
      };
    }
    const list = async (variables: object) =>
      (
        await ask<Answer>('paul', query, {
          state: ['pending'],
          group: [`gid://gitlab/Group/${group.id}`],
          ...variables,
        })
      ).data.currentUser.todos;
    const names = (page: Awaited<ReturnType<typeof list>>) => page.nodes.map(({ targetEntity }) => targetEntity.name);
    const first = await list({ first: 3 });
    expect([names(first), first.count, first.pageInfo.hasNextPage]).toEqual([['epic', 'third', 'second'], 4, true]);
    expect(first.nodes[0]).toMatchObject({
      action: 'assigned',
      targetType: 'EPIC',
      targetEntity: { __typename: 'Epic' },
      target: { __typename: 'Epic', name: 'epic', webUrl: expect.stringMatching(/^http.*epics/) as string },
    });
    expect(first.nodes[1]).toMatchObject({ action: 'mentioned', targetType: 'ISSUE', body: 'third: @paul' });
    expect(names(await list({ first: 3, after: first.pageInfo.endCursor }))).toEqual(['first']);
    for (const sort of ['CREATED_ASC', 'created_asc', 'UPDATED_ASC']) {
      expect(names(await list({ sort }))).toEqual(['first', 'second', 'third', 'epic']);
    }
    await build.label({ namespace: group, title: 'urgent', priority: 1, on: issues.slice(1, 2) });
    await build.label({ namespace: group, title: 'soon', priority: 2, on: [...issues.slice(1, 2), epic] });
    for (const [sort, order] of [
      ['LABEL_PRIORITY_ASC', ['second', 'epic', 'first', 'third']],
      ['LABEL_PRIORITY_DESC', ['epic', 'second', 'third', 'first']],
    ] as const) {
      const page = await list({ sort, first: 2 });
      const rest = await list({ sort, after: page.pageInfo.endCursor });
      expect([...names(page), ...names(rest)]).toEqual(order);
    }
    expect(names(await list({ type: ['EPIC'] }))).toEqual(['epic']);
    const all = await ask<{ todosMarkAllDone: { updatedIds: string[] } }>(
      'paul',
      'mutation($group: [ID!]) { todosMarkAllDone(input: { groupId: $group }) { updatedIds errors } }',
      { group: [String(group.id)] },
    );
    expect(all.data.todosMarkAllDone.updatedIds).toHaveLength(4);
    expect((await list({})).count).toBe(0);
    const back = 'mutation($ids: [TodoID!]!) { todoRestoreMany(input: { ids: $ids }) { todos { state } errors } }';
    await ask('paul', back, { ids: all.data.todosMarkAllDone.updatedIds });
    expect((await list({})).count).toBe(4);
    const finish = 'mutation($id: TodoableID) { todosMarkAllDone(input: { targetId: $id }) { todos { body state } } }';
    const onOne = await ask('paul', finish, { id: `gid://gitlab/Epic/${epic.id}` });
    expect(onOne.data).toEqual({ todosMarkAllDone: { todos: [{ body: 'epic', state: 'done' }] } });
    expect((await list({})).count).toBe(3);
    const onNone = await ask('paul', finish, { id: 'gid://gitlab/Issue/999999999' });
    expect([onNone.data, onNone.errors?.length]).toEqual([{ todosMarkAllDone: null }, 1]);
  });
});
