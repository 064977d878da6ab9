import { expect } from 'vitest';
import { test as base, type Received } from '../../testing/delivery/receiver.ts';
import type { Row } from '../../testing/merge-requests.ts';

const wanted = { source_branch: 'feature', target_branch: 'main', title: 'A' };

const test = base.extend('site', async ({ newCode, call, receiver, deliver }) => {
  const { project, path, branch, work, url } = await newCode();
  const hook = await call<Row>('mina', 'POST', `/projects/${project.id}/hooks`, {
    url: receiver.url,
    merge_requests_events: true,
  });
  /** What has been sent since the last call. */
  const sent = async (): Promise<Received[]> => {
    await deliver();
    return receiver.received.splice(0);
  };
  const actions = async () => (await sent()).map(({ body }) => body.object_attributes['action']);
  return { project, path, branch, work, url, hook: hook.body, sent, actions };
});

test('RS-GN-06: a hook for merge requests is sent each change once, with the published fields and the changed values', async ({
  site,
  call,
}) => {
  const { project, path, branch, hook, sent } = site;
  expect(hook).toMatchObject({ merge_requests_events: true, issues_events: false });
  const head = await branch('feature', { a: 'a' });
  const made = await call<Row>('dana', 'POST', path, { ...wanted, labels: 'one', description: 'Why' });
  const [opened, ...none] = await sent();
  expect(none).toEqual([]);
  expect(opened?.headers['x-gitlab-event']).toBe('Merge Request Hook');
  expect(opened?.body).toMatchObject({
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: { username: 'dana', email: '[REDACTED]' },
    project: { id: project.id, path_with_namespace: project.fullPath, default_branch: 'main' },
    repository: { name: project.name },
    object_attributes: {
      id: made.body.id,
      iid: 1,
      action: 'open',
      title: 'A',
      description: 'Why',
      state: 'opened',
      state_id: 1,
      draft: false,
      source_branch: 'feature',
      target_branch: 'main',
      source_project_id: project.id,
      target_project_id: project.id,
      last_commit: { id: head },
      url: made.body['web_url'],
    },
    labels: [{ title: 'one' }],
    changes: {},
    assignees: [],
    reviewers: [],
  });

  const change = {
    title: 'Draft: B',
    labels: 'two',
    reviewer_ids: [(await call<Row>('rita', 'GET', '/user')).body.id],
  };
  await call('dana', 'PUT', `${path}/1`, change);
  const [updated, ...more] = await sent();
  expect(more).toEqual([]);
  expect(updated?.body).toMatchObject({
    object_attributes: { action: 'update', title: 'Draft: B', draft: true },
    changes: {
      title: { previous: 'A', current: 'Draft: B' },
      draft: { previous: false, current: true },
      labels: { previous: [{ title: 'one' }], current: [{ title: 'two' }] },
      reviewers: { previous: [], current: [{ username: 'rita' }] },
    },
    reviewers: [{ username: 'rita' }],
  });
  expect(Object.keys(updated?.body['changes'] as object).toSorted()).toEqual(['draft', 'labels', 'reviewers', 'title']);
  // Nothing changed, nothing is sent; a refused change is not sent either.
  await call('dana', 'PUT', `${path}/1`, change);
  expect((await call('gwen', 'PUT', `${path}/1`, { title: 'C' })).status).toBeGreaterThanOrEqual(400);
  expect(await sent()).toEqual([]);

  const newHead = await branch('feature', { b: 'b' });
  const [pushed] = await sent();
  expect(pushed?.body.object_attributes).toMatchObject({
    action: 'update',
    oldrev: head,
    last_commit: { id: newHead },
  });
});

