import { ForbiddenError, NotFoundError, StaleVersionError, ValidationError } from '@milepost/core/errors';
import { parseQuery } from '@milepost/core/query';
import { viewLimits, viewQueryOf } from '@milepost/core/roadmap/views';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { updateRoadmapSettings, readRoadmapSettings } from './commands/settings.ts';
import {
  createRoadmapView,
  deleteRoadmapView,
  listRoadmapViews,
  restoreRoadmapView,
  updateRoadmapView,
  visibleRoadmapView,
} from './commands/views.ts';
import { sweepRoadmaps } from './jobs.ts';

const query = viewQueryOf(parseQuery('label_name[]=ux&state=opened'));

test('settings are stored per person and group, and changes of two open pages are merged', async ({ as, build }) => {
  const group = await build.group({ visibility: 'public' });
  const other = await build.group({ visibility: 'public' });
  expect(await readRoadmapSettings(as('otto'), group.fullPath)).toBeNull();
  await Promise.all([
    updateRoadmapSettings(as('otto'), group.fullPath, { show_labels: 'true' }),
    updateRoadmapSettings(as('otto'), group.fullPath, { state: 'closed' }),
    updateRoadmapSettings(as('otto'), group.fullPath, { timeframe_range_type: 'THREE_YEARS', layout: 'MONTHS' }),
  ]);
  expect(await readRoadmapSettings(as('otto'), group.fullPath)).toMatchObject({
    show_labels: 'true',
    state: 'closed',
    layout: 'MONTHS',
  });
  expect(await readRoadmapSettings(as('otto'), other.fullPath)).toBeNull();
  expect(await readRoadmapSettings(as('gwen'), group.fullPath)).toBeNull();
  expect(await readRoadmapSettings(as('nobody'), group.fullPath)).toBeNull();
});

test('unknown settings are refused as a whole', async ({ as, build }) => {
  const group = await build.group();
  for (const wrong of [{ layout: 'DECADES' }, { password: 'x' }, { show_labels: 7 }, 'text', null, ['a']]) {
    await expect(updateRoadmapSettings(as('gwen'), group.id, wrong)).rejects.toThrow(ValidationError);
  }
  expect(await readRoadmapSettings(as('gwen'), group.id)).toBeNull();
});

test('settings and views travel through GraphQL', async ({ ask, build }) => {
  const { fullPath } = await build.group();
  const update = `mutation ($input: RoadmapSettingsUpdateInput!) { roadmapSettingsUpdate(input: $input) { settings errors } }`;
  const input = { fullPath, settings: { show_labels: 'true' } };
  const kept = await ask('gwen', update, { input });
  expect(kept.data).toMatchObject({ roadmapSettingsUpdate: { settings: { show_labels: 'true' }, errors: [] } });
  const wrong = await ask('gwen', update, { input: { fullPath, settings: { layout: 'x' } } });
  expect(wrong.data).toEqual({ roadmapSettingsUpdate: { settings: null, errors: ['Layout is invalid'] } });
  const read = `query ($fullPath: ID!) { currentUser { roadmapSettings(fullPath: $fullPath) } }`;
  expect((await ask('gwen', read, { fullPath })).data).toMatchObject({
    currentUser: { roadmapSettings: { show_labels: 'true' } },
  });

  const create = `mutation ($input: RoadmapViewCreateInput!) {
    roadmapViewCreate(input: $input) { roadmapView { id name query shared lockVersion webPath author { username } userPermissions { updateRoadmapView } } errors } }`;
  const made = await ask<{ roadmapViewCreate: { roadmapView: { id: string; webPath: string } } }>('paul', create, {
    input: { fullPath, name: ' Open work ', query: 'state=opened', shared: true },
  });
  const { roadmapView } = made.data.roadmapViewCreate;
  expect(roadmapView).toMatchObject({
    name: 'Open work',
    shared: true,
    lockVersion: 0,
    author: { username: 'paul' },
    userPermissions: { updateRoadmapView: true },
    query: viewQueryOf(parseQuery('state=opened')),
  });
  expect(roadmapView.webPath).toBe(`/groups/${fullPath}/-/roadmap?view=${roadmapView.id.split('/').at(-1)}`);
  const list = `query ($fullPath: ID!) { group(fullPath: $fullPath) {
    roadmapViews { nodes { name userPermissions { updateRoadmapView } } } userPermissions { shareRoadmapView publishRoadmap } } }`;
  expect((await ask('gwen', list, { fullPath })).data).toEqual({
    group: {
      roadmapViews: { nodes: [{ name: 'Open work', userPermissions: { updateRoadmapView: false } }] },
      userPermissions: { shareRoadmapView: false, publishRoadmap: false },
    },
  });
  const one = `query ($id: ID!) { roadmapView(id: $id) { name } }`;
  expect((await ask('otto', one, { id: roadmapView.id })).data).toEqual({ roadmapView: null });
  expect((await ask('gwen', one, { id: roadmapView.id })).data).toEqual({ roadmapView: { name: 'Open work' } });
});

