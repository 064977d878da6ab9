import { ForbiddenError, NotFoundError, StaleVersionError } from '@milepost/core/errors';
import { parseQuery } from '@milepost/core/query';
import { viewQueryOf } from '@milepost/core/views/queries';
import { viewLimits } from '@milepost/core/views/views';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { updateLabel } from '../labels/commands.ts';
import { createView, deleteView, listViews, restoreView, updateView, visibleView } from './commands.ts';
import { sweepViews } from './jobs.ts';

const query = viewQueryOf('roadmap', parseQuery('label_name[]=ux&state=opened'));

test('TM-LV-01, TM-BD-19: lists and boards save views of their own, each with its address', async ({
  ask,
  as,
  build,
}) => {
  const { fullPath } = await build.project();
  const group = await build.group();
  const create = `mutation ($input: SavedViewCreateInput!) {
    savedViewCreate(input: $input) { savedView { id kind name query shared lockVersion webPath userPermissions { updateSavedView } } errors } }`;
  interface Made {
    savedViewCreate: { savedView: { id: string; webPath: string } | null; errors: string[] };
  }
  const make = async (input: object) => (await ask<Made>('paul', create, { input })).data.savedViewCreate;
  const list = await make({
    fullPath,
    kind: 'ISSUES',
    name: ' Mine ',
    query: 'columns=labels,dueDate&density=compact&label_name[]=a&page_after=x',
    shared: true,
  });
  const idOf = (made: Made['savedViewCreate']) => made.savedView?.id.split('/').at(-1);
  expect(list.savedView).toMatchObject({
    kind: 'ISSUES',
    name: 'Mine',
    shared: true,
    lockVersion: 0,
    query: 'label_name[]=a&state=opened&sort=updated_desc&columns=labels%2CdueDate&density=compact',
    webPath: `/${fullPath}/-/issues?view=${idOf(list)}`,
    userPermissions: { updateSavedView: true },
  });
  const board = await make({ fullPath, kind: 'BOARD', name: 'Mine', query: 'board=7&lanes=epic&folded=closed' });
  expect(board.savedView).toMatchObject({
    query: 'board=7&lanes=epic&folded=closed',
    webPath: `/${fullPath}/-/boards/7?view=${idOf(board)}`,
  });
  const epics = await make({ fullPath: group.fullPath, kind: 'EPICS', name: 'Mine', query: '' });
  expect(epics.savedView?.webPath).toBe(`/groups/${group.fullPath}/-/epics?view=${idOf(epics)}`);
  // Refused: a taken name, a name and a query that are too long, and epics of a project.
  expect((await make({ fullPath, kind: 'ISSUES', name: 'mine', query: '', shared: true })).errors).toEqual([
    'Name has already been taken',
  ]);
  expect((await make({ fullPath, kind: 'ISSUES', name: 'x'.repeat(101), query: '' })).errors).toEqual([
    'Name is too long (maximum is 100 characters)',
  ]);
  expect(
    (await make({ fullPath, kind: 'ISSUES', name: 'Long', query: `search=${'x'.repeat(10_001)}` })).errors,
  ).toEqual(['Query is too long (maximum is 10000 characters)']);
  const paul = as('paul');
  await expect(createView(paul, fullPath, 'epics', { name: 'No', query: '', isShared: false })).rejects.toThrow(
    NotFoundError,
  );

  // Private views are visible to their owner; shared ones to everyone who sees the project.
  const listed = `query ($fullPath: ID!) { project(fullPath: $fullPath) {
    issues: savedViews(kind: ISSUES) { nodes { name userPermissions { updateSavedView } } } board: savedViews(kind: BOARD) { nodes { name } }
    userPermissions { createSavedView shareSavedView } } }`;
  expect((await ask('gwen', listed, { fullPath })).data).toEqual({
    project: {
      issues: { nodes: [{ name: 'Mine', userPermissions: { updateSavedView: false } }] },
      board: { nodes: [] },
      userPermissions: { createSavedView: true, shareSavedView: false },
    },
  });
  const one = `query ($id: ID!) { savedView(id: $id) { name } }`;
  expect((await ask('gwen', one, { id: list.savedView?.id })).data).toEqual({ savedView: { name: 'Mine' } });
  expect((await ask('gwen', one, { id: board.savedView?.id })).data).toEqual({ savedView: null });
  expect((await ask('otto', one, { id: list.savedView?.id })).data).toEqual({ savedView: null });

  // A view of a list is not found as a view of a roadmap.
  const roadmap = `query ($id: ID!) { roadmapView(id: $id) { name } }`;
  expect((await ask('paul', roadmap, { id: `gid://gitlab/RoadmapView/${idOf(list)}` })).data).toEqual({
    roadmapView: null,
  });
  const change = `mutation ($input: SavedViewUpdateInput!) { savedViewUpdate(input: $input) { savedView { query lockVersion } errors } }`;
  const input = { id: list.savedView?.id, lockVersion: 0, query: 'sort=title_asc' };
  expect((await ask('paul', change, { input })).data).toMatchObject({
    savedViewUpdate: { savedView: { query: 'state=opened&sort=title_asc&density=comfortable', lockVersion: 1 } },
  });
  expect(
    (await ask<{ savedViewUpdate: { errors: string[] } }>('paul', change, { input })).data.savedViewUpdate.errors,
  ).toHaveLength(1);
});

