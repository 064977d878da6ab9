import { expect } from 'vitest';
import { test } from '../../testing/http.ts';
import type { Namespace } from '../namespaces/store.ts';
import { lifecycleOf } from '../work-items/store/statuses.ts';
import { createLifecycle, attachType } from './commands.ts';

interface Move {
  status: { id: number; name: string };
  types: string[];
  count: number;
  target_id: number | null;
  choices: { id: number; name: string }[];
}

test('TM-PS-04: a project that moves to another top-level group maps statuses by name and category, shows it, and needs a target for each other', async ({
  as,
  build,
  call,
  db,
}) => {
  const [from, to] = [await build.group(), await build.group()];
  const own = async (group: Namespace, names: readonly [string, string]) => {
    const lifecycle = await createLifecycle(as('mina'), group, {
      name: 'Ours',
      statuses: [
        { name: 'Inbox', category: 'triage' },
        { name: names[0], category: 'in_progress' },
        { name: names[1], category: 'done' },
      ],
      defaultOpen: 0,
      defaultClosed: 2,
      defaultDuplicate: 2,
    });
    // Epics and tasks keep following the lifecycle of the installation.
    const [inbox, doing, done] = lifecycle.statuses;
    await attachType(
      as('mina'),
      group,
      'issue',
      lifecycle.id,
      new Map([
        [1, inbox?.id],
        [3, done?.id],
      ] as never),
    );
    return { inbox: inbox?.id, doing: doing?.id, done: done?.id };
  };
  const before = await own(from, ['Doing', 'Shipped']);
  const after = await own(to, ['doing', 'Released']);
  const project = await build.project({ group: from });
  const issues = [];
  for (const status of ['Inbox', 'Doing', 'Shipped', 'Shipped']) {
    const issue = await build.issue({ project });
    await call('paul', 'PUT', `/projects/${project.id}/issues/${issue.iid}`, { status });
    issues.push(issue);
  }
  const statusIds = async () => {
    const rows = await db
      .selectFrom('workItems')
      .select(['statusId', 'state'])
      .where('namespaceId', '=', project.id)
      .orderBy('iid')
      .execute();
    return rows.map(({ statusId, state }) => [statusId, state]);
  };
  const path = `/projects/${project.id}`;
  const shown = await call<Move[]>('ada', 'GET', `${path}/transfer_statuses`, { group_id: to.id });
  expect(shown.body.map(({ status, types, count, target_id: target }) => [status.name, types, count, target])).toEqual([
    ['Inbox', ['issue'], 1, after.inbox],
    ['Doing', ['issue'], 1, after.doing],
    ['Shipped', ['issue'], 2, null],
  ]);
  expect(shown.body[2]?.choices.map(({ name }) => name)).toEqual(['Released']);
  expect((await call('mina', 'GET', `${path}/transfer_statuses`, { group_id: to.id })).status).toBe(403);
  const stays = await statusIds();
  const transfer = (input: object) => call('ada', 'PUT', `${path}/transfer`, { namespace: to.id, ...input });
  const map = (id: number | undefined) => ({
    status_mappings: [{ old_status_id: before.done, new_status_id: id }],
  });
  expect(await transfer({})).toMatchObject({
    status: 400,
    body: { message: { base: ['2 items have the status Shipped. Choose a status of the new group for them.'] } },
  });
  expect(await transfer(map(after.doing))).toMatchObject({
    status: 400,
    body: { message: { base: ['The chosen status cannot replace Shipped.'] } },
  });
  expect((await transfer({ status_mappings: [{ old_status_id: 1 }] })).status).toBe(400);
  expect(await statusIds()).toEqual(stays);
  expect((await transfer(map(after.done))).status).toBe(200);
  expect(await statusIds()).toEqual([
    [after.inbox, 'opened'],
    [after.doing, 'opened'],
    [after.done, 'closed'],
    [after.done, 'closed'],
  ]);
  const { statuses } = await lifecycleOf(as('ada'), from.id, 'issue');
  expect(statuses).toHaveLength(3);
});

test('TM-PS-04: a group that moves to the top level needs a status of the installation for each of its own', async ({
  as,
  build,
  call,
}) => {
  const top = await build.group();
  const sub = await build.group({ parent: top });
  const issue = await build.issue({ project: await build.project({ group: sub }) });
  const lifecycle = await createLifecycle(as('mina'), top, {
    name: 'Ours',
    statuses: [
      { name: 'Inbox', category: 'triage' },
      { name: 'Done', category: 'done' },
    ],
    defaultOpen: 0,
    defaultClosed: 1,
    defaultDuplicate: 1,
  });
  const [inbox] = lifecycle.statuses;
  await attachType(as('mina'), top, 'issue', lifecycle.id, new Map([[1, inbox?.id]] as never));
  const shown = await call<Move[]>('ada', 'GET', `/groups/${sub.id}/transfer_statuses`);
  expect(shown.body).toMatchObject([{ status: { name: 'Inbox' }, target_id: null }]);
  const transfer = (input: object) => call('ada', 'POST', `/groups/${sub.id}/transfer`, input);
  expect((await transfer({})).status).toBe(400);
  const [choice] = shown.body[0]?.choices ?? [];
  const mappings = [{ old_status_id: inbox?.id, new_status_id: choice?.id }];
  expect((await transfer({ status_mappings: mappings })).status).toBe(201);
  expect((await call('ada', 'GET', `/projects/${issue.namespaceId}/issues/${issue.iid}`)).body).toMatchObject({
    status: { name: choice?.name },
  });
});
