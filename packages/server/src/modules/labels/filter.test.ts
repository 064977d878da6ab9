import type { WorkItemType } from '@milepost/core/work-items';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { titlesMatching } from '../../testing/filtering.ts';
import { untilWaiting } from '../../testing/postgres.ts';
import { test } from '../../testing/test.ts';
import { labelFilter } from './filter.ts';

test('the label word reads must be, must not be and any of, by title across the tree', async ({ as, build }) => {
  const top = await build.group();
  const below = await build.group({ parent: top });
  const [one, two, three, none] = [
    await build.epic({ group: top, title: '1' }),
    await build.epic({ group: below, title: '2' }),
    await build.epic({ group: below, title: '3' }),
    await build.epic({ group: top, title: '4' }),
  ];
  const items = [one, two, three, none];
  await build.label({ namespace: top, title: 'bug', on: [one] });
  await build.label({ namespace: below, title: 'bug', on: [two] });
  await build.label({ namespace: top, title: 'size::s', on: [two] });
  await build.label({ namespace: top, title: 'size::l', on: [three] });
  const titles = async (filter: Parameters<typeof titlesMatching>[2]) => {
    const found = await titlesMatching(as('gwen'), labelFilter, filter, items);
    expect(await titlesMatching(as('gwen'), labelFilter, filter, items, ['epic'])).toEqual(found);
    return found;
  };

  expect(await titles({ is: { labelName: ['bug'] } })).toEqual(['1', '2']);
  expect(await titles({ is: { labelName: ['bug', 'size::s'] } })).toEqual(['2']);
  expect(await titles({ is: { labelName: ['size::*'] } })).toEqual(['2', '3']);
  expect(await titles({ is: { labelName: ['None'] } })).toEqual(['4']);
  expect(await titles({ is: { labelName: ['Any'] } })).toEqual(['1', '2', '3']);
  expect(await titles({ is: { labelName: [] } })).toEqual(['1', '2', '3', '4']);
  expect(await titles({ not: { labelName: ['bug', 'size::l'] } })).toEqual(['4']);
  expect(await titles({ not: { labelName: ['size::*'] } })).toEqual(['1', '4']);
  expect(await titles({ or: { labelName: ['bug', 'size::l'] } })).toEqual(['1', '2', '3']);
  expect(await titles({ is: { labelName: ['bug'] }, not: { labelName: ['size::s'] } })).toEqual(['1']);
});

test('a percent sign in a scope is plain text', async ({ as, build }) => {
  const group = await build.group();
  const items = [await build.epic({ group, title: '1' }), await build.epic({ group, title: '2' })];
  await build.label({ namespace: group, title: 'a%b::x', on: items.slice(0, 1) });
  await build.label({ namespace: group, title: 'axxb::x', on: items.slice(1) });
  expect(await titlesMatching(as('gwen'), labelFilter, { is: { labelName: ['a%b::*'] } }, items)).toEqual(['1']);
});

test('lists of epics read the labels of epics, also of what only became one', async ({ as, build, db }) => {
  const group = await build.group();
  const [epic, issue] = [await build.epic({ group, title: '1' }), await build.issue({ title: '2' })];
  const items = [epic, issue];
  await build.label({ namespace: group, title: 'bug', on: items });
  const labeled = (types: readonly WorkItemType[]) =>
    titlesMatching(as('root'), labelFilter, { is: { labelName: ['bug'] } }, items, types);

  expect(await labeled(['epic'])).toEqual(['1']);
  expect(await labeled(['issue', 'epic'])).toEqual(['1', '2']);
  await db.updateTable('workItems').set({ type: 'epic' }).where('id', '=', issue.id).execute();
  expect(await labeled(['epic'])).toEqual(['1', '2']);
  await db.updateTable('workItems').set({ type: 'issue' }).where('id', '=', issue.id).execute();
  expect(await labeled(['epic'])).toEqual(['1']);
});

test('items without labels are found, whichever way the last label was removed', async ({ as, build, db }) => {
  const group = await build.group();
  const items = [
    await build.epic({ group, title: '1' }),
    await build.issue({ title: '2' }),
    await build.issue({ title: '3' }),
  ];
  const [bug, idea] = [
    await build.label({ namespace: group, title: 'bug', on: items.slice(0, 2) }),
    await build.label({ namespace: group, title: 'idea', on: items.slice(1) }),
  ];
  const without = async () => {
    const titles = await titlesMatching(as('root'), labelFilter, { is: { labelName: ['None'] } }, items);
    expect(await titlesMatching(as('root'), labelFilter, { not: { labelName: ['Any'] } }, items)).toEqual(titles);
    // The count of epics with a label subtracts the stored epics without one.
    const [epic] = items;
    const labeled = await titlesMatching(as('root'), labelFilter, { is: { labelName: ['Any'] } }, items.slice(0, 1), [
      'epic',
    ]);
    expect(labeled).toEqual([epic?.title].filter((title) => title !== undefined && !titles.includes(title)));
    return titles;
  };
  const cached = () =>
    sql<{
      id: number;
    }>`SELECT work_item_id AS id FROM unlabelled_work_items WHERE work_item_id = ANY(${items.map(({ id }) => id)}::bigint[])
      ORDER BY 1`.execute(db);

  expect(await without()).toEqual([]);
  expect((await cached()).rows).toEqual([]);
  await db.deleteFrom('workItemLabels').where('workItemId', '=', items[0]!.id).execute();
  expect(await without()).toEqual(['1']);
  await db.deleteFrom('labels').where('id', '=', idea.id).execute();
  expect(await without()).toEqual(['1', '3']);
  await db.insertInto('workItemLabels').values({ workItemId: items[0]!.id, labelId: bug.id }).execute();
  expect(await without()).toEqual(['3']);
  // A stored item that got a label while its last one was removed.
  await sql`INSERT INTO unlabelled_work_items (work_item_id) VALUES (${items[0]!.id})`.execute(db);
  expect(await without()).toEqual(['3']);
  await db.deleteFrom('workItemLabels').where('workItemId', '=', items[0]!.id).execute();
  expect(await without()).toEqual(['1', '3']);
  await db.insertInto('workItemLabels').values({ workItemId: items[0]!.id, labelId: bug.id }).execute();
  await db.deleteFrom('workItems').where('id', '=', items[2]!.id).execute();
  expect((await cached()).rows).toEqual([]);
});

test('two changes at once that each take one of the last two labels leave none', async ({ as, build, db }) => {
  const group = await build.group();
  const item = await build.issue({ title: '1' });
  const [bug, idea] = [
    await build.label({ namespace: group, title: 'bug', on: [item] }),
    await build.label({ namespace: group, title: 'idea', on: [item] }),
  ];
  let second: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('labels').where('id', '=', bug.id).execute();
    second = db.deleteFrom('labels').where('id', '=', idea.id).execute();
    await untilWaiting(db);
  });
  await second;
  expect(await titlesMatching(as('root'), labelFilter, { is: { labelName: ['None'] } }, [item])).toEqual(['1']);
});
