import { expect } from 'vitest';
import { runGit } from '../../testing/git.ts';
import { test, type Row } from '../../testing/merge-requests.ts';
import { listMessages } from '../repositories/store/commits.ts';
import { folderOf } from '../repositories/store/folders.ts';

test('a merge that failed after the branch had moved is completed by the next one', async ({
  newCode,
  call,
  build,
  services,
}) => {
  const { project, path, branch, work, url } = await newCode();
  const issue = await build.issue({ project });
  await branch('feature', { a: 'a' });
  const wanted = { source_branch: 'feature', target_branch: 'main', title: 'A', description: `Closes #${issue.iid}` };
  await call('dana', 'POST', path, wanted);
  await work.must('merge', '--quiet', '--no-ff', '-m', 'Merged', 'feature');
  const merged = (await work.must('rev-parse', 'HEAD')).trim();
  await work.must('push', '--quiet', url, 'HEAD:refs/heads/elsewhere');
  // As a process leaves it that ends between the branch and its transaction.
  await runGit(folderOf(services.dataDir, project.id), ['update-ref', 'refs/heads/main', merged]);
  expect((await call<Row>('mina', 'GET', `${path}/1`)).body).toMatchObject({
    state: 'opened',
    detailed_merge_status: 'mergeable',
  });
  expect(await call<Row>('mina', 'PUT', `${path}/1/merge`)).toMatchObject({
    status: 200,
    body: { state: 'merged', merge_commit_sha: merged },
  });
  expect((await work.must('ls-remote', url, 'refs/heads/main')).slice(0, 40)).toBe(merged);
  expect((await call<Row>('mina', 'GET', `/projects/${project.id}/issues/${issue.iid}`)).body.state).toBe('closed');
  expect((await call('mina', 'PUT', `${path}/1/merge`)).status).toBe(405);
});

test('a push that brings the newest commit of a request into its target marks it as merged', async ({
  newCode,
  call,
}) => {
  const { path, branch, work, url } = await newCode();
  const wanted = { source_branch: 'feature', target_branch: 'main', title: 'A' };
  await work.must('push', '--quiet', url, 'main:refs/heads/same');
  await call('dana', 'POST', path, { ...wanted, source_branch: 'same', title: 'No commits' });
  const head = await branch('feature', { a: 'a' });
  await call('dana', 'POST', path, wanted);
  await branch('other', { b: 'b' });
  await call('dana', 'POST', path, { ...wanted, source_branch: 'other', title: 'Another' });
  await work.must('merge', '--quiet', '--ff-only', 'feature');
  await work.must('push', '--quiet', url, 'main');
  expect((await call<Row>('dana', 'GET', `${path}/2`)).body).toMatchObject({
    state: 'merged',
    sha: head,
    merge_user: { username: 'mina' },
    merge_commit_sha: null,
    changes_count: '1',
  });
  for (const iid of [1, 3]) expect((await call<Row>('dana', 'GET', `${path}/${iid}`)).body.state).toBe('opened');
});

