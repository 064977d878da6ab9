import type { UserId } from '@milepost/core/ids';
import { workItemTypes } from '@milepost/core/work-items';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '../../../testing/test.ts';
import type { Slice } from '../../../platform/cursors.ts';
import type { Context } from '../../../platform/context.ts';
import { pluggedOrders } from '../sockets.ts';
import { issueTypes, type WorkItem } from '../store.ts';
import type { WorkItemListing } from './list-conditions.ts';
import { listKey, workItemsAfter, workItemsOnPage, type ListedWorkItem } from './lists.ts';
import { orderOf, orders, type OrderKey } from './orders.ts';
import { walkToPage } from './page-plans.ts';
import { walkBeside } from './phases.ts';

test('with any collation, items without a health status come after all others', async ({ as, db }) => {
  for (const isDescending of [false, true]) {
    const missing = orderOf({ by: 'healthStatus', isDescending }, as('ada').viewer).nullable?.missing;
    for (const collation of ['C', 'en-x-icu']) {
      const sorted = sql`key COLLATE ${sql.raw(`"${collation}"`)} ${isDescending ? sql`DESC` : sql`ASC`}`;
      const { rows } = await sql<{ key: string }>`
        SELECT key FROM unnest(ARRAY['at_risk', 'needs_attention', 'on_track', ${missing}]) AS statuses (key) ORDER BY ${sorted}`.execute(
        db,
      );
      const judged = ['at_risk', 'needs_attention', 'on_track'];
      expect(rows.map(({ key }) => key).slice(0, 3)).toEqual(isDescending ? judged.toReversed() : judged);
    }
  }
});

test('every order of all issues of a group pages both ways as it sorts them, from its index', async ({ as, build }) => {
  const group = await build.group();
  const projects = [await build.project({ group }), await build.project({ group })];
  const health = ['at_risk', null, 'on_track', 'needs_attention'] as const;
  for (let index = 0; index < 8; index++) {
    await build.issue({
      project: projects[index % 2],
      title: `${'Bb a'[index % 4]} ${index}`,
      dueDate: index % 3 ? `2026-03-0${1 + (index % 5)}` : null,
      weight: index % 3 || null,
      healthStatus: health[index % 4],
      state: index % 4 ? 'opened' : 'closed',
      createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 3))),
    });
  }
  const ctx = as('ada');
  for (const by of [...Object.keys(orders), ...pluggedOrders.keys()] as OrderKey[]) {
    for (const isDescending of [false, true]) {
      for (const is of [{}, { state: 'opened' }] as const) {
        const listing: WorkItemListing = {
          scope: { of: group, includeDescendants: true },
          types: issueTypes,
          filter: { is, not: {}, or: {} },
          order: { by, isDescending },
        };
        const sorted = await sortedAfterFirst(ctx, listing);
        const walked: ListedWorkItem[] = [];
        for (let cursor: Slice['cursor'] = null; ; cursor = listKey(walked.at(-1) as ListedWorkItem)) {
          const rows = await workItemsAfter(ctx, listing, { limit: 1, isBackward: false, cursor });
          walked.push(...rows.slice(0, 1));
          if (rows.length <= 1) break;
        }
        const name = `${by} ${isDescending} ${JSON.stringify(is)}`;
        expect([name, ...walked.slice(1).map(({ title }) => title)]).toEqual([
          name,
          ...sorted.map(({ title }) => title),
        ]);
        expect(walked).toHaveLength('state' in is ? 6 : 8);
        const second = await workItemsOnPage(ctx, listing, { page: 2, perPage: 2, offset: 2 });
        expect([name, ...titles(second)]).toEqual([name, ...titles(sorted.slice(1, 3))]);
        const last = listKey(walked.at(-1) as ListedWorkItem);
        const back = await workItemsAfter(ctx, listing, { limit: 100, isBackward: true, cursor: last });
        expect(back.reverse().map(({ title }) => title)).toEqual(walked.slice(0, -1).map(({ title }) => title));
      }
    }
  }
});

/** All but the first: a page that sorts all matches, and does not walk along the list. */
async function sortedAfterFirst(ctx: Context, listing: WorkItemListing): Promise<ListedWorkItem[]> {
  const { most } = walkToPage;
  walkToPage.most = 0;
  try {
    return await workItemsOnPage(ctx, listing, { page: 2, perPage: 100, offset: 1 });
  } finally {
    walkToPage.most = most;
  }
}

const titles = (rows: readonly ListedWorkItem[]) => rows.map(({ title }) => title);

/** The titles of a list, page by page. From its end, backwards, if it starts before a row. */
async function paged(
  ctx: Context,
  listing: WorkItemListing,
  limit: number,
  before?: ListedWorkItem,
): Promise<string[]> {
  const walked: ListedWorkItem[] = [];
  for (let cursor: Slice['cursor'] = before ? listKey(before) : null; ;) {
    const rows = await workItemsAfter(ctx, listing, { limit, isBackward: before !== undefined, cursor });
    walked.push(...rows.slice(0, limit));
    if (rows.length <= limit) return before ? titles(walked).toReversed() : titles(walked);
    cursor = listKey(walked.at(-1) as ListedWorkItem);
  }
}

