import { ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import { noteLimitPerItem } from '@milepost/core/notes';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { test } from '../../testing/test.ts';
import { closeWorkItem } from '../work-items/commands.ts';
import { createNote, deleteNote, resolveDiscussion, updateNote, visibleNote } from './commands.ts';
import { isOfDiscussions, newDiscussionId } from './store/discussion-ids.ts';
import { discussionsAfter, discussionsOnPage, countDiscussions } from './store/discussions.ts';
import {
  authorLevelOfNote,
  countNotes,
  noteCountsOfWorkItem,
  notesAfter,
  notesOfDiscussion,
  notesOnPage,
  type NoteListing,
} from './store.ts';

const firstPage = { page: 1, perPage: 100, offset: 0 };

describe('commenting', () => {
  test('a comment is rendered when it is written, and is a discussion of its own', async ({ as, build }) => {
    const issue = await build.issue();
    const note = await createNote(as('gwen'), { workItemId: issue.id, body: 'so **nice**' });
    expect(note).toMatchObject({ body: 'so **nice**', isThread: false, isSystem: false, isInternal: false });
    expect(note.bodyHtml).toContain('<strong>nice</strong>');
    expect(note.discussionId).toMatch(/^[0-9a-f]{40}$/);
  });

  test('a reply turns a single comment into a thread', async ({ as, build }) => {
    const epic = await build.epic();
    const first = await createNote(as('gwen'), { workItemId: epic.id, body: 'Why?' });
    const answer = await createNote(as('ada'), {
      workItemId: epic.id,
      body: 'Because.',
      discussionId: first.discussionId,
    });
    expect(answer).toMatchObject({ discussionId: first.discussionId, isThread: true });
    const notes = await as('gwen').load(notesOfDiscussion, first.discussionId);
    expect(notes?.map(({ body, isThread }) => [body, isThread])).toEqual([
      ['Why?', true],
      ['Because.', true],
    ]);
  });

  test('a discussion begins with the id of its first note, by which it is found; only others are in the index of discussions', async ({
    as,
    build,
    db,
  }) => {
    const issue = await build.issue();
    const on = { workItemId: issue.id };
    const first = await createNote(as('gwen'), { ...on, body: 'Why?' });
    const before = await build.note({ on: issue, body: 'Of before' });
    const replies = [first, before].map(({ discussionId }) =>
      createNote(as('ada'), { ...on, body: 'A', discussionId }),
    );
    await Promise.all(replies);
    await closeWorkItem(as('ada'), issue.id);
    const notes = await db.selectFrom('notes').selectAll().where('workItemId', '=', issue.id).orderBy('id').execute();
    expect(
      notes.map(({ id, body, discussionId }) => [body, discussionId.startsWith(id.toString(16).padStart(12, '0'))]),
    ).toEqual([
      ['Why?', true],
      ['Of before', false],
      ['A', false],
      ['A', false],
      ['closed', true],
    ]);
    const ids = [...new Set(notes.map(({ discussionId }) => discussionId))];
    const found = await Promise.all(ids.map((id) => as('gwen').load(notesOfDiscussion, id)));
    expect(found.map((each) => each?.map(({ body }) => body))).toEqual([['Why?', 'A'], ['Of before', 'A'], ['closed']]);
    expect(await as('gwen').load(notesOfDiscussion, "no id'")).toEqual([]);
    const plan = await db.transaction().execute(async (trx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(trx);
      return sql<object>`EXPLAIN SELECT FROM notes WHERE ${isOfDiscussions(ids, 'notes')}`.execute(trx);
    });
    expect(JSON.stringify(plan.rows)).toMatch(/notes_pkey.*notes_by_discussion/);
  });

  test('a reply belongs to a discussion of the same item, and system notes accept none', async ({ as, build }) => {
    const project = await build.project();
    const [one, two] = [await build.issue({ project }), await build.issue({ project })];
    const foreign = await build.note({ on: two });
    const system = await build.note({ on: one, system: true });
    const answer = (discussionId: string) => createNote(as('ada'), { workItemId: one.id, body: 'x', discussionId });
    await expect(answer(foreign.discussionId)).rejects.toThrow(NotFoundError);
    await expect(answer(newDiscussionId())).rejects.toThrow(NotFoundError);
    await expect(answer(system.discussionId)).rejects.toThrow(ForbiddenError);
  });

  test('visitors and outsiders may not; in a locked discussion only members', async ({ as, build, db }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project });
    const comment = (who: 'nobody' | 'otto' | 'gwen') => createNote(as(who), { workItemId: issue.id, body: 'x' });
    await expect(comment('nobody')).rejects.toThrow(ForbiddenError);
    await expect(comment('otto')).resolves.toBeDefined();
    await db.updateTable('workItems').set({ isDiscussionLocked: true }).where('id', '=', issue.id).execute();
    await expect(comment('otto')).rejects.toThrow(ForbiddenError);
    await expect(comment('gwen')).resolves.toBeDefined();
    const hidden = await build.issue({ confidential: true });
    await expect(createNote(as('gwen'), { workItemId: hidden.id, body: 'x' })).rejects.toThrow(NotFoundError);
  });

  test('an empty or oversized comment is refused, and one too many', async ({ as, build, db }) => {
    const issue = await build.issue();
    const comment = (body: string) => createNote(as('gwen'), { workItemId: issue.id, body });
    await expect(comment(' ')).rejects.toThrow("Note can't be blank");
    await expect(comment('x'.repeat(1_048_577))).rejects.toThrow(ValidationError);
    await sql`INSERT INTO notes (work_item_id, discussion_id, body)
      SELECT ${issue.id}, repeat('0', 40), 'x' FROM generate_series(1, ${noteLimitPerItem})`.execute(db);
    await expect(comment('one too many')).rejects.toThrow(ValidationError);
  });

  test('owners may date a comment back, others write now', async ({ as, build }) => {
    const issue = await build.issue();
    const createdAt = new Date('2020-01-01T00:00:00Z');
    const comment = (who: 'ada' | 'gwen') => createNote(as(who), { workItemId: issue.id, body: 'x', createdAt });
    expect((await comment('ada')).createdAt).toEqual(createdAt);
    expect((await comment('gwen')).createdAt.getTime()).toBeGreaterThan(createdAt.getTime());
  });
});