test('TM-LB-10: a renamed label is renamed in the views that mean it', async ({ as, build }) => {
  const root = await build.group();
  const group = await build.group({ parent: root });
  const project = await build.project({ group });
  const other = await build.project({ group: root });
  const label = await build.label({ namespace: group, title: 'to do & more' });
  await build.label({ namespace: other, title: 'to do & more' });
  const text = `label_name[]=${encodeURIComponent('to do & more')}&not[label_name][]=to`;
  const fields = { name: 'View', query: text, isShared: true };
  const below = await createView(as('paul'), project.id, 'issues', fields);
  const at = await createView(as('paul'), group.id, 'epics', fields);
  const above = await createView(as('paul'), root.id, 'roadmap', fields);
  const ofBoard = await createView(as('paul'), group.id, 'board', fields);
  await updateLabel(as('paul'), label.id, { color: '#112233' });
  expect((await visibleView(as('paul'), below))?.lockVersion).toBe(0);
  await updateLabel(as('paul'), label.id, { title: 'done' });
  for (const view of [below, at, ofBoard]) {
    const now = await visibleView(as('paul'), view);
    expect(now?.query).toMatch(/^label_name\[\]=done&not\[label_name\]\[\]=to(?:&|$)/);
    expect(now?.lockVersion).toBe(1);
  }
  // In the group above, a label of another project still has the title.
  expect((await visibleView(as('paul'), above))?.query).toBe(above.query);
});

