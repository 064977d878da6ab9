import { ConflictError, ValidationError } from '@milepost/core/errors';
import type { WorkItemId } from '@milepost/core/ids';
import { expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { createBoard, createBoardList, findBoardList } from '../boards/commands.ts';
import { transferNamespace } from '../namespaces/commands/transfers.ts';
import { updateWorkItem } from '../work-items/commands.ts';
import { createLabel, promoteLabel, updateLabel } from './commands.ts';
import { labelsOfWorkItem } from './store/items.ts';
import { countLabels, labelsById } from './store.ts';

interface Listed {
  id: number;
  name: string;
  priority?: number | null;
  archived: boolean;
  open_issues_count?: number;
  open_epics_count?: number;
  origin: { full_path: string };
}

test('TM-LB-02: a title of an ancestor is refused on creation and on renaming, letter case counts', async ({
  as,
  build,
  call,
}) => {
  const group = await build.group();
  const project = await build.project({ group });
  await build.label({ namespace: group, title: 'bug' });
  const fields = { title: 'bug', color: '#123456' };
  await expect(createLabel(as('paul'), project, fields)).rejects.toThrow(ConflictError);
  const other = await createLabel(as('paul'), project, { ...fields, title: 'Bug' });
  await expect(updateLabel(as('paul'), other.id, { title: 'bug' })).rejects.toThrow(ConflictError);
  const answer = await call('paul', 'PUT', `/projects/${project.id}/labels/${other.id}`, { new_name: 'bug' });
  expect(answer).toMatchObject({ status: 409, body: { message: 'Label already exists' } });
});

test('TM-LB-01: a description has at most 512 characters', async ({ as, build }) => {
  const group = await build.group();
  const fields = { title: 'bug', color: '#123456' };
  const long = createLabel(as('paul'), group, { ...fields, description: 'x'.repeat(513) });
  await expect(long).rejects.toThrow(ValidationError);
  await createLabel(as('paul'), group, { ...fields, description: 'x'.repeat(512) });
});

test('TM-LB-03, TM-LB-04, TM-LB-05: labels are listed by priority and scope, with origin and open counts', async ({
  as,
  build,
  call,
}) => {
  const group = await build.group();
  const project = await build.project({ group });
  const make = (title: string, priority: number | null = null) =>
    createLabel(as('paul'), project, { title, color: '#123456', priority });
  const bug = await make('bug');
  await make('sig::node');
  await make('area::ui::new');
  await make('urgent', 2);
  await make('first', 1);
  const above = await build.label({ namespace: group, title: 'area::api' });
  const [epic, issue] = [await build.epic({ group }), await build.issue({ project })];
  await build.issue({ project, confidential: true, author: null });
  await updateWorkItem(as('paul'), epic.id, { addLabelIds: [above.id] });
  await updateWorkItem(as('paul'), issue.id, { addLabelIds: [above.id, bug.id] });
  const path = `/projects/${project.id}/labels?with_counts=true&order_by=group`;
  const { body } = await call<Listed[]>('gwen', 'GET', path);
  expect(body.map(({ name }) => name)).toEqual(['first', 'urgent', 'area::api', 'area::ui::new', 'sig::node', 'bug']);
  expect(body[2]).toMatchObject({
    open_issues_count: 1,
    open_epics_count: 1,
    origin: { kind: 'group', full_path: group.fullPath },
  });
});

test('TM-LB-07: a promotion merges the labels of all projects and keeps subscriptions and assignments', async ({
  as,
  build,
  call,
}) => {
  const group = await build.group();
  const [one, two] = [await build.project({ group }), await build.project({ group })];
  const mine = await build.label({ namespace: one, title: 'bug' });
  const theirs = await build.label({ namespace: two, title: 'bug' });
  const issue = await build.issue({ project: two });
  await updateWorkItem(as('paul'), issue.id, { addLabelIds: [theirs.id] });
  expect((await call('gwen', 'POST', `/projects/${two.id}/labels/${theirs.id}/subscribe`)).status).toBe(201);
  expect((await call('gwen', 'POST', `/projects/${two.id}/labels/${theirs.id}/subscribe`)).status).toBe(304);
  const promoted = await promoteLabel(as('paul'), mine.id);
  const { body } = await call('gwen', 'GET', `/groups/${group.id}/labels/${promoted.id}`);
  expect(body).toMatchObject({ name: 'bug', subscribed: true, open_issues_count: 1 });
});

test('a project that leaves a group takes the labels along which its items and boards use', async ({ as, build }) => {
  const [from, to] = [await build.group({ visibility: 'private' }), await build.group()];
  const [project, stays] = [await build.project({ group: from }), await build.project({ group: from })];
  const [issue, other] = [await build.issue({ project }), await build.issue({ project: stays })];
  const bug = await build.label({ namespace: from, title: 'bug', color: '#aa0000', on: [issue, other] });
  const shared = await build.label({ namespace: from, title: 'shared', on: [issue] });
  await build.label({ namespace: from, title: 'unused' });
  const there = await build.label({ namespace: to, title: 'shared' });
  const board = await createBoard(as('paul'), project, { name: 'Delivery', labelIds: [bug.id] });
  const list = await createBoardList(as('paul'), board.id, { labelId: bug.id });
  await transferNamespace(as('ada'), 'project', project.id, to.id);

  const labelsOf = async (item: { id: WorkItemId }) =>
    (await as('root').load(labelsOfWorkItem, item.id))?.map(({ id, title, namespaceId }) => ({
      id,
      title,
      namespaceId,
    }));
  const moved = await labelsOf(issue);
  expect(moved).toMatchObject([
    { title: 'bug', namespaceId: project.id },
    { id: there.id, title: 'shared', namespaceId: to.id },
  ]);
  expect(await labelsOf(other)).toMatchObject([{ id: bug.id, namespaceId: from.id }]);
  expect(await countLabels(as('root'), { namespace: project })).toBe(1);
  const found = await findBoardList(as('paul'), list.id);
  expect([found.list.labelId, found.board.labelIds]).toEqual([moved?.[0]?.id, [moved?.[0]?.id]]);
  expect(await as('root').load(labelsById, shared.id)).toBeTruthy();
});
