import { describe, expect } from 'vitest';
import type { Person } from '../../testing/cast.ts';
import { test as base } from '../../testing/http.ts';

interface Shown {
  id: number;
  status: string;
  finished_at: string | null;
  pending_approval_count: number;
  approvals: { user: { username: string }; status: string; comment: string }[];
  approval_summary: { rules: { access_level_description: string; deployment_approvals: object[] }[] };
}
interface Protection {
  approval_rules: { id: number }[];
}

const test = base.extend('site', async ({ build, call }) => {
  const group = await build.group({ visibility: 'private' });
  const project = await build.project({ group });
  const protection = `/projects/${project.id}/protected_environments`;
  const path = `/projects/${project.id}/deployments`;
  const protect = (...rules: object[]) =>
    call<Protection>('ada', 'POST', protection, {
      name: 'production',
      deploy_access_levels: [{ access_level: 30 }],
      approval_rules: rules,
    });
  const deploy = async (who: Person = 'dana', status = 'running') => {
    const input = { environment: 'production', sha: 'e'.repeat(40), ref: 'main', tag: false, status };
    return (await call<Shown>(who, 'POST', path, input)).body;
  };
  const decide = (who: Person, { id }: { id: number }, input: object = { status: 'approved' }) =>
    call<{ message?: string }>(who, 'POST', `${path}/${id}/approval`, input);
  const read = async ({ id }: { id: number }) => (await call<Shown>('rita', 'GET', `${path}/${id}`)).body;
  return { project, protection, path, protect, deploy, decide, read };
});

