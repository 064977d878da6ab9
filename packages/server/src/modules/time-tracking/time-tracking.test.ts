import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

describe('time spent on an issue', () => {
  test('is added, taken back and forgotten over REST, and stands in the history', async ({ call, build }) => {
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

  test('is logged with day and summary over GraphQL, and removed by whoever logged it or by maintainers', async ({
    ask,
    build,
  }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const create = `mutation ($input: TimelogCreateInput!) { timelogCreate(input: $input) {
      errors timelog { id timeSpent spentAt summary user { username } userPermissions { adminTimelog } } } }`;
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
});
