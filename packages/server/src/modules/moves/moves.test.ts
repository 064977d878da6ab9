import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import { describe, expect } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { test } from '../../testing/test.ts';
import { recountRollups, rollupPartsOf } from '../hierarchy/store/rollups.ts';
import { labelsOfWorkItem } from '../labels/store/items.ts';
import { linkedItemsOf } from '../links/store.ts';
import { notesOnPage, type Note } from '../notes/store.ts';
import { descriptionsById, type WorkItem } from '../work-items/store.ts';
import { assigneeIdsOn } from '../work-items/store/writing.ts';
import { cloneIssue, markAsDuplicate, moveIssue, promoteToEpic } from './commands.ts';

async function notesOf(ctx: Context, { id }: Pick<WorkItem, 'id'>): Promise<Note[]> {
  return notesOnPage(ctx, { workItemId: id }, { page: 1, perPage: 100, offset: 0 });
}
const bodies = async (ctx: Context, item: WorkItem) => (await notesOf(ctx, item)).map(({ body }) => body);
const titlesOn = async (ctx: Context, item: WorkItem) =>
  ((await ctx.load(labelsOfWorkItem, item.id)) ?? []).map(({ title }) => title);

describe('an issue that is promoted to an epic', () => {
  test('GQ-IS-03 and IS-PR-03: is closed and points at the epic, which has its text, labels of the group, comments and parent', async ({
    as,
    build,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const parent = await build.epic({ group });
    const issue = await build.issue({ project, parent, title: 'Walls', description: 'As #3 says', author: 'gwen' });
    await build.label({ namespace: group, title: 'stone', on: [issue] });
    await build.label({ namespace: project, title: 'only here', on: [issue] });
    const note = await build.note({ on: issue, body: 'See #4', author: 'gwen' });
    await build.note({ on: issue, body: 'Yes', answers: note });
    await build.reaction(issue, 'gwen');
    await build.reaction(note, 'paul', 'rocket');

    const { original, successor: epic } = await promoteToEpic(as('paul'), issue.id, null);
    expect(original).toMatchObject({ state: 'closed', promotedToId: epic.id });
    expect(epic).toMatchObject({
      type: 'epic',
      title: 'Walls',
      state: 'opened',
      namespaceId: group.id,
      parentId: parent.id,
      authorId: as('paul').viewer.id,
    });
    const texts = await as('paul').load(descriptionsById, epic.id);
    expect(texts?.description).toBe(`As ${project.fullPath}#3 says`);
    expect(await titlesOn(as('paul'), epic)).toEqual(['stone']);
    expect(await bodies(as('paul'), epic)).toEqual(
      expect.arrayContaining([
        `See ${project.fullPath}#4`,
        'Yes',
        `promoted from issue ${project.fullPath}#${issue.iid}`,
      ]),
    );
    expect(await bodies(as('paul'), original)).toContain(`promoted to epic ${group.fullPath}&${epic.iid}`);
    const thread = (await notesOf(as('paul'), epic)).filter(({ isSystem }) => !isSystem);
    expect(new Set(thread.map(({ discussionId }) => discussionId)).size).toBe(1);
    expect(thread[0]).toMatchObject({ authorId: as('gwen').viewer.id, isThread: true });
    const reactions = await as('paul')
      .db.selectFrom('reactions')
      .select(['name', 'noteId'])
      .where('workItemId', '=', epic.id)
      .execute();
    expect(reactions).toEqual([{ name: 'thumbsup', noteId: null }]);
    const onNote = await as('paul')
      .db.selectFrom('reactions')
      .select('name')
      .where('noteId', '=', thread[0]?.id ?? null)
      .execute();
    expect(onNote).toEqual([{ name: 'rocket' }]);
  });

  test('stays confidential, and cannot be promoted twice, also at once', async ({ as, build }) => {
    const issue = await build.issue({ project: await build.project(), confidential: true, author: 'paul' });
    const tries = await Promise.allSettled([
      promoteToEpic(as('paul'), issue.id, null),
      promoteToEpic(as('ada'), issue.id, null),
    ]);
    const done = tries.find((each) => each.status === 'fulfilled');
    expect(done?.value.successor.isConfidential).toBe(true);
    const refused = tries.find((each) => each.status === 'rejected');
    expect(refused?.reason).toEqual(new ConflictError('Issue already promoted to epic.'));
    const { count } = await as('root')
      .db.selectFrom('workItems')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('rootId', '=', issue.rootId)
      .where('type', '=', 'epic')
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  test('needs a planner at both ends', async ({ as, build }) => {
    const issue = await build.issue({ project: await build.project({ visibility: 'public' }), author: 'gwen' });
    await expect(promoteToEpic(as('gwen'), issue.id, null)).rejects.toThrow(ForbiddenError);
    const other = await build.group({ visibility: 'public', members: {} });
    await expect(promoteToEpic(as('paul'), issue.id, other)).rejects.toThrow(ForbiddenError);
    const incident = await build.issue({ type: 'incident' });
    await expect(promoteToEpic(as('paul'), incident.id, null)).rejects.toThrow(ForbiddenError);
  });
});

describe('an issue that moves to another project', () => {
  test('keeps author, time, dates, people, comments, links and parent; labels and milestone are matched by name', async ({
    as,
    build,
  }) => {
    const group = await build.group();
    const [home, away] = [await build.project({ group }), await build.project({ group })];
    const parent = await build.epic({ group });
    const there = await build.milestone({ namespace: away, title: '1.0' });
    const issue = await build.issue({
      project: home,
      parent,
      title: 'Walls',
      author: 'gwen',
      assignees: ['dana'],
      dueDate: '2026-05-01',
      weight: 3,
      milestoneId: (await build.milestone({ namespace: home, title: '1.0' })).id,
      createdAt: new Date('2026-01-02T03:04:05Z'),
    });
    await build.label({ namespace: group, title: 'stone', on: [issue] });
    await build.label({ namespace: home, title: 'wood', on: [issue] });
    await build.label({ namespace: away, title: 'wood' });
    await build.label({ namespace: home, title: 'lost', on: [issue] });
    await build.note({ on: issue, body: 'Internal', internal: true });
    const blocker = await build.issue({ project: home, title: 'Quarry' });
    await build.link({ from: blocker, to: issue, type: 'blocks' });
    const task = await build.issue({ project: home, parent: issue, type: 'task', title: 'Bricks' });

    const { original, successor: moved } = await moveIssue(as('paul'), issue.id, away);
    expect(original).toMatchObject({ state: 'closed', movedToId: moved.id });
    expect(moved).toMatchObject({
      title: 'Walls',
      namespaceId: away.id,
      authorId: issue.authorId,
      createdAt: new Date('2026-01-02T03:04:05Z'),
      dueDate: '2026-05-01',
      weight: 3,
      milestoneId: there.id,
      parentId: parent.id,
      state: 'opened',
    });
    expect(await assigneeIdsOn(as('paul').db, moved.id)).toEqual([as('dana').viewer.id]);
    expect(await titlesOn(as('paul'), moved)).toEqual(['stone', 'wood']);
    const links = await linkedItemsOf(as('paul'), moved.id);
    expect(links.map(({ linkType, item }) => `${linkType} ${item.title}`)).toEqual(['is_blocked_by Quarry']);
    const internal = (await notesOf(as('paul'), moved)).find(({ isInternal }) => isInternal);
    expect(internal?.body).toBe('Internal');
    expect(await bodies(as('gwen'), moved)).not.toContain('Internal');
    expect(await bodies(as('paul'), moved)).toContain(`moved from ${home.fullPath}#${issue.iid}`);
    const tasks = await as('paul')
      .db.selectFrom('workItems')
      .select(['title', 'namespaceId', 'movedToId'])
      .where('title', '=', 'Bricks')
      .orderBy('id')
      .execute();
    expect(tasks).toEqual([
      { title: 'Bricks', namespaceId: home.id, movedToId: expect.any(Number) as number },
      { title: 'Bricks', namespaceId: away.id, movedToId: null },
    ]);
    expect(task.id).toBeLessThan(tasks[0]?.movedToId ?? 0);

    // The sums of the ancestors equal those of a recount.
    const sums = await rollupPartsOf(as('root').db, parent.id);
    await as('root').transaction((trx) => recountRollups(trx, group.id));
    const counted = (await rollupPartsOf(as('root').db, parent.id)).filter(({ rollup }) =>
      Object.values(rollup).some(Boolean),
    );
    expect(
      sums
        .filter(({ rollup }) => Object.values(rollup).some(Boolean))
        .toSorted((a, b) => Number(a.audience) - Number(b.audience)),
    ).toEqual(counted.toSorted((a, b) => Number(a.audience) - Number(b.audience)));
  });

  test('moves once, and not to its own project', async ({ as, build }) => {
    const group = await build.group();
    const [home, away] = [await build.project({ group }), await build.project({ group })];
    const issue = await build.issue({ project: home });
    await expect(moveIssue(as('paul'), issue.id, home)).rejects.toThrow(ValidationError);
    await moveIssue(as('paul'), issue.id, away);
    await expect(moveIssue(as('paul'), issue.id, away)).rejects.toThrow(new ConflictError('Issue already moved.'));
  });

  test('needs planner in the target, and an invisible project is not found', async ({ as, build }) => {
    const issue = await build.issue({ project: await build.project() });
    const foreign = await build.project({ group: await build.group({ members: {}, visibility: 'public' }) });
    await expect(moveIssue(as('paul'), issue.id, foreign)).rejects.toThrow(ForbiddenError);
    await expect(moveIssue(as('otto'), issue.id, foreign)).rejects.toThrow(NotFoundError);
  });
});

test('a clone is the viewer’s own and open, the original as it was', async ({ as, build }) => {
  const project = await build.project();
  const issue = await build.issue({ project, title: 'Walls', author: 'gwen', state: 'closed' });
  await build.note({ on: issue, body: 'Said before' });
  const { original, successor: bare } = await cloneIssue(as('paul'), issue.id, { project, withNotes: false });
  expect(original).toMatchObject({ state: 'closed', movedToId: null });
  expect(bare).toMatchObject({ title: 'Walls', state: 'opened', authorId: as('paul').viewer.id });
  expect(await bodies(as('paul'), bare)).toEqual([`cloned from ${project.fullPath}#${issue.iid}`]);
  const { successor: full } = await cloneIssue(as('paul'), issue.id, { project, withNotes: true });
  expect(await bodies(as('paul'), full)).toContain('Said before');
});

test('a duplicate is closed, points at the original, and the two are linked, once', async ({ as, build }) => {
  const project = await build.project();
  const [issue, same] = [await build.issue({ project }), await build.issue({ project })];
  await build.link({ from: issue, to: same, type: 'blocks' });
  const { original } = await markAsDuplicate(as('paul'), issue.id, same.id);
  expect(original).toMatchObject({ state: 'closed', duplicatedToId: same.id });
  expect((await linkedItemsOf(as('paul'), issue.id)).map(({ linkType }) => linkType)).toEqual(['blocks']);
  expect(await bodies(as('paul'), original)).toContain(
    `marked this issue as a duplicate of ${project.fullPath}#${same.iid}`,
  );
  expect(await bodies(as('paul'), same)).toContain(
    `marked ${project.fullPath}#${issue.iid} as a duplicate of this issue`,
  );
  await expect(markAsDuplicate(as('paul'), same.id, same.id)).rejects.toThrow(ValidationError);
  const epic = await build.epic();
  await expect(markAsDuplicate(as('paul'), same.id, epic.id)).rejects.toThrow(ValidationError);
});
