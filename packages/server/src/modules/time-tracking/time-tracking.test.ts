import { ValidationError } from '@milepost/core/errors';
import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { addSpentTime, deleteTimelog } from './commands.ts';
import { timelogsOf, totalSpent } from './store.ts';

describe('time spent on an issue', () => {
  test('is added, subtracted and reset over REST, and recorded in the activity', async ({ call, build }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const path = `/projects/${project.id}/issues/${issue.iid}`;
    expect((await call('gwen', 'GET', `${path}/time_stats`)).body).toEqual({
      time_estimate: 0,
      total_time_spent: 0,
      human_time_estimate: null,
      human_total_time_spent: null,
    });
    await call('paul', 'POST', `${path}/time_estimate`, { duration: '1w 2d' });
    const added = await call('paul', 'POST', `${path}/add_spent_time`, { duration: '1d 3h30m', summary: 'Digging' });
    expect(added).toMatchObject({
      status: 201,
      body: {
        time_estimate: 201_600,
        human_time_estimate: '1w 2d',
        total_time_spent: 41_400,
        human_total_time_spent: '1d 3h 30m',
      },
    });
    expect((await call('paul', 'POST', `${path}/add_spent_time`, { duration: '-1h' })).body).toMatchObject({
      human_total_time_spent: '1d 2h 30m',
    });
    expect((await call('paul', 'GET', path)).body).toMatchObject({ time_stats: { total_time_spent: 37_800 } });
    expect(await call('paul', 'POST', `${path}/add_spent_time`, { duration: '-2d' })).toMatchObject({
      status: 400,
      body: { message: { time_spent: ['to subtract exceeds the total time spent'] } },
    });
    for (const duration of ['soon', '0', '-']) {
      expect((await call('paul', 'POST', `${path}/add_spent_time`, { duration })).status).toBe(400);
    }
    expect((await call('gwen', 'POST', `${path}/add_spent_time`, { duration: '1h' })).status).toBe(403);
    expect(await call('paul', 'POST', `${path}/reset_spent_time`)).toMatchObject({
      status: 200,
      body: { total_time_spent: 0, human_total_time_spent: null },
    });
    const notes = await call<{ body: string }[]>('paul', 'GET', `${path}/notes?sort=asc`);
    expect(notes.body.map(({ body }) => body)).toEqual([
      'changed time estimate to 1w 2d',
      'added 1d 3h 30m of time spent',
      'subtracted 1h of time spent',
      'removed time spent',
    ]);
  });

  test('time logs with a sum of zero are deleted too', async ({ call, ask, build }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const path = `/projects/${project.id}/issues/${issue.iid}`;
    for (const duration of ['1h', '-1h']) await call('paul', 'POST', `${path}/add_spent_time`, { duration });
    const logs = async () =>
      ask(
        'paul',
        `query ($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) { timelogs { nodes { timeSpent } } } } }`,
        { path: project.fullPath, iid: String(issue.iid) },
      );
    expect(await logs()).toMatchObject({
      data: { project: { issue: { timelogs: { nodes: [{ timeSpent: -3600 }, { timeSpent: 3600 }] } } } },
    });
    await call('paul', 'POST', `${path}/reset_spent_time`);
    expect(await logs()).toMatchObject({ data: { project: { issue: { timelogs: { nodes: [] } } } } });
  });

  test('is logged with day and summary over GraphQL, and deleted by its author or by maintainers', async ({
    ask,
    build,
  }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const create = `mutation ($input: TimelogCreateInput!) { timelogCreate(input: $input) {
      errors timelog { id timeSpent spentAt summary issue { iid } user { username } userPermissions { adminTimelog } } } }`;
    const log = (who: 'paul' | 'gwen', more: object = {}) =>
      ask(who, create, {
        input: {
          issuableId: `gid://gitlab/Issue/${issue.id}`,
          timeSpent: '2h',
          summary: 'Walls',
          spentAt: '2026-01-05',
          ...more,
        },
      });
    const made = await log('paul');
    expect(made).toMatchObject({
      data: {
        timelogCreate: {
          errors: [],
          timelog: {
            timeSpent: 7200,
            spentAt: expect.stringMatching(/^2026-01-05T00:00:00/) as string,
            summary: 'Walls',
            issue: { iid: String(issue.iid) },
            user: { username: 'paul' },
            userPermissions: { adminTimelog: true },
          },
        },
      },
    });
    expect(await log('paul', { spentAt: '2999-01-01' })).toMatchObject({
      data: { timelogCreate: { errors: ["Spent at can't be a future date and time"], timelog: null } },
    });
    const read = `query ($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) {
      totalTimeSpent humanTotalTimeSpent timelogs { nodes { id summary userPermissions { adminTimelog } } } } } }`;
    const seen = await ask('gwen', read, { path: project.fullPath, iid: String(issue.iid) });
    expect(seen).toMatchObject({
      data: {
        project: {
          issue: {
            totalTimeSpent: 7200,
            humanTotalTimeSpent: '2h',
            timelogs: { nodes: [{ summary: 'Walls', userPermissions: { adminTimelog: false } }] },
          },
        },
      },
    });
    const { id } = (made as { data: { timelogCreate: { timelog: { id: string } } } }).data.timelogCreate.timelog;
    const remove = 'mutation ($input: TimelogDeleteInput!) { timelogDelete(input: $input) { errors timelog { id } } }';
    expect(await ask('gwen', remove, { input: { id } })).not.toMatchObject({ data: { timelogDelete: { errors: [] } } });
    expect(await ask('paul', remove, { input: { id } })).toMatchObject({ data: { timelogDelete: { errors: [] } } });
    const widget = `query ($path: ID!, $iid: String!) { namespace(fullPath: $path) { workItem(iid: $iid) {
      widgets(onlyTypes: [TIME_TRACKING]) { ... on WorkItemWidgetTimeTracking { timeEstimate totalTimeSpent timelogs { nodes { id } } } } } } }`;
    expect(await ask('paul', widget, { path: project.fullPath, iid: String(issue.iid) })).toMatchObject({
      data: { namespace: { workItem: { widgets: [{ totalTimeSpent: 0, timelogs: { nodes: [] } }] } } },
    });
  });

  test('a log is not deleted if the sum would become negative', async ({ as, build, db }) => {
    const issue = await build.issue();
    const log = (duration: string) => addSpentTime(as('paul'), { itemId: issue.id, duration });
    const [added, taken] = [await log('2h'), await log('-1h30m')];
    await expect(deleteTimelog(as('paul'), added.id)).rejects.toThrow(ValidationError);
    expect(await totalSpent(db, issue.id)).toBe(1_800);
    // Two concurrent subtractions, each valid alone, do not both succeed.
    const [small, smaller] = [await log('1h'), await log('30m')];
    const tries = await Promise.allSettled([added, small, smaller].map(({ id }) => deleteTimelog(as('paul'), id)));
    expect(tries.some(({ status }) => status === 'rejected')).toBe(true);
    expect(await totalSpent(db, issue.id)).toBeGreaterThanOrEqual(0);
    await deleteTimelog(as('paul'), taken.id);
    const logs = (await as('paul').load(timelogsOf, issue.id)) ?? [];
    expect(await totalSpent(db, issue.id)).toBe(logs.reduce((sum, { timeSpent }) => sum + timeSpent, 0));
  });
});

