import { ConflictError, ForbiddenError, NotFoundError } from '@milepost/core/errors';
import {
  ChildTypeError,
  ConfidentialParentError,
  ForeignParentError,
  HierarchyCycleError,
  HierarchyDepthError,
} from '@milepost/core/hierarchy';
import { describe, expect } from 'vitest';
import type { Db } from '../../platform/database/tables.ts';
import { test } from '../../testing/test.ts';
import { createMilestone, deleteMilestone, updateMilestone } from '../milestones/commands.ts';
import { deleteNamespace } from '../namespaces/commands/lifecycle.ts';
import { namespaceById, type Namespace } from '../namespaces/store.ts';
import { createWorkItem, deleteWorkItem, updateWorkItem } from '../work-items/commands.ts';
import type { WorkItem } from '../work-items/store.ts';
import { addChild, setChildPosition, removeChild } from './commands.ts';
import { siblingsUnder } from './store/siblings.ts';

const homeOf = async (db: Db, item: WorkItem) => (await namespaceById(db, item.namespaceId)) as Namespace;

describe('valid parents and children', () => {
  test('EP-DD-08: an epic refuses itself and its own ancestor as a child', async ({ as, build }) => {
    const theme = await build.epic();
    const feature = await build.epic({ parent: theme });
    const adopting = addChild(as('ada'), { parentId: feature.id, childId: theme.id });
    await expect(adopting).rejects.toThrow(HierarchyCycleError);
    await expect(addChild(as('ada'), { parentId: theme.id, childId: theme.id })).rejects.toThrow(HierarchyCycleError);
  });

  test('EP-DD-08, ER-EP-10: seven levels of epics and no eighth, counting the levels below a moved epic', async ({
    as,
    build,
  }) => {
    const group = await build.group();
    let sixth = await build.epic({ group });
    for (let level = 2; level <= 6; level++) sixth = await build.epic({ parent: sixth });
    const lone = await build.epic({ group });
    const family = await build.epic({ group });
    await build.epic({ parent: family });
    await expect(addChild(as('ada'), { parentId: sixth.id, childId: family.id })).rejects.toThrow(HierarchyDepthError);
    const seventh = await addChild(as('ada'), { parentId: sixth.id, childId: lone.id });
    expect(seventh.ancestorIds).toHaveLength(6);
    const eighth = createWorkItem(as('ada'), { namespace: group, type: 'epic', title: 'Epic', parentId: seventh.id });
    await expect(eighth).rejects.toThrow('Epic hierarchy level too deep');
    const project = await build.project({ group });
    const issue = await createWorkItem(as('ada'), {
      namespace: project,
      type: 'issue',
      title: 'Issue',
      parentId: seventh.id,
    });
    expect(issue.ancestorIds).toHaveLength(7);
  });

  test('EP-DD-08: an issue below an issue is refused, a task below it is not', async ({ as, build }) => {
    const project = await build.project();
    const [issue, other] = [await build.issue({ project }), await build.issue({ project })];
    const task = await build.issue({ project, type: 'task' });
    await expect(addChild(as('ada'), { parentId: issue.id, childId: other.id })).rejects.toThrow(ChildTypeError);
    await addChild(as('ada'), { parentId: issue.id, childId: task.id });
    await expect(updateWorkItem(as('ada'), task.id, { type: 'issue' })).rejects.toThrow(ChildTypeError);
  });

  test('parent and child share a top-level group', async ({ as, build }) => {
    const [here, there] = [await build.epic(), await build.epic()];
    await expect(addChild(as('ada'), { parentId: here.id, childId: there.id })).rejects.toThrow(ForeignParentError);
  });

  test('EP-FM-10: a confidential epic contains only confidential items, and its new children become confidential', async ({
    as,
    build,
    db,
  }) => {
    const secret = await build.epic({ confidential: true });
    const group = await homeOf(db, secret);
    const open = await build.epic({ group });
    await expect(addChild(as('ada'), { parentId: secret.id, childId: open.id })).rejects.toThrow(
      ConfidentialParentError,
    );
    const fields = { namespace: group, type: 'epic', title: 'Part', parentId: secret.id } as const;
    const child = await createWorkItem(as('ada'), fields);
    expect(child.isConfidential).toBe(true);
    await expect(createWorkItem(as('ada'), { ...fields, isConfidential: false })).rejects.toThrow(
      ConfidentialParentError,
    );
    await expect(updateWorkItem(as('ada'), child.id, { isConfidential: false })).rejects.toThrow(
      ConfidentialParentError,
    );
    await build.epic({ parent: open });
    await expect(updateWorkItem(as('ada'), open.id, { isConfidential: true })).rejects.toThrow(ConfidentialParentError);
    const freed = await updateWorkItem(as('ada'), child.id, { isConfidential: false, parentId: null });
    expect(freed).toMatchObject({ isConfidential: false, parentId: null });
  });

  test('moving needs planner at both ends; an invisible item is not found', async ({ as, build }) => {
    const top = await build.group({ members: { gwen: 'guest', paul: 'planner' } });
    const hidden = await build.group({ parent: top, visibility: 'private' });
    const [parent, child] = [await build.epic({ group: top }), await build.epic({ group: hidden })];
    const adding = (name: 'gwen' | 'otto') => addChild(as(name), { parentId: parent.id, childId: child.id });
    await expect(adding('gwen')).rejects.toThrow(ForbiddenError);
    await expect(adding('otto')).rejects.toThrow(NotFoundError);
    expect(await addChild(as('paul'), { parentId: parent.id, childId: child.id })).toMatchObject({
      parentId: parent.id,
    });
  });
});

