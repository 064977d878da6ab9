import type { WorkItemId } from '@milepost/core/ids';
import { describe, expect } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { test } from '../../testing/test.ts';
import { addChild, removeChild } from '../hierarchy/commands.ts';
import { linkItems, unlinkItems } from '../links/commands.ts';
import { createWorkItem, updateWorkItem } from '../work-items/commands.ts';
import { labelEvents, stateEvents } from './store/events.ts';
import { notesOnPage } from './store.ts';

const firstPage = { page: 1, perPage: 100, offset: 0 };

async function received(ctx: Context, workItemId: WorkItemId): Promise<string[]> {
  return (await notesOnPage(ctx, { workItemId, filter: 'activity' }, firstPage)).map(({ body }) => body);
}

describe('system notes', () => {
  test('closing and reopening', async ({ as, build }) => {
    const issue = await build.issue();
    await updateWorkItem(as('paul'), issue.id, { stateEvent: 'close' });
    await updateWorkItem(as('paul'), issue.id, { stateEvent: 'reopen' });
    expect(await received(as('gwen'), issue.id)).toEqual(['closed', 'reopened']);
    const [note] = await notesOnPage(as('gwen'), { workItemId: issue.id }, firstPage);
    expect(note).toMatchObject({ authorId: build.idOf('paul'), isSystem: true, systemAction: 'closed' });
  });

  test('fields of the item', async ({ as, build }) => {
    const issue = await build.issue({ title: 'Old' });
    await updateWorkItem(as('paul'), issue.id, {
      title: 'New',
      description: 'More',
      isConfidential: true,
      isDiscussionLocked: true,
      dueDateFixed: '2026-05-01',
      weight: 3,
      healthStatus: 'at_risk',
      timeEstimate: 5_400,
    });
    expect(await received(as('paul'), issue.id)).toEqual([
      'changed title from **Old** to **New**',
      'changed the description',
      'made the issue confidential',
      'locked the discussion in this issue',
      'changed due date to 2026-05-01',
      'set weight to **3**',
      'changed health status to **at risk**',
      'changed time estimate to 1h 30m',
    ]);
    await updateWorkItem(as('paul'), issue.id, {
      weight: null,
      dueDateFixed: null,
      healthStatus: null,
      type: 'incident',
    });
    expect((await received(as('paul'), issue.id)).slice(8)).toEqual([
      'changed type from issue to incident',
      'removed due date',
      'removed the weight',
      'removed health status **at risk**',
    ]);
  });

  test('labels and milestones become links', async ({ as, build }) => {
    const group = await build.group({ path: 'renamed' });
    const epic = await build.epic({ group });
    const label = await build.label({ namespace: group, title: 'two words' });
    const milestone = await build.milestone({ namespace: group, title: 'v1' });
    await updateWorkItem(as('paul'), epic.id, { addLabelIds: [label.id], milestoneId: milestone.id });
    await updateWorkItem(as('paul'), epic.id, { removeLabelIds: [label.id], milestoneId: null });
    const notes = await notesOnPage(as('gwen'), { workItemId: epic.id }, firstPage);
    expect(notes.map(({ body }) => body)).toEqual([
      'added ~"two words" label',
      'changed milestone to %v1',
      'removed ~"two words" label',
      'removed milestone %v1',
    ]);
    expect(notes[0]?.bodyHtml).toContain('data-reference-kind="label"');
    expect(notes[1]?.bodyHtml).toContain('href="/groups/renamed/-/milestones/1"');
  });

  test('assignees, iterations and parents', async ({ as, build }) => {
    const group = await build.group({ path: 'family' });
    const project = await build.project({ group, path: 'p' });
    const issue = await build.issue({ project });
    const cadence = await build.cadence({ group });
    const iteration = await build.iteration({ cadence, startDate: '2026-06-01', dueDate: '2026-06-14' });
    await updateWorkItem(as('paul'), issue.id, { assigneeIds: [build.idOf('dana')], iterationId: iteration.id });
    expect(await received(as('gwen'), issue.id)).toEqual([
      'assigned to @dana',
      String.raw`changed iteration to **Jun 1 – Jun 14, 2026**`,
    ]);
    const epic = await build.epic({ group });
    await addChild(as('paul'), { parentId: epic.id, childId: issue.id });
    await removeChild(as('paul'), { parentId: epic.id, childId: issue.id });
    expect((await received(as('gwen'), issue.id)).slice(2)).toEqual([
      `added family&${epic.iid} as parent epic`,
      `removed parent epic family&${epic.iid}`,
    ]);
    expect(await received(as('gwen'), epic.id)).toEqual([
      `added family/p#${issue.iid} as child issue`,
      `removed child issue family/p#${issue.iid}`,
    ]);
  });

  test('links, on both ends', async ({ as, build }) => {
    const group = await build.group({ path: 'linked' });
    const [one, two] = [await build.epic({ group }), await build.epic({ group })];
    await linkItems(as('paul'), { itemId: one.id, linkType: 'blocks', otherIds: [two.id] });
    await unlinkItems(as('paul'), { itemId: one.id, otherIds: [two.id] });
    expect(await received(as('gwen'), one.id)).toEqual([
      `marked this epic as blocking linked&${two.iid}`,
      `removed the relation with linked&${two.iid}`,
    ]);
    expect(await received(as('gwen'), two.id)).toEqual([
      `marked this epic as blocked by linked&${one.iid}`,
      `removed the relation with linked&${one.iid}`,
    ]);
  });

  test('they are written with the change or not at all', async ({ as, build }) => {
    const issue = await build.issue();
    const failing = as('paul').transaction(async (trx) => {
      await updateWorkItem(as('paul').within(trx), issue.id, { stateEvent: 'close' });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await received(as('gwen'), issue.id)).toEqual([]);
    expect((await build.reread(issue))?.state).toBe('opened');
  });

  test('creating an item writes no system note, setting its fields does', async ({ as, build }) => {
    const project = await build.project();
    const label = await build.label({ namespace: project, title: 'bug' });
    const wanted = { namespace: project, type: 'issue', title: 'I' } as const;
    expect(await received(as('gwen'), (await createWorkItem(as('paul'), wanted)).id)).toEqual([]);
    const labeled = await createWorkItem(as('paul'), { ...wanted, labelIds: [label.id] });
    expect(await received(as('gwen'), labeled.id)).toEqual(['added ~bug label']);
  });
});

describe('events of an item', () => {
  test('closing and reopening, one by one', async ({ as, build }) => {
    const issue = await build.issue();
    await updateWorkItem(as('paul'), issue.id, { stateEvent: 'close', title: 'x' });
    await updateWorkItem(as('ada'), issue.id, { stateEvent: 'reopen' });
    const { events, total } = await stateEvents(as('gwen'), { workItemId: issue.id }, firstPage);
    expect(total).toBe(2);
    expect(events.map(({ state, actorId }) => [state, actorId])).toEqual([
      ['closed', build.idOf('paul')],
      ['reopened', build.idOf('ada')],
    ]);
    const one = await stateEvents(as('gwen'), { workItemId: issue.id, id: events[1]?.id ?? 0 }, firstPage);
    expect(one.events).toEqual(events.slice(1));
  });

  test('each label is an event with its own id', async ({ as, build }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    const [a, b] = [
      await build.label({ namespace: group, title: 'a' }),
      await build.label({ namespace: group, title: 'b' }),
    ];
    await updateWorkItem(as('paul'), epic.id, { addLabelIds: [a.id, b.id] });
    await updateWorkItem(as('paul'), epic.id, { removeLabelIds: [a.id] });
    const { events, total } = await labelEvents(as('gwen'), { workItemId: epic.id }, firstPage);
    expect(total).toBe(3);
    expect(events.map(({ action, label }) => [action, label.title])).toEqual([
      ['add', 'a'],
      ['add', 'b'],
      ['remove', 'a'],
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
    const one = await labelEvents(as('gwen'), { workItemId: epic.id, id: events[1]?.id ?? 0 }, firstPage);
    expect(one).toEqual({ events: events.slice(1, 2), total: 1 });
  });
});
