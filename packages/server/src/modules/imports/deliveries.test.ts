import { sql } from 'kysely';
import { expect } from 'vitest';
import { archives, groupFiles, issue, later, projectFiles, time, user } from '../../testing/exports.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { test as gitTest } from '../../testing/git.ts';
import { importArchive } from './commands.ts';

const test = gitTest.extend('archive', { scope: 'file' }, archives);

const SHA = 'ab'.repeat(20);

const deployment = (iid: number, environmentId: number, more: object = {}) => ({
  id: 100 + iid,
  iid,
  environment_id: environmentId,
  sha: SHA,
  ref: 'main',
  tag: false,
  status: 'success',
  user_id: 1,
  created_at: time,
  updated_at: later,
  finished_at: later,
  ...more,
});

test('DL-IM-04: environments, deployments, protected environments and status checks are imported, and the report names the secrets to enter again', async ({
  as,
  db,
  build,
  archive,
  call,
}) => {
  const group = await build.group();
  const into = `${group.fullPath}/delivered`;
  const files = projectFiles({
    'tree/project.json': {
      description: '',
      visibility_level: 0,
      approvals_before_merge: 2,
      only_allow_merge_if_all_status_checks_passed: true,
    },
    'tree/project/project_members.ndjson': [
      { ...user(1, 'del-ann'), access_level: 30 },
      { ...user(2, 'del-bob'), access_level: 40 },
      { ...user(3, 'del-cat'), access_level: 40 },
    ],
    // Deployments may come before their environments.
    'tree/project/deployments.ndjson': [
      deployment(1, 51),
      deployment(2, 51, { sha: 'cd'.repeat(20), ref: 'v2', tag: true }),
      deployment(3, 52, { status: 'failed' }),
      deployment(4, 52, { status: 5, finished_at: null }),
      deployment(5, 51, {
        status: 'blocked',
        finished_at: null,
        approvals: [
          { user_id: 2, status: 'approved', comment: 'Looks good', created_at: later },
          { user_id: 404, status: 'approved' },
        ],
      }),
      deployment(6, 0, { environment_id: null, environment: { name: 'review/a' }, status: 'running' }),
    ],
    'tree/project/environments.ndjson': [
      {
        id: 51,
        name: 'production',
        slug: 'production-x1',
        external_url: 'https://app.example',
        tier: 'production',
        state: 'available',
        description: 'For customers',
        created_at: time,
      },
      { id: 52, name: 'staging', tier: 1, state: 'stopped', created_at: time },
      { id: 53, name: 'review/a', slug: 'production-x1', created_at: time },
    ],
    'tree/project/protected_environments.ndjson': [
      {
        name: 'production',
        deploy_access_levels: [{ access_level: 40 }, { user_id: 1 }],
        approval_rules: [{ access_level: 40, required_approvals: 2 }],
      },
    ],
    'tree/project/external_status_checks.ndjson': [
      { id: 1, name: 'Licenses', external_url: 'https://checks.example/a', hmac: true },
      { id: 2, name: 'Style', external_url: 'https://checks.example/b', hmac: false, shared_secret: 'leaked' },
    ],
  });
  const file = await archive(files);
  const report = await importArchive(as('root'), file, { into });
  expect(report.counts).toMatchObject({
    environments: { added: 3, present: 0, leftOut: 0 },
    deployments: { added: 6, present: 0, leftOut: 0 },
    protectedEnvironments: { added: 1, present: 0, leftOut: 0 },
    statusChecks: { added: 2, present: 0, leftOut: 0 },
  });
  expect(report.problems).toEqual([
    {
      location: 'tree/project/external_status_checks.ndjson:1',
      problem: 'came without its shared secret: enter that of "Licenses" again if it had one',
    },
  ]);

  const path = `/projects/${encodeURIComponent(into)}`;
  const environments = await call<{ id: number; name: string }[]>('root', 'GET', `${path}/environments`);
  expect(environments.body).toMatchObject([
    {
      name: 'production',
      slug: 'production-x1',
      description: 'For customers',
      external_url: 'https://app.example',
      tier: 'production',
      state: 'available',
      created_at: time,
    },
    { name: 'review/a', slug: 'review-a', tier: 'development', state: 'available' },
    { name: 'staging', slug: 'staging', tier: 'staging', state: 'stopped' },
  ]);
  expect((await call('root', 'GET', `${path}/environments/${environments.body[0]?.id}`)).body).toMatchObject({
    last_deployment: { iid: 2, sha: 'cd'.repeat(20), ref: 'v2', tag: true, user: { username: 'del-ann' } },
  });
  const deployments = await call<object[]>('root', 'GET', `${path}/deployments`, { order_by: 'iid' });
  expect(deployments.body).toMatchObject([
    { iid: 1, status: 'success', created_at: time, finished_at: later, environment: { name: 'production' } },
    { iid: 2, status: 'success' },
    { iid: 3, status: 'failed', environment: { name: 'staging' } },
    { iid: 4, status: 'canceled', finished_at: later },
    {
      iid: 5,
      status: 'blocked',
      finished_at: null,
      pending_approval_count: 1,
      approvals: [{ user: { username: 'del-bob' }, status: 'approved', comment: 'Looks good' }],
    },
    { iid: 6, status: 'running', environment: { name: 'review/a' } },
  ]);
  expect((await call('root', 'GET', `${path}/protected_environments/production`)).body).toMatchObject({
    deploy_access_levels: [{ access_level: 40 }, { user_id: expect.any(Number) as number }],
    approval_rules: [{ access_level: 40, required_approvals: 2 }],
  });
  expect((await call('root', 'GET', `${path}/external_status_checks`)).body).toMatchObject([
    { name: 'Licenses', external_url: 'https://checks.example/a', hmac: false },
    { name: 'Style', external_url: 'https://checks.example/b', hmac: false },
  ]);
  expect((await call('root', 'GET', `${path}/approvals`)).body).toMatchObject({ approvals_before_merge: 2 });
  // Those who can approve the waiting deployment are asked to: not who started it, not who has approved.
  const { rows: called } = await sql<{ username: string }>`
    SELECT u.username FROM todos t JOIN users u ON u.id = t.user_id
    JOIN namespaces n ON n.id = t.namespace_id WHERE n.full_path = ${into} AND t.action = 'approval_required'`.execute(
    db,
  );
  const names = called.map(({ username }) => username);
  expect(names).toContain('del-cat');
  expect(names.filter((name) => name === 'del-ann' || name === 'del-bob')).toEqual([]);

  const made = await call('root', 'POST', `${path}/deployments`, {
    environment: 'staging',
    sha: SHA,
    ref: 'main',
    tag: false,
    status: 'success',
  });
  expect(made.body).toMatchObject({ iid: 7 });

  const before = await fingerprint(db);
  const again = await importArchive(as('root'), file, { into });
  expect(await fingerprint(db)).toEqual(before);
  expect(again.counts).toMatchObject({
    environments: { added: 0, present: 3 },
    deployments: { added: 0, present: 6 },
    protectedEnvironments: { added: 0, present: 1 },
    statusChecks: { added: 0, present: 2 },
  });
  expect(again.problems).toEqual([]);
});

