import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

const day = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * day);
const dateOf = (time: Date) => time.toISOString().slice(0, 10);

describe('group activity', () => {
  test('DL-AN-01: ranges default to the last 90 days, and bad ones answer 400', async ({ build, call, ask }) => {
    const group = await build.group({ visibility: 'public' });
    const project = await build.project({ group: group, visibility: 'public' });
    const { id } = await build.project({ visibility: 'public' });
    await build.issue({ project, createdAt: ago(89) });
    await build.issue({ project, createdAt: ago(91) });
    const group_path = group.fullPath;
    const calls = [
      ['/analytics/group_activity/issues_count', 'from', 'to', { group_path }],
      ['/analytics/group_activity/merge_requests_count', 'from', 'to', { group_path }],
      ['/analytics/group_activity/new_members_count', 'from', 'to', { group_path }],
      [`/projects/${id}/analytics/deployment_frequency`, 'from', 'to', {}],
      [`/projects/${id}/dora/metrics`, 'start_date', 'end_date', { metric: 'deployment_frequency' }],
      [`/groups/${group.id}/dora/metrics`, 'start_date', 'end_date', { metric: 'deployment_frequency' }],
    ] as const;
    for (const [path, from, to, input] of calls) {
      const statusOf = async (range: object) => (await call('dana', 'GET', path, { ...input, ...range })).status;
      expect([path, await statusOf({})]).toEqual([path, 200]);
      expect([path, await statusOf({ [from]: '2026-02-01', [to]: '2026-01-31' })]).toEqual([path, 400]);
      for (const bad of ['soon', '2026-02-30', '2026-13-01T00:00:00Z', '1']) {
        expect([path, bad, await statusOf({ [from]: bad })]).toEqual([path, bad, 400]);
        expect([path, bad, await statusOf({ [to]: bad })]).toEqual([path, bad, 400]);
      }
      expect([path, await statusOf({ [from]: '2024-01-01', [to]: '2025-12-30' })]).toEqual([path, 200]);
      expect([path, await statusOf({ [from]: '2024-01-01', [to]: '2025-12-31' })]).toEqual([path, 400]);
    }
    const count = async (range: object) =>
      (await call('dana', 'GET', '/analytics/group_activity/issues_count', { group_path, ...range })).body;
    expect(await count({})).toEqual({ issues_count: 1 });
    expect(await count({ from: dateOf(ago(91)) })).toEqual({ issues_count: 2 });
    expect(await count({ from: dateOf(ago(91)), to: dateOf(ago(90)) })).toEqual({ issues_count: 1 });
    const ofGraphql = async (range: string) => {
      const { data, errors } = await ask<{
        group: { analytics: { issueActivity: { from: string; opened: number }[] } };
      }>(
        'dana',
        `{ group(fullPath: "${group_path}") { analytics { issueActivity(interval: ALL${range}) { from opened } } } }`,
      );
      return errors ?? data.group.analytics.issueActivity;
    };
    expect(await ofGraphql('')).toEqual([{ from: dateOf(ago(89)), opened: 1 }]);
    for (const bad of [
      'from: "2026-02-01", to: "2026-01-31"',
      'from: "soon"',
      'from: "2024-01-01", to: "2025-12-31"',
    ]) {
      const [error] = (await ofGraphql(`, ${bad}`)) as { message: string }[];
      expect([bad, error?.message]).toEqual([bad, expect.stringMatching(/must|date/i)]);
    }
  });

  test('DL-AN-02, RS-AN-02, RS-AN-03, RS-AN-04: the counts need a visible group, and count what the viewer may see in it and below', async ({
    build,
    call,
    db,
  }) => {
    const top = await build.group({ visibility: 'public' });
    const below = await build.group({ parent: top, visibility: 'public' });
    const open = await build.project({ group: below, visibility: 'public' });
    const hidden = await build.project({ group: below, visibility: 'private' });
    await build.issue({ project: await build.project({ visibility: 'public' }) });
    for (const project of [open, open, hidden]) await build.issue({ project });
    await build.issue({ project: open, confidential: true });
    for (const project of [open, hidden]) await build.mergeRequest({ project });
    const paths = ['issues_count', 'merge_requests_count', 'new_members_count'] as const;
    const counts = async (who: 'otto' | 'rita' | 'nobody', group_path: string) => {
      const found: (number | undefined)[] = [];
      for (const name of paths.slice(0, 2)) {
        const path = `/analytics/group_activity/${name}`;
        found.push((await call<Record<string, number>>(who, 'GET', path, { group_path })).body[name]);
      }
      return found;
    };
    expect(await counts('nobody', top.fullPath)).toEqual([2, 1]);
    expect(await counts('otto', top.fullPath)).toEqual([2, 1]);
    expect(await counts('rita', top.fullPath)).toEqual([4, 2]);
    expect(await counts('rita', below.fullPath)).toEqual([4, 2]);
    // A person counts once, and only where the viewer sees the membership.
    const members = async (who: 'otto' | 'rita') =>
      (
        await call<{ new_members_count: number }>(who, 'GET', '/analytics/group_activity/new_members_count', {
          group_path: top.fullPath,
        })
      ).body.new_members_count;
    const before = { otto: await members('otto'), rita: await members('rita') };
    const user = await db
      .insertInto('users')
      .values({ username: 'newcomer', name: 'New', email: 'new@milepost.test' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const join = ({ id }: { id: number }) =>
      sql`INSERT INTO members (namespace_id, user_id, access_level) VALUES (${id}, ${user.id}, 30)`.execute(db);
    await join(hidden);
    expect([await members('otto'), await members('rita')]).toEqual([before.otto, before.rita + 1]);
    await join(open);
    expect([await members('otto'), await members('rita')]).toEqual([before.otto + 1, before.rita + 1]);
    const secret = await build.group({ visibility: 'private' });
    for (const name of paths) {
      const path = `/analytics/group_activity/${name}`;
      expect((await call('rita', 'GET', path)).status).toBe(400);
      expect((await call('rita', 'GET', path, { group_path: '' })).status).toBe(400);
      expect((await call('otto', 'GET', path, { group_path: secret.fullPath })).status).toBe(404);
      expect((await call('otto', 'GET', path, { group_path: 'no/such' })).status).toBe(404);
      expect((await call('nobody', 'GET', path, { group_path: secret.fullPath })).status).toBe(404);
    }
  });
});

describe('deployments', () => {
  test('DL-AN-04, DL-AN-05, RS-AN-05: the four metrics of successful deployments', async ({ build, call, db }) => {
    const group = await build.group({ visibility: 'private' });
    const project = await build.project({ group: group, visibility: 'private' });
    const production = await build.environment({ project, name: 'production' });
    const staging = await build.environment({ project, name: 'staging' });
    const deploy = async (environment: typeof production, time: string, status: 'success' | 'failed' = 'success') => {
      const { id } = await build.deployment({ environment });
      await sql`UPDATE deployments SET status = ${status}, created_at = ${time}, finished_at = ${time} WHERE id = ${id}`.execute(
        db,
      );
    };
    await deploy(production, '2026-01-05T10:00:00Z');
    await deploy(production, '2026-01-05T12:00:00Z');
    await deploy(production, '2026-01-06T12:00:00Z', 'failed');
    await deploy(staging, '2026-01-05T13:00:00Z');
    await deploy(production, '2026-02-01T10:00:00Z');
    const merge = async (iid: number, mergedAt: string, target = 'main') =>
      sql`INSERT INTO merge_requests (project_id, iid, title, state, source_branch, target_branch, merged_at, created_at)
        VALUES (${project.id}, ${iid}, 'Change', 'merged', ${`branch-${iid}`}, ${target}, ${mergedAt}, '2026-01-01')`.execute(
        db,
      );
    // Deployed at 10:00, 12:00 and 12:00; the last one targets another branch.
    await merge(1, '2026-01-05T09:00:00Z');
    await merge(2, '2026-01-05T11:00:00Z');
    await merge(3, '2026-01-05T10:30:00Z');
    await merge(4, '2026-01-05T10:30:00Z', 'other');
    const incident = async (from: string, to: string | null) => {
      const { id } = await build.issue({ project, type: 'incident', createdAt: new Date(from) });
      if (to) {
        await sql`UPDATE work_items SET state = 'closed', closed_at = ${to} WHERE id = ${id}`.execute(db);
      }
    };
    await incident('2026-01-05T12:00:00Z', '2026-01-05T13:00:00Z');
    await incident('2026-01-07T12:00:00Z', null);
    const range = { start_date: '2026-01-05', end_date: '2026-02-02' };
    for (const path of [`/projects/${project.id}/dora/metrics`, `/groups/${group.id}/dora/metrics`]) {
      const read = async (metric: string, more: object = {}) =>
        (
          await call<{ date: string | null; value: number | null }[]>('rita', 'GET', path, {
            ...range,
            metric,
            ...more,
          })
        ).body;
      const daily = await read('deployment_frequency');
      expect(daily).toHaveLength(29);
      expect(daily.slice(0, 2)).toEqual([
        { date: '2026-01-05', value: 2 },
        { date: '2026-01-06', value: 0 },
      ]);
      const all = { interval: 'all' };
      expect(await read('deployment_frequency', all)).toEqual([{ date: null, value: 3 }]);
      expect(await read('deployment_frequency', { ...all, environment_tiers: ['staging'] })).toEqual([
        { date: null, value: 1 },
      ]);
      expect(await read('deployment_frequency', { ...all, environment_tiers: 'staging,production' })).toEqual([
        { date: null, value: 4 },
      ]);
      expect(await read('deployment_frequency', { interval: 'monthly' })).toEqual([
        { date: '2026-01-05', value: 2 },
        { date: '2026-02-01', value: 1 },
      ]);
      expect(await read('lead_time_for_changes', all)).toEqual([{ date: null, value: 3600 }]);
      expect(await read('time_to_restore_service', all)).toEqual([{ date: null, value: 3600 }]);
      expect(await read('change_failure_rate', all)).toEqual([{ date: null, value: 2 / 3 }]);
      expect((await read('change_failure_rate'))[0]).toEqual({ date: '2026-01-05', value: 0.5 });
      expect((await read('change_failure_rate'))[1]?.value).toBeNull();
      for (const bad of [
        { metric: undefined },
        { metric: 'speed' },
        { metric: 'deployment_frequency', interval: 'hourly' },
        { metric: 'deployment_frequency', environment_tiers: ['live'] },
      ]) {
        expect((await call('rita', 'GET', path, bad)).status).toBe(400);
      }
      const { body } = await call<{ date: string }[]>('rita', 'GET', path, { metric: 'deployment_frequency' });
      const months = Date.parse(body.at(-1)?.date ?? '') - Date.parse(body[0]?.date ?? '');
      expect(Math.round(months / day)).toBeGreaterThan(88);
      expect(Math.round(months / day)).toBeLessThan(93);
      expect((await call('otto', 'GET', path, { metric: 'deployment_frequency' })).status).toBe(404);
    }
    const frequency = `/projects/${project.id}/analytics/deployment_frequency`;
    expect(
      (await call('rita', 'GET', frequency, { from: '2026-01-05', to: '2026-01-06', interval: 'daily' })).body,
    ).toEqual([
      { from: '2026-01-05', to: '2026-01-06', value: 2 },
      { from: '2026-01-06', to: '2026-01-07', value: 0 },
    ]);
    const inStaging = { environment: 'staging', from: '2026-01-01', to: '2026-01-31' };
    expect((await call('rita', 'GET', frequency, inStaging)).body).toEqual([
      { from: '2026-01-01', to: '2026-02-01', value: 1 },
    ]);
  });
});

test('RS-AN-06: parameters and answers, over the last 90 days by default', async ({ build, call, db }) => {
  const group = await build.group({ visibility: 'private' });
  const project = await build.project({ group, visibility: 'private' });
  await build.mergeRequest({ project });
  for (const age of [1, 89, 91]) await build.issue({ project, createdAt: ago(age) });
  await sql`UPDATE members SET created_at = ${ago(91)} WHERE namespace_id IN (${group.id}, ${project.id})`.execute(db);
  const wanted = { issues_count: 2, merge_requests_count: 1, new_members_count: 0 };
  for (const [name, count] of Object.entries(wanted)) {
    const { body } = await call('rita', 'GET', `/analytics/group_activity/${name}`, { group_path: group.fullPath });
    expect(body).toEqual({ [name]: count });
  }
  for (const [name, age] of [
    ['production', 1],
    ['production', 91],
    ['staging', 1],
  ] as const) {
    const known = await db.selectFrom('environments').selectAll().where('projectId', '=', project.id).execute();
    const environment = known.find((each) => each.name === name) ?? (await build.environment({ project, name }));
    const { id } = await build.deployment({ environment, status: 'success' });
    await db
      .updateTable('deployments')
      .set({ finishedAt: ago(age) })
      .where('id', '=', id)
      .execute();
  }
  const frequency = async (input: object) =>
    (await call<object[]>('rita', 'GET', `/projects/${project.id}/analytics/deployment_frequency`, input)).body;
  const whole = { from: dateOf(ago(89)), to: dateOf(ago(-1)) };
  expect(await frequency({})).toEqual([{ ...whole, value: 1 }]);
  expect(await frequency({ environment: 'staging' })).toEqual([{ ...whole, value: 1 }]);
  expect(await frequency({ environment: 'nowhere' })).toEqual([{ ...whole, value: 0 }]);
  const [from, to] = [dateOf(ago(2)), dateOf(ago(1))];
  expect(await frequency({ from, to, interval: 'daily' })).toEqual([
    { from, to, value: 0 },
    { from: to, to: dateOf(ago(0)), value: 1 },
  ]);
  const review = { project_id: project.id, label_name: 'None', milestone_title: 'None' };
  const { body } = await call<object[]>('rita', 'GET', '/analytics/code_review', review);
  expect(body).toHaveLength(1);
});
