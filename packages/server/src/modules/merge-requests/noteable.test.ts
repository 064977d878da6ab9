import { expect } from 'vitest';
import { test, type Row } from '../../testing/merge-requests.ts';

const fields = `id body internal system url author { username } resolvable
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