test('two editors never overwrite each other: the second is refused', async ({ as, build }) => {
  const group = await build.group();
  const view = await createRoadmapView(as('paul'), group.id, { name: 'Ours', query, isShared: true });
  const change = { lockVersion: view.lockVersion };
  const results = await Promise.allSettled([
    updateRoadmapView(as('paul'), view.id, { ...change, name: 'Paul’s' }),
    updateRoadmapView(as('rita'), view.id, { ...change, query: 'state=closed' }),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toBeInstanceOf(StaleVersionError);
  const now = await visibleRoadmapView(as('rita'), view.id);
  expect(now?.lockVersion).toBe(1);
  await updateRoadmapView(as('rita'), view.id, { lockVersion: 1, query: 'state=closed' });
});

test('a name is taken once among shared views and once among each own', async ({ as, build }) => {
  const group = await build.group();
  const fields = { name: 'Plan', query, isShared: true };
  const made = await Promise.allSettled([
    createRoadmapView(as('paul'), group.id, fields),
    createRoadmapView(as('rita'), group.id, { ...fields, name: 'PLAN' }),
  ]);
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await createRoadmapView(as('paul'), group.id, { ...fields, isShared: false });
  await createRoadmapView(as('gwen'), group.id, { ...fields, isShared: false });
  await expect(createRoadmapView(as('gwen'), group.id, { ...fields, isShared: false })).rejects.toThrow(
    'Name has already been taken',
  );
  const names = (await listRoadmapViews(as('gwen'), group)).map(({ name, isShared }) => [name.toLowerCase(), isShared]);
  expect(names).toEqual([
    ['plan', true],
    ['plan', false],
  ]);
  await expect(createRoadmapView(as('gwen'), group.id, { ...fields, name: ' ' })).rejects.toThrow(ForbiddenError);
  await expect(createRoadmapView(as('paul'), group.id, { ...fields, name: ' ' })).rejects.toThrow(
    "Name can't be blank",
  );
  await expect(
    createRoadmapView(as('paul'), group.id, { ...fields, name: 'Long', query: `search=${'x'.repeat(10_001)}` }),
  ).rejects.toThrow('Query is too long');
});

test('a deleted view can be restored for a day, unless its name is taken', async ({ as, build, db, services }) => {
  const group = await build.group();
  const view = await createRoadmapView(as('gwen'), group.id, { name: 'Mine', query, isShared: false });
  await deleteRoadmapView(as('gwen'), view.id);
  expect(await listRoadmapViews(as('gwen'), group)).toEqual([]);
  await expect(deleteRoadmapView(as('gwen'), view.id)).rejects.toThrow(NotFoundError);
  await expect(restoreRoadmapView(as('paul'), view.id)).rejects.toThrow(NotFoundError);
  const restored = await restoreRoadmapView(as('gwen'), view.id);
  expect(restored).toMatchObject({ name: 'Mine', query, deletedAt: null });
  await deleteRoadmapView(as('gwen'), view.id);
  const other = await createRoadmapView(as('gwen'), group.id, { name: 'Mine', query, isShared: false });
  await expect(restoreRoadmapView(as('gwen'), view.id)).rejects.toThrow('Name has already been taken');
  await db
    .updateTable('roadmapViews')
    .set({ deletedAt: sql`now() - interval '25 hours'` })
    .where('id', '=', view.id)
    .execute();
  await sweepRoadmaps.run(services, null, new AbortController().signal);
  await expect(restoreRoadmapView(as('gwen'), view.id)).rejects.toThrow(NotFoundError);
  expect((await listRoadmapViews(as('gwen'), group)).map(({ id }) => id)).toEqual([other.id]);
});

test('only the owner of a view can make it private', async ({ as, build }) => {
  const group = await build.group();
  const own = await createRoadmapView(as('gwen'), group.id, { name: 'Own', query, isShared: false });
  await expect(updateRoadmapView(as('gwen'), own.id, { lockVersion: 0, isShared: true })).rejects.toThrow(
    ForbiddenError,
  );
  const shared = await createRoadmapView(as('paul'), group.id, { name: 'Shared', query, isShared: true });
  await expect(updateRoadmapView(as('rita'), shared.id, { lockVersion: 0, isShared: false })).rejects.toThrow(
    ForbiddenError,
  );
  await updateRoadmapView(as('paul'), shared.id, { lockVersion: 0, isShared: false });
  expect(await visibleRoadmapView(as('rita'), shared.id)).toBeNull();
  await expect(updateRoadmapView(as('rita'), shared.id, { lockVersion: 1, name: 'x' })).rejects.toThrow(NotFoundError);
});

test('the number of views is limited', async ({ as, build, db }) => {
  const group = await build.group();
  const rows = Array.from({ length: viewLimits.own }, (_, index) => ({
    namespaceId: group.id,
    authorId: build.idOf('gwen'),
    name: `View ${index}`,
    query,
  }));
  await db.insertInto('roadmapViews').values(rows).execute();
  await expect(createRoadmapView(as('gwen'), group.id, { name: 'More', query, isShared: false })).rejects.toThrow(
    'You can save at most 100 views of a group. Delete one first',
  );
  await createRoadmapView(as('paul'), group.id, { name: 'More', query, isShared: true });
});