describe('order', () => {
  test('EP-DD-06: new children come first, moved ones keep their chosen position', async ({ as, build, db }) => {
    const parent = await build.epic();
    const group = await homeOf(db, parent);
    const order = async () => (await siblingsUnder(db, parent.id)).map(({ id }) => id);
    const children: WorkItem[] = [];
    for (const title of ['a', 'b', 'c']) {
      children.push(await createWorkItem(as('ada'), { namespace: group, type: 'epic', title, parentId: parent.id }));
    }
    const [a, b, c] = children.map(({ id }) => id) as [WorkItem['id'], WorkItem['id'], WorkItem['id']];
    expect(await order()).toEqual([c, b, a]);
    await setChildPosition(as('ada'), { parentId: parent.id, childId: a, spot: { before: b } });
    expect(await order()).toEqual([c, a, b]);
    await setChildPosition(as('ada'), { parentId: parent.id, childId: c, spot: { after: b } });
    expect(await order()).toEqual([a, b, c]);
    await setChildPosition(as('ada'), { parentId: parent.id, childId: c, spot: 'top' });
    expect(await order()).toEqual([c, a, b]);
    await expect(
      setChildPosition(as('ada'), { parentId: parent.id, childId: c, spot: { before: parent.id } }),
    ).rejects.toThrow('adjacent');
  });

  test('a list without gaps is spread out, in the same order', async ({ as, build, db }) => {
    const parent = await build.epic();
    const first = await build.epic({ parent, relativePosition: 0 });
    const last = await build.epic({ parent, relativePosition: 1 });
    const moved: WorkItem['id'][] = [];
    for (let count = 0; count < 12; count++) {
      const child = await build.epic({ parent, relativePosition: 10_000 + count });
      await setChildPosition(as('ada'), { parentId: parent.id, childId: child.id, spot: { after: first.id } });
      moved.unshift(child.id);
    }
    const siblings = await siblingsUnder(db, parent.id);
    expect(siblings.map(({ id }) => id)).toEqual([first.id, ...moved, last.id]);
    expect(new Set(siblings.map(({ rank }) => rank)).size).toBe(14);
  });

  test('to another parent at a chosen position', async ({ as, build, db }) => {
    const parent = await build.epic();
    const other = await build.epic({ group: await homeOf(db, parent) });
    const [x, y] = [await build.epic({ parent: other }), await build.issue({ parent: other })];
    const child = await build.epic({ parent });
    await setChildPosition(as('ada'), { parentId: other.id, childId: child.id, spot: { before: y.id } });
    expect((await siblingsUnder(db, other.id)).map(({ id }) => id)).toEqual([x.id, child.id, y.id]);
  });

  test('an existing child is not added again, and only a child can be removed', async ({ as, build }) => {
    const parent = await build.epic();
    const child = await build.issue({ parent });
    const pair = { parentId: parent.id, childId: child.id };
    await expect(addChild(as('ada'), pair)).rejects.toThrow(ConflictError);
    expect(await removeChild(as('ada'), pair)).toMatchObject({ parentId: null, ancestorIds: [] });
    await expect(removeChild(as('ada'), pair)).rejects.toThrow(NotFoundError);
  });
});