test('an approval of a person who lost their role no longer counts', async ({ newCode, call }) => {
  const { project, path, branch } = await newCode();
  await branch('feature', { a: 'a' });
  await call('mina', 'POST', `/projects/${project.id}/approvals`, { approvals_before_merge: 1 });
  await call('mina', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
  await call('dana', 'POST', `${path}/1/approve`);
  const status = async () => (await call<Row>('mina', 'GET', `${path}/1`)).body['detailed_merge_status'];
  expect(await status()).toBe('mergeable');
  const { body: dana } = await call<Row>('dana', 'GET', '/user');
  const member = `/projects/${project.id}/members/${dana.id}`;
  const group = `/groups/${project.parentId}/members/${dana.id}`;
  const changed = await call('ada', 'PUT', group, { access_level: 20 });
  if (changed.status !== 200) await call('ada', 'PUT', member, { access_level: 20 });
  expect(await status()).toBe('not_approved');
  expect((await call<Row>('mina', 'GET', `${path}/1/approvals`)).body).toMatchObject({
    approved: false,
    approvals_left: 1,
    approved_by: [],
  });
  expect((await call('mina', 'PUT', `${path}/1/merge`)).status).toBe(405);
});

test('a change that was based on an older version is refused where the version is given', async ({
  newCode,
  call,
  ask,
}) => {
  const { project, path, branch } = await newCode();
  await branch('feature', { a: 'a' });
  await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
  const query = 'query ($path: ID!) { project(fullPath: $path) { mergeRequest(iid: "1") { lockVersion } } }';
  const version = async () =>
    (await ask<{ project: { mergeRequest: { lockVersion: number } } }>('dana', query, { path: project.fullPath })).data
      .project.mergeRequest.lockVersion;
  const read = await version();
  expect((await call('mina', 'PUT', `${path}/1`, { labels: 'api' })).status).toBe(200);
  const stale = { title: 'B', lock_version: read };
  expect((await call('dana', 'PUT', `${path}/1`, stale)).status).toBe(409);
  expect((await call<Row>('dana', 'GET', `${path}/1`)).body).toMatchObject({ title: 'A', labels: ['api'] });
  expect((await call('dana', 'PUT', `${path}/1`, { ...stale, lock_version: await version() })).status).toBe(200);
  expect((await call('dana', 'PUT', `${path}/1`, { title: 'C' })).status).toBe(200);
});

test('a request of another forge takes comments, and is neither approved nor merged here', async ({
  newCode,
  call,
  ask,
  db,
}) => {
  const { project, path, branch } = await newCode('public');
  await branch('feature', { a: 'a' });
  await call('mina', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
  await db
    .updateTable('mergeRequests')
    .set({ forge: 'github', forgeUrl: 'https://forge.example/a/b/pull/7', forgeAuthor: 'octo' })
    .where('projectId', '=', project.id)
    .execute();
  const fields = 'origin { forge author url } userPermissions { canMerge canApprove createNote }';
  const query = `query ($path: ID!) { project(fullPath: $path) { mergeRequest(iid: "1") { ${fields} } } }`;
  expect((await ask('dana', query, { path: project.fullPath })).data).toEqual({
    project: {
      mergeRequest: {
        origin: { forge: 'github', author: 'octo', url: 'https://forge.example/a/b/pull/7' },
        userPermissions: { canMerge: false, canApprove: false, createNote: true },
      },
    },
  });
  expect((await call('dana', 'POST', `${path}/1/notes`, { body: 'Seen' })).status).toBe(201);
  expect((await call('mina', 'PUT', `${path}/1/merge`)).status).toBe(405);
  expect((await call('dana', 'POST', `${path}/1/approve`)).status).toBe(422);
});

test('a label counts the open merge requests that the viewer may see', async ({ newCode, call }) => {
  const open = await newCode('public');
  const { body: label } = await call<Row>('mina', 'POST', `/projects/${open.project.id}/labels`, {
    name: 'api',
    color: '#123456',
  });
  for (const name of ['one', 'two']) {
    await open.branch(name, { [name]: name });
    await call('mina', 'POST', open.path, { source_branch: name, target_branch: 'main', title: name, labels: 'api' });
  }
  await call('mina', 'PUT', `${open.path}/2`, { state_event: 'close' });
  const shown = async () =>
    (await call<Row>('otto', 'GET', `/projects/${open.project.id}/labels/${label.id}`)).body[
      'open_merge_requests_count'
    ];
  expect(await shown()).toBe(1);
  await call('mina', 'PUT', `/projects/${open.project.id}`, { visibility: 'private' });
  const { body } = await call<Row>('rita', 'GET', `/projects/${open.project.id}/labels/${label.id}`);
  expect(body['open_merge_requests_count']).toBe(1);
});

test('the messages of a push are read up to a number of bytes', async ({ newCode, services }) => {
  const { project, work, url } = await newCode();
  await work.must('checkout', '--quiet', '-b', 'messages');
  await work.commit({ 'one.txt': 'one' }, 'One\n\nCloses #1');
  await work.commit({ 'two.txt': 'two' }, `Two ${'long '.repeat(20_000)}`);
  await work.commit({ 'three.txt': 'three' }, 'Three');
  await work.must('push', '--quiet', url, 'messages');
  const repo = { git: services.git, folder: folderOf(services.dataDir, project.id) };
  const list = async (maxBytes: number) =>
    (await listMessages(repo, 'refs/heads/main..refs/heads/messages', { limit: 10, maxBytes })).map(({ message }) =>
      message.slice(0, 14),
    );
  expect(await list(1_000_000)).toEqual(['Three\n', 'Two long long ', 'One\n\nCloses #1']);
  expect(await list(10_000), 'without the one that does not fit').toEqual(['Three\n', 'One\n\nCloses #1']);
  expect(await list(10)).toEqual([]);
  const [newest] = await listMessages(repo, 'refs/heads/messages', { limit: 1, maxBytes: 1_000 });
  expect(newest?.id).toBe((await work.must('rev-parse', 'HEAD')).trim());
});
