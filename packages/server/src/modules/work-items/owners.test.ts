import { formatGlobalId } from '@milepost/core/ids';
import { MAX_OWNERS } from '@milepost/core/work-items';
import { expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { updateWorkItem } from './commands.ts';

test('TM-EP-01, TM-EP-02: an epic has owners, by widget, bulk and /assign; they get a to-do, and filters find them', async ({
  ask,
  call,
  build,
}) => {
  const group = await build.group();
  const [epic, other] = [await build.epic({ group }), await build.epic({ group })];
  const owned = async (of: typeof epic) => {
    const { data } = await ask<{ group: { epic: { assignees: { nodes: { username: string }[] } } } }>(
      'gwen',
      `{ group(fullPath: "${group.fullPath}") { epic(iid: "${of.iid}") { assignees { nodes { username } } } } }`,
    );
    return data.group.epic.assignees.nodes.map(({ username }) => username);
  };
  const assign = (mutation: string, ids: string) =>
    ask(
      'paul',
      `mutation { ${mutation}(input: { ${ids}, assigneesWidget: { assigneeIds: ["${formatGlobalId('User', build.idOf('gwen'))}"] } }) { errors } }`,
    );
  await assign('workItemUpdate', `id: "${formatGlobalId('WorkItem', epic.id)}"`);
  expect(await owned(epic)).toEqual(['gwen']);
  const notes = `/groups/${group.id}/epics/${epic.id}/notes`;
  await call('paul', 'POST', notes, { body: '/assign @dana' });
  expect(await owned(epic)).toEqual(['dana', 'gwen']);
  await call('paul', 'POST', notes, { body: '/unassign @dana' });
  await assign('workItemBulkUpdate', `fullPath: "${group.fullPath}", ids: ["${formatGlobalId('WorkItem', other.id)}"]`);
  expect(await owned(other)).toEqual(['gwen']);
  const todos = await call<{ action_name: string; target_type: string }[]>('gwen', 'GET', '/todos');
  expect(todos.body.filter(({ action_name }) => action_name === 'assigned')).toHaveLength(2);

  const unowned = await build.epic({ group });
  const found = async (args: string) => {
    const { data } = await ask<{ group: { epics: { nodes: { iid: string }[] } } }>(
      'paul',
      `{ group(fullPath: "${group.fullPath}") { epics(${args}, sort: CREATED_AT_ASC) { nodes { iid } } } }`,
    );
    return data.group.epics.nodes.map(({ iid }) => Number(iid));
  };
  const sorted = async (sort: string) => {
    const { data } = await ask<{ group: { epics: { nodes: { iid: string }[] } } }>(
      'paul',
      `{ group(fullPath: "${group.fullPath}") { epics(sort: ${sort}) { nodes { iid } } } }`,
    );
    return data.group.epics.nodes.map(({ iid }) => Number(iid));
  };
  expect(await found('assigneeUsernames: ["gwen"]')).toEqual([epic.iid, other.iid]);
  expect(await found('not: { assigneeUsernames: ["gwen"] }')).toEqual([unowned.iid]);
  expect(await found('assigneeWildcardId: NONE')).toEqual([unowned.iid]);
  await call('paul', 'POST', `/groups/${group.id}/epics/${other.id}/notes`, { body: '/reassign @dana' });
  expect(await sorted('ASSIGNEE_ASC')).toEqual([other.iid, epic.iid, unowned.iid]);
  expect(await sorted('ASSIGNEE_DESC')).toEqual([epic.iid, other.iid, unowned.iid]);
  await call('paul', 'POST', `/groups/${group.id}/epics/${other.id}/notes`, { body: '/reassign @gwen' });
  const { body } = await call<{ iid: number }[]>('paul', 'GET', `/groups/${group.id}/epics`, {
    'assignee_username[]': 'gwen',
  });
  expect(body.map(({ iid }) => iid).toSorted((one, two) => one - two)).toEqual([epic.iid, other.iid]);
});

test('TM-EP-01: an epic has at most a hundred owners', async ({ as, build, db }) => {
  const group = await build.group({ visibility: 'public' });
  const epic = await build.epic({ group });
  const users = await db
    .insertInto('users')
    .values(
      Array.from({ length: MAX_OWNERS + 1 }, (_, at) => ({
        username: `owner-${at}-${epic.id}`,
        name: `Owner ${at}`,
        email: `owner-${at}-${epic.id}@milepost.test`,
      })),
    )
    .returning('id')
    .execute();
  const ids = users.map(({ id }) => id);
  await expect(updateWorkItem(as('ada'), epic.id, { assigneeIds: ids })).rejects.toThrow('limited to 100');
  await updateWorkItem(as('ada'), epic.id, { assigneeIds: ids.slice(1) });
  await expect(updateWorkItem(as('ada'), epic.id, { addAssigneeIds: ids.slice(0, 1) })).rejects.toThrow(
    'limited to 100',
  );
});
