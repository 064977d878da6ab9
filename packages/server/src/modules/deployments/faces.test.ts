import { describe, expect } from 'vitest';
import type { Person } from '../../testing/cast.ts';
import { test as base } from '../../testing/git.ts';
import { openLive } from '../../testing/live.ts';
import { tokenFor } from '../../testing/http.ts';

interface Shown {
  id: number;
  iid: number;
  status: string;
}
interface Todo {
  id: number;
  action_name: string;
  target_type: string;
  target_url: string;
  body: string;
  author: { username: string };
}

const sha = 'f'.repeat(40);

const test = base.extend('site', async ({ build, call }) => {
  const group = await build.group({ visibility: 'private' });
  const project = await build.project({ group });
  const path = `/projects/${project.id}/deployments`;
  const protection = `/projects/${project.id}/protected_environments`;
  const protect = (...rules: object[]) =>
    call<{ approval_rules: { id: number }[] }>('ada', 'POST', protection, {
      name: 'production',
      deploy_access_levels: [{ access_level: 30 }],
      approval_rules: rules,
    });
  const deploy = async (who: Person = 'dana', input: object = {}) => {
    const all = { environment: 'production', sha, ref: 'main', tag: false, status: 'running', ...input };
    return (await call<Shown>(who, 'POST', path, all)).body;
  };
  const decide = (who: Person, { id }: Shown, status = 'approved') =>
    call(who, 'POST', `${path}/${id}/approval`, { status });
  return { group, project, path, protection, protect, deploy, decide };
});

