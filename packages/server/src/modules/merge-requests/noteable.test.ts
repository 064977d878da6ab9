import { expect } from 'vitest';
import { test, type Row } from '../../testing/merge-requests.ts';

const fields = `id body internal system url noteableType noteableId project { fullPath } author { username } resolvable
  discussion { id resolved notes { nodes { body } } userPermissions { resolveNote } }
  awardEmoji { nodes { name } } userPermissions { createNote adminNote awardEmoji resolveNote }`;

interface Shown {
  id: string;
  body: string;
  discussion: { id: string; notes: { nodes: { body: string }[] } };
}

test('DL-MR-08: createNote and createDiscussion comment on merge requests, and updateNote and destroyNote change the comments', async ({
  newCode,
  call,
  ask,
  build,
}) => {
  const { path, branch } = await newCode();
  await branch('feature', { a: 'a' });
  const made = await call<Row>('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
  const noteableId = `gid://gitlab/MergeRequest/${made.body.id}`;
  const send = async (who: 'rita' | 'gwen' | 'otto' | 'nobody' | 'dana', name: string, type: string, input: object) => {
    const mutation = `mutation ($input: ${type}!) { ${name}(input: $input) { errors note { ${fields} } } }`;
    const { data, errors } = await ask<Record<string, { errors: string[]; note: Shown | null } | null>>(who, mutation, {
      input,
    });
    return { ...data[name], refused: errors?.length ?? 0 };
  };
  const written = await send('rita', 'createNote', 'CreateNoteInput', { noteableId, body: 'Looks *good*' });
  expect(written).toMatchObject({
    errors: [],
    note: {
      body: 'Looks *good*',
      internal: false,
      system: false,
      noteableType: 'MergeRequest',
      noteableId: made.body.id,
      url: expect.stringMatching(/merge_requests\/1#note_\d+$/) as string,
      author: { username: 'rita' },
      resolvable: false,
      discussion: { resolved: false, notes: { nodes: [{ body: 'Looks *good*' }] } },
      awardEmoji: { nodes: [] },
      userPermissions: { createNote: true, adminNote: true, awardEmoji: false },
    },
  });
  const thread = await send('dana', 'createDiscussion', 'CreateDiscussionInput', { noteableId, body: 'Why?' });
  const discussionId = thread.note?.discussion.id;
  const reply = { noteableId, body: 'Because', discussionId };
  expect(await send('rita', 'createNote', 'CreateNoteInput', reply)).toMatchObject({
    note: {
      resolvable: true,
      discussion: { id: discussionId, notes: { nodes: [{ body: 'Why?' }, { body: 'Because' }] } },
    },
  });
  expect(await send('rita', 'createNote', 'CreateNoteInput', { noteableId, body: 'x', internal: true })).toMatchObject({
    note: { internal: true },
  });
  const id = written.note?.id;
  expect(await send('rita', 'updateNote', 'UpdateNoteInput', { id, body: 'Fine' })).toMatchObject({
    errors: [],
    note: { id, body: 'Fine' },
  });
  expect(await send('dana', 'updateNote', 'UpdateNoteInput', { id, body: 'Mine' })).toMatchObject({ refused: 1 });
  expect(await send('rita', 'createNote', 'CreateNoteInput', { noteableId, body: ' ' })).toMatchObject({
    errors: ["Note can't be blank"],
  });
  for (const who of ['otto', 'nobody'] as const) {
    expect(await send(who, 'createNote', 'CreateNoteInput', { noteableId, body: 'x' })).toMatchObject({ refused: 1 });
    expect(await send(who, 'updateNote', 'UpdateNoteInput', { id, body: 'x' })).toMatchObject({ refused: 1 });
  }
  const missing = { noteableId: 'gid://gitlab/MergeRequest/999999', body: 'x' };
  expect(await send('rita', 'createNote', 'CreateNoteInput', missing)).toMatchObject({ refused: 1 });
  // A discussion of an issue is none of the request.
  const note = await build.note({ on: await build.issue() });
  const foreign = { noteableId, body: 'x', discussionId: `gid://gitlab/Discussion/${note.discussionId}` };
  expect(await send('rita', 'createNote', 'CreateNoteInput', foreign)).toMatchObject({ refused: 1 });
  expect(await send('rita', 'destroyNote', 'DestroyNoteInput', { id })).toMatchObject({ errors: [], note: null });
  const notes = await call<Row[]>('rita', 'GET', `${path}/1/notes`);
  expect(new Set(notes.body.map((each) => each['body']))).toEqual(new Set(['Because', 'Why?', 'x']));
});

test('discussionToggleResolve resolves threads of merge requests by the rules of REST', async ({
  newCode,
  call,
  ask,
  build,
}) => {
  const { path, branch } = await newCode('public');
  await branch('feature', { a: 'a' });
  await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
  const thread = await call<{ id: string }>('otto', 'POST', `${path}/1/discussions`, { body: 'Why?' });
  const toggle = async (who: 'dana' | 'otto' | 'gwen' | 'nobody', id: string, resolve: boolean) => {
    const mutation = `mutation ($id: DiscussionID!, $resolve: Boolean!) {
      discussionToggleResolve(input: { id: $id, resolve: $resolve }) {
        errors discussion { id resolvable resolved resolvedBy { username } notes { nodes { body } } } } }`;
    const variables = { id: `gid://gitlab/Discussion/${id}`, resolve };
    const { data, errors } = await ask<{ discussionToggleResolve: object | null }>(who, mutation, variables);
    return data.discussionToggleResolve ?? errors?.length;
  };
  const discussion = { id: `gid://gitlab/Discussion/${thread.body.id}`, resolvable: true };
  for (const who of ['gwen', 'nobody'] as const) expect(await toggle(who, thread.body.id, true)).toBe(1);
  expect(await toggle('dana', thread.body.id, true)).toMatchObject({
    errors: [],
    discussion: {
      ...discussion,
      resolved: true,
      resolvedBy: { username: 'dana' },
      notes: { nodes: [{ body: 'Why?' }] },
    },
  });
  // Its author may as well.
  expect(await toggle('otto', thread.body.id, false)).toMatchObject({
    discussion: { ...discussion, resolved: false, resolvedBy: null },
  });
  const single = await call<Row>('otto', 'POST', `${path}/1/notes`, { body: 'Alone' });
  const all = await call<{ id: string; notes: Row[] }[]>('dana', 'GET', `${path}/1/discussions`);
  const singleId = all.body.find(({ notes }) => notes[0]?.id === single.body.id)?.id ?? '';
  expect(await toggle('dana', singleId, true)).toEqual({
    errors: ['Only threads can be resolved'],
    discussion: null,
  });
  const first = await build.note({ on: await build.issue({ author: 'dana' }) });
  await build.note({ on: { id: first.workItemId }, answers: first });
  expect(await toggle('dana', first.discussionId, true)).toMatchObject({ errors: [], discussion: { resolved: true } });
  expect(await toggle('dana', '0'.repeat(40), true)).toBe(1);
});

test('createNote with mergeRequestDiffHeadSha is refused when the merge request has a newer commit', async ({
  newCode,
  call,
  ask,
  build,
}) => {
  const { path, branch } = await newCode();
  const sha = await branch('feature', { a: 'a' });
  const made = await call<Row>('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
  const write = async (noteableId: string, mergeRequestDiffHeadSha: string) => {
    const { data, errors } = await ask<{ createNote: { errors: string[]; note: { body: string } | null } | null }>(
      'dana',
      `mutation ($input: CreateNoteInput!) { createNote(input: $input) { errors note { body } } }`,
      { input: { noteableId, body: 'Fine', mergeRequestDiffHeadSha } },
    );
    return data.createNote ?? errors;
  };
  const request = `gid://gitlab/MergeRequest/${made.body.id}`;
  expect(await write(request, sha)).toEqual({ errors: [], note: { body: 'Fine' } });
  await branch('feature', { a: 'b' });
  expect(JSON.stringify(await write(request, sha))).toContain('SHA does not match HEAD of source branch');
  const issue = await build.issue({ author: 'dana' });
  expect(await write(`gid://gitlab/Issue/${issue.id}`, sha)).toEqual({
    errors: ['MergeRequestDiffHeadSha is for comments on merge requests only'],
    note: null,
  });
  expect((await call<Row[]>('dana', 'GET', `${path}/1/notes`, { activity_filter: 'only_comments' })).body).toHaveLength(
    1,
  );
});
