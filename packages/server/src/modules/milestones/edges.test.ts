import { describe, expect } from 'vitest';
import { dayFromNow } from '../../testing/build/milestones.ts';
import { test } from '../../testing/http.ts';

interface Titled {
  title: string;
}

describe('milestones over REST', () => {
  test('one is created, read, changed, closed, activated and deleted', async ({ build, call }) => {
    const group = await build.group({ path: 'planned' });
    const path = '/groups/planned/milestones';
    const made = await call<{ id: number }>('paul', 'POST', path, {
      title: 'v1',
      due_date: '2026-05-01',
      description: 'x',
    });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(Number) as number,
      iid: 1,
      group_id: group.id,
      title: 'v1',
      description: 'x',
      state: 'active',
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
      due_date: '2026-05-01',
      start_date: null,
      expired: expect.any(Boolean) as boolean,
      web_url: 'http://milepost.test/groups/planned/-/milestones/1',
    });
    const one = `${path}/${made.body.id}`;
    expect((await call('gwen', 'GET', one)).body).toEqual(made.body);
    const changed = await call('paul', 'PUT', one, { due_date: '', start_date: '2026-04-01', state_event: 'close' });
    expect(changed.body).toMatchObject({ title: 'v1', due_date: null, start_date: '2026-04-01', state: 'closed' });
    expect((await call('paul', 'PUT', one, { state_event: 'activate' })).body).toMatchObject({ state: 'active' });
    expect((await call('paul', 'DELETE', one)).status).toBe(204);
    expect(await call('paul', 'GET', one)).toMatchObject({ status: 404, body: { message: '404 Milestone Not Found' } });
  });

  test('lists are narrowed by every documented parameter', async ({ build, call }) => {
    const top = await build.group();
    const group = await build.group({ parent: top });
    const project = await build.project({ group });
    await build.milestone({ namespace: top, title: 'top' });
    await build.milestone({
      namespace: group,
      title: 'old',
      state: 'closed',
      startDate: '2020-01-01',
      dueDate: '2020-02-01',
    });
    await build.milestone({
      namespace: group,
      title: 'new',
      description: 'shiny',
      startDate: '2030-01-01',
      dueDate: '2030-02-01',
    });
    await build.milestone({ namespace: project, title: 'project' });
    const titles = async (input: object, path = `/groups/${group.id}/milestones`) =>
      (await call<Titled[]>('gwen', 'GET', path, input)).body.map(({ title }) => title);
    expect(await titles({})).toEqual(['old', 'new']);
    expect(await titles({ include_ancestors: 'true' })).toEqual(['old', 'new', 'top']);
    expect(await titles({ include_descendants: 'true' })).toEqual(['old', 'new', 'project']);
    expect(await titles({ state: 'active' })).toEqual(['new']);
    expect(await titles({ title: 'old' })).toEqual(['old']);
    expect(await titles({ search: 'SHINY' })).toEqual(['new']);
    expect(await titles({ search_title: 'shiny' })).toEqual([]);
    expect(await titles({ 'iids[]': '1' })).toEqual(['old']);
    expect(await titles({ containing_date: '2020-01-15' })).toEqual(['old']);
    expect(await titles({ start_date: '2029-01-01', end_date: '2030-01-01' })).toEqual(['new']);
    expect(await titles({ updated_after: dayFromNow(2) })).toEqual([]);
    expect(await titles({ updated_before: dayFromNow(2) })).toEqual(['old', 'new']);
    expect(await titles({ include_ancestors: 'true' }, `/projects/${project.id}/milestones`)).toEqual([
      'old',
      'new',
      'top',
      'project',
    ]);
    expect((await call('gwen', 'GET', `/groups/${group.id}/milestones`, { updated_after: 'soon' })).status).toBe(400);
  });

  test('TM-ML-11: its issues are listed, those the viewer may see', async ({ build, call }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const milestone = await build.milestone({ namespace: group });
    await build.issue({ project, title: 'open', milestoneId: milestone.id });
    await build.issue({ project, title: 'secret', milestoneId: milestone.id, confidential: true });
    await build.issue({ project, title: 'other' });
    const path = `/groups/${group.id}/milestones/${milestone.id}/issues`;
    const seen = await call<Titled[]>('gwen', 'GET', path);
    expect(seen.body.map(({ title }) => title)).toEqual(['open']);
    expect(seen.headers).toMatchObject({ 'x-total': '1' });
    expect((await call('paul', 'GET', path)).headers).toMatchObject({ 'x-total': '2' });
  });

  test('TM-ML-11: a project milestone is promoted', async ({ build, call }) => {
    const project = await build.project();
    const milestone = await build.milestone({ namespace: project, title: 'v1' });
    const { status, body } = await call('paul', 'POST', `/projects/${project.id}/milestones/${milestone.id}/promote`);
    expect([status, body['group_id']]).toEqual([200, project.parentId]);
  });

  test('invalid and forbidden requests are answered as clients expect', async ({ build, call }) => {
    const group = await build.group();
    await build.milestone({ namespace: group, title: 'v1' });
    const path = `/groups/${group.id}/milestones`;
    expect(await call('paul', 'POST', path, {})).toMatchObject({ status: 400, body: { error: 'title is missing' } });
    expect(await call('paul', 'POST', path, { title: 'v1' })).toMatchObject({
      status: 400,
      body: { message: { title: ['already being used for another group or project milestone.'] } },
    });
    expect(await call('paul', 'POST', path, { title: 'x', due_date: 'soon' })).toMatchObject({ status: 400 });
    expect((await call('gwen', 'POST', path, { title: 'x' })).status).toBe(403);
    expect((await call('nobody', 'POST', path, { title: 'x' })).status).toBe(401);
    expect((await call('otto', 'GET', path)).status).toBe(404);
    expect((await call('gwen', 'GET', `${path}/nonsense`)).status).toBe(400);
  });

  test('issues show and take a milestone over REST', async ({ build, call }) => {
    const project = await build.project();
    const milestone = await build.milestone({ namespace: project, title: 'v1' });
    const issues = `/projects/${project.id}/issues`;
    const made = await call<{ iid: number }>('paul', 'POST', issues, { title: 'I', milestone_id: milestone.id });
    expect(made.body).toMatchObject({ milestone: { id: milestone.id, title: 'v1', project_id: project.id } });
    expect((await call('gwen', 'GET', issues, { milestone: 'v1' })).body).toHaveLength(1);
    expect((await call('gwen', 'GET', issues, { milestone: 'None' })).body).toHaveLength(0);
    expect((await call('gwen', 'GET', issues, { 'not[milestone]': 'v1' })).body).toHaveLength(0);
    const cleared = await call('paul', 'PUT', `${issues}/${made.body.iid}`, { milestone_id: 0 });
    expect(cleared.body).toMatchObject({ milestone: null });
  });
});

