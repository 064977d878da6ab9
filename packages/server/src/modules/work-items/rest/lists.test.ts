import { describe, expect } from 'vitest';
import { test } from '../../../testing/http.ts';

type Row = Record<string, unknown>;
const titlesOf = (rows: readonly Row[]) => rows.map((row) => row['title']);

/**
 * Maximum statements of a page of items, regardless of its size: the viewer, the namespace, the page, the count, and one per
 * field.
 */
const EPIC_STATEMENTS = 13;
const ISSUE_STATEMENTS = 20;

describe('lists of epics', () => {
  test('contain the group and all descendants, newest first, in numbered pages', async ({ call, build }) => {
    const group = await build.group();
    const sub = await build.group({ parent: group });
    const stranger = await build.group({ parent: group, visibility: 'private' });
    for (let at = 1; at <= 5; at++) {
      const createdAt = new Date(Date.UTC(2026, 0, at));
      await build.epic({ group: at % 2 ? group : sub, title: `epic ${at}`, createdAt });
    }
    await build.epic({ group: stranger, confidential: true, title: 'secret', author: null });
    const path = `/groups/${group.id}/epics`;
    const { headers, body } = await call<Row[]>('gwen', 'GET', `${path}?per_page=2&page=2&state=opened`);
    expect(titlesOf(body)).toEqual(['epic 3', 'epic 2']);
    const link = (page: number, rel: string) =>
      `<http://milepost.test/api/v4${path}?per_page=2&page=${page}&state=opened>; rel="${rel}"`;
    expect(headers).toMatchObject({
      'x-total': '5',
      'x-total-pages': '3',
      'x-page': '2',
      'x-per-page': '2',
      'x-next-page': '3',
      'x-prev-page': '1',
      link: [link(1, 'prev'), link(3, 'next'), link(1, 'first'), link(3, 'last')].join(', '),
    });
    const beyond = await call<Row[]>('gwen', 'GET', `${path}?per_page=2&page=9`);
    expect(beyond).toMatchObject({ status: 200, body: [], headers: { 'x-total': '5', 'x-next-page': '' } });
    const own = await call<Row[]>('gwen', 'GET', `${path}?include_descendant_groups=false&sort=asc`);
    expect(titlesOf(own.body)).toEqual(['epic 1', 'epic 3', 'epic 5']);
    const above = await call<Row[]>('gwen', 'GET', `/groups/${sub.id}/epics?include_ancestor_groups=true`);
    expect(titlesOf(above.body)).toEqual(['epic 5', 'epic 4', 'epic 3', 'epic 2', 'epic 1']);
    // `relative` is relative to the requested group.
    const { references } = above.body.at(-1) as { references: { relative: string; full: string } };
    expect(references.relative).toBe(references.full);
  });

  test('are narrowed and ordered by every documented parameter', async ({ call, build }) => {
    const group = await build.group();
    const day = (number: number) => new Date(Date.UTC(2026, 0, number));
    const bug = await build.epic({
      group,
      title: 'Bug hunt',
      author: 'dana',
      createdAt: day(1),
      updatedAt: day(20),
      description: 'red',
    });
    const art = await build.epic({ group, title: 'art', author: 'rita', createdAt: day(2), updatedAt: day(10) });
    const end = await build.epic({
      group,
      title: 'End',
      author: 'rita',
      createdAt: day(3),
      updatedAt: day(30),
      state: 'closed',
      confidential: true,
    });
    await build.label({ namespace: group, title: 'red', on: [bug, art] });
    await build.label({ namespace: group, title: 'hot', on: [bug], color: '#ff0000' });
    const list = async (query: string) =>
      titlesOf((await call<Row[]>('paul', 'GET', `/groups/${group.id}/epics?${query}`)).body);
    expect(await list('')).toEqual(['End', 'art', 'Bug hunt']);
    expect(await list('sort=asc')).toEqual(['Bug hunt', 'art', 'End']);
    expect(await list('order_by=title&sort=asc')).toEqual(['art', 'Bug hunt', 'End']);
    expect(await list('order_by=updated_at')).toEqual(['End', 'Bug hunt', 'art']);
    expect(await list('state=closed')).toEqual(['End']);
    expect(await list('state=opened&order_by=title')).toEqual(['Bug hunt', 'art']);
    expect(await list('state=all&confidential=True')).toEqual(['End']);
    expect(await list('labels=red,hot')).toEqual(['Bug hunt']);
    expect(await list('labels[]=red&labels[]=hot')).toEqual(['Bug hunt']);
    expect(await list('labels=None')).toEqual(['End']);
    expect(await list('labels=Any&not[labels]=hot')).toEqual(['art']);
    expect(await list(`author_id=${build.idOf('dana')}`)).toEqual(['Bug hunt']);
    expect(await list('author_username=rita')).toEqual(['End', 'art']);
    expect(await list('not[author_username]=rita')).toEqual(['Bug hunt']);
    expect(await list(`not[author_id]=${build.idOf('dana')}`)).toEqual(['End', 'art']);
    expect(await list('search=hunt')).toEqual(['Bug hunt']);
    expect(await list('search=red')).toEqual(['Bug hunt']);
    expect(await list('created_after=2026-01-02')).toEqual(['End', 'art']);
    expect(await list('created_before=2026-01-02T12:00:00Z')).toEqual(['art', 'Bug hunt']);
    expect(await list('updated_after=2026-01-15')).toEqual(['End', 'Bug hunt']);
    expect(await list('updated_before=2026-01-15')).toEqual(['art']);
    expect(await list('my_reaction_emoji=None')).toEqual(['End', 'art', 'Bug hunt']);
    expect(await list('my_reaction_emoji=thumbsup')).toEqual([]);
    const detailed = await call<Row[]>('paul', 'GET', `/groups/${group.id}/epics?with_labels_details=true&labels=hot`);
    expect(detailed.body[0]).toMatchObject({
      labels: [{ name: 'hot', color: '#ff0000', text_color: '#000000' }, { name: 'red' }],
    });
    for (const [query, error] of [
      ['order_by=size', 'order_by does not have a valid value'],
      ['state=gone', 'state does not have a valid value'],
      ['created_after=yesterday', 'created_after is invalid'],
      ['created_after=-271821-04-20', 'created_after is invalid'],
      ['page=0', 'page is invalid'],
      ['author_id=dana&sort=up', 'author_id is invalid, sort does not have a valid value'],
    ] as const) {
      const answer = await call('paul', 'GET', `/groups/${group.id}/epics?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body['error']?.toString().split(', ').toSorted().join(', ')).toBe(
        error.split(', ').toSorted().join(', '),
      );
    }
    expect(end.isConfidential).toBe(true);
  });

  test('take the same few statements for fifty as for one', async ({ call, build, statements }) => {
    const group = await build.group();
    const parent = await build.epic({ group });
    const labels = [await build.label({ namespace: group, title: 'one' })];
    for (let at = 0; at < 49; at++) {
      const author = at % 2 ? 'dana' : 'rita';
      await build.epic({ group, parent, author, description: 'long' });
    }
    expect(labels).toHaveLength(1);
    await call('gwen', 'GET', '/user');
    statements.length = 0;
    const { body } = await call<Row[]>('gwen', 'GET', `/groups/${group.id}/epics?per_page=50`);
    expect(body).toHaveLength(50);
    expect(statements.slice(EPIC_STATEMENTS)).toEqual([]);
  });
});

describe('lists of issues', () => {
  test('of a project, of a group with all below, and of everywhere', async ({ call, build }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const other = await build.project({ group: await build.group({ parent: group }) });
    const archived = await build.project({ group, archived: true });
    await build.issue({ project, title: 'one', author: 'dana', createdAt: new Date('2026-01-01') });
    await build.issue({ project: other, title: 'two', assignees: ['dana'], createdAt: new Date('2026-01-02') });
    await build.issue({ project: archived, title: 'old', author: 'dana', createdAt: new Date('2026-01-03') });
    const list = async (who: 'dana' | 'nobody' | 'otto', path: string) =>
      titlesOf((await call<Row[]>(who, 'GET', path)).body);
    expect(await list('dana', `/projects/${project.id}/issues`)).toEqual(['one']);
    expect(await list('dana', `/projects/${archived.id}/issues`)).toEqual(['old']);
    expect(await list('dana', `/groups/${group.id}/issues`)).toEqual(['two', 'one']);
    expect(await list('dana', `/groups/${group.id}/issues?non_archived=false`)).toEqual(['old', 'two', 'one']);
    // Everything in an archived group is archived: its own list shows it.
    const closed = await build.group({ archived: true });
    await build.issue({ project: await build.project({ group: closed, archived: true }), title: 'kept' });
    expect(await list('dana', `/groups/${closed.id}/issues`)).toEqual(['kept']);
    expect(await list('dana', `/groups/${group.id}/issues?scope=assigned_to_me`)).toEqual(['two']);
    expect(await list('dana', '/issues')).toEqual(['one']);
    expect(await list('dana', '/issues?scope=assigned-to-me')).toEqual(['two']);
    expect((await list('dana', '/issues?scope=all&per_page=100')).length).toBeGreaterThanOrEqual(2);
    expect((await call('nobody', 'GET', '/issues?scope=all')).status).toBe(401);
    expect((await call('otto', 'GET', `/groups/${group.id}/issues`)).status).toBe(404);
    const relative = await call<{ references: { relative: string } }[]>('dana', 'GET', `/groups/${group.id}/issues`);
    expect(relative.body.at(-1)?.references.relative).toBe(`${project.path}#1`);
  });

  test('are narrowed and ordered by every documented parameter', async ({ call, build }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const epic = await build.epic({ group });
    const milestone = await build.milestone({ namespace: project, title: 'Spring' });
    const one = await build.issue({
      project,
      parent: epic,
      title: 'One',
      author: 'dana',
      assignees: ['rita', 'gwen'],
      weight: 1,
      dueDate: '2026-03-03',
      healthStatus: 'on_track',
      milestoneId: milestone.id,
      relativePosition: 3000,
      createdAt: new Date('2026-01-01'),
    });
    const two = await build.issue({
      project,
      title: 'Two',
      description: 'one more',
      author: 'rita',
      assignees: ['rita'],
      weight: 9,
      relativePosition: 2000,
      createdAt: new Date('2026-01-02'),
      state: 'closed',
    });
    const task = await build.issue({
      project,
      parent: one,
      title: 'Do it',
      type: 'task',
      author: 'rita',
      confidential: true,
      dueDate: '2026-02-02',
      relativePosition: 1000,
      createdAt: new Date('2026-01-03'),
    });
    await build.label({ namespace: project, title: 'red', on: [one, task] });
    const list = async (query: string) =>
      titlesOf((await call<Row[]>('paul', 'GET', `/projects/${project.id}/issues?${query}`)).body).join(', ');
    expect(await list('')).toBe('Do it, Two, One');
    expect(await list('sort=asc')).toBe('One, Two, Do it');
    expect(await list('order_by=title&sort=asc')).toBe('Do it, One, Two');
    expect(await list('order_by=weight')).toBe('Two, One, Do it');
    expect(await list('order_by=due_date&sort=asc')).toBe('Do it, One, Two');
    expect(await list('order_by=relative_position&sort=asc')).toBe('Do it, Two, One');
    expect(await list('state=closed')).toBe('Two');
    expect(await list('labels=red')).toBe('Do it, One');
    expect(await list('not[labels]=red')).toBe('Two');
    expect(await list('milestone=Spring')).toBe('One');
    expect(await list('milestone=None')).toBe('Do it, Two');
    expect(await list('milestone_id=Any')).toBe('One');
    expect(await list('not[milestone]=Spring')).toBe('Do it, Two');
    expect(await list(`assignee_id=${build.idOf('rita')}`)).toBe('Two, One');
    expect(await list('assignee_id=None')).toBe('Do it');
    expect(await list('assignee_id=Any')).toBe('Two, One');
    expect(await list('assignee_username[]=rita&assignee_username[]=gwen')).toBe('One');
    expect(await list('assignee_username=rita')).toBe('Two, One');
    expect(await list('not[assignee_username]=gwen')).toBe('Do it, Two');
    expect(await list('author_username=dana')).toBe('One');
    expect(await list(`not[author_id]=${build.idOf('dana')}`)).toBe('Do it, Two');
    expect(await list('iids[]=1&iids[]=3')).toBe('Do it, One');
    expect(await list('not[iids][]=1')).toBe('Do it, Two');
    expect(await list('issue_type=task')).toBe('Do it');
    expect(await list('issue_type=issue')).toBe('Two, One');
    expect(await list('confidential=true')).toBe('Do it');
    expect(await list('confidential=0')).toBe('Two, One');
    expect(await list('weight=9')).toBe('Two');
    expect(await list('weight=None')).toBe('Do it');
    expect(await list('weight=Any&not[weight]=9')).toBe('One');
    expect(await list('health_status=on_track')).toBe('One');
    expect(await list('health_status=None')).toBe('Do it, Two');
    expect(await list('health_status=0')).toBe('Do it, Two');
    expect(await list(`epic_id=${epic.id}`)).toBe('One');
    expect(await list('epic_id=None')).toBe('Two');
    expect(await list('iteration_id=None')).toBe('Do it, Two, One');
    expect(await list('iteration_id=Any')).toBe('');
    expect(await list('due_date=0')).toBe('Two');
    expect(await list('due_date=any')).toBe('Do it, One');
    expect(await list('search=one')).toBe('Two, One');
    expect(await list('search=one&in=title')).toBe('One');
    expect(await list('search=one&in=title,description')).toBe('Two, One');
    expect(await list('created_after=2026-01-02&created_before=2026-01-02T23:00:00Z')).toBe('Two');
    expect(await list('my_reaction_emoji=Any')).toBe('');
    expect(two.state).toBe('closed');
    const statistics = await call('paul', 'GET', `/projects/${project.id}/issues_statistics?labels=red`);
    expect(statistics.body).toEqual({ statistics: { counts: { all: 2, closed: 0, opened: 2 } } });
    const all = await call('gwen', 'GET', `/projects/${project.id}/issues_statistics?state=opened`);
    expect(all.body).toEqual({ statistics: { counts: { all: 2, closed: 1, opened: 1 } } });
  });

  test('take the same few statements for fifty as for one', async ({ call, build, statements }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const epic = await build.epic({ group });
    const milestone = await build.milestone({ namespace: project });
    const issues = [];
    for (let at = 0; at < 50; at++) {
      issues.push(
        await build.issue({
          project,
          parent: at % 2 ? epic : null,
          author: at % 2 ? 'dana' : 'rita',
          assignees: ['paul', 'ada'],
          milestoneId: milestone.id,
          state: at % 3 ? 'opened' : 'closed',
          description: 'long',
        }),
      );
    }
    await build.label({ namespace: project, on: issues });
    const [first, second] = issues;
    if (first && second) await build.link({ from: first, to: second, type: 'blocks' });
    await call('gwen', 'GET', '/user');
    statements.length = 0;
    const { body } = await call<Row[]>('gwen', 'GET', `/projects/${project.id}/issues?per_page=50`);
    expect(body).toHaveLength(50);
    expect(statements.slice(ISSUE_STATEMENTS)).toEqual([]);
  });
});
