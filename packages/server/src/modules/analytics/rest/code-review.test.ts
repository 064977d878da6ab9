import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CastName } from '../../../testing/cast.ts';
import type { Call } from '../../../testing/http.ts';
import { test, type Code, type Row } from '../../../testing/merge-requests.ts';
import type { World } from '../../../testing/world.ts';

const path = '/analytics/code_review';

test('DL-AN-03, RS-AN-01: open requests with review time, approvals, comments and changes, filtered by label and milestone', async ({
  newCode,
  call,
  world,
  build,
}) => {
  const code = await newCode();
  const { project } = code;
  expect((await call('rita', 'GET', path)).status).toBe(400);
  expect((await call('rita', 'GET', path, { project_id: '' })).status).toBe(400);
  expect((await call('otto', 'GET', path, { project_id: project.id })).status).toBe(404);
  const list = async (more: object = {}, who: CastName = 'rita') =>
    (await call<Row[]>(who, 'GET', path, { project_id: project.id, ...more })).body;
  expect(await list()).toEqual([]);

  const milestone = await build.milestone({ namespace: project, title: 'Spring' });
  for (const title of ['urgent', 'old']) await build.label({ namespace: project, title });
  const open = (name: string, more: object = {}) => openRequest(code, call, name, more);
  const read = await open('read', { labels: 'urgent,old', milestone_id: milestone.id, description: 'Why' });
  const early = await open('early', { labels: 'urgent' });
  const waiting = await open('waiting');
  const closed = await open('closed', { labels: 'urgent', milestone_id: milestone.id });
  await call('dana', 'PUT', `${code.path}/${closed.iid}`, { state_event: 'close' });

  const comment = ({ id }: Row, author: CastName, hours: number, isInternal = false) =>
    insertComment(world, id, { author, hours, isInternal });
  const timeOf = async ({ iid }: Row) => (await list()).find((row) => row.iid === iid)?.['review_time'];
  // The author's own comment begins no review.
  await comment(read, 'dana', 9);
  expect(await timeOf(read)).toBeNull();
  await comment(read, 'mina', 3);
  await comment(read, 'rita', 5);
  expect(await timeOf(read)).toBe(5);
  await comment(read, 'ada', 7, true);
  await comment(early, 'ada', 8);
  expect(await timeOf(read)).toBe(7);

  const approved = await call('mina', 'POST', `${code.path}/${read.iid}/approve`);
  expect(approved.status).toBe(201);

  const rows = await list();
  expect(rows.map(({ iid }) => iid)).toEqual([early.iid, read.iid, waiting.iid]);
  expect(rows[1]).toEqual({
    id: read.id,
    iid: read.iid,
    project_id: project.id,
    title: 'read',
    description: 'Why',
    state: 'opened',
    created_at: read['created_at'],
    updated_at: expect.any(String) as string,
    web_url: read['web_url'],
    milestone: expect.objectContaining({ id: milestone.id, title: 'Spring' }) as object,
    author: expect.objectContaining({ username: 'dana' }) as object,
    approved_by: [expect.objectContaining({ username: 'mina' })],
    notes_count: 4,
    review_time: 7,
    diff_stats: { additions: 2, deletions: 1, commits_count: 1 },
  });
  expect(rows[2]).toMatchObject({ review_time: null, notes_count: 0, approved_by: [], milestone: null });

  const iids = async (filter: object) => (await list(filter)).map(({ iid }) => iid);
  expect(await iids({ label_name: 'urgent' })).toEqual([early.iid, read.iid]);
  expect(await iids({ label_name: ['urgent', 'old'] })).toEqual([read.iid]);
  expect(await iids({ label_name: 'None' })).toEqual([waiting.iid]);
  expect(await iids({ label_name: 'Any' })).toEqual([early.iid, read.iid]);
  expect(await iids({ label_name: 'none such' })).toEqual([]);
  expect(await iids({ 'not[label_name]': 'old' })).toEqual([early.iid, waiting.iid]);
  expect(await iids({ 'not[label_name][]': ['urgent', 'old'] })).toEqual([waiting.iid]);
  expect(await iids({ 'not[label_name]': 'Any' })).toEqual([waiting.iid]);
  expect(await iids({ milestone_title: 'Spring' })).toEqual([read.iid]);
  expect(await iids({ milestone_title: 'Autumn' })).toEqual([]);
  expect(await iids({ milestone_title: 'None' })).toEqual([early.iid, waiting.iid]);
  expect(await iids({ 'not[milestone_title]': 'Spring' })).toEqual([early.iid, waiting.iid]);
  expect(await iids({ 'not[milestone_title]': 'None' })).toEqual([read.iid]);
  expect(await iids({ label_name: 'urgent', 'not[milestone_title]': 'Spring' })).toEqual([early.iid]);
  expect(await iids({ per_page: 1, page: 2 })).toEqual([read.iid]);
});

test('internal comments count only for those who read them', async ({ newCode, call, world }) => {
  const code = await newCode('public');
  const { id } = await openRequest(code, call, 'change', {});
  await insertComment(world, id, { author: 'mina', hours: 4, isInternal: false });
  await insertComment(world, id, { author: 'ada', hours: 9, isInternal: true });
  const seenBy = async (who: CastName) => {
    const [row] = (await call<Row[]>(who, 'GET', path, { project_id: code.project.id })).body;
    return [row?.['review_time'], row?.['notes_count']];
  };
  expect(await seenBy('paul')).toEqual([9, 2]);
  for (const who of ['gwen', 'otto', 'nobody'] as const) expect(await seenBy(who)).toEqual([4, 1]);
});

/** A request by Dana with one commit that changes two lines and removes one. */
async function openRequest(code: Code, call: Call, name: string, more: object): Promise<Row> {
  await code.branch(name, { 'README.md': 'two\n', [`${name}.md`]: 'new\n' });
  const fields = { title: name, source_branch: name, target_branch: 'main', ...more };
  const { status, body } = await call<Row>('dana', 'POST', code.path, fields);
  expect(status).toBe(201);
  return body;
}

async function insertComment(
  { db, userIds }: World,
  id: number,
  { author, hours, isInternal }: { author: CastName; hours: number; isInternal: boolean },
): Promise<void> {
  const userId = author === 'nobody' ? null : userIds[author];
  await sql`INSERT INTO merge_request_notes (merge_request_id, discussion_id, author_id, body, is_internal, created_at)
    VALUES (${id}, ${`${author}-${hours}`}, ${userId}, 'Read', ${isInternal}, now() - make_interval(hours => ${hours}, mins => 1))`.execute(
    db,
  );
}