describe('milestones over GraphQL', () => {
  const groupMilestonesEE = `query groupMilestonesEE($fullPath: ID!, $state: MilestoneStateEnum, $timeframe: Timeframe, $includeDescendants: Boolean, $includeAncestors: Boolean, $searchTitle: String) {
    group(fullPath: $fullPath) {
      id
      name
      milestones(state: $state, timeframe: $timeframe, includeDescendants: $includeDescendants, includeAncestors: $includeAncestors, searchTitle: $searchTitle) {
        nodes { id description title state dueDate startDate webPath groupMilestone subgroupMilestone projectMilestone expired }
      }
    }
  }`;
  interface Found {
    group: { milestones: { nodes: Titled[] } };
  }

  test('GQ-RM-25: groupMilestonesEE takes its variables and gives the milestones of the group', async ({
    build,
    ask,
  }) => {
    const group = await build.group({ path: 'goals' });
    const milestone = await build.milestone({
      namespace: group,
      title: 'v1',
      description: 'x',
      startDate: '2026-04-01',
      dueDate: '2026-05-01',
    });
    const { data } = await ask('gwen', groupMilestonesEE, { fullPath: 'goals' });
    expect(data).toMatchObject({
      group: {
        milestones: {
          nodes: [
            {
              id: `gid://gitlab/Milestone/${milestone.id}`,
              description: 'x',
              title: 'v1',
              state: 'active',
              startDate: '2026-04-01T00:00:00Z',
              dueDate: '2026-05-01T00:00:00Z',
              webPath: '/groups/goals/-/milestones/1',
            },
          ],
        },
      },
    });
    const incomplete = await ask('gwen', groupMilestonesEE, {});
    expect(incomplete.errors).toHaveLength(1);
  });

  test('GQ-RM-29, GQ-RM-30: title and timeframe narrow it, and so do state, descendants and ancestors', async ({
    build,
    ask,
  }) => {
    const top = await build.group();
    const group = await build.group({ parent: top });
    const below = await build.group({ parent: group });
    const project = await build.project({ group });
    await build.milestone({ namespace: top, title: 'top', dueDate: '2026-01-01' });
    await build.milestone({ namespace: group, title: 'closed', state: 'closed', dueDate: '2026-02-01' });
    await build.milestone({ namespace: group, title: 'active', dueDate: '2026-03-01' });
    await build.milestone({ namespace: below, title: 'below', dueDate: '2026-04-01' });
    await build.milestone({ namespace: project, title: 'project', dueDate: '2026-05-01' });
    const titles = async (variables: object) => {
      const { data } = await ask<Found>('gwen', groupMilestonesEE, { fullPath: group.fullPath, ...variables });
      return data.group.milestones.nodes.map(({ title }) => title);
    };
    expect(await titles({ state: 'active' })).toEqual(['active']);
    expect(await titles({ includeDescendants: true })).toEqual(['closed', 'active', 'below', 'project']);
    expect(await titles({ includeAncestors: true })).toEqual(['top', 'closed', 'active']);
    expect(await titles({ searchTitle: 'ACT' })).toEqual(['active']);
    expect(await titles({ timeframe: { start: '2026-02-15', end: '2026-12-31' } })).toEqual(['active']);
  });

  test('EN-RM-15: a milestone of the roadmap has id, title, description, state, dates and address', async ({
    build,
    ask,
  }) => {
    const group = await build.group();
    const milestone = await build.milestone({
      namespace: group,
      title: 'Launch',
      description: 'All aboard',
      startDate: '2026-01-01',
      dueDate: '2026-03-31',
    });
    const query = `query ($p: ID!) {
      group(fullPath: $p) { milestones { nodes { id title description state startDate dueDate webPath } } }
    }`;
    expect((await ask('gwen', query, { p: group.fullPath })).data).toEqual({
      group: {
        milestones: {
          nodes: [
            {
              id: `gid://gitlab/Milestone/${milestone.id}`,
              title: 'Launch',
              description: 'All aboard',
              state: 'active',
              startDate: '2026-01-01T00:00:00Z',
              dueDate: '2026-03-31T00:00:00Z',
              webPath: `/groups/${group.fullPath}/-/milestones/1`,
            },
          ],
        },
      },
    });
  });

  test('EN-RM-16: the flags name the kind of owner', async ({ build, ask }) => {
    const top = await build.group();
    const group = await build.group({ parent: top });
    const project = await build.project({ group });
    await build.milestone({ namespace: top, title: 'top', dueDate: '2026-01-01' });
    await build.milestone({ namespace: group, title: 'sub', dueDate: '2026-02-01' });
    await build.milestone({ namespace: project, title: 'project', dueDate: '2026-03-01' });
    const { data } = await ask<Found>('gwen', groupMilestonesEE, { fullPath: top.fullPath, includeDescendants: true });
    expect(data.group.milestones.nodes).toMatchObject([
      { title: 'top', groupMilestone: true, subgroupMilestone: false, projectMilestone: false },
      { title: 'sub', groupMilestone: true, subgroupMilestone: true, projectMilestone: false },
      { title: 'project', groupMilestone: false, subgroupMilestone: false, projectMilestone: true },
    ]);
  });

  test('one milestone is read by id with its statistics, by those who may see its namespace', async ({
    build,
    ask,
  }) => {
    const project = await build.project();
    const milestone = await build.milestone({ namespace: project, startDate: dayFromNow(1), dueDate: dayFromNow(9) });
    await build.issue({ project, milestoneId: milestone.id, state: 'closed' });
    const query = `query milestone($id: MilestoneID!) {
      milestone(id: $id) { expired upcoming stats { closedIssuesCount totalIssuesCount } group { id } project { fullPath } webUrl }
    }`;
    const id = `gid://gitlab/Milestone/${milestone.id}`;
    expect((await ask('gwen', query, { id })).data).toEqual({
      milestone: {
        expired: false,
        upcoming: true,
        stats: { closedIssuesCount: 1, totalIssuesCount: 1 },
        group: null,
        project: { fullPath: project.fullPath },
        webUrl: `http://milepost.test/${project.fullPath}/-/milestones/1`,
      },
    });
    expect((await ask('otto', query, { id })).data).toEqual({ milestone: null });
  });

  test('every sort value of the API is understood, and a list pages by cursor', async ({ build, ask }) => {
    const project = await build.project();
    for (const title of ['a', 'b', 'c']) await build.milestone({ namespace: project, title });
    const query = `query($fullPath: ID!, $sort: MilestoneSort, $after: String) {
      project(fullPath: $fullPath) { milestones(sort: $sort, first: 2, after: $after) { count nodes { title } pageInfo { hasNextPage endCursor } } }
    }`;
    interface Page {
      project: {
        milestones: { count: number; nodes: Titled[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
      };
    }
    const sorts = ['CREATED_DESC', 'created_desc', 'UPDATED_DESC', 'updated_desc'];
    for (const sort of sorts) {
      const first = await ask<Page>('gwen', query, { fullPath: project.fullPath, sort, after: '' });
      const { count, nodes, pageInfo } = first.data.project.milestones;
      expect([count, nodes.map(({ title }) => title), pageInfo.hasNextPage]).toEqual([3, ['c', 'b'], true]);
      const second = await ask<Page>('gwen', query, { fullPath: project.fullPath, sort, after: pageInfo.endCursor });
      expect(second.data.project.milestones.nodes).toEqual([{ title: 'a' }]);
    }
  });

  test('rows are counted before a query runs: what would read millions is refused', async ({ build, ask }) => {
    const group = await build.group();
    const page = 'milestones(first: 100)';
    const inner = `${page} { nodes { group { ${page} { nodes { group { ${page} { nodes { title } } } } } } } }`;
    const query = `query($path: ID!) { group(fullPath: $path) { ${inner} } }`;
    const { data, errors } = await ask('gwen', query, { path: group.fullPath });
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }]);
    const few = await ask('gwen', query.replaceAll('first: 100', 'first: 3'), { path: group.fullPath });
    expect(few.errors).toBeUndefined();
  });
});
