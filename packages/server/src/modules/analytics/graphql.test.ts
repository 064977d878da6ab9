import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

const range = 'from: "2026-01-01", to: "2026-01-31"';
const metric = '{ identifier title unit value }';

interface Metric {
  value: number | null;
}
type Flow = Record<string, Metric>;

describe('flow metrics', () => {
  test('DL-AN-06: six figures of a group and a project', async ({ build, ask, db }) => {
    const group = await build.group({ visibility: 'private' });
    const project = await build.project({ group: group, visibility: 'private' });
    const names = ['issueCount', 'issuesCompletedCount', 'deploymentCount', 'leadTime', 'cycleTime', 'timeToMerge'];
    const fields = names.map((name) => `${name}(${range}) ${metric}`).join(' ');
    const read = async (of: 'group' | 'project', fullPath: string) => {
      const { data } = await ask<{ namespace: { flowMetrics: Flow } | null }>(
        'rita',
        `{ namespace: ${of}(fullPath: "${fullPath}") { flowMetrics { ${fields} } } }`,
      );
      return data.namespace?.flowMetrics;
    };
    const empty = {
      issueCount: { identifier: 'issues', title: 'New issues', unit: null, value: 0 },
      issuesCompletedCount: { identifier: 'issues_completed', title: 'Issues closed', unit: null, value: 0 },
      deploymentCount: { identifier: 'deploys', title: 'Deploys', unit: null, value: 0 },
      leadTime: { identifier: 'lead_time', title: 'Lead time', unit: 'days', value: null },
      cycleTime: { identifier: 'cycle_time', title: 'Cycle time', unit: 'days', value: null },
      timeToMerge: { identifier: 'time_to_merge', title: 'Time to merge', unit: 'days', value: null },
    };
    expect(await read('group', group.fullPath)).toEqual(empty);
    expect(await read('project', project.fullPath)).toEqual(empty);
    const issue = await build.issue({ project, createdAt: new Date('2026-01-02T00:00:00Z') });
    await sql`UPDATE work_items SET state = 'closed', closed_at = '2026-01-06' WHERE id = ${issue.id}`.execute(db);
    await sql`UPDATE work_items SET started_at = '2026-01-05' WHERE id = ${issue.id}`.execute(db);
    await sql`INSERT INTO merge_requests (project_id, iid, title, state, source_branch, target_branch, created_at, merged_at)
      VALUES (${project.id}, 1, 'Change', 'merged', 'a', 'main', '2026-01-02', '2026-01-04')`.execute(db);
    const environment = await build.environment({ project, name: 'production' });
    const { id } = await build.deployment({ environment });
    await sql`UPDATE deployments SET status = 'success', finished_at = '2026-01-31T23:00:00Z' WHERE id = ${id}`.execute(
      db,
    );
    for (const flow of [await read('group', group.fullPath), await read('project', project.fullPath)]) {
      expect(names.map((name) => flow?.[name]?.value)).toEqual([1, 1, 1, 4, 1, 2]);
    }
  });

  test('DL-AN-07: the start of work is the first status in progress, else the first assignment', async ({
    build,
    call,
    ask,
    db,
  }) => {
    const project = await build.project({ visibility: 'private' });
    const path = async (input: object) => {
      const { body } = await call<{ iid: number; id: number }>('dana', 'POST', `/projects/${project.id}/issues`, {
        title: 'Work',
        ...input,
      });
      return { id: body.id, path: `/projects/${project.id}/issues/${body.iid}` };
    };
    const startOf = async (id: number) =>
      (
        await db
          .selectFrom('workItems')
          .select('startedAt')
          .where('id', '=', id as never)
          .executeTakeFirstOrThrow()
      ).startedAt;
    const setStatus = (id: number, status: number) =>
      sql`UPDATE work_items SET status_id = ${status} WHERE id = ${id}`.execute(db);
    // Moved into progress twice, out of it in between; reopened after a first closing.
    const worked = await path({});
    await setStatus(worked.id, 2);
    const [{ until: begun } = { until: null }] = (
      await sql<{
        until: Date;
      }>`SELECT until FROM work_item_past WHERE work_item_id = ${worked.id} ORDER BY id`.execute(db)
    ).rows;
    await setStatus(worked.id, 1);
    await setStatus(worked.id, 2);
    for (const state_event of ['close', 'reopen', 'close']) await call('dana', 'PUT', worked.path, { state_event });
    expect((await startOf(worked.id))?.getTime()).toBe(begun?.getTime());
    // Assigned, and never in progress.
    const user = await db.selectFrom('users').select('id').where('username', '=', 'dana').executeTakeFirstOrThrow();
    const assigned = await path({ assignee_ids: [user.id] });
    await call('dana', 'PUT', assigned.path, { state_event: 'close' });
    const { rows } = await sql<{ at: Date }>`SELECT created_at AS at FROM events
      WHERE work_item_id = ${assigned.id} AND name = 'workItem.assigneesChanged'`.execute(db);
    expect((await startOf(assigned.id))?.getTime()).toBe(rows[0]?.at.getTime());
    const untouched = await path({});
    await call('dana', 'PUT', untouched.path, { state_event: 'close' });
    expect(await startOf(untouched.id)).toBeNull();
    // The reopened one counts once, at its last closing.
    await sql`UPDATE work_items SET created_at = '2026-01-01', started_at = '2026-01-03', closed_at = '2026-01-07' WHERE id = ${worked.id}`.execute(
      db,
    );
    const { data } = await ask<{ project: { flowMetrics: Flow } }>(
      'dana',
      `{ project(fullPath: "${project.fullPath}") { flowMetrics {
        issuesCompletedCount(${range}) { value } leadTime(${range}) { value } cycleTime(${range}) { value } } } }`,
    );
    expect(data.project.flowMetrics).toEqual({
      issuesCompletedCount: { value: 1 },
      leadTime: { value: 6 },
      cycleTime: { value: 4 },
    });
  });
});