describe('GraphQL', () => {
  const create = `mutation ($input: EnvironmentCreateInput!) {
    environmentCreate(input: $input) { environment { id name externalUrl path } errors }
  }`;

  test('DL-EN-07: environments and deployments', async ({ site, ask, client, address, db }) => {
    const { fullPath } = site.project;
    const input = { projectPath: fullPath, name: 'production', externalUrl: 'https://example.org' };
    const made = await ask('dana', create, { input });
    expect(made.data).toEqual({
      environmentCreate: {
        errors: [],
        environment: {
          id: expect.stringMatching(/^gid:\/\/gitlab\/Environment\/\d+$/),
          name: 'production',
          externalUrl: 'https://example.org',
          path: expect.stringContaining(`/${fullPath}/-/environments`),
        },
      },
    });
    for (const name of ['', 'ü', 'production', 'n'.repeat(256)]) {
      const refused = await ask<{ environmentCreate: { environment: null; errors: string[] } }>('dana', create, {
        input: { ...input, name },
      });
      expect(refused.data.environmentCreate.environment).toBeNull();
      expect(refused.data.environmentCreate.errors).toEqual([expect.stringMatching(/^Name /)]);
    }
    const work = await client();
    const commit = await work.commit({ 'README.md': 'Gate' }, 'Open the gate\n\nWide.');
    await work.must('tag', 'v1', commit);
    await work.must('push', await address(site.project, 'mina'), 'main', 'v1');
    const { iid } = await site.deploy('dana', { sha: commit, status: 'success', ref: 'v1', tag: true });
    // An address that the account does not show reveals no account.
    const author = `{ project(fullPath: "${fullPath}") { deployment(iid: "${iid}") { commit { author { username } } } } }`;
    expect((await ask('rita', author)).data).toMatchObject({ project: { deployment: { commit: { author: null } } } });
    const shown = { publicEmail: 'dana@milepost.test' };
    await db.updateTable('users').set(shown).where('username', '=', 'dana').execute();
    const fields = `project(fullPath: "${fullPath}") {
      environment(name: "production") { id name externalUrl path }
      none: environment(name: "none") { id }
      deployment(iid: "${iid}") {
        id iid status ref refPath tag createdAt finishedAt
        tags { name path webPath }
        commit { id shortId title webPath authorName authorEmail authorGravatar author { username } }
        job { id name webPath canPlayJob manualJob playable pipeline { id path } }
        triggerer { username }
        userPermissions { approveDeployment updateDeployment }
        approvalSummary { status }
      }
    }`;
    const read = await ask<{ project: Record<string, unknown> }>('rita', `{ ${fields} }`);
    expect(read.errors).toBeUndefined();
    expect(read.data.project).toEqual({
      environment: (made.data as { environmentCreate: { environment: object } }).environmentCreate.environment,
      none: null,
      deployment: {
        id: expect.stringMatching(/^gid:\/\/gitlab\/Deployment\/\d+$/),
        iid: String(iid),
        status: 'SUCCESS',
        ref: 'v1',
        refPath: `/${fullPath}/-/tree/v1`,
        tag: true,
        createdAt: expect.any(String),
        finishedAt: expect.any(String),
        tags: [{ name: 'v1', path: 'tags/v1', webPath: `/${fullPath}/-/tags/v1` }],
        commit: {
          id: `gid://gitlab/Commit/${commit}`,
          shortId: commit.slice(0, 8),
          title: 'Open the gate',
          webPath: `/${fullPath}/-/commit/${commit}`,
          authorName: 'Dana Developer',
          authorEmail: 'dana@milepost.test',
          authorGravatar: null,
          author: { username: 'dana' },
        },
        job: null,
        triggerer: { username: 'dana' },
        userPermissions: { approveDeployment: false, updateDeployment: false },
        approvalSummary: null,
      },
    });
    const ofGuest = await ask<{ project: Record<string, unknown> }>('gwen', `{ ${fields} }`);
    expect(ofGuest.data.project).toEqual({ environment: null, none: null, deployment: null });
    expect((await ask('otto', `{ ${fields} }`)).data).toEqual({ project: null });
    const elsewhere = await site.deploy('dana', { sha });
    const unknown = await ask<{ project: { deployment: object } }>(
      'rita',
      `{ project(fullPath: "${fullPath}") { deployment(iid: "${elsewhere.iid}") { commit { id } tags { name } } } }`,
    );
    expect(unknown.data.project.deployment).toEqual({ commit: null, tags: [] });
  });

  test('DL-DP-15: approveDeployment follows the rules, and the summary counts', async ({ site, ask, world, build }) => {
    await site.protect({ access_level: 40, required_approvals: 2 }, { user_id: world.userIds.rita });
    const blocked = await site.deploy();
    const id = `gid://gitlab/Deployment/${blocked.id}`;
    const approve = (who: Person | 'nobody', input: object = {}) =>
      ask<{ approveDeployment: { deploymentApproval: object | null; errors: string[] } | null }>(
        who,
        `mutation ($input: ApproveDeploymentInput!) {
          approveDeployment(input: $input) { deploymentApproval { status comment createdAt user { username } } errors }
        }`,
        { input: { id, status: 'APPROVED', ...input } },
      );
    const summary = async (who: Person = 'rita') =>
      (
        await ask<{ project: { deployment: { status: string; approvalSummary: object } } }>(
          who,
          `query ($path: ID!, $iid: ID!) { project(fullPath: $path) { deployment(iid: $iid) {
            status
            userPermissions { approveDeployment }
            approvalSummary { status totalRequiredApprovals totalPendingApprovalCount rules {
              requiredApprovals pendingApprovalCount approvedCount canApprove
              accessLevel { stringValue } user { username } group { id } approvals { status user { username } }
            } }
          } } }`,
          { path: site.project.fullPath, iid: String(blocked.iid) },
        )
      ).data.project.deployment;
    expect(await summary()).toEqual({
      status: 'BLOCKED',
      userPermissions: { approveDeployment: true },
      approvalSummary: {
        status: 'PENDING_APPROVAL',
        totalRequiredApprovals: 3,
        totalPendingApprovalCount: 3,
        rules: [
          {
            requiredApprovals: 2,
            pendingApprovalCount: 2,
            approvedCount: 0,
            canApprove: false,
            accessLevel: { stringValue: 'MAINTAINER' },
            user: null,
            group: null,
            approvals: [],
          },
          {
            requiredApprovals: 1,
            pendingApprovalCount: 1,
            approvedCount: 0,
            canApprove: true,
            accessLevel: null,
            user: { username: 'rita' },
            group: null,
            approvals: [],
          },
        ],
      },
    });
    for (const who of ['nobody', 'otto', 'gwen', 'paul'] as const) {
      const refused = await approve(who);
      expect([who, refused.data?.approveDeployment ?? null, refused.errors?.length]).toEqual([who, null, 1]);
    }
    // Nobody named dana, and it is her own.
    expect((await approve('dana')).data.approveDeployment).toEqual({
      deploymentApproval: null,
      errors: ['You cannot approve a deployment that you started.'],
    });
    for (const bad of [{ representedAs: 'rita' }, { comment: 'c'.repeat(256) }]) {
      const refused = await approve('mina', bad);
      expect(refused.data.approveDeployment).toMatchObject({ deploymentApproval: null });
      expect(refused.data.approveDeployment?.errors).toHaveLength(1);
    }
    expect((await approve('mina', { comment: 'Yes' })).data.approveDeployment).toEqual({
      deploymentApproval: {
        status: 'APPROVED',
        comment: 'Yes',
        createdAt: expect.any(String),
        user: { username: 'mina' },
      },
      errors: [],
    });
    expect((await approve('mina')).data.approveDeployment?.errors).toHaveLength(1);
    expect(await summary('mina')).toMatchObject({
      userPermissions: { approveDeployment: false },
      approvalSummary: { totalPendingApprovalCount: 2, rules: [{ approvedCount: 1, pendingApprovalCount: 1 }, {}] },
    });
    await approve('rita', { representedAs: 'rita' });
    await approve('ada');
    expect(await summary()).toMatchObject({
      status: 'CREATED',
      approvalSummary: { status: 'APPROVED', totalPendingApprovalCount: 0, totalRequiredApprovals: 3 },
    });
    expect((await approve('root')).data.approveDeployment?.errors).toEqual([
      'This deployment is no longer waiting for approval.',
    ]);
    const second = await site.deploy();
    const rejected = await approve('mina', { id: `gid://gitlab/Deployment/${second.id}`, status: 'REJECTED' });
    expect(rejected.data.approveDeployment?.errors).toEqual([]);
    const other = await build.project();
    expect(other.id).not.toBe(site.project.id);
    expect((await approve('ada', { id: 'gid://gitlab/Deployment/99999999' })).errors).toHaveLength(1);
  });

  test('lists for the page: states, counts, newest deployments first', async ({ site, ask }) => {
    for (const name of ['b', 'A', 'c']) await site.deploy('dana', { environment: name, status: 'success' });
    await site.deploy('dana', { environment: 'A', status: 'failed' });
    const read = async (who: Person, args = '(first: 2)') =>
      (
        await ask<{ project: Record<string, unknown> }>(
          who,
          `{ project(fullPath: "${site.project.fullPath}") {
            environments${args} { count nodes { name recentStatuses deploymentsPerWeek isProtected
              currentDeployment { status } latestDeployment { status } } pageInfo { endCursor hasNextPage } }
            environmentCounts { active stopped }
            deployments(first: 3) { count nodes { iid environment { name } } }
          } }`,
        )
      ).data.project;
    const first = await read('rita');
    expect(first).toMatchObject({
      environments: {
        count: 3,
        nodes: [
          {
            name: 'A',
            recentStatuses: ['SUCCESS', 'FAILED'],
            deploymentsPerWeek: 0.5,
            isProtected: false,
            currentDeployment: { status: 'SUCCESS' },
            latestDeployment: { status: 'FAILED' },
          },
          { name: 'b' },
        ],
        pageInfo: { hasNextPage: true },
      },
      environmentCounts: { active: 3, stopped: 0 },
      deployments: { count: 4, nodes: [{ iid: '4' }, { iid: '3' }, { iid: '2' }] },
    });
    const { endCursor } = (first['environments'] as { pageInfo: { endCursor: string } }).pageInfo;
    expect(await read('rita', `(first: 2, after: "${endCursor}")`)).toMatchObject({
      environments: { nodes: [{ name: 'c' }], pageInfo: { hasNextPage: false } },
    });
    expect(await read('rita', '(states: ["stopped"])')).toMatchObject({ environments: { nodes: [] } });
    expect(await read('gwen')).toEqual({ environments: null, environmentCounts: null, deployments: null });
  });
});

