import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import { darkText, lightText } from '@milepost/core/labels';
import { describe, expect } from 'vitest';
import { test } from '../../testing/test.ts';
import { createLabel, deleteLabel, promoteLabel, updateLabel } from './commands.ts';
import { labelsOfWorkItem } from './store/items.ts';
import { countLabels, findLabel, labelsOnPage, type LabelListing } from './store.ts';

const firstPage = { page: 1, perPage: 100, offset: 0 };

describe('making labels', () => {
  test('a planner creates one, with a readable text color', async ({ as, build }) => {
    const group = await build.group();
    const label = await createLabel(as('paul'), group, { title: ' bug ', color: '#fff', description: 'Broken' });
    expect(label).toMatchObject({ title: 'bug', color: '#fff', textColor: darkText, namespaceKind: 'group' });
    const dark = await createLabel(as('paul'), group, { title: 'feature', color: 'rgb(0, 0, 120)' });
    expect(dark.textColor).toBe(lightText);
  });

  test('LB-CR-11: a color other than #, rgb or rgba is refused', async ({ as, build }) => {
    const group = await build.group();
    for (const color of ['red', 'hsl(0, 0%, 0%)', '']) {
      await expect(createLabel(as('paul'), group, { title: 'bug', color })).rejects.toThrow(ValidationError);
    }
    await expect(createLabel(as('paul'), group, { title: 'bug', color: 'rgba(1, 2, 3, 0.5)' })).resolves.toBeDefined();
  });

  test('a title is unique in a namespace and its ancestors', async ({ as, build }) => {
    const group = await build.group();
    const project = await build.project({ group });
    await build.label({ namespace: group, title: 'bug' });
    await expect(createLabel(as('paul'), group, { title: 'bug', color: '#fff' })).rejects.toThrow(ConflictError);
    await expect(createLabel(as('paul'), project, { title: 'bug', color: '#fff' })).rejects.toThrow(ConflictError);
  });

  test('of two concurrent creations of the same label one is refused', async ({ as, build }) => {
    const group = await build.group();
    const asked = Array.from({ length: 4 }, () => createLabel(as('ada'), group, { title: 'race', color: '#fff' }));
    const settled = await Promise.allSettled(asked);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = settled.filter((each) => each.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refusals.every((reason) => reason instanceof ConflictError)).toBe(true);
  });

  test('an archived project takes no new labels', async ({ as, build }) => {
    const project = await build.project({ archived: true });
    await expect(createLabel(as('ada'), project, { title: 'bug', color: '#fff' })).rejects.toThrow(ForbiddenError);
  });
});

describe('changing labels', () => {
  test('the given fields change, and the text color follows', async ({ as, build }) => {
    const group = await build.group();
    const label = await build.label({ namespace: group, title: 'bug', description: 'Broken', color: '#000' });
    const changed = await updateLabel(as('paul'), label.id, { color: '#ffffff' });
    expect(changed).toMatchObject({ title: 'bug', description: 'Broken', color: '#ffffff', textColor: darkText });
    const archived = await updateLabel(as('paul'), label.id, { title: 'defect', isArchived: true });
    expect(archived.title).toBe('defect');
    expect(archived.archivedAt).toBeInstanceOf(Date);
    expect((await updateLabel(as('paul'), label.id, { isArchived: false })).archivedAt).toBeNull();
  });

  test('a title that another label has is refused', async ({ as, build }) => {
    const group = await build.group();
    await build.label({ namespace: group, title: 'bug' });
    const label = await build.label({ namespace: group, title: 'defect' });
    await expect(updateLabel(as('paul'), label.id, { title: 'bug' })).rejects.toThrow(ConflictError);
  });

  test('a deleted label leaves its items', async ({ as, build }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    const label = await build.label({ namespace: group, on: [epic] });
    await deleteLabel(as('paul'), label.id);
    expect(await as('paul').load(labelsOfWorkItem, epic.id)).toEqual([]);
    await expect(findLabel(as('paul'), group, label.id)).rejects.toThrow(NotFoundError);
  });

  test('an outsider learns nothing of a private label', async ({ as, build }) => {
    const label = await build.label({ namespace: await build.group() });
    await expect(updateLabel(as('otto'), label.id, { title: 'x' })).rejects.toThrow(NotFoundError);
    await expect(deleteLabel(as('nobody'), label.id)).rejects.toThrow(NotFoundError);
  });
});

