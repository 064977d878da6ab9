import { expect } from 'vitest';
import { test as base, type Row } from '../../testing/merge-requests.ts';

interface Thread {
  id: string;
  notes: (Row & { resolved: boolean; resolved_by: { username: string } | null })[];
}

const test = base.extend('site', async ({ newCode, call }) => {
  const { path, branch, project } = await newCode('public');
  await branch('feature', { a: 'a' });
  const fields = { source_branch: 'feature', target_branch: 'main', title: 'A' };
  const request = (await call<Row>('dana', 'POST', path, fields)).body;
  const discussions = `${path}/1/discussions`;
  const start = async (who: 'otto' | 'dana' | 'rita', body: string) =>
    (await call<Thread>(who, 'POST', discussions, { body })).body.id;
  return {
    project,
    request,
    start,
    notes: `${path}/1/notes`,
    issues: `/projects/${project.id}/issues`,
    thread: async (id: string) => (await call<Thread>('dana', 'GET', `${discussions}/${id}`)).body.notes[0],
  };
});

const createIssue = `mutation ($input: CreateIssueInput!) {
  createIssue(input: $input) { issue { iid description } errors }
}`;
interface Created {
  createIssue: { issue: { iid: string; description: string } | null; errors: string[] } | null;
}

test('createIssue resolves one thread of a merge request, or all open ones, and links to them', async ({
  site,
  ask,
  call,
}) => {
  const { project, request } = site;
  const first = await site.start('otto', 'Why?');
  const second = await site.start('rita', 'How?');
  const input = {
    projectPath: project.fullPath,
    title: 'Later',
    mergeRequestToResolveDiscussionsOf: `gid://gitlab/MergeRequest/${request.id}`,
  };
  const one = await ask<Created>('dana', createIssue, { input: { ...input, discussionToResolve: second } });
  const { notes } = site;
  const secondNote = (await site.thread(second))?.id;
  expect(one.data.createIssue).toMatchObject({
    errors: [],
    issue: {
      iid: '1',
      description: expect.stringMatching(
        new RegExp(
          `^Threads of !1:\n\n- \\[ \\] \\[Thread by rita\\]\\(\\S+/-/merge_requests/1#note_${secondNote}\\)$`,
        ),
      ) as string,
    },
  });
  expect(await site.thread(second)).toMatchObject({ resolved: true, resolved_by: { username: 'dana' } });
  expect(await site.thread(first)).toMatchObject({ resolved: false });
  // A description of the client's own is kept.
  const all = await ask<Created>('dana', createIssue, { input: { ...input, description: 'Mine' } });
  expect(all.data.createIssue).toMatchObject({ errors: [], issue: { iid: '2', description: 'Mine' } });
  expect(await site.thread(first)).toMatchObject({ resolved: true, resolved_by: { username: 'dana' } });
  const activity = await call<Row[]>('dana', 'GET', notes, { activity_filter: 'only_activity', sort: 'asc' });
  expect(activity.body.map(({ body }) => body)).toEqual([
    'resolved a thread by creating issue #1',
    'resolved all threads by creating issue #2',
  ]);
});

test('threads that cannot be resolved refuse the issue', async ({ site, ask, build, call }) => {
  const { project, request } = site;
  const thread = await site.start('otto', 'Why?');
  const single = await call<Row>('otto', 'POST', site.notes, { body: 'Alone' });
  const ofSingle = await call<{ id: string; notes: Row[] }[]>(
    'dana',
    'GET',
    site.notes.replace('notes', 'discussions'),
  );
  const singleId = ofSingle.body.find(({ notes }) => notes[0]?.id === single.body.id)?.id;
  const mergeRequestToResolveDiscussionsOf = `gid://gitlab/MergeRequest/${request.id}`;
  const attempt = async (who: 'dana' | 'rita' | 'otto', fields: object) => {
    const input = { projectPath: project.fullPath, title: 'Later', ...fields };
    const { data, errors } = await ask<Created>(who, createIssue, { input });
    return { issue: data.createIssue?.issue ?? null, errors: data.createIssue?.errors ?? errors };
  };
  // Whose permissions do not include the thread of another.
  for (const who of ['rita', 'otto'] as const) {
    expect((await attempt(who, { mergeRequestToResolveDiscussionsOf })).issue).toBeNull();
  }
  expect(await attempt('dana', { discussionToResolve: thread })).toEqual({
    issue: null,
    errors: ['DiscussionToResolve needs mergeRequestToResolveDiscussionsOf'],
  });
  expect(await attempt('dana', { mergeRequestToResolveDiscussionsOf, discussionToResolve: singleId })).toEqual({
    issue: null,
    errors: ['Only threads can be resolved'],
  });
  const unknown = { mergeRequestToResolveDiscussionsOf, discussionToResolve: '0'.repeat(40) };
  expect((await attempt('dana', unknown)).issue).toBeNull();
  const elsewhere = (await build.project({ visibility: 'public' })).fullPath;
  expect(await attempt('dana', { mergeRequestToResolveDiscussionsOf, projectPath: elsewhere })).toEqual({
    issue: null,
    errors: ['The merge request belongs to another project'],
  });
  expect(await site.thread(thread)).toMatchObject({ resolved: false });
  expect((await call<Row[]>('dana', 'GET', site.issues)).body).toEqual([]);
});

test('REST and workItemCreate resolve threads as createIssue does', async ({ site, ask, call }) => {
  const thread = await site.start('otto', 'Why?');
  const fields = { title: 'Later', discussion_to_resolve: thread };
  expect((await call('dana', 'POST', site.issues, fields)).status).toBe(400);
  const wrong = { ...fields, merge_request_to_resolve_discussions_of: 7 };
  expect((await call('dana', 'POST', site.issues, wrong)).status).toBe(404);
  const right = { ...fields, merge_request_to_resolve_discussions_of: 1 };
  expect((await call('rita', 'POST', site.issues, right)).status).toBe(403);
  expect(await call('dana', 'POST', site.issues, right)).toMatchObject({
    status: 201,
    body: { description: expect.stringContaining('[Thread by otto]') as string },
  });
  expect(await site.thread(thread)).toMatchObject({ resolved: true });
  const second = await site.start('otto', 'How?');
  const mutation = `mutation ($input: WorkItemCreateInput!) { workItemCreate(input: $input) { workItem { iid } errors } }`;
  const { data } = await ask<object>('dana', mutation, {
    input: {
      namespacePath: site.project.fullPath,
      title: 'Later',
      workItemTypeId: 'gid://gitlab/WorkItems::Type/1',
      discussionsToResolve: { noteableId: `gid://gitlab/MergeRequest/${site.request.id}` },
    },
  });
  expect(data).toEqual({ workItemCreate: { workItem: { iid: '2' }, errors: [] } });
  expect(await site.thread(second)).toMatchObject({ resolved: true });
});
