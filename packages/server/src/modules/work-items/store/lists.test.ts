import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Context } from '../../../platform/context.ts';
import type { Slice } from '../../../platform/cursors.ts';
import { test } from '../../../testing/test.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { pluggedOrders, type FilterFields, type WorkItemFilter } from '../sockets.ts';
import type { WorkItemListing } from './list-conditions.ts';
import { orders, type ListOrder, type OrderKey } from './orders.ts';
import {
  countByState,
  countWorkItems,
  listKey,
  workItemsAfter,
  workItemsOnPage,
  type ListedWorkItem,
} from './lists.ts';
import { mergedGroups } from './page-plans.ts';
import { indexQueuedTexts } from './queued-texts.ts';
import { issueTypes } from '../store.ts';

const wholeList: Slice = { limit: 100, isBackward: false, cursor: null };
const byStart: ListOrder = { by: 'startDateAndTitle', isDescending: false };
const byDue: ListOrder = { by: 'dueDateAndTitle', isDescending: false };

function epics(of: Namespace, is: FilterFields = {}, more: Partial<WorkItemListing> = {}): WorkItemListing {
  const filter: WorkItemFilter = { is, not: {}, or: {} };
  return { scope: { of, includeDescendants: true }, types: ['epic'], filter, order: byStart, ...more };
}

const issues = (of: Namespace, is: FilterFields = {}, more: Partial<WorkItemListing> = {}): WorkItemListing =>
  epics(of, is, { types: issueTypes, order: { by: 'createdAt', isDescending: true }, ...more });

const titles = (rows: readonly ListedWorkItem[]) => rows.map(({ title }) => title);

/** The SQL with normalized white space, one clause per line. */
const readable = (text: string) =>
  `${text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=(?:from|inner join|order by|where|limit|with|page as|and) )/gi, '\n')
    .trim()}\n`;

/** The size of a list, after checking that its counts and its first page of this size agree. */
async function agreedCount(ctx: Context, listing: WorkItemListing, limit: number): Promise<number> {
  const count = await countWorkItems(ctx, listing);
  expect((await countByState(ctx, listing)).opened).toBe(count);
  expect(await workItemsAfter(ctx, listing, { limit, isBackward: false, cursor: null })).toHaveLength(
    Math.min(limit + 1, count),
  );
  expect(await countWorkItems(ctx, listing, 2)).toBe(Math.min(3, count));
  return count;
}

describe('the roadmap list', () => {
  test('GQ-RM-07, GQ-RM-09, GQ-RM-19: rows and SQL of the roadmap', async ({ as, build, statements }) => {
    const top = await build.group();
    const sub = await build.group({ parent: top });
    await build.epic({ group: top, title: 'spring', startDate: '2026-03-01', dueDate: '2026-05-31' });
    await build.epic({ group: sub, title: 'whole year', startDate: '2026-01-01', dueDate: '2026-12-31' });
    await build.epic({ group: top, title: 'open end', startDate: '2026-02-01' });
    await build.epic({ group: top, title: 'open start', dueDate: '2026-04-01' });
    await build.epic({ group: top, title: 'no dates' });
    await build.epic({ group: top, title: 'before', startDate: '2025-01-01', dueDate: '2026-02-28' });
    await build.epic({ group: top, title: 'after', startDate: '2026-07-01' });
    await build.epic({ group: top, title: 'closed', startDate: '2026-03-05', state: 'closed' });
    statements.length = 0;
    const timeframe = { start: '2026-03-01', end: '2026-06-30' };
    const rows = await workItemsAfter(as('gwen'), epics(top, { timeframe, state: 'opened' }), wholeList);
    expect(titles(rows)).toEqual(['whole year', 'open end', 'spring', 'open start']);
    expect(statements).toHaveLength(1);
    await expect(readable(statements[0] ?? '')).toMatchFileSnapshot('lists.roadmap.golden.sql');
    const opening = await workItemsAfter(
      as('gwen'),
      epics(top, { timeframe, state: 'opened' }, { order: byDue }),
      wholeList,
    );
    expect(titles(opening)).toEqual(['open start', 'spring', 'whole year', 'open end']);
    await expect(readable(statements[1] ?? '')).toMatchFileSnapshot('lists.roadmap-by-due.golden.sql');
  });

  test('GQ-RM-21: one missing side counts as open, an epic with neither date is left out', async ({ as, build }) => {
    const group = await build.group();
    await build.epic({ group, title: 'starts later', startDate: '2027-01-01' });
    await build.epic({ group, title: 'has only a due date', dueDate: '2026-01-10' });
    await build.epic({ group, title: 'has neither' });
    const within = async (start: string, end: string) =>
      titles(await workItemsAfter(as('ada'), epics(group, { timeframe: { start, end } }), wholeList));
    expect(await within('2026-01-10', '2026-01-31')).toEqual(['has only a due date']);
    expect(await within('2026-01-11', '2026-12-31')).toEqual([]);
    expect(await within('2026-12-01', '2030-01-01')).toEqual(['starts later']);
  });
});