describe('promoting a project label', () => {
  test('it becomes one of the group, with its namesakes in sibling projects, and no item loses it', async ({
    as,
    build,
    db,
  }) => {
    const group = await build.group();
    const [one, two] = [await build.project({ group }), await build.project({ group })];
    const [left, right] = [await build.issue({ project: one }), await build.issue({ project: two })];
    const label = await build.label({ namespace: one, title: 'bug', color: '#123456', on: [left] });
    await build.label({ namespace: two, title: 'bug', on: [right] });
    const promoted = await promoteLabel(as('paul'), label.id);
    expect(promoted).toMatchObject({ namespaceId: group.id, namespaceKind: 'group', color: '#123456' });
    const ctx = as('paul');
    expect((await ctx.load(labelsOfWorkItem, left.id))?.map(({ id }) => id)).toEqual([promoted.id]);
    expect((await ctx.load(labelsOfWorkItem, right.id))?.map(({ id }) => id)).toEqual([promoted.id]);
    const rows = await db
      .selectFrom('labels')
      .selectAll()
      .where('title', '=', 'bug')
      .where('namespaceId', 'in', [one.id, two.id])
      .execute();
    expect(rows).toEqual([]);
  });

  test('a group label cannot be promoted', async ({ as, build }) => {
    const label = await build.label({ namespace: await build.group() });
    await expect(promoteLabel(as('ada'), label.id)).rejects.toThrow(ValidationError);
  });
});

describe('listing labels', () => {
  test('options include labels of ancestors and descendants, ordered by title', async ({ as, build }) => {
    const top = await build.group();
    const middle = await build.group({ parent: top });
    const below = await build.group({ parent: middle });
    const project = await build.project({ group: middle });
    for (const [namespace, title] of [
      [top, 'Top'],
      [middle, 'middle'],
      [below, 'below'],
      [project, 'project'],
    ] as const) {
      await build.label({ namespace, title });
    }
    const titles = async (listing: Omit<LabelListing, 'namespace'>, namespace = middle) =>
      (await labelsOnPage(as('gwen'), { namespace, ...listing }, firstPage)).map(({ title }) => title);
    expect(await titles({ onlyGroupLabels: true })).toEqual(['middle']);
    expect(await titles({})).toEqual(['middle', 'project']);
    expect(await titles({ includeAncestors: true, onlyGroupLabels: true })).toEqual(['middle', 'Top']);
    expect(await titles({ includeDescendants: true })).toEqual(['below', 'middle', 'project']);
    expect(await titles({ includeDescendants: true, onlyGroupLabels: true })).toEqual(['below', 'middle']);
    expect(await titles({}, project)).toEqual(['project']);
    expect(await titles({ includeAncestors: true }, project)).toEqual(['middle', 'project', 'Top']);
  });

  test('a search covers title and description, letter case aside, and wildcards are plain text', async ({
    as,
    build,
  }) => {
    const namespace = await build.group();
    await build.label({ namespace, title: 'backend' });
    await build.label({ namespace, title: 'x', description: 'Not the BACKEND' });
    await build.label({ namespace, title: '100%' });
    const listing = { namespace, search: 'backEnd' };
    expect(await countLabels(as('gwen'), listing)).toBe(2);
    expect(await countLabels(as('gwen'), { ...listing, searchIn: ['title'] })).toBe(1);
    expect(await countLabels(as('gwen'), { namespace, search: '%' })).toBe(1);
  });

  test('TM-LB-08: archived labels are excluded or included on request', async ({ as, build }) => {
    const namespace = await build.group();
    await build.label({ namespace, title: 'old', archived: true });
    await build.label({ namespace, title: 'new' });
    expect(await countLabels(as('gwen'), { namespace })).toBe(2);
    expect(await countLabels(as('gwen'), { namespace, isArchived: false })).toBe(1);
  });

  test('labels of private groups below stay hidden from outsiders', async ({ as, build }) => {
    const top = await build.group({ visibility: 'public' });
    const hidden = await build.group({ parent: top, visibility: 'private' });
    await build.label({ namespace: top, title: 'open' });
    await build.label({ namespace: hidden, title: 'secret' });
    const listing = { namespace: top, includeDescendants: true };
    expect(await countLabels(as('nobody'), listing)).toBe(1);
    expect(await countLabels(as('otto'), listing)).toBe(1);
    expect(await countLabels(as('gwen'), listing)).toBe(2);
  });

  test('one is found by id or title, from the nearest namespace up', async ({ as, build }) => {
    const top = await build.group();
    const project = await build.project({ group: top });
    const above = await build.label({ namespace: top, title: 'bug' });
    const numeric = await build.label({ namespace: project, title: '2024' });
    const ctx = as('gwen');
    expect((await findLabel(ctx, project, 'bug')).id).toBe(above.id);
    expect((await findLabel(ctx, project, above.id)).id).toBe(above.id);
    expect((await findLabel(ctx, project, '2024')).id).toBe(numeric.id);
    await expect(findLabel(ctx, project, 'bug', false)).rejects.toThrow(NotFoundError);
  });
});

test('the labels of a page of items take one statement', async ({ as, build, statements }) => {
  const group = await build.group();
  const epics = [await build.epic({ group }), await build.epic({ group }), await build.epic({ group })];
  await build.label({ namespace: group, title: 'b', on: epics });
  await build.label({ namespace: group, title: 'A', on: epics });
  const ctx = as('gwen');
  statements.length = 0;
  const labels = await Promise.all(epics.map((epic) => ctx.load(labelsOfWorkItem, epic.id)));
  expect(labels.map((each) => each?.map(({ title }) => title))).toEqual(epics.map(() => ['A', 'b']));
  expect(statements).toHaveLength(1);
});
