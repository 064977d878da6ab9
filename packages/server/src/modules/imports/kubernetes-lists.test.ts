import { describe, expect } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { readKubernetesFacts, type KubernetesFacts } from '../../testing/kubernetes.ts';
import { test } from '../../testing/kubernetes-test.ts';
import { issueCountsOfLabel } from '../labels/store/items.ts';
import { namespaceByFullPath, type Namespace } from '../namespaces/store.ts';
import type { WorkItemListing } from '../work-items/store/list-conditions.ts';
import { countByState, countWorkItems, workItemsOnPage } from '../work-items/store/lists.ts';
import { issueTypes } from '../work-items/store.ts';

/** The same facts through the pages' queries, as an anonymous viewer. */
const facts = readKubernetesFacts();

type Narrowed = Omit<Partial<KubernetesFacts['filters'][number]>, 'name' | 'count' | 'refs'> & { scope: string };

async function listingOf(
  ctx: Context,
  narrowed: Narrowed,
  more: Partial<WorkItemListing> = {},
): Promise<WorkItemListing> {
  const of = (await namespaceByFullPath(ctx.db, narrowed.scope)) as Namespace;
  const { from, to } = narrowed;
  return {
    scope: { of, includeDescendants: true },
    types: narrowed.type === 'issue' ? issueTypes : ['epic'],
    filter: {
      is: {
        ...(narrowed.state && { state: narrowed.state }),
        ...(from && to && { timeframe: { start: from, end: to } }),
        ...(narrowed.parentless && { parentId: 'none' as const }),
        ...(narrowed.all_of && { labelName: narrowed.all_of }),
        ...(narrowed.author && { authorUsername: [narrowed.author] }),
        ...(narrowed.assignee && { assigneeUsername: [narrowed.assignee] }),
        ...(narrowed.milestone && { milestoneTitle: [narrowed.milestone] }),
        ...(narrowed.no_milestone && { milestoneTitle: ['None'] }),
      },
      not: { ...(narrowed.none_of && { labelName: narrowed.none_of }) },
      or: { ...(narrowed.any_of && { labelName: narrowed.any_of }) },
    },
    order: { by: 'startDateAndTitle', isDescending: false },
    ...more,
  };
}

describe('the Kubernetes group as lists show it', () => {
  for (const window of facts.windows) {
    test(`window: ${window.name}`, async ({ as }) => {
      const ctx = as('nobody');
      const all = await countByState(ctx, await listingOf(ctx, window));
      const parentless = await countByState(ctx, await listingOf(ctx, { ...window, parentless: true }));
      expect(window).toMatchObject({
        all_opened: all.opened,
        all_closed: all.closed,
        all_any_state: all.opened + all.closed,
        parentless_opened: parentless.opened,
        parentless_closed: parentless.closed,
        parentless_any_state: parentless.opened + parentless.closed,
      });
    });
  }

  for (const list of facts.first) {
    test(`list: ${list.name}`, async ({ as }) => {
      const ctx = as('nobody');
      const by = list.sort === 'start_date' ? 'startDate' : 'dueDate';
      const listing = await listingOf(ctx, list, { order: { by, isDescending: list.order === 'desc' } });
      expect(await countWorkItems(ctx, listing)).toBe(list.count);
      const page = await workItemsOnPage(ctx, listing, { page: 1, perPage: list.limit, offset: 0 });
      expect(page.map((item) => item[by])).toEqual(list.values);
      // With equal dates, any of them may be last.
      const certain = list.rows.filter((row) => row[list.sort] !== (list.values.at(-1) ?? null)).map(({ ref }) => ref);
      expect(page.map((item) => `${item.namespacePath}&${item.iid}`)).toEqual(expect.arrayContaining(certain));
    });
  }

  for (const filter of facts.filters) {
    test(`filter: ${filter.name}`, async ({ as }) => {
      const ctx = as('nobody');
      const listing = await listingOf(ctx, filter);
      expect(await countWorkItems(ctx, listing)).toBe(filter.count);
      const items = await workItemsOnPage(ctx, listing, { page: 1, perPage: filter.count, offset: 0 });
      const refs = items.map((item) => `${item.namespacePath}${item.type === 'epic' ? '&' : '#'}${item.iid}`);
      expect(refs).toEqual(expect.arrayContaining(filter.refs));
    });
  }

  for (const search of facts.search.filter(({ term }) => !term.includes(' '))) {
    test(`search: ${search.term} among ${search.type}`, async ({ as }) => {
      const ctx = as('nobody');
      const counted = async (...fields: ('title' | 'description')[]) =>
        countWorkItems(ctx, await listingOf(ctx, search, { search: { text: search.term, in: fields } }));
      expect(search).toMatchObject({
        title_substring: await counted('title'),
        description_substring: await counted('description'),
        title_or_description_substring: await counted('title', 'description'),
      });
    });
  }

  test('issues of every label named', async ({ as }) => {
    const ctx = as('nobody');
    for (const { label, color, issues, issues_opened: opened } of facts.labels) {
      const found = await ctx.db.selectFrom('labels').selectAll().where('title', '=', label).executeTakeFirstOrThrow();
      const counts = (await ctx.load(issueCountsOfLabel, found.id)) ?? { opened: 0, closed: 0 };
      expect([found.color, counts.opened, counts.opened + counts.closed]).toEqual([color, opened, issues]);
    }
  });
});