describe('approvals over REST', () => {
  test('DL-DP-08: a protected environment blocks a deployment, regardless of the status sent', async ({ site }) => {
    await site.protect({ access_level: 40, required_approvals: 2 }, { access_level: 30 });
    for (const status of ['running', 'success', 'failed', 'canceled']) {
      const blocked = await site.deploy('dana', status);
      expect(blocked).toMatchObject({ status: 'blocked', finished_at: null, pending_approval_count: 3 });
      expect(await site.read(blocked)).toEqual(blocked);
    }
  });

  test('RS-DA-01, RS-DA-02, RS-DA-03, DL-DP-09: a deployment waits for every rule, then the pipeline continues', async ({
    site,
    call,
  }) => {
    await site.protect({ access_level: 60 }, { access_level: 40, required_approvals: 2 });
    const blocked = await site.deploy();
    for (const bad of [{}, { status: 'maybe' }, { status: '' }, { status: 'APPROVED' }]) {
      expect((await site.decide('mina', blocked, bad)).status).toBe(400);
    }
    const given = await site.decide('mina', blocked, { status: 'approved', comment: 'Fine' });
    expect(given).toMatchObject({
      status: 201,
      body: { user: { username: 'mina' }, status: 'approved', comment: 'Fine', created_at: expect.any(String) },
    });
    expect(await site.read(blocked)).toMatchObject({ status: 'blocked', pending_approval_count: 2 });
    await site.decide('ada', blocked);
    expect(await site.read(blocked)).toMatchObject({ status: 'blocked', pending_approval_count: 1 });
    await site.decide('root', blocked);
    const released = await site.read(blocked);
    expect(released).toMatchObject({
      status: 'created',
      pending_approval_count: 0,
      approval_summary: {
        rules: [
          { access_level_description: 'Instance admins', deployment_approvals: [{ user: { username: 'root' } }] },
          { access_level_description: 'Maintainers', deployment_approvals: [{ comment: 'Fine' }, { comment: '' }] },
        ],
      },
    });
    expect(released.approvals).toHaveLength(3);
    const running = await call('dana', 'PUT', `${site.path}/${blocked.id}`, { status: 'running' });
    expect(running).toMatchObject({ status: 200, body: { status: 'running' } });
    const open = await call<Shown>('dana', 'POST', site.path, {
      environment: 'open',
      sha: 'e'.repeat(40),
      ref: 'main',
      tag: false,
      status: 'running',
    });
    expect((await site.decide('mina', open.body)).status).toBe(400);
  });

  test('DL-DP-10: one rejection ends the deployment', async ({ site }) => {
    await site.protect({ access_level: 40, required_approvals: 2 });
    const blocked = await site.deploy();
    await site.decide('mina', blocked);
    expect((await site.decide('ada', blocked, { status: 'rejected', comment: 'Not on a Friday' })).status).toBe(201);
    const ended = await site.read(blocked);
    expect(ended).toMatchObject({ status: 'failed', pending_approval_count: 0 });
    expect(ended.finished_at).not.toBeNull();
    expect(ended.approvals).toMatchObject([{ status: 'approved' }, { status: 'rejected', comment: 'Not on a Friday' }]);
    for (const status of ['approved', 'rejected']) {
      expect(await site.decide('root', blocked, { status })).toMatchObject({
        status: 400,
        body: { message: 'This deployment is no longer waiting for approval.' },
      });
    }
  });

  test('DL-DP-11: nobody approves their own deployment, except administrators', async ({ site, world }) => {
    await site.protect({ access_level: 30 }, { user_id: world.userIds.mina }, { access_level: 40 });
    const own = await site.deploy('mina');
    for (const input of [
      { status: 'approved' },
      { status: 'approved', represented_as: 'mina' },
      { status: 'approved', represented_as: 'Maintainers' },
      { status: 'rejected' },
    ]) {
      expect(await site.decide('mina', own, input)).toMatchObject({
        status: 403,
        body: { message: 'You cannot approve a deployment that you started.' },
      });
    }
    const ofRoot = await site.deploy('root');
    expect((await site.decide('root', ofRoot)).status).toBe(201);
    expect((await site.decide('ada', ofRoot, { status: 'approved', represented_as: 'Maintainers' })).status).toBe(201);
    expect((await site.decide('mina', ofRoot, { status: 'approved', represented_as: 'mina' })).status).toBe(201);
    expect((await site.read(ofRoot)).status).toBe('created');
  });

  test('DL-DP-12: represented_as chooses the rule', async ({ site, build, call, world }) => {
    const team = await build.group({ members: { mina: 'guest', ada: 'owner' } });
    await call('ada', 'POST', `/projects/${site.project.id}/share`, { group_id: team.id, group_access: 30 });
    await site.protect({ access_level: 40 }, { user_id: world.userIds.mina }, { group_id: team.id });
    const counts = async ({ id }: Shown) =>
      (await site.read({ id })).approval_summary.rules.map(({ deployment_approvals: own }) => own.length);
    const cases = [
      [undefined, [1, 0, 0]],
      ['Maintainers', [1, 0, 0]],
      ['Mina Maintainer', [0, 1, 0]],
      ['mina', [0, 1, 0]],
      [team.name, [0, 0, 1]],
      [team.fullPath, [0, 0, 1]],
    ] as const;
    for (const [name, expected] of cases) {
      const blocked = await site.deploy();
      const { status } = await site.decide('mina', blocked, { status: 'approved', represented_as: name });
      expect([name, status, await counts(blocked)]).toEqual([name, 201, expected]);
    }
    const blocked = await site.deploy();
    for (const name of ['Instance admins', 'Developers + Maintainers', 'nobody', 'Dana Developer']) {
      expect((await site.decide('mina', blocked, { status: 'approved', represented_as: name })).status).toBe(400);
    }
    // Ada owns the team, but the rule for a person does not name her.
    expect((await site.decide('ada', blocked, { status: 'approved', represented_as: 'mina' })).status).toBe(400);
    expect(await counts(blocked)).toEqual([0, 0, 0]);
  });

  test('DL-DP-13: one approval per person, with a short comment', async ({ site }) => {
    await site.protect({ access_level: 40, required_approvals: 3 });
    const blocked = await site.deploy();
    const comment = 'c'.repeat(255);
    expect((await site.decide('mina', blocked, { status: 'approved', comment: `${comment}c` })).status).toBe(400);
    expect((await site.decide('mina', blocked, { status: 'approved', comment })).status).toBe(201);
    for (const status of ['approved', 'rejected']) {
      expect((await site.decide('mina', blocked, { status })).status).toBe(400);
    }
    const shown = await site.read(blocked);
    expect(shown).toMatchObject({ status: 'blocked', pending_approval_count: 2 });
    expect(shown.approvals).toMatchObject([{ comment }]);
  });

  test('people whom no rule names cannot approve', async ({ site, call, world }) => {
    await site.protect({ user_id: world.userIds.ada }, { user_id: world.userIds.gwen });
    const blocked = await site.deploy();
    for (const who of ['mina', 'root', 'rita'] as const) expect((await site.decide(who, blocked)).status).toBe(403);
    // A guest is named, but may not read environments.
    expect((await site.decide('gwen', blocked)).status).toBe(403);
    expect((await site.decide('otto', blocked)).status).toBe(404);
    expect((await call('nobody', 'POST', `${site.path}/${blocked.id}/approval`, { status: 'approved' })).status).toBe(
      401,
    );
    expect((await site.decide('ada', { id: 999_999 })).status).toBe(404);
  });

  test('DL-PE-09: changed rules apply to deployments that still wait, and their approvals are kept', async ({
    site,
    call,
  }) => {
    const { body } = await site.protect({ access_level: 40, required_approvals: 2 });
    const [rule] = body.approval_rules as [{ id: number }];
    const change = (row: object) =>
      call<Protection>('ada', 'PUT', `${site.protection}/production`, { approval_rules: [row] });
    const blocked = await site.deploy();
    await site.decide('mina', blocked);
    await change({ id: rule.id, required_approvals: 3 });
    expect(await site.read(blocked)).toMatchObject({ status: 'blocked', pending_approval_count: 2 });
    // A further rule, and another one for the same people: the approval counts for the first that its author meets.
    const added = await change({ access_level: 30 });
    await change({ id: rule.id, _destroy: true });
    expect(await site.read(blocked)).toMatchObject({ status: 'created', pending_approval_count: 0 });
    expect(added.body.approval_rules).toHaveLength(2);
    const second = await site.deploy();
    await site.decide('mina', second, { status: 'approved' });
    expect((await site.read(second)).status).toBe('created');
    const third = await site.deploy();
    const [, other] = added.body.approval_rules as [object, { id: number }];
    await change({ id: other.id, required_approvals: 2 });
    await site.decide('mina', third);
    // Narrowed to administrators, the approval of a maintainer is kept, but does not count.
    await change({ id: other.id, access_level: 60, required_approvals: 1 });
    expect(await site.read(third)).toMatchObject({ status: 'blocked', pending_approval_count: 1 });
    await change({ id: other.id, access_level: 40 });
    expect((await site.read(third)).status).toBe('created');
    expect((await site.read(third)).approvals).toMatchObject([{ user: { username: 'mina' } }]);
    // Unblocked deployments are not blocked again.
    await change({ id: other.id, required_approvals: 5 });
    expect((await site.read(third)).status).toBe('created');
  });
});
