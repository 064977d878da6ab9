import { ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import { describe, expect } from 'vitest';
import { dayFromNow } from '../../testing/build/milestones.ts';
import { titlesMatching } from '../../testing/filtering.ts';
import { test } from '../../testing/test.ts';
import { createWorkItem, updateWorkItem } from '../work-items/commands.ts';
import { createMilestone, deleteMilestone, promoteMilestone, updateMilestone, visibleMilestone } from './commands.ts';
import { milestoneFilter } from './filter.ts';
import { issueCountsOfMilestone } from './store/items.ts';
import { countMilestones, milestonesAfter, milestonesOnPage, type MilestoneListing } from './store.ts';

const firstPage = { page: 1, perPage: 100, offset: 0 };

describe('keeping milestones', () => {
  test('each namespace numbers its own, and the description is rendered', async ({ as, build }) => {
    const group = await build.group();
    const one = await createMilestone(as('paul'), group, { title: 'v1', dueDate: '2026-05-01', description: '**go**' });
    const two = await createMilestone(as('paul'), group, { title: 'v2', startDate: '', dueDate: null });
    expect([one.iid, two.iid]).toEqual([1, 2]);
    expect(one).toMatchObject({ state: 'active', startDate: null, dueDate: '2026-05-01', namespaceKind: 'group' });
    expect(one.descriptionHtml).toContain('<strong>go</strong>');
  });

  test('a title is given once in a namespace, and dates must be dates in order', async ({ as, build }) => {
    const namespace = await build.group();
    await build.milestone({ namespace, title: 'v1' });
    const other = await build.milestone({ namespace, title: 'v2', startDate: '2026-02-01' });
    const ctx = as('paul');
    await expect(createMilestone(ctx, namespace, { title: 'v1' })).rejects.toThrow(ValidationError);
    await expect(createMilestone(ctx, namespace, { title: ' ' })).rejects.toThrow("Title can't be blank");
    await expect(createMilestone(ctx, namespace, { title: 'x', dueDate: '2026-02-30' })).rejects.toThrow(
      'is not a date',
    );
    await expect(updateMilestone(ctx, other.id, { dueDate: '2026-01-31' })).rejects.toThrow('greater than start date');
    await expect(updateMilestone(ctx, other.id, { title: 'v1' })).rejects.toThrow(ValidationError);
  });

  test('closing and activating change the state and nothing else', async ({ as, build }) => {
    const milestone = await build.milestone({ namespace: await build.group(), title: 'v1', dueDate: '2026-05-01' });
    expect(await updateMilestone(as('paul'), milestone.id, { stateEvent: 'close' })).toMatchObject({
      title: 'v1',
      state: 'closed',
      dueDate: '2026-05-01',
    });
    expect((await updateMilestone(as('paul'), milestone.id, { stateEvent: 'activate' })).state).toBe('active');
  });

  test('epics above follow a milestone that moves, and one that is deleted', async ({ as, build }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const milestone = await build.milestone({ namespace: project, dueDate: '2026-05-01' });
    const epic = await build.epic({ group });
    const issue = await build.issue({ project, parent: epic });
    await updateWorkItem(as('paul'), issue.id, { milestoneId: milestone.id });
    expect(await build.reread(epic)).toMatchObject({ dueDate: '2026-05-01', dueDateSourcingMilestoneId: milestone.id });
    await updateMilestone(as('paul'), milestone.id, { dueDate: '2026-06-15' });
    expect((await build.reread(epic))?.dueDate).toBe('2026-06-15');
    await deleteMilestone(as('paul'), milestone.id);
    expect(await build.reread(epic)).toMatchObject({ dueDate: null, dueDateSourcingMilestoneId: null });
    expect((await build.reread(issue))?.milestoneId).toBeNull();
  });

  test('TM-ML-06: a promoted project milestone takes its namesakes and their issues along', async ({ as, build }) => {
    const group = await build.group();
    const [one, two] = [await build.project({ group }), await build.project({ group })];
    const mine = await build.milestone({ namespace: one, title: 'v1', dueDate: '2026-05-01' });
    const theirs = await build.milestone({ namespace: two, title: 'v1' });
    const issues = [
      await build.issue({ project: one, milestoneId: mine.id }),
      await build.issue({ project: two, milestoneId: theirs.id }),
    ];
    const promoted = await promoteMilestone(as('paul'), mine.id);
    expect(promoted).toMatchObject({ namespaceId: group.id, title: 'v1', dueDate: '2026-05-01' });
    for (const issue of issues) expect((await build.reread(issue))?.milestoneId).toBe(promoted.id);
    expect(await visibleMilestone(as('paul'), theirs.id)).toBeNull();
  });

  test('guests may not, outsiders find nothing', async ({ as, build }) => {
    const group = await build.group();
    const milestone = await build.milestone({ namespace: group });
    await expect(createMilestone(as('gwen'), group, { title: 'x' })).rejects.toThrow(ForbiddenError);
    await expect(deleteMilestone(as('gwen'), milestone.id)).rejects.toThrow(ForbiddenError);
    await expect(updateMilestone(as('otto'), milestone.id, { title: 'x' })).rejects.toThrow(NotFoundError);
    expect(await visibleMilestone(as('otto'), milestone.id)).toBeNull();
  });
});

describe('listing milestones', () => {
  test('options include milestones of ancestors and descendants', async ({ as, build }) => {
    const top = await build.group({ visibility: 'public' });
    const middle = await build.group({ parent: top });
    const hidden = await build.project({ group: middle, visibility: 'private' });
    await build.milestone({ namespace: top, title: 'top', dueDate: '2026-01-01' });
    await build.milestone({ namespace: middle, title: 'middle', dueDate: '2026-02-01' });
    await build.milestone({ namespace: hidden, title: 'project' });
    const titles = async (who: 'gwen' | 'nobody', listing: Omit<MilestoneListing, 'namespace'>) =>
      (await milestonesOnPage(as(who), { namespace: middle, ...listing }, firstPage)).map(({ title }) => title);
    expect(await titles('gwen', {})).toEqual(['middle']);
    expect(await titles('gwen', { includeAncestors: true })).toEqual(['top', 'middle']);
    expect(await titles('gwen', { includeAncestors: true, includeDescendants: true })).toEqual([
      'top',
      'middle',
      'project',
    ]);
    expect(await titles('nobody', { includeDescendants: true })).toEqual(['middle']);
  });

  test('a timeframe includes what touches it and excludes undated ones', async ({ as, build }) => {
    const namespace = await build.group();
    const dated = {
      before: [null, '2026-01-31'],
      open: [null, '2026-02-10'],
      after: ['2026-03-01', null],
      none: [null, null],
    } as const;
    for (const [title, [startDate, dueDate]] of Object.entries(dated)) {
      await build.milestone({ namespace, title, startDate, dueDate });
    }
    await build.milestone({ namespace, title: 'around', startDate: '2025-01-01', dueDate: '2027-01-01' });
    await build.milestone({ namespace, title: 'begun', startDate: '2026-02-28' });
    const listing = { namespace, timeframe: { start: '2026-02-01', end: '2026-02-28' } };
    const titles = (await milestonesOnPage(as('gwen'), listing, firstPage)).map(({ title }) => title);
    expect(titles.sort()).toEqual(['around', 'begun', 'open']);
    expect(await countMilestones(as('gwen'), listing)).toBe(3);
  });

  test('state, title, search, numbers and time of change narrow the list', async ({ as, build }) => {
    const namespace = await build.group();
    const one = await build.milestone({ namespace, title: 'Spring', description: 'flowers' });
    await build.milestone({ namespace, title: 'spring clean', state: 'closed' });
    const count = (listing: Omit<MilestoneListing, 'namespace'>) =>
      countMilestones(as('gwen'), { namespace, ...listing });
    expect(await count({ state: 'closed' })).toBe(1);
    expect(await count({ title: 'Spring' })).toBe(1);
    expect(await count({ searchTitle: 'SPRING' })).toBe(2);
    expect(await count({ searchTitle: 'flower' })).toBe(0);
    expect(await count({ search: 'flower' })).toBe(1);
    expect(await count({ ids: [one.id] })).toBe(1);
    expect(await count({ iids: [2] })).toBe(1);
    expect(await count({ updatedAfter: new Date(Date.now() + 60_000) })).toBe(0);
    expect(await count({ updatedBefore: new Date(Date.now() + 60_000) })).toBe(2);
  });

  test('every order pages forwards and backwards without gaps, expired ones last on request', async ({ as, build }) => {
    const namespace = await build.group();
    const days = { expired: -3, soon: 3, later: 30 };
    for (const [title, day] of Object.entries(days))
      await build.milestone({ namespace, title, dueDate: dayFromNow(day) });
    await build.milestone({ namespace, title: 'undated' });
    const ctx = as('gwen');
    const walk = async (sort: NonNullable<MilestoneListing['sort']>, isBackward = false) => {
      const titles: string[] = [];
      let cursor: readonly unknown[] | null = null;
      for (;;) {
        const rows = await milestonesAfter(ctx, { namespace, sort }, { limit: 1, isBackward, cursor });
        const [row] = rows;
        if (!row) return titles;
        titles.push(row.title);
        if (rows.length === 1) return titles;
        cursor = row.sortKey;
      }
    };
    expect(await walk('DUE_DATE_ASC')).toEqual(['expired', 'soon', 'later', 'undated']);
    expect(await walk('DUE_DATE_DESC')).toEqual(['later', 'soon', 'expired', 'undated']);
    expect(await walk('DUE_DATE_ASC', true)).toEqual(['undated', 'later', 'soon', 'expired']);
    expect(await walk('EXPIRED_LAST_DUE_DATE_ASC')).toEqual(['soon', 'later', 'undated', 'expired']);
    expect(await walk('EXPIRED_LAST_DUE_DATE_DESC')).toEqual(['later', 'soon', 'undated', 'expired']);
    expect(await walk('CREATED_ASC')).toEqual(['expired', 'soon', 'later', 'undated']);
    expect(await walk('TITLE_ASC')).toEqual(['expired', 'later', 'soon', 'undated']);
    expect(await walk('TITLE_DESC')).toEqual(['undated', 'soon', 'later', 'expired']);
    expect(await walk('TITLE_DESC', true)).toEqual(['expired', 'later', 'soon', 'undated']);
    expect(await walk('START_DATE_ASC')).toEqual(['expired', 'soon', 'later', 'undated']);
    expect(await walk('UPDATED_DESC')).toEqual(['undated', 'later', 'soon', 'expired']);
  });

  test('issues are counted for a page in one statement, only those the viewer may see', async ({
    as,
    build,
    statements,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const [one, two] = [await build.milestone({ namespace: group }), await build.milestone({ namespace: group })];
    await build.issue({ project, milestoneId: one.id });
    await build.issue({ project, milestoneId: one.id, state: 'closed' });
    await build.issue({ project, milestoneId: one.id, confidential: true });
    const counts = (who: 'gwen' | 'paul') =>
      Promise.all([one, two].map(({ id }) => as(who).load(issueCountsOfMilestone, id)));
    expect(await counts('paul')).toEqual([
      { total: 3, closed: 1, weight: 0, closedWeight: 0, epics: 0 },
      { total: 0, closed: 0, weight: 0, closedWeight: 0, epics: 0 },
    ]);
    const ctx = as('gwen');
    statements.length = 0;
    expect(await Promise.all([one, two].map(({ id }) => ctx.load(issueCountsOfMilestone, id)))).toEqual([
      { total: 2, closed: 1, weight: 0, closedWeight: 0, epics: 0 },
      { total: 0, closed: 0, weight: 0, closedWeight: 0, epics: 0 },
    ]);
    expect(statements).toHaveLength(1);
  });
});

describe('on work items', () => {
  test('an item takes a milestone of its namespace or one above, and gives it back', async ({ as, build }) => {
    const top = await build.group();
    const project = await build.project({ group: top });
    const [above, strange] = [
      await build.milestone({ namespace: top }),
      await build.milestone({ namespace: await build.group() }),
    ];
    const wanted = { namespace: project, type: 'issue', title: 'I', milestoneId: above.id } as const;
    const issue = await createWorkItem(as('paul'), wanted);
    expect(issue.milestoneId).toBe(above.id);
    await expect(updateWorkItem(as('paul'), issue.id, { milestoneId: strange.id })).rejects.toThrow(ValidationError);
    expect((await updateWorkItem(as('paul'), issue.id, { milestoneId: null })).milestoneId).toBeNull();
    await expect(updateWorkItem(as('gwen'), issue.id, { milestoneId: above.id })).rejects.toThrow(ForbiddenError);
  });

  test('the milestone word matches issues by title and epics through their issues', async ({ as, build }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const [now, past, next] = [
      await build.milestone({ namespace: group, title: 'now', startDate: dayFromNow(-5), dueDate: dayFromNow(5) }),
      await build.milestone({ namespace: project, title: 'past', startDate: dayFromNow(-9), dueDate: dayFromNow(-6) }),
      await build.milestone({ namespace: project, title: 'next', startDate: dayFromNow(6) }),
    ];
    const [epic, bare] = [await build.epic({ group, title: 'epic' }), await build.epic({ group, title: 'bare' })];
    const items = [
      epic,
      bare,
      await build.issue({ project, title: 'a', milestoneId: now.id, parent: epic }),
      await build.issue({ project, title: 'b', milestoneId: past.id }),
      await build.issue({ project, title: 'c', milestoneId: next.id }),
      await build.issue({ project, title: 'd' }),
    ];
    const titles = (filter: Parameters<typeof titlesMatching>[2]) =>
      titlesMatching(as('gwen'), milestoneFilter, filter, items);
    expect(await titles({ is: { milestoneTitle: ['now'] } })).toEqual(['a', 'epic']);
    expect(await titles({ is: { milestoneTitle: ['past', 'next'] } })).toEqual(['b', 'c']);
    expect(await titles({ is: { milestoneTitle: ['None'] } })).toEqual(['bare', 'd']);
    expect(await titles({ is: { milestoneTitle: ['Any'] } })).toEqual(['a', 'b', 'c', 'epic']);
    expect(await titles({ is: { milestoneTitle: ['#started'] } })).toEqual(['a', 'epic']);
    expect(await titles({ is: { milestoneTitle: ['Upcoming'] } })).toEqual(['c']);
    expect(await titles({ not: { milestoneTitle: ['now'] } })).toEqual(['b', 'bare', 'c', 'd']);
    expect(await titles({ is: { milestoneTitle: [''] } })).toHaveLength(6);
  });
});