test('two editors never overwrite each other: the second is refused', async ({ as, build }) => {
  const group = await build.group();
  const view = await createView(as('paul'), group.id, 'roadmap', { name: 'Ours', query, isShared: true });
  const change = { lockVersion: view.lockVersion };
  const results = await Promise.allSettled([
    updateView(as('paul'), view, { ...change, name: 'Paul’s' }),
    updateView(as('rita'), view, { ...change, query: 'state=closed' }),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toBeInstanceOf(StaleVersionError);
  const now = await visibleView(as('rita'), view);
  expect(now?.lockVersion).toBe(1);
  await updateView(as('rita'), view, { lockVersion: 1, query: 'state=closed' });
});

test('a name is taken once among shared views and once among each own', async ({ as, build }) => {
  const group = await build.group();
  const fields = { name: 'Plan', query, isShared: true };
  const made = await Promise.allSettled([
    createView(as('paul'), group.id, 'roadmap', fields),
    createView(as('rita'), group.id, 'roadmap', { ...fields, name: 'PLAN' }),
  ]);
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await createView(as('paul'), group.id, 'roadmap', { ...fields, isShared: false });
  await createView(as('gwen'), group.id, 'roadmap', { ...fields, isShared: false });
  await expect(createView(as('gwen'), group.id, 'roadmap', { ...fields, isShared: false })).rejects.toThrow(
    'Name has already been taken',
  );
  const names = (await listViews(as('gwen'), group, 'roadmap')).map(({ name, isShared }) => [
    name.toLowerCase(),
    isShared,
  ]);
  expect(names).toEqual([
    ['plan', true],
    ['plan', false],
  ]);
  await expect(createView(as('gwen'), group.id, 'roadmap', { ...fields, name: ' ' })).rejects.toThrow(ForbiddenError);
  await expect(createView(as('paul'), group.id, 'roadmap', { ...fields, name: ' ' })).rejects.toThrow(
    "Name can't be blank",
  );
  await expect(
    createView(as('paul'), group.id, 'roadmap', { ...fields, name: 'Long', query: `search=${'x'.repeat(10_001)}` }),
  ).rejects.toThrow('Query is too long');
});

test('a deleted view can be restored for a day, unless its name is taken', async ({ as, build, db, services }) => {
  const group = await build.group();
  const view = await createView(as('gwen'), group.id, 'roadmap', { name: 'Mine', query, isShared: false });
  await deleteView(as('gwen'), view);
  expect(await listViews(as('gwen'), group, 'roadmap')).toEqual([]);
  await expect(deleteView(as('gwen'), view)).rejects.toThrow(NotFoundError);
  await expect(restoreView(as('paul'), view)).rejects.toThrow(NotFoundError);
  const restored = await restoreView(as('gwen'), view);
  expect(restored).toMatchObject({ name: 'Mine', query, deletedAt: null });
  await deleteView(as('gwen'), view);
  const other = await createView(as('gwen'), group.id, 'roadmap', { name: 'Mine', query, isShared: false });
  await expect(restoreView(as('gwen'), view)).rejects.toThrow('Name has already been taken');
  await db
    .updateTable('savedViews')
    .set({ deletedAt: sql`now() - interval '25 hours'` })
    .where('id', '=', view.id)
    .execute();
  await sweepViews.run(services, null, new AbortController().signal);
  await expect(restoreView(as('gwen'), view)).rejects.toThrow(NotFoundError);
  expect((await listViews(as('gwen'), group, 'roadmap')).map(({ id }) => id)).toEqual([other.id]);
});

test('only the owner of a view can make it private', async ({ as, build }) => {
  const group = await build.group();
  const own = await createView(as('gwen'), group.id, 'roadmap', { name: 'Own', query, isShared: false });
  await expect(updateView(as('gwen'), own, { lockVersion: 0, isShared: true })).rejects.toThrow(ForbiddenError);
  const shared = await createView(as('paul'), group.id, 'roadmap', { name: 'Shared', query, isShared: true });
  await expect(updateView(as('rita'), shared, { lockVersion: 0, isShared: false })).rejects.toThrow(ForbiddenError);
  await updateView(as('paul'), shared, { lockVersion: 0, isShared: false });
  expect(await visibleView(as('rita'), shared)).toBeNull();
  await expect(updateView(as('rita'), shared, { lockVersion: 1, name: 'x' })).rejects.toThrow(NotFoundError);
});

test('the number of views is limited', async ({ as, build, db }) => {
  const group = await build.group();
  const rows = Array.from({ length: viewLimits.own }, (_, index) => ({
    kind: 'roadmap' as const,
    namespaceId: group.id,
    authorId: build.idOf('gwen'),
    name: `View ${index}`,
    query,
  }));
  await db.insertInto('savedViews').values(rows).execute();
  await expect(createView(as('gwen'), group.id, 'roadmap', { name: 'More', query, isShared: false })).rejects.toThrow(
    'You can save at most 100 views of a group. Delete one first',
  );
  await createView(as('paul'), group.id, 'roadmap', { name: 'More', query, isShared: true });
});