test('protections of groups and projects never become weaker: a rule that names nobody here is met by maintainers', async ({
  as,
  archive,
  call,
}) => {
  const files = groupFiles('protected-group', {
    'tree/groups/10/protected_environments.ndjson': [
      {
        name: 'production',
        deploy_access_levels: [{ group_id: 20 }],
        approval_rules: [{ access_level: 40, required_approvals: 9 }],
      },
      { name: 'everywhere', deploy_access_levels: [{ access_level: 40 }] },
    ],
  });
  const ofGroup = await importArchive(as('root'), await archive(files));
  expect(ofGroup).toMatchObject({
    counts: { protectedEnvironments: { added: 1, leftOut: 1 } },
    problems: [
      {
        location: 'tree/groups/10/protected_environments.ndjson:2',
        problem: 'name must be one of production, staging, testing, development, other',
      },
    ],
  });
  expect((await call('root', 'GET', '/groups/protected-group/protected_environments')).body).toMatchObject([
    {
      name: 'production',
      deploy_access_levels: [{ group_id: expect.any(Number) as number }],
      approval_rules: [{ access_level: 40, required_approvals: 5 }],
    },
  ]);

  const project = projectFiles({
    'tree/project/issues.ndjson': [issue(1, 1)],
    'tree/project/environments.ndjson': [
      { name: 'lab' },
      { name: 'bad\nname' },
      { name: 'old', external_url: 'ftp://x' },
    ],
    'tree/project/deployments.ndjson': [
      deployment(1, 99),
      deployment(2, 1, { environment: { name: 'lab' }, sha: '--help' }),
      deployment(3, 1, { environment: { name: 'lab' }, status: 'unheard' }),
      // Nothing holds it here.
      deployment(4, 1, { environment: { name: 'lab' }, status: 'blocked', finished_at: null }),
    ],
    'tree/project/protected_environments.ndjson': [
      {
        name: 'strict',
        deploy_access_levels: [{ user_id: 404 }],
        approval_rules: [{ user_id: 404, required_approvals: 3 }],
      },
      { name: 'legacy', deploy_access_levels: [{ access_level: 30 }], required_approval_count: 2 },
    ],
    'tree/project/external_status_checks.ndjson': [{ name: 'Local', external_url: 'file:///etc/passwd' }],
  });
  const into = 'protected-group/strict';
  const report = await importArchive(as('root'), await archive(project), { into });
  expect(report.counts).toMatchObject({
    issues: { added: 1 },
    environments: { added: 2, leftOut: 1 },
    deployments: { added: 1, leftOut: 3 },
    protectedEnvironments: { added: 2 },
    statusChecks: { added: 0, leftOut: 1 },
  });
  const at = (list: string, line: number) => `tree/project/${list}.ndjson:${line}`;
  expect(report.problems.map(({ location }) => location)).toEqual([
    at('environments', 2),
    at('environments', 3),
    at('deployments', 2),
    at('deployments', 3),
    at('external_status_checks', 1),
    at('protected_environments', 1),
    at('protected_environments', 1),
    at('deployments', 1),
  ]);
  const path = `/projects/${encodeURIComponent(into)}`;
  expect((await call('root', 'GET', `${path}/protected_environments`)).body).toMatchObject([
    {
      name: 'legacy',
      deploy_access_levels: [{ access_level: 30 }],
      approval_rules: [{ access_level: 40, required_approvals: 2 }],
    },
    {
      name: 'strict',
      deploy_access_levels: [{ access_level: 40 }],
      approval_rules: [{ access_level: 40, required_approvals: 3 }],
    },
  ]);
  expect((await call('root', 'GET', `${path}/deployments`)).body).toMatchObject([{ iid: 4, status: 'created' }]);
});
