import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '../../../testing/test.ts';
import type { Slice } from '../../../platform/cursors.ts';
import { pluggedOrders } from '../sockets.ts';
import { issueTypes } from '../store.ts';
import type { WorkItemListing } from './list-conditions.ts';
import { listKey, workItemsAfter, workItemsOnPage, type ListedWorkItem } from './lists.ts';
import { orderOf, orders, type OrderKey } from './orders.ts';

test('with any collation, items without a health status come after all others', async ({ db }) => {
  for (const isDescending of [false, true]) {
    const missing = orderOf({ by: 'healthStatus', isDescending }).nullable?.missing;
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
        // A page after the first is sorted, not walked.
        const sorted = await workItemsOnPage(ctx, listing, { page: 2, perPage: 100, offset: 1 });
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
        const last = listKey(walked.at(-1) as ListedWorkItem);
        const back = await workItemsAfter(ctx, listing, { limit: 100, isBackward: true, cursor: last });
        expect(back.reverse().map(({ title }) => title)).toEqual(walked.slice(0, -1).map(({ title }) => title));
      }
    }
  }
});
