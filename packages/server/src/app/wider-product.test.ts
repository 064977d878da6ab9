import { expect } from 'vitest';
import { tokenFor } from '../testing/http.ts';
import { test } from '../testing/merge-requests.ts';
import { assistantOf, ModelServer } from '../testing/model/model-server.ts';

test('EN-RM-03: each area of the wider product has a working call', async ({
  newCode,
  origin,
  world,
  build,
  onTestFinished,
}) => {
  const model = await ModelServer.start();
  onTestFinished(() => model.stop());
  model.says('Hello.');
  Object.assign(world.services, { assistant: assistantOf(model) });
  const code = await newCode();
  const { project } = code;
  await code.branch('topic', { 'new.txt': 'new\n' }, 'Add a file');
  const sha = (await code.work.must('rev-parse', 'main')).trim();
  const at = `/projects/${project.id}`;
  /** A call over the network. Throws unless it succeeds. */
  const call = async (who: 'root' | 'mina', verb: 'GET' | 'POST', path: string, input?: object) => {
    const answer = await fetch(`${origin}/api/v4${path}`, {
      method: verb,
      headers: { 'private-token': await tokenFor(world, who), 'content-type': 'application/json' },
      ...(input && { body: JSON.stringify(input) }),
    });
    if (!answer.ok) throw new Error(`${verb} ${path} answered ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };

  // Merge requests.
  const request = { source_branch: 'topic', target_branch: 'main', title: 'Add a file' };
  const { iid } = await call('mina', 'POST', `${at}/merge_requests`, request);
  expect(await call('mina', 'GET', `${at}/merge_requests/${String(iid)}`)).toMatchObject({ state: 'opened' });
  // Protected environments.
  expect(
    await call('mina', 'POST', `${at}/protected_environments`, {
      name: 'production',
      deploy_access_levels: [{ access_level: 40 }],
      approval_rules: [{ access_level: 40 }],
    }),
  ).toMatchObject({ name: 'production' });
  // Deployment approvals.
  const deployment = { environment: 'production', sha, ref: 'main', tag: false, status: 'running' };
  const { id, status } = await call('root', 'POST', `${at}/deployments`, deployment);
  expect(status).toBe('blocked');
  expect(await call('mina', 'POST', `${at}/deployments/${String(id)}/approval`, { status: 'approved' })).toMatchObject({
    status: 'approved',
    user: { username: 'mina' },
  });
  // Geo sites.
  const site = await call('root', 'POST', '/geo_sites', { name: 'Home', url: 'https://home.test', primary: true });
  expect(await call('root', 'GET', `/geo_sites/${String(site['id'])}/status`)).toMatchObject({ healthy: true });
  // Subscriptions.
  const { traversalIds } = project.scope;
  expect(await call('root', 'GET', `/namespaces/${traversalIds[0] ?? 0}/gitlab_subscription`)).toHaveProperty(
    'plan.code',
  );
  // Vulnerabilities.
  const finding = await build.vulnerability({ project, title: 'Unescaped output', severity: 'high' });
  expect(await call('mina', 'POST', `/vulnerabilities/${finding.id}/confirm`)).toMatchObject({ state: 'confirmed' });
  // The assistant.
  const asked = { messages: [{ role: 'user', content: 'Hi' }] };
  expect(await call('mina', 'POST', '/ai/experimentation/openai/chat/completions', asked)).toMatchObject({
    choices: [{ message: { content: 'Hello.' } }],
  });
});