test('RS-GN-06: closing, reopening, approving and merging have the published actions', async ({ site, call, db }) => {
  const { project, path, branch, work, url, sent, actions } = site;
  await branch('feature', { a: 'a' });
  await call('dana', 'POST', path, wanted);
  await call('dana', 'PUT', `${path}/1`, { state_event: 'close' });
  await call('dana', 'PUT', `${path}/1`, { state_event: 'reopen' });
  expect(await actions()).toEqual(['open', 'close', 'reopen']);
  await call('mina', 'PUT', `/projects/${project.id}`, { approvals_before_merge: 2 });
  await call('mina', 'POST', `${path}/1/approve`);
  await call('ada', 'POST', `${path}/1/approve`);
  await call('mina', 'POST', `${path}/1/unapprove`);
  await call('ada', 'POST', `${path}/1/unapprove`);
  expect(await actions()).toEqual(['approval', 'approved', 'unapproved', 'unapproval']);
  await call('mina', 'PUT', `/projects/${project.id}`, { approvals_before_merge: 0 });
  expect((await call('mina', 'PUT', `${path}/1/merge`)).status).toBe(200);
  const [merged, ...none] = await sent();
  expect(none).toEqual([]);
  expect(merged?.body).toMatchObject({
    user: { username: 'mina' },
    object_attributes: { action: 'merge', state: 'merged', state_id: 3 },
    changes: { state_id: { previous: 1, current: 3 } },
  });
  // Merged with git and pushed.
  await work.must('checkout', '--quiet', 'main');
  await work.must('pull', '--quiet', url, 'main');
  await branch('second', { c: 'c' });
  await call('dana', 'POST', path, { ...wanted, source_branch: 'second' });
  await work.must('merge', '--quiet', '--no-edit', 'second');
  await work.must('push', '--quiet', url, 'main');
  expect(await actions()).toEqual(['open', 'merge']);
  expect(await db.selectFrom('mergeRequests').select('state').where('projectId', '=', project.id).execute()).toEqual([
    { state: 'merged' },
    { state: 'merged' },
  ]);
});

test('RS-GN-06: a test sends the newest merge request; other hooks are not told of any', async ({
  site,
  call,
  receiver,
}) => {
  const { project, path, branch, hook, sent } = site;
  const hooks = `/projects/${project.id}/hooks`;
  expect(await call('mina', 'POST', `${hooks}/${hook.id}/test/merge_requests_events`)).toMatchObject({ status: 400 });
  await call('mina', 'PUT', `${hooks}/${hook.id}`, { merge_requests_events: false, issues_events: true });
  await branch('feature', { a: 'a' });
  await call('dana', 'POST', path, wanted);
  await call('dana', 'PUT', `${path}/1`, { title: 'B' });
  expect(await sent()).toEqual([]);
  expect(await call('mina', 'POST', `${hooks}/${hook.id}/test/merge_requests_events`)).toMatchObject({
    status: 201,
    body: { event: 'Merge Request Hook', trigger: 'merge_request_hooks', response_status: '200' },
  });
  expect(receiver.received[0]?.body).toMatchObject({
    object_attributes: { action: 'update', title: 'B' },
    changes: {},
  });
});

test('comments on merge requests are sent to hooks for notes, internal ones to hooks for confidential notes', async ({
  site,
  call,
  receiver,
}) => {
  const { project, path, branch, sent } = site;
  const hooks = `/projects/${project.id}/hooks`;
  await call('mina', 'POST', hooks, { url: receiver.url, note_events: true });
  const head = await branch('feature', { a: 'a' });
  const request = (await call<Row>('dana', 'POST', path, wanted)).body;
  await sent();
  const notes = `${path}/1/notes`;
  const note = (await call<Row>('rita', 'POST', notes, { body: 'Why?' })).body;
  const [created, ...none] = await sent();
  expect(none).toEqual([]);
  expect(created?.headers['x-gitlab-event']).toBe('Note Hook');
  expect(created?.body).toMatchObject({
    object_kind: 'note',
    event_type: 'note',
    user: { username: 'rita' },
    project_id: project.id,
    project: { id: project.id },
    object_attributes: {
      id: note.id,
      note: 'Why?',
      noteable_type: 'MergeRequest',
      noteable_id: request.id,
      type: null,
      internal: false,
      action: 'create',
      url: `${String(request['web_url'])}#note_${note.id}`,
    },
    merge_request: { id: request.id, iid: 1, title: 'A', state: 'opened', last_commit: { id: head } },
  });
  await call('rita', 'PUT', `${notes}/${note.id}`, { body: 'Why not?' });
  await call('rita', 'PUT', `${notes}/${note.id}`, { body: 'Why not?' });
  expect((await sent()).map(({ body }) => body.object_attributes)).toMatchObject([
    { action: 'update', note: 'Why not?' },
  ]);
  await call('rita', 'POST', notes, { body: 'Secret', internal: true });
  await call('dana', 'PUT', `${path}/1`, { state_event: 'close' });
  expect((await sent()).map(({ headers }) => headers['x-gitlab-event'])).toEqual(['Merge Request Hook']);
  await call('mina', 'POST', hooks, { url: receiver.url, confidential_note_events: true });
  await call('rita', 'POST', notes, { body: 'Secret', internal: true });
  expect((await sent()).map(({ headers, body }) => [headers['x-gitlab-event'], body['event_type']])).toEqual([
    ['Confidential Note Hook', 'confidential_note'],
  ]);
});