describe('internal notes', () => {
  test('they are written and read from planner up, and hidden from everyone else', async ({ as, build }) => {
    const group = await build.group({ visibility: 'public' });
    const issue = await build.issue({ project: await build.project({ group }) });
    const wanted = { workItemId: issue.id, body: 'secret', isInternal: true };
    await expect(createNote(as('gwen'), wanted)).rejects.toThrow(ForbiddenError);
    const note = await createNote(as('paul'), wanted);
    await createNote(as('gwen'), { workItemId: issue.id, body: 'open' });
    const listing = { workItemId: issue.id };
    const bodies = async (who: 'paul' | 'gwen' | 'nobody' | 'root') =>
      (await notesOnPage(as(who), listing, firstPage)).map(({ body }) => body);
    expect(await bodies('paul')).toEqual(['secret', 'open']);
    expect(await bodies('root')).toEqual(['secret', 'open']);
    expect(await bodies('gwen')).toEqual(['open']);
    expect(await bodies('nobody')).toEqual(['open']);
    expect(await countNotes(as('gwen'), listing)).toBe(1);
    expect(await countDiscussions(as('gwen'), listing)).toBe(1);
    expect(await as('gwen').load(noteCountsOfWorkItem, issue.id)).toEqual({ notes: 1, discussions: 1 });
    expect(await as('gwen').load(notesOfDiscussion, note.discussionId)).toEqual([]);
    expect(await visibleNote(as('gwen'), note.id)).toBeNull();
  });

  test('a reply to an internal note is internal', async ({ as, build }) => {
    const issue = await build.issue();
    const first = await build.note({ on: issue, internal: true });
    const answer = await createNote(as('paul'), { workItemId: issue.id, body: 'x', discussionId: first.discussionId });
    expect(answer.isInternal).toBe(true);
    const hidden = createNote(as('gwen'), { workItemId: issue.id, body: 'x', discussionId: first.discussionId });
    await expect(hidden).rejects.toThrow(NotFoundError);
  });
});

describe('changing comments', () => {
  test('authors and maintainers change and remove them, others may not', async ({ as, build }) => {
    const issue = await build.issue();
    const note = await build.note({ on: issue, author: 'gwen', body: 'a' });
    await expect(updateNote(as('dana'), note.id, 'b')).rejects.toThrow(ForbiddenError);
    await expect(deleteNote(as('dana'), note.id)).rejects.toThrow(ForbiddenError);
    const changed = await updateNote(as('gwen'), note.id, '_b_');
    expect(changed.bodyHtml).toContain('<em>b</em>');
    expect(changed.lastEditedAt).toBeInstanceOf(Date);
    expect((await updateNote(as('mina'), note.id, 'c')).body).toBe('c');
    await deleteNote(as('gwen'), note.id);
    await expect(updateNote(as('gwen'), note.id, 'd')).rejects.toThrow(NotFoundError);
  });

  test('what the machine wrote stays as it is', async ({ as, build }) => {
    const note = await build.note({ on: await build.issue(), author: 'ada', system: true });
    await expect(updateNote(as('ada'), note.id, 'x')).rejects.toThrow(ForbiddenError);
    await expect(deleteNote(as('root'), note.id)).rejects.toThrow(ForbiddenError);
  });

  test('outsiders learn nothing of a private note', async ({ as, build }) => {
    const note = await build.note({ on: await build.issue() });
    await expect(updateNote(as('otto'), note.id, 'x')).rejects.toThrow(NotFoundError);
    await expect(deleteNote(as('nobody'), note.id)).rejects.toThrow(NotFoundError);
  });
});

