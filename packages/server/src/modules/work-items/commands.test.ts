import { NotFoundError, StaleVersionError, ValidationError } from '@milepost/core/errors';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Db } from '../../platform/database/tables.ts';
import { test } from '../../testing/test.ts';
import { closeWorkItem, createWorkItem, deleteWorkItem, reopenWorkItem, updateWorkItem } from './commands.ts';
import { assigneesOf } from './store/people.ts';
import { descriptionsById, type WorkItem } from './store.ts';

async function eventsOf(db: Db, item: Pick<WorkItem, 'id'>): Promise<{ name: string; data: unknown }[]> {
  const { rows } = await sql<{ name: string; data: unknown }>`
    SELECT name, data FROM events WHERE work_item_id = ${item.id} ORDER BY id`.execute(db);
  return rows;
}

describe('creating', () => {
  test('an item is stored with its rendered text, its number of tasks and a unique number', async ({
    as,
    build,
    db,
  }) => {
    const project = await build.project();
    const description = '- [x] one\n- [ ] two\n\n**bold**';
    const fields = { namespace: project, type: 'issue', isConfidential: true } as const;
    const issue = await createWorkItem(as('gwen'), { ...fields, title: '  Fix it ', description });
    expect(issue).toMatchObject({ iid: 1, title: 'Fix it', isConfidential: true, taskCount: 2, taskCompletedCount: 1 });
    expect(issue.authorId).toBe(build.idOf('gwen'));
    const text = await as('gwen').load(descriptionsById, issue.id);
    expect(text?.description).toBe(description);
    expect(text?.descriptionHtml).toContain('<strong>bold</strong>');
    const second = await createWorkItem(as('gwen'), { ...fields, title: 'Next' });
    expect(second.iid).toBe(2);
    expect(await eventsOf(db, issue)).toEqual([{ name: 'workItem.created', data: { type: 'issue' } }]);
  });

  test('wrong fields are named all at once', async ({ as, build }) => {
    const group = await build.group();
    const creating = createWorkItem(as('ada'), {
      namespace: group,
      type: 'epic',
      title: '',
      color: '#123456',
      startDateFixed: '2026-02-30',
    });
    await expect(creating).rejects.toMatchObject({
      fields: { title: ["can't be blank"], color: [expect.any(String)], start_date: ['is invalid'] },
    });
    const backwards = { startDateFixed: '2026-03-02', dueDateFixed: '2026-03-01' };
    await expect(
      createWorkItem(as('ada'), { namespace: group, type: 'epic', title: 'Epic', ...backwards }),
    ).rejects.toThrow('Due date must be greater than or equal to start date');
  });

  test('EP-CL-02: an epic takes one of the five colors and refuses any other', async ({ as, build }) => {
    const epic = await build.epic();
    expect(await updateWorkItem(as('ada'), epic.id, { color: ' #C91C00' })).toMatchObject({ color: '#c91c00' });
    await expect(updateWorkItem(as('ada'), epic.id, { color: '#c91c01' })).rejects.toThrow(ValidationError);
    expect(await updateWorkItem(as('ada'), epic.id, { color: '' })).toMatchObject({ color: null });
  });

  test('an epic belongs to a group, an issue to a project; a given date is fixed', async ({ as, build }) => {
    const project = await build.project();
    await expect(createWorkItem(as('ada'), { namespace: project, type: 'epic', title: 'Epic' })).rejects.toThrow(
      'Epics belong to groups',
    );
    const group = await build.group();
    const dates = { startDateFixed: '2026-03-02' };
    const epic = await createWorkItem(as('ada'), { namespace: group, type: 'epic', title: 'Epic', ...dates });
    expect(epic).toMatchObject({
      startDate: '2026-03-02',
      startDateIsFixed: true,
      dueDate: null,
      dueDateIsFixed: false,
    });
  });

  test('only owners set the time of creation', async ({ as, build }) => {
    const project = await build.project();
    const fields = { namespace: project, type: 'issue', title: 'Old', createdAt: new Date('2020-01-01') } as const;
    expect((await createWorkItem(as('ada'), fields)).createdAt).toEqual(new Date('2020-01-01'));
    expect((await createWorkItem(as('dana'), fields)).createdAt.getFullYear()).toBeGreaterThan(2020);
  });
});