describe('charts', () => {
  test('series have every period of the range, and open requests their ages', async ({ build, ask, db }) => {
    const group = await build.group({ visibility: 'private' });
    const project = await build.project({ group, visibility: 'private' });
    const made = await build.issue({ project, createdAt: new Date('2026-01-01T23:59:59Z'), author: 'dana' });
    await sql`UPDATE work_items SET state = 'closed', closed_at = '2026-01-12' WHERE id = ${made.id}`.execute(db);
    await sql`INSERT INTO merge_requests (project_id, iid, title, source_branch, target_branch, created_at)
      SELECT ${project.id}, i, 'Change', 'b' || i, 'main', now() - make_interval(days => i * 20) FROM generate_series(0, 5) i`.execute(
      db,
    );
    const seriesOf = async (kind: 'group' | 'project', fullPath: string, filter: string) => {
      const { data } = await ask<{ namespace: { analytics: Record<string, unknown[]> } }>(
        'rita',
        `{ namespace: ${kind}(fullPath: "${fullPath}") { analytics {
          issueActivity(from: "2026-01-01", to: "2026-01-14"${filter}) { from to opened closed }
          issueCompletion(from: "2026-01-01", to: "2026-01-14"${filter}) { from completed leadTime cycleTime }
          monthly: issueActivity(from: "2025-12-31", to: "2026-01-31", interval: MONTHLY${filter}) { from to opened closed }
          deploymentActivity(from: "2026-01-01", to: "2026-01-14") { from deployments changeFailureRate }
          openMergeRequestAges { fromDays untilDays count } } } }`,
      );
      return data.namespace.analytics;
    };
    // The issues of a whole tree without a filter are read period by period, others at once.
    for (const series of [
      await seriesOf('project', project.fullPath, ''),
      await seriesOf('group', group.fullPath, ''),
      await seriesOf('group', group.fullPath, ', authorUsername: "dana"'),
    ]) {
      const { issueActivity, issueCompletion, monthly, deploymentActivity, openMergeRequestAges } = series;
      expect(issueActivity).toEqual([
        { from: '2026-01-01', to: '2026-01-04', opened: 1, closed: 0 },
        { from: '2026-01-05', to: '2026-01-11', opened: 0, closed: 0 },
        { from: '2026-01-12', to: '2026-01-14', opened: 0, closed: 1 },
      ]);
      expect(issueCompletion?.map((each) => (each as { completed: number }).completed)).toEqual([0, 0, 1]);
      expect(issueCompletion?.[2]).toMatchObject({ leadTime: expect.closeTo(10, 3) as number, cycleTime: null });
      expect(monthly).toEqual([
        { from: '2025-12-31', to: '2025-12-31', opened: 0, closed: 0 },
        { from: '2026-01-01', to: '2026-01-31', opened: 1, closed: 1 },
      ]);
      expect(deploymentActivity).toHaveLength(3);
      expect(deploymentActivity?.[0]).toEqual({ from: '2026-01-01', deployments: 0, changeFailureRate: null });
      expect(openMergeRequestAges?.map((age) => (age as { count: number }).count)).toEqual([1, 0, 0, 0, 1, 3, 1]);
    }
  });

  test('a label, a person and a project limit what is counted; bad ranges are named', async ({ build, ask, db }) => {
    const group = await build.group({ visibility: 'private' });
    const [one, other] = [await build.project({ group: group }), await build.project({ group: group })];
    const createdAt = new Date('2026-01-05');
    const labeled = await build.issue({ project: one, createdAt, author: 'dana' });
    await build.issue({ project: other, createdAt, assignees: ['mina'] });
    const label = await build.label({ namespace: group, title: 'bug' });
    await sql`INSERT INTO work_item_labels (work_item_id, label_id, is_epic) VALUES (${labeled.id}, ${label.id}, false)`.execute(
      db,
    );
    const count = async (filter: string) => {
      const { data } = await ask<{ group: { flowMetrics: Flow } }>(
        'rita',
        `{ group(fullPath: "${group.fullPath}") { flowMetrics { issueCount(${range}${filter}) { value } } } }`,
      );
      return data.group.flowMetrics['issueCount']?.value;
    };
    expect(await count('')).toBe(2);
    expect(await count(', labelNames: ["bug"]')).toBe(1);
    expect(await count(', authorUsername: "dana"')).toBe(1);
    expect(await count(', assigneeUsernames: ["mina"]')).toBe(1);
    expect(await count(', milestoneTitle: "none such"')).toBe(0);
    expect(await count(`, projectIds: ["gid://gitlab/Project/${other.id}"]`)).toBe(1);
    const bad = await ask(
      'rita',
      `{ group(fullPath: "${group.fullPath}") { flowMetrics { issueCount(from: "2026-02-01", to: "2026-01-01") { value } } } }`,
    );
    expect(bad.errors?.[0]?.message).toContain('From must not be after to');
  });
});