test('threads are settled and opened again, single comments are not', async ({ as, build }) => {
  const issue = await build.issue({ author: 'dana' });
  const alone = await build.note({ on: issue });
  const thread = await createNote(as('gwen'), { workItemId: issue.id, body: 'Q', isThread: true });
  await createNote(as('paul'), { workItemId: issue.id, body: 'A', discussionId: thread.discussionId });
  await expect(resolveDiscussion(as('gwen'), alone.discussionId, true)).rejects.toThrow(ForbiddenError);
  await expect(resolveDiscussion(as('paul'), alone.discussionId, true)).rejects.toThrow(ValidationError);
  await expect(resolveDiscussion(as('otto'), thread.discussionId, true)).rejects.toThrow(NotFoundError);
  await resolveDiscussion(as('gwen'), thread.discussionId, true);
  const settled = await as('gwen').load(notesOfDiscussion, thread.discussionId);
  expect(
    settled?.every(({ resolvedAt, resolvedById }) => resolvedAt !== null && resolvedById === build.idOf('gwen')),
  ).toBe(true);
  const reopened = await resolveDiscussion(as('dana'), thread.discussionId, false);
  expect(reopened.resolvedAt).toBeNull();
});

describe('listing', () => {
  test('notes by kind and order', async ({ as, build }) => {
    const issue = await build.issue();
    await build.note({ on: issue, body: 'first', createdAt: new Date('2026-01-01T00:00:00Z') });
    await build.note({ on: issue, body: 'moved', system: true, createdAt: new Date('2026-01-02T00:00:00Z') });
    await build.note({ on: issue, body: 'last', createdAt: new Date('2026-01-03T00:00:00Z') });
    const bodies = async (listing: Omit<NoteListing, 'workItemId'>) =>
      (await notesOnPage(as('gwen'), { workItemId: issue.id, ...listing }, firstPage)).map(({ body }) => body);
    expect(await bodies({})).toEqual(['first', 'moved', 'last']);
    expect(await bodies({ filter: 'comments', isDescending: true })).toEqual(['last', 'first']);
    expect(await bodies({ filter: 'activity' })).toEqual(['moved']);
    const page = await notesAfter(as('gwen'), { workItemId: issue.id }, { limit: 1, isBackward: false, cursor: null });
    const next = await notesAfter(
      as('gwen'),
      { workItemId: issue.id },
      { limit: 1, isBackward: false, cursor: page[0]?.sortKey ?? null },
    );
    expect(next.map(({ body }) => body)).toEqual(['moved', 'last']);
  });

  test('discussions are ordered by their first notes, either way, page by page', async ({ as, build }) => {
    const issue = await build.issue();
    const first = await build.note({ on: issue, createdAt: new Date('2026-01-01T00:00:00Z') });
    const second = await build.note({ on: issue, createdAt: new Date('2026-01-02T00:00:00Z') });
    await build.note({ on: issue, answers: first, createdAt: new Date('2026-01-03T00:00:00Z') });
    const ids = [first.discussionId, second.discussionId];
    const page = async (
      listing: Omit<NoteListing, 'workItemId'>,
      cursor: readonly unknown[] | null = null,
      isBackward = false,
    ) => discussionsAfter(as('gwen'), { workItemId: issue.id, ...listing }, { limit: 10, isBackward, cursor });
    const all = await page({});
    expect(all.map(({ id }) => id)).toEqual(ids);
    expect((await page({ isDescending: true })).map(({ id }) => id)).toEqual(ids.toReversed());
    expect((await page({}, all[0]?.sortKey)).map(({ id }) => id)).toEqual(ids.slice(1));
    expect((await page({}, all[1]?.sortKey, true)).map(({ id }) => id)).toEqual(ids.slice(0, 1));
    expect((await discussionsOnPage(as('gwen'), { workItemId: issue.id }, firstPage)).map(({ id }) => id)).toEqual(ids);
  });

  test('counts, threads and roles of a page take one statement each', async ({ as, build, statements }) => {
    const project = await build.project();
    const issues = [await build.issue({ project }), await build.issue({ project })];
    const notes = await Promise.all(
      issues.flatMap((on) => [build.note({ on, author: 'mina' }), build.note({ on, author: 'root' })]),
    );
    await build.note({ on: issues[0] as (typeof issues)[number], system: true });
    const ctx = as('gwen');
    statements.length = 0;
    const counts = await Promise.all(issues.map(({ id }) => ctx.load(noteCountsOfWorkItem, id)));
    expect(counts).toEqual([
      { notes: 2, discussions: 2 },
      { notes: 2, discussions: 2 },
    ]);
    const threads = await Promise.all(notes.map(({ discussionId }) => ctx.load(notesOfDiscussion, discussionId)));
    expect(threads.every((thread) => thread?.length === 1)).toBe(true);
    const levels = await Promise.all(notes.map(({ id }) => ctx.load(authorLevelOfNote, id)));
    expect(levels).toEqual([40, null, 40, null]);
    expect(statements).toHaveLength(3);
  });
});