describe('changing', () => {
  test('IS-ST-03, IS-ST-04: closing and reopening, each announced once', async ({ as, build, db }) => {
    const issue = await build.issue();
    const closed = await closeWorkItem(as('ada'), issue.id);
    expect(closed).toMatchObject({ state: 'closed', closedById: build.idOf('ada') });
    expect(closed.closedAt).toBeInstanceOf(Date);
    await closeWorkItem(as('ada'), issue.id);
    expect(await reopenWorkItem(as('ada'), issue.id)).toMatchObject({
      state: 'opened',
      closedAt: null,
      closedById: null,
    });
    const names = (await eventsOf(db, issue)).map(({ name }) => name);
    expect(names).toEqual(['workItem.closed', 'workItem.reopened']);
  });

  test('an older version of the text is not written over a newer one', async ({ as, build }) => {
    const issue = await build.issue();
    const { lockVersion } = await updateWorkItem(as('ada'), issue.id, { description: 'one', lockVersion: 0 });
    expect(lockVersion).toBe(1);
    const late = updateWorkItem(as('paul'), issue.id, { description: 'two', lockVersion: 0 });
    await expect(late).rejects.toThrow(StaleVersionError);
    expect((await as('ada').load(descriptionsById, issue.id))?.description).toBe('one');
    const relabelled = await updateWorkItem(as('ada'), issue.id, { addLabelNames: ['x'] });
    expect(relabelled.lockVersion).toBe(1);
  });

  test('a change without effect is not announced', async ({ as, build, db }) => {
    const issue = await build.issue({ title: 'Same', weight: 2 });
    const after = await updateWorkItem(as('ada'), issue.id, { title: 'Same', weight: 2, stateEvent: 'reopen' });
    expect(after.updatedAt).toEqual(issue.updatedAt);
    expect(await eventsOf(db, issue)).toEqual([]);
    await updateWorkItem(as('ada'), issue.id, { title: 'Other', weight: null });
    expect(await eventsOf(db, issue)).toEqual([
      {
        name: 'workItem.updated',
        data: {
          changes: { title: { from: 'Same', to: 'Other' }, weight: { from: 2, to: null } },
          isDescriptionChanged: false,
        },
      },
    ]);
  });

  test('EN-OT-04: health is one of three and only changes while the item is open', async ({ as, build }) => {
    const issue = await build.issue();
    expect(await updateWorkItem(as('ada'), issue.id, { healthStatus: 'at_risk' })).toMatchObject({
      healthStatus: 'at_risk',
    });
    await closeWorkItem(as('ada'), issue.id);
    await expect(updateWorkItem(as('ada'), issue.id, { healthStatus: 'on_track' })).rejects.toThrow(
      'Health status can only be changed while the item is open',
    );
  });

  test('people are assigned, added and removed; people who cannot see the namespace are left out', async ({
    as,
    build,
    db,
  }) => {
    const issue = await build.issue({ assignees: ['paul'] });
    const ids = ['dana', 'otto'].map((name) => build.idOf(name as 'dana'));
    const assignees = async () => ((await as('ada').load(assigneesOf, issue.id)) ?? []).map(({ id }) => id);
    await updateWorkItem(as('ada'), issue.id, { addAssigneeIds: ids });
    expect(await assignees()).toEqual([build.idOf('dana'), build.idOf('paul')]);
    await updateWorkItem(as('ada'), issue.id, { assigneeIds: [build.idOf('ada')] });
    expect(await assignees()).toEqual([build.idOf('ada')]);
    const received = (await eventsOf(db, issue)).at(-1);
    expect(received).toEqual({
      name: 'workItem.assigneesChanged',
      data: { added: [build.idOf('ada')], removed: [build.idOf('paul'), build.idOf('dana')].sort((a, b) => a - b) },
    });
  });

  test('an author changes their own words and state, and no more', async ({ as, build }) => {
    const issue = await build.issue({ author: 'gwen' });
    expect(await updateWorkItem(as('gwen'), issue.id, { title: 'Mine' })).toMatchObject({ title: 'Mine' });
    expect(await closeWorkItem(as('gwen'), issue.id)).toMatchObject({ state: 'closed' });
    await expect(updateWorkItem(as('gwen'), issue.id, { weight: 1 })).rejects.toThrow('permission');
  });

  test('an epic stays an epic, an issue becomes an incident', async ({ as, build }) => {
    const [epic, issue] = [await build.epic(), await build.issue()];
    await expect(updateWorkItem(as('ada'), epic.id, { type: 'issue' })).rejects.toThrow('epic');
    expect(await updateWorkItem(as('ada'), issue.id, { type: 'incident' })).toMatchObject({ type: 'incident' });
  });
});

describe('deleting', () => {
  test('WI-CD-02: a deleted item does not exist, and deleting it again is not found', async ({ as, build, db }) => {
    const issue = await build.issue();
    await deleteWorkItem(as('ada'), issue.id);
    expect(await build.reread(issue)).toBeNull();
    await expect(deleteWorkItem(as('ada'), issue.id)).rejects.toThrow(NotFoundError);
    const { rows } = await sql<{ data: { id: number } }>`
      SELECT data FROM events WHERE name = 'workItem.deleted' AND namespace_id = ${issue.namespaceId}`.execute(db);
    expect(rows).toEqual([{ data: expect.objectContaining({ id: issue.id, iid: issue.iid }) as object }]);
  });

  test('IS-DL-04: the children of a deleted epic stay, released from it', async ({ as, build }) => {
    const theme = await build.epic();
    const feature = await build.epic({ parent: theme });
    const part = await build.epic({ parent: feature });
    const issue = await build.issue({ parent: part });
    await deleteWorkItem(as('ada'), feature.id);
    expect(await build.reread(part)).toMatchObject({ parentId: null, ancestorIds: [] });
    expect(await build.reread(issue)).toMatchObject({ parentId: part.id, ancestorIds: [part.id] });
  });

  test('a member deletes their own items, an outsider does not', async ({ as, build }) => {
    const project = await build.project({ visibility: 'public' });
    const [mine, theirs] = [
      await build.issue({ project, author: 'gwen' }),
      await build.issue({ project, author: 'otto' }),
    ];
    await deleteWorkItem(as('gwen'), mine.id);
    await expect(deleteWorkItem(as('otto'), theirs.id)).rejects.toThrow('permission');
  });
});

describe('an archived namespace', () => {
  test('is read-only', async ({ as, build }) => {
    const group = await build.group({ archived: true });
    const epic = await build.epic({ group });
    await expect(updateWorkItem(as('ada'), epic.id, { title: 'Other' })).rejects.toThrow('permission');
    await expect(createWorkItem(as('ada'), { namespace: group, type: 'epic', title: 'New' })).rejects.toThrow(
      'permission',
    );
  });
});
