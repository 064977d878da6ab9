import { describe, expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test as base, type Answer } from '../../testing/http.ts';

const sha = 'c0ffee'.padEnd(40, '0');
interface Row {
  id: number;
  iid: number;
  status: string;
  finished_at: string | null;
}

const test = base.extend('site', async ({ build, call }) => {
  const project = await build.project({ visibility: 'private' });
  const path = `/projects/${project.id}/deployments`;
  const deploy = (input: object = {}, who: CastName = 'dana') =>
    call<Row>(who, 'POST', path, {
      environment: 'production',
      sha,
      ref: 'main',
      tag: false,
      status: 'running',
      ...input,
    });
  const report = (id: number, status: string, who: CastName = 'dana'): Promise<Answer<Row>> =>
    call<Row>(who, 'PUT', `${path}/${id}`, { status });
  const environments = async () => (await call<object[]>('rita', 'GET', `/projects/${project.id}/environments`)).body;
  return { project, path, deploy, report, environments };
});

describe('deployments over REST', () => {
  test('DL-DP-01, DL-DP-03: creation also creates the environment, regardless of the commit', async ({
    site,
    call,
  }) => {
    const { status, body } = await site.deploy({ ref: 'v1.0', tag: true, status: 'success' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      iid: 1,
      sha,
      ref: 'v1.0',
      tag: true,
      status: 'success',
      user: { username: 'dana' },
      environment: { name: 'production', external_url: null },
      deployable: null,
      pending_approval_count: 0,
    });
    expect(await site.environments()).toMatchObject([{ name: 'production', state: 'available' }]);
    expect((await site.deploy({ tag: 'False' })).body).toMatchObject({ iid: 2, tag: false });
    expect((await call('rita', 'GET', `${site.path}/${body.id}`)).body).toEqual(body);
    expect(await site.environments()).toHaveLength(1);
  });

  test('DL-DP-02: missing or invalid parameters create nothing', async ({ site, call }) => {
    const valid = { environment: 'new', sha, ref: 'main', tag: false, status: 'running' };
    for (const name of Object.keys(valid)) {
      const { [name as keyof typeof valid]: _omitted, ...rest } = valid;
      const { status, body } = await call('dana', 'POST', site.path, rest);
      expect([name, status, body]).toEqual([name, 400, { error: `${name} is missing` }]);
    }
    for (const bad of [
      { sha: 'main' },
      { sha: sha.slice(1) },
      { sha: `${sha}0` },
      { sha: 'g'.repeat(40) },
      { status: 'created' },
      { status: 'blocked' },
      { status: 'skipped' },
      { environment: '' },
      { environment: 'ü' },
      { ref: '' },
      { ref: '-x' },
      { ref: 'a\nb' },
      { ref: 'a\0b' },
      { ref: 'r'.repeat(1025) },
      { tag: 'maybe' },
    ]) {
      expect([bad, (await site.deploy({ environment: 'new', ...bad })).status]).toEqual([bad, 400]);
    }
    expect(await site.environments()).toEqual([]);
  });

  test('DL-DP-04: the status moves until it is final; a blocked deployment is only canceled', async ({
    site,
    call,
  }) => {
    for (const last of ['success', 'failed', 'canceled']) {
      const { body } = await site.deploy();
      expect(body.finished_at).toBeNull();
      expect(await site.report(body.id, 'running')).toMatchObject({ status: 200, body: { finished_at: null } });
      const ended = await site.report(body.id, last);
      expect(ended).toMatchObject({ status: 200, body: { status: last } });
      expect(Date.parse(ended.body.finished_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
      for (const next of ['running', 'success', 'failed', 'canceled']) {
        expect((await site.report(body.id, next)).status).toBe(400);
      }
      expect((await call('rita', 'GET', `${site.path}/${body.id}`)).body).toEqual(ended.body);
    }
    await call('mina', 'POST', `/projects/${site.project.id}/protected_environments`, {
      name: 'locked',
      deploy_access_levels: [{ access_level: 30 }],
      approval_rules: [{ access_level: 40 }],
    });
    const { body } = await site.deploy({ environment: 'locked' });
    for (const next of ['running', 'success', 'failed']) expect((await site.report(body.id, next)).status).toBe(400);
    const ended = await site.report(body.id, 'canceled');
    expect(ended).toMatchObject({ status: 200, body: { status: 'canceled' } });
    expect(ended.body.finished_at).not.toBeNull();
    for (const bad of ['created', 'blocked', '']) expect((await site.report(body.id, bad)).status).toBe(400);
    expect((await site.report(999_999, 'success')).status).toBe(404);
  });

  test('DL-DP-05: filters and orders of the list', async ({ site, call, db }) => {
    const made: Row[] = [];
    for (const input of [
      { ref: 'c', status: 'success' },
      { ref: 'a', status: 'failed', environment: 'staging' },
      { ref: 'b' },
      { ref: 'd', status: 'success' },
    ]) {
      made.push((await site.deploy(input)).body);
    }
    const ids = made.map(({ id }) => id);
    for (const [index, day] of ['2026-03-01', '2026-01-01', '2026-02-01', '2026-04-01'].entries()) {
      await db
        .updateTable('deployments')
        .set({ updatedAt: `${day}T12:00:00Z`, createdAt: `${day}T12:00:00Z` })
        .where('id', '=', ids[index] as never)
        .execute();
    }
    for (const [index, day] of [
      [0, '2026-05-02'],
      [1, '2026-05-03'],
      [3, '2026-05-01'],
    ] as const) {
      await db
        .updateTable('deployments')
        .set({ finishedAt: day })
        .where('id', '=', ids[index] as never)
        .execute();
    }
    const list = async (input: object) => {
      const { status, body } = await call<Row[]>('rita', 'GET', site.path, input);
      expect([input, status]).toEqual([input, 200]);
      return body.map(({ id }) => ids.indexOf(id));
    };
    expect(await list({})).toEqual([0, 1, 2, 3]);
    expect(await list({ environment: 'staging' })).toEqual([1]);
    expect(await list({ environment: 'none' })).toEqual([]);
    for (const [status, expected] of Object.entries({
      success: [0, 3],
      failed: [1],
      running: [2],
      blocked: [],
      created: [],
      canceled: [],
    })) {
      expect(await list({ status })).toEqual(expected);
    }
    expect(await list({ updated_after: '2026-02-15' })).toEqual([0, 3]);
    expect(await list({ updated_before: '2026-02-15T00:00:00Z' })).toEqual([1, 2]);
    expect(await list({ order_by: 'finished_at', finished_after: '2026-05-02' })).toEqual([0, 1]);
    expect(await list({ order_by: 'finished_at', finished_before: '2026-05-02', sort: 'desc' })).toEqual([0, 3]);
    for (const by of ['id', 'iid']) expect(await list({ order_by: by, sort: 'desc' })).toEqual([3, 2, 1, 0]);
    for (const by of ['created_at', 'updated_at']) expect(await list({ order_by: by })).toEqual([1, 2, 0, 3]);
    expect(await list({ order_by: 'finished_at' })).toEqual([3, 0, 1, 2]);
    expect(await list({ order_by: 'ref', sort: 'desc' })).toEqual([3, 0, 2, 1]);
    expect(await list({ order_by: 'ref', per_page: 2, page: 2 })).toEqual([0, 3]);
    for (const bad of [
      { finished_after: '2026-05-02' },
      { finished_before: '2026-05-02', order_by: 'id' },
      { status: 'gone' },
      { order_by: 'sha' },
      { sort: 'up' },
      { updated_after: 'yesterday' },
    ]) {
      expect([bad, (await call('rita', 'GET', site.path, bad)).status]).toEqual([bad, 400]);
    }
    await call('mina', 'POST', `/projects/${site.project.id}/protected_environments`, {
      name: 'locked',
      deploy_access_levels: [{ access_level: 30 }],
      approval_rules: [{ access_level: 40 }],
    });
    const blocked = await site.deploy({ environment: 'locked' });
    ids.push(blocked.body.id);
    expect(await list({ status: 'blocked' })).toEqual([4]);
    await call('mina', 'POST', `${site.path}/${blocked.body.id}/approval`, { status: 'approved' });
    expect(await list({ status: 'created' })).toEqual([4]);
  });

  test('DL-DP-06: neither a running nor the current deployment is deleted', async ({ site, call }) => {
    const remove = (id: number) => call('mina', 'DELETE', `${site.path}/${id}`);
    const { body: first } = await site.deploy({ status: 'success' });
    const { body: running } = await site.deploy();
    expect(await remove(running.id)).toMatchObject({
      status: 400,
      body: { message: 'Cannot destroy running deployment' },
    });
    expect(await remove(first.id)).toMatchObject({
      status: 400,
      body: { message: 'Deployment currently deployed to environment' },
    });
    await site.report(running.id, 'success');
    expect(await remove(first.id)).toMatchObject({ status: 202, body: { message: '202 Accepted' } });
    expect((await remove(first.id)).status).toBe(404);
    expect((await call('rita', 'GET', `${site.path}/${first.id}`)).status).toBe(404);
  });
});