describe('order and pages', () => {
  test('GQ-RM-06, GQ-RM-08: every order pages both ways without gaps or repeats, dates missing last', async ({
    as,
    build,
  }) => {
    const group = await build.group();
    const sub = await build.group({ parent: group });
    const dates = ['2026-03-01', null, '2026-01-01', '2026-03-01', null, '2026-02-01', '2026-03-01'];
    for (const [index, date] of dates.entries()) {
      await build.epic({
        group: index % 2 ? sub : group,
        title: `${'Bb a'[index % 4]} ${index}`,
        startDate: date,
        dueDate: date,
        weight: index % 3 || null,
        state: index % 3 ? 'opened' : 'closed',
        createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 3))),
        updatedAt: new Date(Date.UTC(2026, 1, 1 + (index % 2))),
      });
    }
    const ctx = as('ada');
    for (const by of [...Object.keys(orders), ...pluggedOrders.keys()] as OrderKey[]) {
      for (const isDescending of [false, true]) {
        for (const is of [{}, { authorUsername: ['ada'] }]) {
          const listing = epics(group, is, { order: { by, isDescending } });
          const whole = await workItemsAfter(ctx, listing, wholeList);
          expect(whole).toHaveLength(dates.length);
          const paged: ListedWorkItem[] = [];
          for (let cursor: Slice['cursor'] = null; ; cursor = listKey(paged.at(-1) as ListedWorkItem)) {
            const rows = await workItemsAfter(ctx, listing, { limit: 2, isBackward: false, cursor });
            paged.push(...rows.slice(0, 2));
            if (rows.length <= 2) break;
          }
          expect(titles(paged), `${by} ${isDescending}`).toEqual(titles(whole));
          const last = listKey(whole.at(-1) as ListedWorkItem);
          const back = await workItemsAfter(ctx, listing, { limit: 100, isBackward: true, cursor: last });
          expect(titles(back.reverse())).toEqual(titles(whole.slice(0, -1)));
          const numbered = await workItemsOnPage(ctx, listing, { page: 2, perPage: 3, offset: 3 });
          expect(titles(numbered)).toEqual(titles(whole.slice(3, 6)));
        }
        const listing = epics(group, {}, { order: { by, isDescending } });
        const merged = titles(await workItemsAfter(ctx, listing, wholeList));
        const { most } = mergedGroups;
        mergedGroups.most = 0;
        try {
          expect(titles(await workItemsAfter(ctx, listing, wholeList)), `${by}, sorted`).toEqual(merged);
        } finally {
          mergedGroups.most = most;
        }
      }
    }
    const ordered = async (order: ListOrder) =>
      (await workItemsAfter(ctx, epics(group, {}, { order }), wholeList)).map((row) => row.startDate);
    const sorted = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-03-01', '2026-03-01'];
    expect(await ordered(byStart)).toEqual([...sorted, null, null]);
    expect(await ordered({ by: 'startDate', isDescending: true })).toEqual([...sorted.toReversed(), null, null]);
  });
});

describe('statements', () => {
  test('a page takes one statement and its count another, whatever filters it', async ({ as, build, statements }) => {
    const group = await build.group();
    for (let number = 0; number < 5; number++) await build.epic({ group, title: `epic ${number}` });
    const search = { text: 'epic', in: ['title', 'description'] as const };
    const listings = [
      epics(group),
      epics(group, { authorUsername: ['ada'] }),
      epics(group, {}, { search }),
      epics(group, { authorUsername: ['ada'] }, { search }),
      epics(group, { authorUsername: ['no such user'] }),
      epics(await build.group({ parent: group }), { authorUsername: ['ada'] }, { search }),
    ];
    for (const listing of listings) {
      statements.length = 0;
      const rows = await workItemsAfter(as('ada'), listing, { limit: 2, isBackward: false, cursor: null });
      expect(statements).toHaveLength(1);
      const next = { limit: 9, isBackward: false, cursor: rows[1] ? listKey(rows[1]) : null };
      const rest = await workItemsAfter(as('ada'), listing, next);
      expect(await countWorkItems(as('ada'), listing)).toBe(rows.slice(0, 2).length + (rows[1] ? rest.length : 0));
      expect(statements).toHaveLength(3);
    }
  });
});

