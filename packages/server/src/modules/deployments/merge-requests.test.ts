import { expect } from 'vitest';
import { test } from '../../testing/merge-requests.ts';

interface Deployment {
  id: number;
}
interface Listed {
  iid: number;
  state: string;
  title: string;
}

test('DL-DP-07: the merge requests since the previous successful deployment to the environment', async ({
  newCode,
  call,
}) => {
  const { project, path, branch } = await newCode();
  const merge = async (name: string): Promise<string> => {
    await branch(name, { [`${name}.txt`]: name }, `Add ${name}`);
    const wanted = { source_branch: name, target_branch: 'main', title: `Add ${name}` };
    const { body } = await call<{ iid: number }>('dana', 'POST', path, wanted);
    const merged = await call<{ merge_commit_sha: string }>('mina', 'PUT', `${path}/${body.iid}/merge`);
    expect(merged.status).toBe(200);
    return merged.body.merge_commit_sha;
  };
  const deployments = `/projects/${project.id}/deployments`;
  const deploy = async (sha: string, status = 'success', environment = 'production') =>
    (await call<Deployment>('dana', 'POST', deployments, { environment, sha, ref: 'main', tag: false, status })).body;
  const listed = async ({ id }: Deployment, input: object = {}) => {
    const { status, body } = await call<Listed[]>('rita', 'GET', `${deployments}/${id}/merge_requests`, input);
    expect(status).toBe(200);
    return body.map(({ title }) => title);
  };
  const one = await merge('one');
  const first = await deploy(one);
  expect(await listed(first)).toEqual(['Add one']);
  const two = await merge('two');
  const failed = await deploy(two, 'failed');
  expect(await listed(failed)).toEqual(['Add two']);
  const three = await merge('three');
  const next = await deploy(three);
  // The failed one does not count as the previous.
  expect(await listed(next)).toEqual(['Add two', 'Add three']);
  expect(await listed(next, { per_page: 1, page: 2 })).toEqual(['Add three']);
  expect(await listed(await deploy(three))).toEqual([]);
  expect(await listed(await deploy(three, 'success', 'staging'))).toEqual(['Add one', 'Add two', 'Add three']);
  expect(await listed(await deploy('a'.repeat(40)))).toEqual([]);
  // In the shape of the list of merge requests.
  const whole = await call<Listed[]>('rita', 'GET', `${deployments}/${first.id}/merge_requests`);
  const list = await call<Listed[]>('rita', 'GET', path, { state: 'merged', order_by: 'created_at', sort: 'asc' });
  expect(whole.body).toEqual(list.body.slice(0, 1));
  for (const who of ['otto', 'nobody'] as const) {
    expect((await call(who, 'GET', `${deployments}/${first.id}/merge_requests`)).status).toBe(
      project.visibility === 'private' ? 404 : 403,
    );
  }
});