/** Numbers below `end`, the same in each run. */
function draws(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % end;
  };
}

test('orders by labels, milestones, thumbs and links page both ways as they sort, however far a walk may go', async ({
  as,
  build,
  db,
  world,
}) => {
  const group = await build.group();
  const sub = await build.group({ parent: group });
  const homes = [await build.project({ group }), await build.project({ group: sub })] as const;
  const draw = draws(17);
  const labels = new Map<string, WorkItem[]>();
  const items: WorkItem[] = [];
  const liked: { item: WorkItem; name: string; userId: UserId }[] = [];
  const people = Object.values(world.userIds).slice(0, 3);
  const milestones = [];
  for (const [at, dueDate] of ['2026-03-01', '2026-02-01', '2026-03-01', null, '2026-01-15'].entries()) {
    milestones.push(await build.milestone({ namespace: at % 2 ? group : homes[0], title: `Release ${at}`, dueDate }));
  }
  for (let at = 0; at < 30; at++) {
    const item = await build.issue({
      project: homes[draw(2)],
      title: `Issue ${at}`,
      state: draw(3) ? 'opened' : 'closed',
      milestoneId: draw(3) ? (milestones[draw(milestones.length)]?.id ?? null) : null,
    });
    items.push(item);
    for (let turn = draw(4); turn > 0; turn--) {
      const name = `label ${draw(6)}`;
      const on = labels.get(name) ?? [];
      if (!on.includes(item)) labels.set(name, [...on, item]);
    }
    for (const userId of people.slice(draw(6))) liked.push({ item, name: draw(4) ? 'thumbsup' : 'rocket', userId });
  }
  for (let at = 0; at < 8; at++) {
    const epic = await build.epic({ group: at % 2 ? group : sub, title: `Epic ${at}` });
    for (const name of ['label 1', 'label 3', 'label 5'].slice(at % 4))
      labels.set(name, [...(labels.get(name) ?? []), epic]);
    items.splice(at, 0, epic);
    if (at % 3) liked.push({ item: epic, name: 'thumbsup', userId: people[at % 3] as UserId });
  }
  // Two labels have the same priority, and one has none.
  const priorities = [3, 1, null, 3, 2, 5];
  for (const [name, on] of labels) {
    await build.label({ namespace: group, title: name, priority: priorities[Number(name.at(-1))] ?? null, on });
  }
  for (const { item, name, userId } of liked) {
    await db.insertInto('reactions').values({ workItemId: item.id, userId, name }).execute();
  }
  await sql`DELETE FROM reactions WHERE id % 5 = 0`.execute(db);
  for (let at = 0; at < 40; at++) {
    const [source, target] = [items[draw(12)], items[draw(items.length)]];
    if (!source || !target || source === target) continue;
    await db
      .insertInto('workItemLinks')
      .values({ sourceId: source.id, targetId: target.id, type: draw(5) ? 'blocks' : 'relates_to' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const ctx = as('ada');
  const { most } = walkBeside;
  const named = [...pluggedOrders].filter(([, maker]) => maker(false, ctx.viewer).phases).map(([by]) => by as OrderKey);
  expect(named.toSorted()).toEqual(['blocking', 'labelPriority', 'milestoneDue', 'popularity', 'priority']);
  for (const by of named) {
    for (const isDescending of [false, true]) {
      for (const [is, types] of [
        [{}, issueTypes],
        [{ state: 'opened' }, issueTypes],
        [{ labelName: ['label 0'] }, issueTypes],
        [{ state: 'opened' }, workItemTypes],
        [{ labelName: ['label 1'] }, workItemTypes],
      ] as const) {
        const listing: WorkItemListing = {
          scope: { of: group, includeDescendants: true },
          types,
          filter: { is, not: {}, or: {} },
          order: { by, isDescending },
        };
        const sorted = titles(await sortedAfterFirst(ctx, listing));
        for (const reach of 'labelName' in is ? [3] : [3, most]) {
          walkBeside.most = reach;
          try {
            const name = `${by} ${isDescending} ${JSON.stringify(is)} ${types.length} ${reach}`;
            const whole = await workItemsAfter(ctx, listing, { limit: 100, isBackward: false, cursor: null });
            expect([name, ...titles(whole).slice(1)]).toEqual([name, ...sorted]);
            expect([name, ...(await paged(ctx, listing, 8))]).toEqual([name, ...titles(whole)]);
            const third = await workItemsOnPage(ctx, listing, { page: 3, perPage: 4, offset: 8 });
            expect([name, ...titles(third)]).toEqual([name, ...titles(whole.slice(8, 12))]);
            expect([name, ...(await paged(ctx, listing, 8, whole.at(-1)))]).toEqual([
              name,
              ...titles(whole.slice(0, -1)),
            ]);
          } finally {
            walkBeside.most = most;
          }
        }
      }
    }
  }
});