describe('texts of epics', () => {
  test('are found among many as among few, indexed or queued', async ({ as, build, db }) => {
    const group = await build.group();
    const { authorId } = await build.epic({ group, title: 'the needle that was built' });
    await sql`
      INSERT INTO work_items (root_id, namespace_id, iid, type, title, author_id)
      SELECT ${group.rootId}, ${group.id}, 100 + n, 'epic', CASE n % 100 WHEN 0 THEN 'a needle' ELSE 'hay' END, ${authorId}
      FROM generate_series(1, 2100) AS n`.execute(db);
    // As autovacuum does: without statistics each search compares all texts with all items.
    await sql`ANALYZE work_items, work_item_titles`.execute(db);
    const ctx = as('ada');
    const byAda = { authorUsername: ['ada'] };
    const found = async (text: string, is: FilterFields, more: Partial<WorkItemListing> = {}) => {
      const listing = epics(group, is, { search: { text, in: ['title', 'description'] }, ...more });
      return agreedCount(ctx, listing, 3);
    };
    for (let turn = 0; turn < 2; turn++) {
      expect(await found('needle', {})).toBe(22);
      expect(await found('needle', byAda)).toBe(22);
      expect(await found('needle', { ...byAda, iidStartsWith: '12' })).toBe(1);
      expect(await found('needle', {}, { scope: { of: group } })).toBe(22);
      expect(await found('ay', {})).toBe(2079);
      expect(await found('ay', byAda)).toBe(2079);
      expect(await found('nothing', byAda)).toBe(0);
      while ((await indexQueuedTexts(db, 'epics')) > 0);
    }
  });

  test('find the same issues whichever of the words, the texts or neither leaves few', async ({ as, build, db }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const { authorId } = await build.issue({ project, title: 'the needle that was built' });
    await sql`
      INSERT INTO work_items (root_id, namespace_id, iid, type, title, description, author_id)
      SELECT ${group.rootId}, ${project.id}, 100 + n, 'issue', CASE n % 200 WHEN 0 THEN 'a NEEDLE' ELSE 'grass' END,
        CASE n % 200 WHEN 100 THEN 'one Needle' ELSE 'stay in the hay' END, ${authorId}
      FROM generate_series(1, 2100) AS n`.execute(db);
    const ctx = as('ada');
    const byAda = { authorUsername: ['ada'] };
    const found = async (text: string, is: FilterFields) => {
      const search = { text, in: ['title', 'description'] as const };
      const scope = { of: group, includeDescendants: true };
      const listing: WorkItemListing = { ...epics(group, is), scope, types: issueTypes, search };
      return agreedCount(ctx, listing, 30);
    };
    for (let turn = 0; turn < 2; turn++) {
      expect(await found('needle', {})).toBe(22);
      expect(await found('needle', byAda)).toBe(22);
      expect(await found('needle', { ...byAda, iidStartsWith: '12' })).toBe(1);
      expect(await found('hay stay', {})).toBe(2089);
      expect(await found('hay stay', byAda)).toBe(2089);
      expect(await found('needle hay', byAda)).toBe(10);
      expect(await found('nothing', byAda)).toBe(0);
      while ((await indexQueuedTexts(db, 'issues')) > 0);
    }
  });
});

describe('who sees what in lists', () => {
  test('PM-RM-01, PM-GN-05: outsiders and guests find nothing they may not read', async ({ as, build }) => {
    const top = await build.group({ visibility: 'public' });
    const hidden = await build.group({ parent: top, visibility: 'private' });
    const project = await build.project({ group: top, visibility: 'internal' });
    await build.epic({ group: top, title: 'public' });
    await build.epic({ group: hidden, title: 'private' });
    await build.epic({ group: top, title: 'confidential', confidential: true });
    await build.epic({ group: top, title: 'confidential, by Otto', confidential: true, author: 'otto' });
    await build.epic({ group: top, title: 'confidential, for Gwen', confidential: true, assignees: ['gwen'] });
    await build.issue({ project, title: 'internal issue' });
    const byTitle = { order: { by: 'title', isDescending: false } as const };
    const seenBy = async (name: Parameters<typeof as>[0], is: FilterFields = {}) =>
      titles(await workItemsAfter(as(name), epics(top, is, byTitle), wholeList));
    for (const is of [{}, { authorUsername: ['ada', 'otto'] }]) {
      expect(await seenBy('nobody', is)).toEqual(['public']);
      expect(await seenBy('otto', is)).toEqual(['confidential, by Otto', 'public']);
      expect(await seenBy('gwen', is)).toEqual(['confidential, for Gwen', 'private', 'public']);
      for (const name of ['paul', 'ada', 'root'] as const) expect(await seenBy(name, is)).toHaveLength(5);
    }
    expect(titles(await workItemsAfter(as('nobody'), issues(top), wholeList))).toEqual([]);
    expect(titles(await workItemsAfter(as('otto'), issues(top), wholeList))).toEqual(['internal issue']);
    expect(await countWorkItems(as('gwen'), epics(top))).toBe(3);
  });
});