describe('quick actions', () => {
  test('/spend adds or subtracts time on a day; /remove_time_spent removes it', async ({ call, build, ask }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const path = `/projects/${project.id}/issues/${issue.iid}`;
    const write = (body: string, who: 'paul' | 'gwen' = 'paul') => call(who, 'POST', `${path}/notes`, { body });
    const spent = async () => (await call('paul', 'GET', `${path}/time_stats`)).body['total_time_spent'];
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

    expect(await write(`/spend 1d 2h ${yesterday}`)).toMatchObject({
      status: 202,
      body: { summary: [`Added 1d 2h of time spent on ${yesterday}.`] },
    });
    expect(await write('/spend_time -1h 30m')).toMatchObject({
      body: { summary: ['Subtracted 1h 30m of time spent.'] },
    });
    expect(await spent()).toBe(30_600);
    const logs = await ask<{ workItem: { widgets: { timelogs?: { nodes: { spentAt: string }[] } }[] } }>(
      'paul',
      `{ workItem(id: "gid://gitlab/WorkItem/${issue.id}") { widgets(onlyTypes: [TIME_TRACKING]) {
        ... on WorkItemWidgetTimeTracking { timelogs { nodes { spentAt timeSpent } } } } } }`,
    );
    expect(logs.data.workItem.widgets[0]?.timelogs?.nodes).toMatchObject([
      { timeSpent: -5_400 },
      { timeSpent: 36_000, spentAt: expect.stringMatching(`^${yesterday}`) as string },
    ]);

    const today = new Date().toISOString().slice(0, 10);
    expect((await write(`/spend 30m ${today}`)).status).toBe(202);
    for (const [argument, reason] of [
      ['soon', '"soon" is not a duration, such as 1h 30m.'],
      ['1h 2026-02-31', '"2026-02-31" is not a date.'],
      ['1h 2999-01-01', "Spent at can't be a future date and time."],
      ['-9d', 'Time spent to subtract exceeds the total time spent.'],
    ]) {
      expect(await write(`/spend ${argument}`)).toMatchObject({
        status: 400,
        body: { message: { base: [`/spend: ${reason}`] } },
      });
    }
    expect((await write('/spend 1h', 'gwen')).status).toBe(400);
    expect(await spent()).toBe(32_400);
    expect(await write('/remove_time_spent')).toMatchObject({ body: { summary: ['Removed all time spent.'] } });
    expect(await spent()).toBe(0);
  });

  test('/spend in the description of a new issue counts immediately', async ({ call, build }) => {
    const project = await build.project();
    const made = await call('paul', 'POST', `/projects/${project.id}/issues`, {
      title: 'Dig',
      description: 'Done already.\n/spend 2h',
    });
    expect(made).toMatchObject({
      status: 201,
      body: { description: 'Done already.', time_stats: { total_time_spent: 7_200 } },
    });
  });
});
