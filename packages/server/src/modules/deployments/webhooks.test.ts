import { sql } from 'kysely';
import { expect } from 'vitest';
import { test as base } from '../../testing/delivery/receiver.ts';

interface Shown {
  id: number;
  status: string;
}

const test = base.extend('site', async ({ build, call, receiver }) => {
  const project = await build.project({ visibility: 'private' });
  const path = `/projects/${project.id}`;
  const hook = { url: receiver.url, deployment_events: true };
  const made = await call<{ id: number }>('mina', 'POST', `${path}/hooks`, hook);
  const deploy = async (status = 'running') => {
    const input = { environment: 'production', sha: 'e'.repeat(40), ref: 'main', tag: false, status };
    return (await call<Shown>('dana', 'POST', `${path}/deployments`, input)).body;
  };
  return { project, path, hook: { ...hook, ...made.body }, deploy };
});

test('a deployment is sent to webhooks when it is created and when its status changes, with the change', async ({
  site,
  call,
  receiver,
  deliver,
  db,
}) => {
  const { path, project, hook } = site;
  expect(hook).toMatchObject({ deployment_events: true, issues_events: false });
  const { id } = await site.deploy();
  await call('dana', 'PUT', `${path}/deployments/${id}`, { status: 'success' });
  // Refused: nothing is sent.
  expect((await call('dana', 'PUT', `${path}/deployments/${id}`, { status: 'failed' })).status).toBe(400);
  await deliver();
  expect(receiver.received.map(({ headers, body }) => [headers['x-gitlab-event'], body['status']])).toEqual([
    ['Deployment Hook', 'running'],
    ['Deployment Hook', 'success'],
  ]);
  expect(receiver.received[1]?.body).toMatchObject({
    object_kind: 'deployment',
    deployment_id: id,
    environment: 'production',
    environment_tier: 'production',
    project: { id: project.id, path_with_namespace: project.fullPath },
    ref: 'main',
    sha: 'e'.repeat(40),
    short_sha: 'eeeeeeee',
    user: { username: 'dana', email: '[REDACTED]' },
    commit_url: null,
  });
  const tested = await call<Record<string, unknown>>('mina', 'POST', `${path}/hooks/${hook.id}/test/deployment_events`);
  expect(tested.body).toMatchObject({ trigger: 'deployment_hooks', request_data: { deployment_id: id } });
  await sql`DELETE FROM deployments WHERE id = ${id}`.execute(db);
  const none = await call('mina', 'POST', `${path}/hooks/${hook.id}/test/deployment_events`);
  expect(none.status).toBe(400);
});

test('DL-DP-14: of approvals given at the same time, the last rule unblocks once and one webhook is sent', async ({
  site,
  call,
  receiver,
  deliver,
}) => {
  const { path } = site;
  const protect = (required_approvals: number) =>
    call('mina', 'POST', `${path}/protected_environments`, {
      name: 'production',
      deploy_access_levels: [{ access_level: 30 }],
      approval_rules: [{ access_level: 60 }, { access_level: 40, required_approvals }],
    });
  const approve = async (who: 'mina' | 'ada' | 'root', { id }: Shown, represented_as?: string) =>
    (await call(who, 'POST', `${path}/deployments/${id}/approval`, { status: 'approved', represented_as })).status;
  // Two that are both needed; and two of which one is enough.
  for (const [required, statuses] of [
    [2, [201, 201]],
    [1, [201, 400]],
  ] as const) {
    expect((await protect(required)).status).toBe(201);
    for (let turn = 0; turn < 5; turn += 1) {
      const blocked = await site.deploy();
      expect(await approve('root', blocked, 'Instance admins')).toBe(201);
      const both = await Promise.all([approve('mina', blocked), approve('ada', blocked)]);
      expect(both.toSorted((one, other) => one - other)).toEqual(statuses);
      expect((await call<Shown>('rita', 'GET', `${path}/deployments/${blocked.id}`)).body.status).toBe('created');
      await deliver();
      const sent = receiver.received.splice(0).map(({ body }) => [body['deployment_id'], body['status']]);
      expect(sent).toEqual([
        [blocked.id, 'blocked'],
        [blocked.id, 'created'],
      ]);
    }
    await call('mina', 'DELETE', `${path}/protected_environments/production`);
  }
});
