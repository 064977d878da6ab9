import { describe, expect } from 'vitest';
import type { NamespaceId } from '@milepost/core/ids';
import { test as base, type Call } from '../../testing/http.ts';
import { shareWithGroup } from '../members/commands/shares.ts';

interface Row {
  id: number;
  access_level: number | null;
  access_level_description: string;
  user_id: number | null;
  group_id: number | null;
  group_inheritance_type: number;
  required_approvals?: number;
}
interface Shown {
  name: string;
  deploy_access_levels: Row[];
  approval_rules: Row[];
  required_approval_count: number;
}

const sha = 'd'.repeat(40);
const maintainers = { deploy_access_levels: [{ access_level: 40 }] };
const deployTo = (call: Call, id: NamespaceId, environment: string, who: 'dana' | 'mina' | 'ada' | 'root' = 'dana') =>
  call<{ id: number; status: string; pending_approval_count: number }>(who, 'POST', `/projects/${id}/deployments`, {
    environment,
    sha,
    ref: 'main',
    tag: false,
    status: 'running',
  });

const test = base.extend('site', async ({ build, call }) => {
  const group = await build.group({ visibility: 'private' });
  const project = await build.project({ group });
  const paths = {
    project: `/projects/${project.id}/protected_environments`,
    group: `/groups/${group.id}/protected_environments`,
  };
  const status = async (id: number) =>
    (await call<{ status: string }>('rita', 'GET', `/projects/${project.id}/deployments/${id}`)).body.status;
  return { group, project, paths, status };
});

