import { expect } from 'vitest';
import { sql } from 'kysely';
import { test } from '../../testing/http.ts';

interface Answer {
  currentUser: {
    yourWorkCounts: Record<string, number>;
    yourWork: { nodes: { title: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
  };
}

const document = `query ($tab: YourWorkTab!, $state: YourWorkState, $search: String, $sort: YourWorkSort, $first: Int, $after: String) {
  currentUser { yourWorkCounts { assigned created mentioned epics }
    yourWork(tab: $tab, state: $state, search: $search, sort: $sort, first: $first, after: $after) {
      nodes { title } pageInfo { hasNextPage endCursor } } } }`;

test('TM-YW-01, TM-YW-02, TM-YW-03: each tab lists what concerns the viewer, with open counts, until a namespace is left or archived', async ({
  build,
  call,
  ask,
  db,
  world,
}) => {
  const group = await build.group({ path: 'yw' });
  const project = await build.project({ group, path: 'shop' });
  const other = await build.project({ group, path: 'other' });
  const issue = async (who: 'ada' | 'dana', at: { id: number }, input: object) =>
    (await call<{ iid: number; id: number }>(who, 'POST', `/projects/${at.id}/issues`, input)).body;
  await issue('ada', project, { title: 'Assigned', assignee_ids: [world.userIds.dana], due_date: '2030-02-01' });
  await issue('ada', other, {
    title: 'Assigned elsewhere',
    assignee_ids: [world.userIds.dana],
    due_date: '2030-01-01',
  });
  const closed = await issue('ada', project, { title: 'Assigned, closed', assignee_ids: [world.userIds.dana] });
  await call('ada', 'PUT', `/projects/${project.id}/issues/${closed.iid}`, { state_event: 'close' });
  await issue('dana', project, { title: 'Created' });
  const talked = await issue('ada', project, { title: 'Talked about' });
  await issue('ada', project, { title: 'Described', description: 'Ask @dana' });
  await call('ada', 'POST', `/projects/${project.id}/issues/${talked.iid}/notes`, { body: '@dana please look' });
  const { body: epic } = await call<{ id: number }>('ada', 'POST', `/groups/${group.id}/epics`, {
    title: 'Owned epic',
  });
  await sql`INSERT INTO work_item_assignees (work_item_id, user_id) VALUES (${epic.id}, ${world.userIds.dana})`.execute(
    db,
  );

  const list = async (tab: string, variables: object = {}) => {
    const { data, errors } = await ask<Answer>('dana', document, { tab, ...variables });
    expect(errors).toBeUndefined();
    return data.currentUser;
  };
  const titles = async (tab: string, variables: object = {}) =>
    (await list(tab, variables)).yourWork.nodes.map(({ title }) => title);
  expect((await list('ASSIGNED')).yourWorkCounts).toEqual({ assigned: 2, created: 1, mentioned: 2, epics: 1 });
  expect(await titles('ASSIGNED')).toEqual(['Assigned, closed', 'Assigned elsewhere', 'Assigned']);
  expect(await titles('ASSIGNED', { state: 'OPENED', sort: 'DUE_DATE_ASC' })).toEqual([
    'Assigned elsewhere',
    'Assigned',
  ]);
  expect(await titles('ASSIGNED', { search: 'ELSE' })).toEqual(['Assigned elsewhere']);
  expect(await titles('CREATED')).toEqual(['Created']);
  // The newest mention first, whenever the item was created.
  expect(await titles('MENTIONED')).toEqual(['Talked about', 'Described']);
  expect(await titles('EPICS')).toEqual(['Owned epic']);
  const first = await list('MENTIONED', { first: 1 });
  expect(first.yourWork.pageInfo.hasNextPage).toBe(true);
  expect(await titles('MENTIONED', { after: first.yourWork.pageInfo.endCursor })).toEqual(['Described']);

  await call('ada', 'POST', `/projects/${other.id}/archive`);
  expect(await titles('ASSIGNED', { state: 'OPENED' })).toEqual(['Assigned']);
  expect((await list('ASSIGNED')).yourWorkCounts['assigned']).toBe(1);
  await call('ada', 'DELETE', `/groups/${group.id}/members/${world.userIds.dana}`);
  expect((await list('ASSIGNED')).yourWorkCounts).toEqual({ assigned: 0, created: 0, mentioned: 0, epics: 0 });
  expect(await titles('CREATED')).toEqual([]);
  expect((await ask<Answer>('nobody', document, { tab: 'CREATED' })).data.currentUser).toBeNull();
});
