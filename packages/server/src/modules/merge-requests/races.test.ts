import { expect } from 'vitest';
import { untilWaiting } from '../../testing/postgres.ts';
import { test, type Row } from '../../testing/merge-requests.ts';
import { lockRepository } from '../repositories/store.ts';
import { lockMergeRequest, mergeRequestByIid, saveMergeRequest } from './store.ts';

test('a push that ends while its merge request is merged changes nothing of it', async ({ newCode, call, db }) => {
  const { project, path, branch } = await newCode();
  const sha = await branch('feature', { a: 'a' });
  await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
  const { id } = (await mergeRequestByIid(db, project.id, 1)) ?? { id: 0 as never };
  let push: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await lockMergeRequest(trx, id);
    push = branch('feature', { b: 'b' });
    await untilWaiting(db);
    await saveMergeRequest(trx, id, { state: 'merged', mergedAt: new Date(), baseSha: sha });
  });
  await push;
  expect((await call<Row>('dana', 'GET', `${path}/1`)).body).toMatchObject({ state: 'merged', sha });
  const notes = await call<{ body: string }[]>('dana', 'GET', `${path}/1/notes`);
  expect(notes.body.filter(({ body }) => body.includes('pushed'))).toEqual([]);
});

test('a merge waits for the end of a push before it locks its request or moves the target', async ({
  newCode,
  call,
  db,
}) => {
  const { project, path, branch, work, url } = await newCode();
  await branch('feature', { a: 'a' });
  await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
  const { id } = (await mergeRequestByIid(db, project.id, 1)) ?? { id: 0 as never };
  const before = await work.must('ls-remote', url, 'refs/heads/main');
  let merge: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await lockRepository(trx, project.id);
    merge = call('mina', 'PUT', `${path}/1/merge`);
    await untilWaiting(db);
    // Would fail at once if the merge held it: a push locks it next.
    await trx.selectFrom('mergeRequests').select('id').where('id', '=', id).forUpdate().noWait().execute();
    expect(await work.must('ls-remote', url, 'refs/heads/main')).toBe(before);
  });
  expect(await merge).toMatchObject({ status: 200, body: { state: 'merged' } });
});

test('a request that is opened and approved before its push has ended keeps the approval', async ({
  newCode,
  call,
  db,
}) => {
  const { project, path, branch } = await newCode();
  let push: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await lockRepository(trx, project.id);
    push = branch('feature', { a: 'a' });
    await untilWaiting(db);
    const input = { source_branch: 'feature', target_branch: 'main', title: 'A' };
    expect((await call('dana', 'POST', path, input)).status).toBe(201);
    expect((await call('mina', 'POST', `${path}/1/approve`)).status).toBe(201);
  });
  await push;
  expect((await call<Row>('dana', 'GET', `${path}/1/approvals`)).body).toMatchObject({
    approved_by: [{ user: { username: 'mina' } }],
  });
  const notes = await call<{ body: string }[]>('dana', 'GET', `${path}/1/notes`);
  expect(notes.body.filter(({ body }) => body.includes('pushed'))).toEqual([]);
});

test('of two closed requests with the same branches that are reopened or retargeted at the same time, one is open', async ({
  newCode,
  call,
}) => {
  const { path, branch, work, url } = await newCode();
  await branch('feature', { a: 'a' });
  await work.must('push', '--quiet', url, 'main:refs/heads/next');
  for (const target_branch of ['main', 'next', 'main']) {
    const input = { source_branch: 'feature', target_branch, title: 'A' };
    const { body } = await call<Row>('dana', 'POST', path, input);
    if (target_branch === 'main') await call('dana', 'PUT', `${path}/${body.iid}`, { state_event: 'close' });
  }
  const changes = [
    [1, { state_event: 'reopen' }],
    [2, { target_branch: 'main' }],
    [3, { state_event: 'reopen' }],
  ] as const;
  const answers = await Promise.all(changes.map(([iid, input]) => call('dana', 'PUT', `${path}/${iid}`, input)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
  const open = await call<Row[]>('dana', 'GET', path, { state: 'opened', target_branch: 'main' });
  expect(open.body).toHaveLength(1);
});

test('of two status checks that are renamed to the same name at the same time, one is', async ({ newCode, call }) => {
  const { project } = await newCode();
  const list = `/projects/${project.id}/external_status_checks`;
  const ids: number[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    const input = { name, external_url: 'https://check.example.com/in' };
    ids.push((await call<Row>('mina', 'POST', list, input)).body.id);
  }
  const answers = await Promise.all(ids.map((id) => call('mina', 'PUT', `${list}/${id}`, { name: 'Same' })));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422, 422]);
});