describe('protected environments over REST', () => {
  test('RS-PE-01, RS-PE-02, RS-PE-03, RS-PE-04, RS-PE-05, RS-PE-06: of projects and groups', async ({ site, call }) => {
    for (const [kind, who] of [
      ['project', 'mina'],
      ['group', 'ada'],
    ] as const) {
      const path = site.paths[kind];
      const created = await call<Shown>(who, 'POST', path, {
        name: 'production',
        deploy_access_levels: [{ access_level: 40 }, { access_level: 60 }],
        approval_rules: [{ access_level: 40, required_approvals: 2 }],
      });
      expect(created).toMatchObject({
        status: 201,
        body: {
          name: 'production',
          deploy_access_levels: [
            {
              access_level: 40,
              access_level_description: 'Maintainers',
              user_id: null,
              group_id: null,
              group_inheritance_type: 0,
            },
            { access_level: 60, access_level_description: 'Instance admins' },
          ],
          required_approval_count: 0,
          approval_rules: [{ access_level: 40, required_approvals: 2 }],
        },
      });
      const counted = { name: 'staging', ...maintainers, required_approval_count: 2 };
      expect((await call(who, 'POST', path, counted)).status).toBe(422);
      expect((await call(who, 'PUT', `${path}/production`, { required_approval_count: 1 })).status).toBe(422);
      expect((await call(who, 'PUT', `${path}/production`, { required_approval_count: 0 })).status).toBe(200);
      await call(who, 'POST', path, { name: 'staging', ...maintainers });
      const listed = await call<Shown[]>(who, 'GET', path, { per_page: 1, page: 2 });
      expect(listed.body.map(({ name }) => name)).toEqual(['staging']);
      expect(listed.headers['x-total']).toBe('2');
      // The published address ends with a slash.
      expect((await call<Shown[]>(who, 'GET', `${path}/`)).body).toHaveLength(2);
      expect((await call(who, 'GET', `${path}/production`)).body).toEqual(created.body);
      const changed = await call<Shown>(who, 'PUT', `${path}/staging`, { approval_rules: [{ access_level: 30 }] });
      expect(changed).toMatchObject({ status: 200, body: { approval_rules: [{ required_approvals: 1 }] } });
      expect(await call(who, 'DELETE', `${path}/staging`)).toMatchObject({ status: 204, body: null });
      expect((await call(who, 'DELETE', `${path}/staging`)).status).toBe(404);
      expect((await call(who, 'PUT', `${path}/staging`, maintainers)).status).toBe(404);
    }
    for (const type of ['users', 'namespaces', 'merge_requests']) {
      expect((await call('root', 'GET', `/${type}/${site.project.id}/protected_environments/`)).status).toBe(404);
    }
  });

  test('DL-PE-01: protecting twice is a conflict; names are encoded', async ({ site, call }) => {
    const name = 'review/one two';
    const address = `${site.paths.project}/${encodeURIComponent(name)}`;
    expect((await call('mina', 'GET', address)).status).toBe(404);
    expect((await call('mina', 'POST', site.paths.project, { name, ...maintainers })).status).toBe(201);
    expect((await call('mina', 'POST', site.paths.project, { name, ...maintainers })).status).toBe(409);
    expect((await call('mina', 'GET', address)).body).toMatchObject({ name });
    expect((await call('mina', 'DELETE', address)).status).toBe(204);
    expect((await call('mina', 'GET', address)).status).toBe(404);
  });

  test('DL-PE-02: each row names one role, person or group, and requires a limited number of approvals', async ({
    site,
    call,
    world,
  }) => {
    const { mina } = world.userIds;
    const protect = (input: object) =>
      call<{ message?: string }>('mina', 'POST', site.paths.project, { name: 'production', ...input });
    expect(await protect({})).toMatchObject({ status: 400, body: { error: 'deploy_access_levels is missing' } });
    expect((await protect({ deploy_access_levels: [] })).status).toBe(422);
    for (const row of [
      {},
      { access_level: 40, user_id: mina },
      { user_id: mina, group_id: site.group.id },
      { access_level: 0 },
      { access_level: 20 },
      { access_level: 50 },
    ]) {
      const refused = await protect({ deploy_access_levels: [{ access_level: 30 }, row] });
      expect([row, refused.status]).toEqual([row, 422]);
      expect(refused.body.message).toMatch(/^deploy_access_levels\[1\] /);
      const rule = await protect({ ...maintainers, approval_rules: [{ access_level: 30 }, { access_level: 40 }, row] });
      expect([row, rule.status]).toEqual([row, 422]);
      expect(rule.body.message).toMatch(/^approval_rules\[2\] /);
    }
    for (const count of [0, -1, 6]) {
      const refused = await protect({
        ...maintainers,
        approval_rules: [{ access_level: 40, required_approvals: count }],
      });
      expect([count, refused.status]).toEqual([count, 422]);
      expect(refused.body.message).toMatch(/^approval_rules\[0\] /);
    }
    expect((await call('mina', 'GET', site.paths.project)).body).toEqual([]);
    for (const count of [1, 5]) {
      const { body } = await call<Shown>('mina', 'POST', site.paths.project, {
        name: `production ${count}`,
        deploy_access_levels: [{ access_level: 30 }, { access_level: 60 }, { user_id: mina }],
        approval_rules: [{ access_level: 40, required_approvals: count }],
      });
      expect(body.approval_rules[0]?.required_approvals).toBe(count);
    }
  });

  test('DL-PE-03: people need access, groups a share', async ({ site, build, call, as, world }) => {
    const protect = (name: string, row: object) =>
      call<{ message?: string }>('mina', 'POST', site.paths.project, {
        name,
        deploy_access_levels: [{ access_level: 40 }],
        approval_rules: [row],
      });
    const other = await build.group({ visibility: 'public', members: { otto: 'developer', ada: 'owner' } });
    expect((await protect('one', { user_id: world.userIds.otto })).status).toBe(422);
    expect((await protect('one', { user_id: 999_999_999 })).status).toBe(422);
    expect((await protect('one', { group_id: other.id })).status).toBe(422);
    expect((await protect('one', { group_id: site.group.id })).status).toBe(422);
    expect((await protect('one', { group_id: 999_999_999 })).status).toBe(422);
    expect((await protect('one', { user_id: world.userIds.rita })).status).toBe(201);
    await shareWithGroup(as('ada'), site.project, { groupId: other.id, accessLevel: 30 });
    expect((await protect('two', { group_id: other.id })).status).toBe(201);
    expect((await protect('three', { user_id: world.userIds.otto })).status).toBe(201);
  });

  test('DL-PE-04: rows are added, changed and removed', async ({ site, call }) => {
    const path = `${site.paths.project}/production`;
    const { body: before } = await call<Shown>('mina', 'POST', site.paths.project, {
      name: 'production',
      deploy_access_levels: [{ access_level: 40 }],
      approval_rules: [{ access_level: 40 }, { access_level: 30, required_approvals: 3 }],
    });
    const [level] = before.deploy_access_levels as [Row];
    const [first, second] = before.approval_rules as [Row, Row];
    const change = (input: object) => call<Shown>('mina', 'PUT', path, input);
    const added = await change({ deploy_access_levels: [{ access_level: 60 }] });
    expect(added.body.deploy_access_levels.map(({ access_level: each }) => each)).toEqual([40, 60]);
    expect(added.body.approval_rules).toEqual(before.approval_rules);
    const changed = await change({
      deploy_access_levels: [{ id: level.id, access_level: 30 }],
      approval_rules: [
        { id: first.id, _destroy: true },
        { id: second.id, required_approvals: 2 },
      ],
    });
    expect(changed.body.deploy_access_levels).toMatchObject([{ id: level.id, access_level: 30 }, { access_level: 60 }]);
    expect(changed.body.approval_rules).toMatchObject([{ id: second.id, access_level: 30, required_approvals: 2 }]);
    const { body: other } = await call<Shown>('mina', 'POST', site.paths.project, {
      name: 'staging',
      deploy_access_levels: [{ access_level: 40 }],
      approval_rules: [{ access_level: 40 }],
    });
    for (const id of [other.approval_rules[0]?.id, first.id, level.id, 999_999_999]) {
      for (const row of [
        { id, required_approvals: 5 },
        { id, _destroy: true },
      ]) {
        expect((await change({ approval_rules: [row] })).status).toBe(404);
      }
    }
    expect((await call('mina', 'GET', path)).body).toEqual(changed.body);
    expect((await call('mina', 'GET', `${site.paths.project}/staging`)).body).toEqual(other);
    const all = changed.body.deploy_access_levels.map(({ id }) => ({ id, _destroy: true }));
    expect((await change({ deploy_access_levels: all })).status).toBe(422);
  });

  test('DL-PE-05: a group protects tiers of all projects below', async ({ site, build, call }) => {
    for (const name of ['review', 'Production', 'production ', 'live', '']) {
      expect([name, (await call('ada', 'POST', site.paths.group, { name, ...maintainers })).status]).toEqual([
        name,
        422,
      ]);
    }
    for (const name of ['production', 'staging', 'testing', 'development', 'other']) {
      expect((await call('ada', 'POST', site.paths.group, { name, ...maintainers })).status).toBe(201);
    }
    const below = await build.project({ group: await build.group({ parent: site.group }) });
    const elsewhere = await build.project();
    for (const environment of ['production', 'live-eu', 'staging', 'qa', 'review/one', 'demo']) {
      expect([environment, (await deployTo(call, below.id, environment)).status]).toEqual([environment, 403]);
      expect((await deployTo(call, below.id, environment, 'mina')).status).toBe(201);
      expect((await deployTo(call, elsewhere.id, environment)).status).toBe(201);
    }
    await call('ada', 'DELETE', `${site.paths.group}/testing`);
    expect((await deployTo(call, below.id, 'qa')).status).toBe(201);
  });

  test('DL-PE-06: where group and project protect, the rights and approvals of both count', async ({ site, call }) => {
    const { id } = site.project;
    await call('ada', 'POST', site.paths.group, {
      name: 'production',
      deploy_access_levels: [{ access_level: 40 }],
      approval_rules: [{ access_level: 40 }],
    });
    await call('mina', 'POST', site.paths.project, {
      name: 'production',
      deploy_access_levels: [{ access_level: 30 }],
      approval_rules: [{ user_id: (await call<{ id: number }>('rita', 'GET', '/user')).body.id }],
    });
    expect((await deployTo(call, id, 'production')).status).toBe(403);
    const { body } = await deployTo(call, id, 'production', 'mina');
    expect(body).toMatchObject({ status: 'blocked', pending_approval_count: 2 });
    const approve = (who: 'ada' | 'rita') =>
      call(who, 'POST', `/projects/${id}/deployments/${body.id}/approval`, { status: 'approved' });
    expect((await approve('ada')).status).toBe(201);
    expect(await site.status(body.id)).toBe('blocked');
    expect((await approve('rita')).status).toBe(201);
    expect(await site.status(body.id)).toBe('created');
  });

  test('DL-PE-07: people whom no row names cannot deploy, regardless of their role', async ({ site, call, world }) => {
    const { id } = site.project;
    await call('mina', 'POST', site.paths.project, {
      name: 'production',
      deploy_access_levels: [{ user_id: world.userIds.dana }],
    });
    for (const who of ['mina', 'ada', 'root'] as const) {
      expect((await deployTo(call, id, 'production', who)).status).toBe(403);
    }
    expect((await call('rita', 'GET', `/projects/${id}/environments`)).body).toEqual([]);
    const deployed = await deployTo(call, id, 'production');
    expect(deployed.status).toBe(201);
    // Nor finish what others deploy, or stop the environment.
    const deployment = `/projects/${id}/deployments/${deployed.body.id}`;
    const [environment] = (await call<{ id: number }[]>('dana', 'GET', `/projects/${id}/environments`)).body;
    const stop = `/projects/${id}/environments/${environment?.id}/stop`;
    expect((await call('mina', 'PUT', deployment, { status: 'success' })).status).toBe(403);
    expect((await call('mina', 'POST', stop)).status).toBe(403);
    expect((await call('dana', 'PUT', deployment, { status: 'success' })).status).toBe(200);
    expect((await call('dana', 'POST', stop)).status).toBe(200);
    expect((await deployTo(call, id, 'staging', 'mina')).status).toBe(201);
    await call('ada', 'POST', site.paths.project, { name: 'root', deploy_access_levels: [{ access_level: 60 }] });
    expect((await deployTo(call, id, 'root', 'ada')).status).toBe(403);
    expect((await deployTo(call, id, 'root', 'root')).status).toBe(201);
  });

  test('members of a group deploy and approve, inherited ones if the row includes them', async ({
    site,
    build,
    call,
    as,
  }) => {
    const parent = await build.group({ visibility: 'public', members: { otto: 'guest', ada: 'owner' } });
    const team = await build.group({ parent, members: { rita: 'guest' } });
    await shareWithGroup(as('ada'), site.project, { groupId: team.id, accessLevel: 30 });
    await call('mina', 'POST', site.paths.project, {
      name: 'production',
      deploy_access_levels: [{ access_level: 30 }],
      approval_rules: [{ group_id: team.id, required_approvals: 2 }],
    });
    const { body } = await deployTo(call, site.project.id, 'production');
    const path = `/projects/${site.project.id}/deployments/${body.id}/approval`;
    expect((await call('mina', 'POST', path, { status: 'approved' })).status).toBe(403);
    expect((await call('rita', 'POST', path, { status: 'approved' })).status).toBe(201);
    expect((await call('ada', 'POST', path, { status: 'approved' })).status).toBe(403);
    const { body: shown } = await call<Shown>('mina', 'GET', `${site.paths.project}/production`);
    await call('mina', 'PUT', `${site.paths.project}/production`, {
      approval_rules: [{ id: shown.approval_rules[0]?.id, group_inheritance_type: 1 }],
    });
    expect((await call('ada', 'POST', path, { status: 'approved' })).status).toBe(201);
    expect(await site.status(body.id)).toBe('created');
  });
});