describe('inherited dates', () => {
  test('EN-EP-05: the earliest start and latest due date are inherited through all levels, with their sources', async ({
    as,
    build,
    db,
  }) => {
    const theme = await build.epic();
    const group = await homeOf(db, theme);
    const feature = await build.epic({ parent: theme });
    const project = await build.project({ group });
    const dates = { startDate: '2026-03-01', dueDate: '2026-03-31' };
    const milestone = await createMilestone(as('ada'), group, { title: 'March', ...dates });
    const fields = { namespace: project, type: 'issue', title: 'Issue', parentId: feature.id } as const;
    await createWorkItem(as('ada'), { ...fields, milestoneId: milestone.id });
    expect(await build.reread(feature)).toMatchObject({ ...dates, startDateSourcingMilestoneId: milestone.id });
    expect(await build.reread(theme)).toMatchObject({ ...dates, startDateSourcingWorkItemId: feature.id });

    const fixed = { startDateFixed: '2026-02-15', dueDateFixed: '2026-03-10' };
    const part = await createWorkItem(as('ada'), {
      namespace: group,
      type: 'epic',
      title: 'Part',
      parentId: feature.id,
      ...fixed,
    });
    expect(await build.reread(theme)).toMatchObject({ startDate: '2026-02-15', dueDate: '2026-03-31' });
    await updateMilestone(as('ada'), milestone.id, { dueDate: '2026-04-30' });
    expect(await build.reread(theme)).toMatchObject({ startDate: '2026-02-15', dueDate: '2026-04-30' });
    await deleteMilestone(as('ada'), milestone.id);
    expect(await build.reread(theme)).toMatchObject({ startDate: '2026-02-15', dueDate: '2026-03-10' });
    await deleteWorkItem(as('ada'), part.id);
    expect(await build.reread(theme)).toMatchObject({
      startDate: null,
      dueDate: null,
      startDateSourcingWorkItemId: null,
    });
  });

  test('fixed dates hold regardless of children, and inheritance resumes when they are no longer fixed', async ({
    as,
    build,
  }) => {
    const theme = await build.epic();
    const child = await build.epic({ parent: theme });
    await updateWorkItem(as('ada'), child.id, { startDateFixed: '2026-05-01' });
    expect(await build.reread(theme)).toMatchObject({ startDate: '2026-05-01', startDateIsFixed: false });
    const fixed = await updateWorkItem(as('ada'), theme.id, { startDateFixed: '2026-01-01' });
    expect(fixed).toMatchObject({ startDate: '2026-01-01', startDateIsFixed: true, startDateSourcingWorkItemId: null });
    await updateWorkItem(as('ada'), child.id, { startDateFixed: '2026-06-01' });
    expect(await build.reread(theme)).toMatchObject({ startDate: '2026-01-01' });
    const released = await updateWorkItem(as('ada'), theme.id, { startDateIsFixed: false });
    expect(released).toMatchObject({ startDate: '2026-06-01', startDateFixed: '2026-01-01' });
  });

  test('deleting a project removes the dates inherited from it', async ({ as, build, db }) => {
    const theme = await build.epic();
    const group = await homeOf(db, theme);
    const feature = await build.epic({ parent: theme });
    const project = await build.project({ group });
    const milestone = await createMilestone(as('ada'), group, { title: 'May', startDate: '2026-05-01' });
    await createWorkItem(as('ada'), {
      namespace: project,
      type: 'issue',
      title: 'Issue',
      parentId: feature.id,
      milestoneId: milestone.id,
    });
    expect(await build.reread(theme)).toMatchObject({ startDate: '2026-05-01' });
    await deleteNamespace(as('ada'), 'project', project.id);
    expect(await build.reread(feature)).toMatchObject({ startDate: null });
    expect(await build.reread(theme)).toMatchObject({ startDate: null });
  });
});