describe('filters', () => {
  test('GQ-RM-10, GQ-RM-12, GQ-RM-15, GQ-RM-16, GQ-RM-17, GQ-RM-18: each narrows', async ({ as, build }) => {
    const group = await build.group();
    const sub = await build.group({ parent: group });
    const first = await build.epic({ group, title: 'Ship 100% of it', author: 'paul' });
    await build.epic({ group, title: 'Other', description: 'about shipping it all', confidential: true });
    await build.epic({ group: sub, title: 'Below', state: 'closed' });
    const list = async (is: FilterFields, more: Partial<WorkItemListing> = {}) =>
      titles(await workItemsAfter(as('ada'), epics(group, is, more), wholeList)).sort();
    expect(await list({ iids: [first.iid] })).toContain('Ship 100% of it');
    expect(await list({ authorUsername: ['PAUL'] })).toEqual(['Ship 100% of it']);
    expect(await list({ authorUsername: [''] })).toHaveLength(3);
    expect(await list({ isConfidential: true })).toEqual(['Other']);
    expect(await list({ isConfidential: false })).toEqual(['Below', 'Ship 100% of it']);
    const everywhere = { in: ['title', 'description'] as const };
    expect(await list({}, { search: { text: 'IT ship', ...everywhere } })).toEqual(['Other', 'Ship 100% of it']);
    expect(await list({}, { search: { text: '100%', ...everywhere } })).toEqual(['Ship 100% of it']);
    expect(await list({}, { search: { text: 'shipping', in: ['title'] } })).toEqual([]);
    const not: WorkItemFilter = { is: {}, not: { authorUsername: ['paul'], state: 'closed' }, or: {} };
    expect(await list({}, { filter: not })).toEqual(['Other']);
    expect(await list({}, { scope: { of: group } })).toEqual(['Other', 'Ship 100% of it']);
    expect(await list({}, { scope: { of: sub, includeAncestors: true } })).toHaveLength(3);
    expect(await countByState(as('ada'), epics(group))).toEqual({ opened: 2, closed: 1 });
  });

  test('issues by people, weight, health and days', async ({ as, build }) => {
    const project = await build.project();
    await build.issue({ project, title: 'a', assignees: ['paul', 'dana'], weight: 3, healthStatus: 'at_risk' });
    await build.issue({ project, title: 'b', assignees: ['dana'], weight: 0, dueDate: '2020-01-01' });
    await build.issue({ project, title: 'c', type: 'incident' });
    const list = async (filter: Partial<WorkItemFilter>, more: Partial<WorkItemListing> = {}) => {
      const full = { is: {}, not: {}, or: {}, ...filter };
      return titles(await workItemsAfter(as('ada'), issues(project, {}, { filter: full, ...more }), wholeList)).sort();
    };
    expect(await list({ is: { assigneeUsername: ['dana', 'paul'] } })).toEqual(['a']);
    expect(await list({ or: { assigneeUsername: ['dana', 'paul'] } })).toEqual(['a', 'b']);
    expect(await list({ not: { assigneeUsername: ['paul'] } })).toEqual(['b', 'c']);
    expect(await list({ is: { assigneeUsername: ['None'] } })).toEqual(['c']);
    expect(await list({ is: { assigneeId: 'any' } })).toEqual(['a', 'b']);
    expect(await list({ is: { weight: 0 } })).toEqual(['b']);
    expect(await list({ is: { weight: 'none' } })).toEqual(['c']);
    expect(await list({ not: { weight: 3 } })).toEqual(['b', 'c']);
    expect(await list({ is: { healthStatus: ['at_risk'] } })).toEqual(['a']);
    expect(await list({ is: { due: 'overdue' } })).toEqual(['b']);
    expect(await list({ is: { createdAfter: new Date('2999-01-01') } })).toEqual([]);
    expect(await list({}, { types: ['incident'] })).toEqual(['c']);
  });
});
