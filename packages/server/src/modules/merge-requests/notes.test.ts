import { noteLimitPerItem } from '@milepost/core/notes';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { test, type Row } from '../../testing/merge-requests.ts';

test('DL-MR-08: notes and discussions with the rules and limits of issue notes', async ({ newCode, call, db }) => {
  const { path, branch } = await newCode('public');
  await branch('feature', { a: 'a' });
  await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
  const notes = `${path}/1/notes`;
  const written = await call<Row>('gwen', 'POST', notes, { body: 'Looks *good*' });
  expect(written).toMatchObject({
    status: 201,
    body: {
      body: 'Looks *good*',
      author: { username: 'gwen' },
      system: false,
      internal: false,
      noteable_type: 'MergeRequest',
      noteable_iid: 1,
      resolvable: false,
    },
  });
  const one = `${notes}/${written.body.id}`;
  expect((await call('nobody', 'GET', one)).body).toEqual(written.body);
  expect((await call('nobody', 'POST', notes, { body: 'x' })).status).toBe(401);
  expect((await call('gwen', 'POST', notes, { body: ' ' })).status).toBe(400);
  expect((await call('gwen', 'POST', notes, { body: 'x'.repeat(1_048_577) })).status).toBe(400);
  expect((await call('dana', 'PUT', one, { body: 'Mine' })).status).toBe(403);
  expect((await call('gwen', 'PUT', one, { body: 'Fine' })).body).toMatchObject({ body: 'Fine' });
  expect((await call<Row>('rita', 'GET', `${path}/1`)).body['user_notes_count']).toBe(1);

  const internal = await call<Row>('rita', 'POST', notes, { body: 'Secret', internal: true });
  expect(internal).toMatchObject({ status: 201, body: { internal: true } });
  expect((await call('gwen', 'POST', notes, { body: 'Secret', internal: true })).status).toBe(403);
  for (const who of ['nobody', 'otto', 'gwen'] as const) {
    expect((await call(who, 'GET', `${notes}/${internal.body.id}`)).status).toBe(404);
    expect((await call<Row[]>(who, 'GET', notes)).body.map(({ id }) => id)).toEqual([written.body.id]);
    expect((await call<Row>(who, 'GET', `${path}/1`)).body['user_notes_count']).toBe(1);
  }

  await call('dana', 'PUT', `${path}/1`, { state_event: 'close' });
  const activity = await call<Row[]>('rita', 'GET', notes, { activity_filter: 'only_activity' });
  expect(activity.body).toMatchObject([{ system: true, body: 'closed', author: { username: 'dana' } }]);
  const system = `${notes}/${activity.body[0]?.id}`;
  expect((await call('ada', 'PUT', system, { body: 'x' })).status).toBe(403);
  expect((await call('ada', 'DELETE', system)).status).toBe(403);

  const thread = await call<{ id: string; notes: Row[] }>('otto', 'POST', `${path}/1/discussions`, { body: 'Why?' });
  expect(thread).toMatchObject({
    status: 201,
    body: { individual_note: false, notes: [{ body: 'Why?', resolvable: true }] },
  });
  const discussion = `${path}/1/discussions/${thread.body.id}`;
  const reply = await call<Row>('dana', 'POST', `${discussion}/notes`, { body: 'Because' });
  expect(reply).toMatchObject({ status: 201, body: { type: 'DiscussionNote' } });
  expect((await call('gwen', 'PUT', discussion, { resolved: true })).status).toBe(403);
  const replied = `${discussion}/notes/${reply.body.id}`;
  expect((await call('dana', 'PUT', replied, { resolved: true })).body).toMatchObject({
    body: 'Because',
    resolved: true,
  });
  expect((await call('dana', 'PUT', replied, { resolved: false })).body).toMatchObject({ resolved: false });
  expect((await call('dana', 'PUT', replied, { body: 'So' })).body).toMatchObject({ body: 'So' });
  expect((await call('gwen', 'PUT', replied, { resolved: true })).status).toBe(403);
  for (const wrong of [{}, { body: 'x', resolved: true }]) {
    expect((await call('dana', 'PUT', replied, wrong)).status).toBe(400);
  }
  expect((await call('dana', 'PUT', discussion, { resolved: true })).body).toMatchObject({
    notes: [{ resolved: true, resolved_by: { username: 'dana' } }, { resolved: true }],
  });
  expect((await call<object[]>('nobody', 'GET', `${path}/1/discussions`)).headers['x-total']).toBe('3');
  const changed = await call('dana', 'PUT', `${discussion}/notes/${reply.body.id}`, { body: 'So' });
  expect(changed.body).toMatchObject({ body: 'So' });
  expect((await call('mina', 'DELETE', `${discussion}/notes/${reply.body.id}`)).status).toBe(204);
  expect((await call('gwen', 'DELETE', one)).status).toBe(204);
  expect((await call('gwen', 'GET', one)).status).toBe(404);
  expect((await call('nobody', 'GET', `${path}/1/discussions/${'0'.repeat(40)}`)).status).toBe(404);

  // As many comments as an issue takes.
  const { body: request } = await call<Row>('rita', 'GET', `${path}/1`);
  await sql`
    INSERT INTO merge_request_notes (merge_request_id, discussion_id, body)
    SELECT ${request.id}, md5(n::text) || '00000000', 'x' FROM generate_series(1, ${noteLimitPerItem}) n`.execute(db);
  const full = { message: { base: [`Maximum number of comments exceeded (${noteLimitPerItem})`] } };
  expect(await call('gwen', 'POST', notes, { body: 'One more' })).toMatchObject({ status: 400, body: full });
  expect((await call('gwen', 'POST', `${path}/1/discussions`, { body: 'One more' })).status).toBe(400);
});

test('DL-MR-08: a comment on a line of a diff is refused instead of losing its line', async ({ newCode, call }) => {
  const { path, branch } = await newCode();
  await branch('feature', { a: 'a' });
  await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
  const threads = `${path}/1/discussions`;
  const position = { position_type: 'text', new_path: 'a', new_line: 1 };
  expect(await call('dana', 'POST', threads, { body: 'Here', position })).toMatchObject({
    status: 400,
    body: { error: 'position is not supported' },
  });
  expect((await call('dana', 'GET', threads)).body).toEqual([]);
  expect((await call('dana', 'POST', threads, { body: 'Here', position: null })).status).toBe(201);
});

test('DL-MR-08: only members comment on a merge request whose discussion is locked', async ({ newCode, call }) => {
  const { path, branch } = await newCode('public');
  await branch('feature', { a: 'a' });
  await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
  const notes = `${path}/1/notes`;
  const locked = await call('dana', 'PUT', `${path}/1`, { discussion_locked: true });
  expect(locked).toMatchObject({ status: 200, body: { discussion_locked: true } });
  expect((await call('otto', 'POST', notes, { body: 'Hello' })).status).toBe(403);
  expect((await call('otto', 'POST', `${path}/1/discussions`, { body: 'Hello' })).status).toBe(403);
  expect((await call('gwen', 'POST', notes, { body: 'Hello' })).status).toBe(201);
  await call('dana', 'PUT', `${path}/1`, { discussion_locked: false });
  expect((await call('otto', 'POST', notes, { body: 'Hello' })).status).toBe(201);
  const activity = await call<Row[]>('rita', 'GET', notes, { activity_filter: 'only_activity', sort: 'asc' });
  expect(activity.body.map(({ body }) => body)).toEqual([
    'locked the discussion in this merge request',
    'unlocked the discussion in this merge request',
  ]);
});
