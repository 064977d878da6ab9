import { expect } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { test } from '../../testing/test.ts';
import { indexTexts } from './jobs.ts';
import type { WorkItemListing } from './store/list-conditions.ts';
import type { ListScope } from './store/list-scope.ts';
import { countWorkItems, workItemsAfter } from './store/lists.ts';
import { issueTypes } from './store.ts';
import { indexQueuedTexts } from './store/queued-texts.ts';

/** The titles of items with these words, by one author or by anyone, in order of creation. */
function finder(ctx: Context, scope: ListScope, types: WorkItemListing['types']) {
  return async (text: string, authorUsername?: string): Promise<string[]> => {
    const listing: WorkItemListing = {
      scope,
      types,
      filter: { is: authorUsername ? { authorUsername: [authorUsername] } : {}, not: {}, or: {} },
      search: { text, in: ['title', 'description'] },
      order: { by: 'createdAt', isDescending: false },
    };
    const rows = await workItemsAfter(ctx, listing, { limit: 10, isBackward: false, cursor: null });
    expect(await countWorkItems(ctx, listing)).toBe(rows.length);
    return rows.map(({ title }) => title);
  };
}

test('a text is found while it is queued for the index, and after the job has indexed it', async ({
  as,
  build,
  db,
  services,
}) => {
  const group = await build.group();
  const scope: ListScope = { of: group, includeDescendants: true };
  const lights = await build.epic({ group, title: 'Harbour lights' });
  const ferry = await build.epic({ group, title: 'Night ferry' });
  const found = finder(as('ada'), scope, ['epic']);
  const enter = () => indexTexts.run(services, {}, new AbortController().signal);
  const waiting = () => db.selectFrom('epicTextsWaiting').selectAll().execute();

  expect(await found('harbour')).toEqual(['Harbour lights']);
  await enter();
  expect(await waiting()).toEqual([]);
  expect(await found('harbour')).toEqual(['Harbour lights']);
  expect(await found('harbour', 'ada')).toEqual(['Harbour lights']);

  await db.updateTable('workItems').set({ title: 'Lighthouse' }).where('id', '=', lights.id).execute();
  await db.updateTable('workItems').set({ description: 'To the harbour' }).where('id', '=', ferry.id).execute();
  expect(await waiting()).toHaveLength(2);
  for (const settled of [2, 0]) {
    expect(await found('harbour')).toEqual(['Night ferry']);
    expect(await found('lightHOUSE')).toEqual(['Lighthouse']);
    expect(await found('the night')).toEqual(['Night ferry']);
    expect(await indexQueuedTexts(db, 'epics')).toBe(settled);
  }

  // Texts outside the search index and deleted ones are not queued.
  await db.updateTable('workItems').set({ weight: 3, title: 'Lighthouse' }).where('id', '=', lights.id).execute();
  expect(await waiting()).toEqual([]);
  await db.updateTable('workItems').set({ title: 'Sunk' }).where('id', '=', lights.id).execute();
  await db.deleteFrom('workItems').where('id', '=', lights.id).execute();
  expect(await indexQueuedTexts(db, 'epics')).toBe(1);
  expect(await found('lighthouse')).toEqual([]);
});

test('texts are entered in batches of a bounded size, each change once', async ({ build, db }) => {
  const group = await build.group();
  const long = Array.from({ length: 200_000 }, (_, index) => index.toString(36)).join(' ');
  for (const title of ['One', 'Two', 'Three']) await build.epic({ group, title, description: long });
  const settled: number[] = [];
  for (let count = -1; count !== 0; settled.push(count)) count = await indexQueuedTexts(db, 'epics');
  expect(settled.at(-1)).toBe(0);
  expect(settled.length).toBeGreaterThan(2);
  expect(settled.reduce((sum, count) => sum + count, 0)).toBe(3);
});

test('a description of an issue is found while it is queued for the index, and after the job has indexed it', async ({
  as,
  build,
  db,
  services,
}) => {
  const group = await build.group();
  const project = await build.project({ group });
  const scope: ListScope = { of: group, includeDescendants: true };
  const lights = await build.issue({ project, title: 'Lights', description: 'Along the HARBOUR, 50% of them' });
  const ferry = await build.issue({ project, title: 'Night ferry' });
  const found = finder(as('ada'), scope, issueTypes);
  const enter = () => indexTexts.run(services, {}, new AbortController().signal);
  const copies = async () => (await db.selectFrom('issueTexts').selectAll().execute()).map(({ text }) => text);
  const waiting = async () => (await db.selectFrom('issueTextsWaiting').selectAll().execute()).length;
  const change = (id: typeof ferry.id, to: { title?: string; description?: string; weight?: number }) =>
    db.updateTable('workItems').set(to).where('id', '=', id).execute();

  // An item without a description is found by its title and has no copy.
  expect(await waiting()).toBe(1);
  for (const copied of [[], ['lights\nalong the harbour, 50% of them']]) {
    expect(await copies()).toEqual(copied);
    expect(await found('harbour')).toEqual(['Lights']);
    expect(await found('lights harb 50%')).toEqual(['Lights']);
    expect(await found('harbour', 'ada')).toEqual(['Lights']);
    expect(await found('50%f')).toEqual([]);
    expect(await found('ferry')).toEqual(['Night ferry']);
    await enter();
  }

  await change(lights.id, { description: '' });
  await change(ferry.id, { title: 'Ferry', description: 'To the harbour', weight: 3 });
  expect(await waiting()).toBe(2);
  for (const settled of [2, 0]) {
    expect(await found('harbour')).toEqual(['Ferry']);
    expect(await found('lights')).toEqual(['Lights']);
    expect(await found('ferry HARB')).toEqual(['Ferry']);
    expect(await indexQueuedTexts(db, 'issues')).toBe(settled);
  }
  expect(await copies()).toEqual(['ferry\nto the harbour']);

  // Texts outside the search in descriptions and deleted ones are not queued.
  await change(ferry.id, { weight: 4, description: 'To the harbour' });
  await change(lights.id, { title: 'Dark' });
  expect(await waiting()).toBe(0);
  expect(await found('lights')).toEqual([]);
  await change(ferry.id, { title: 'Sunk' });
  expect(await found('ferry')).toEqual([]);
  await db.deleteFrom('workItems').where('id', '=', ferry.id).execute();
  expect(await indexQueuedTexts(db, 'issues')).toBe(1);
  expect(await found('harbour')).toEqual([]);
  expect(await copies()).toEqual([]);
});