describe('to-dos of approvers', () => {
  test('DL-DP-16: everybody who can approve has a to-do until the deployment is no longer blocked', async ({
    site,
    call,
    world,
  }) => {
    const { body } = await site.protect(
      { access_level: 40, required_approvals: 2 },
      { user_id: world.userIds.rita },
      { user_id: world.userIds.gwen },
    );
    const todos = async (who: Person, state = 'pending') =>
      (await call<Todo[]>(who, 'GET', '/todos', { project_id: site.project.id, state })).body;
    const counts = async () =>
      Promise.all(
        (['ada', 'mina', 'rita', 'dana', 'gwen', 'root'] as const).map(async (who) => (await todos(who)).length),
      );
    const blocked = await site.deploy();
    expect(await counts()).toEqual([1, 1, 1, 0, 0, 0]);
    expect((await todos('rita'))[0]).toMatchObject({
      action_name: 'approval_required',
      target_type: 'Project',
      target_url: expect.stringContaining(`/${site.project.fullPath}/-/environments`),
      body: `production: main ${sha.slice(0, 8)}`,
      author: { username: 'dana' },
    });
    await site.decide('ada', blocked);
    // The to-do of the person who decided is done; the others still have one each.
    expect(await counts()).toEqual([0, 1, 1, 0, 0, 0]);
    const [guests] = body.approval_rules.slice(2) as [{ id: number }];
    const change = (row: object) => call('ada', 'PUT', `${site.protection}/production`, { approval_rules: [row] });
    await change({ id: guests.id, _destroy: true });
    expect(await counts()).toEqual([0, 1, 1, 0, 0, 0]);
    await site.decide('rita', blocked);
    await site.decide('mina', blocked);
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await todos('mina', 'done')).toHaveLength(1);
    // Two blocked deployments have a to-do each; a rejection and a cancellation complete them.
    const [second, third] = [await site.deploy(), await site.deploy()];
    expect(await counts()).toEqual([2, 2, 2, 0, 0, 0]);
    await site.decide('mina', second, 'rejected');
    expect(await counts()).toEqual([1, 1, 1, 0, 0, 0]);
    await call('dana', 'PUT', `${site.path}/${third.id}`, { status: 'canceled' });
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0]);
    // Its author cannot approve it.
    await site.deploy('mina');
    expect(await counts()).toEqual([1, 0, 1, 0, 0, 0]);
  });

  test('DL-PE-08: removing protection unblocks, and the to-dos are done', async ({ site, call }) => {
    await site.protect({ access_level: 40 });
    const blocked = await site.deploy();
    const todos = async () =>
      (await call<Todo[]>('mina', 'GET', '/todos', { project_id: site.project.id })).body.length;
    expect(await todos()).toBe(1);
    expect((await call('ada', 'DELETE', `${site.protection}/production`)).status).toBe(204);
    expect((await call('rita', 'GET', `${site.path}/${blocked.id}`)).body).toMatchObject({ status: 'created' });
    expect(await todos()).toBe(0);
    await call('ada', 'POST', `/groups/${site.group.id}/protected_environments`, {
      name: 'production',
      deploy_access_levels: [{ access_level: 30 }],
      approval_rules: [{ access_level: 40 }],
    });
    const below = await site.deploy();
    expect(below.status).toBe('blocked');
    expect(await todos()).toBe(1);
    await call('ada', 'DELETE', `/groups/${site.group.id}/protected_environments/production`);
    expect((await call('rita', 'GET', `${site.path}/${below.id}`)).body).toMatchObject({ status: 'created' });
    expect(await todos()).toBe(0);
  });

  test('two last approvals at the same time unblock the deployment once', async ({ site, call, db }) => {
    await site.protect({ access_level: 40, required_approvals: 2 });
    const blocked = await site.deploy();
    const answers = await Promise.all([site.decide('mina', blocked), site.decide('ada', blocked)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await call('rita', 'GET', `${site.path}/${blocked.id}`)).body).toMatchObject({ status: 'created' });
    const events = await db.selectFrom('events').select('name').where('namespaceId', '=', site.project.id).execute();
    expect(events.filter(({ name }) => name === 'deployment.statusChanged')).toHaveLength(2);
  });
});

test('an open page of the project is notified of a decision', async ({ site, origin, world }) => {
  await site.protect({ access_level: 40 });
  const blocked = await site.deploy();
  const headers = { 'private-token': await tokenFor(world, 'rita') };
  const page = await openLive(`${origin}/-/live?project=${site.project.fullPath}`, headers);
  try {
    await site.decide('mina', blocked);
    expect(await page.until(({ all }) => all)).toMatchObject({ all: true });
  } finally {
    page.close();
  }
});
