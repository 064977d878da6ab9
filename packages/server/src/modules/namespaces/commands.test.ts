import { ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { viewerOfAccount } from '../members/commands/identify.ts';
import { Context } from '../../platform/context.ts';
import { test } from '../../testing/test.ts';
import { deleteNamespace, setArchived } from './commands/lifecycle.ts';
import { createGroup, createProject, updateGroup, updateProject } from './commands/writing.ts';
import { findVisibleGroup, findVisibleNamespace, findVisibleProject } from './commands.ts';
import { namespaceById, type Namespace } from './store.ts';

const fieldsOf = async (refused: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await refused.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ValidationError);
  return (error as ValidationError).fields;
};

describe('finding', () => {
  test('by id and by path, as the requested kind', async ({ build, as }) => {
    const group = await build.group();
    const project = await build.project({ group });
    expect((await findVisibleGroup(as('gwen'), group.id)).fullPath).toBe(group.fullPath);
    expect((await findVisibleGroup(as('gwen'), String(group.id))).id).toBe(group.id);
    expect((await findVisibleGroup(as('gwen'), group.fullPath.toUpperCase())).id).toBe(group.id);
    expect((await findVisibleProject(as('gwen'), project.fullPath)).id).toBe(project.id);
    expect((await findVisibleNamespace(as('gwen'), project.fullPath)).id).toBe(project.id);
    await expect(findVisibleGroup(as('gwen'), project.fullPath)).rejects.toThrow('Group not found');
    await expect(findVisibleProject(as('gwen'), group.fullPath)).rejects.toThrow('Project not found');
  });

  test('an invisible namespace is not found', async ({ build, as }) => {
    const hidden = await build.group({ visibility: 'private' });
    const internal = await build.group({ visibility: 'internal' });
    await expect(findVisibleGroup(as('nobody'), hidden.id)).rejects.toThrow(NotFoundError);
    await expect(findVisibleGroup(as('otto'), hidden.fullPath)).rejects.toThrow(NotFoundError);
    await expect(findVisibleGroup(as('nobody'), internal.id)).rejects.toThrow(NotFoundError);
    expect((await findVisibleGroup(as('otto'), internal.id)).id).toBe(internal.id);
    expect((await findVisibleGroup(as('root'), hidden.id)).id).toBe(hidden.id);
  });
});

describe('creating', () => {
  test('a new group is owned by its creator', async ({ as, services, build, world }) => {
    const group = await createGroup(as('otto'), { name: 'Web & Apps', path: `web-${world.next()}`, parent: null });
    expect(group).toMatchObject({
      kind: 'group',
      name: 'Web & Apps',
      visibility: 'private',
      creatorId: build.idOf('otto'),
    });
    expect(group.scope).toEqual({
      namespaceId: group.id,
      traversalIds: [group.id],
      visibility: 'private',
      isDeleted: false,
      isTransferring: false,
      disabledFeatures: [],
    });
    const otto = new Context(services, await viewerOfAccount(services.db, build.idOf('otto')));
    expect(otto.viewer.levelIn(group.scope)).toBe(50);
  });

  test('a group and a project in a group, with the path and name of their parent', async ({ as, build, services }) => {
    const top = await build.group({ name: 'Top', visibility: 'public' });
    const sub = await createGroup(as('mina'), { name: 'Sub Group', parent: top.id, visibility: 'public' });
    const project = await createProject(as('dana'), {
      name: 'Écran',
      parent: sub.fullPath,
      description: 'Draws **things**',
    });
    expect(sub).toMatchObject({
      path: 'sub-group',
      fullPath: `${top.fullPath}/sub-group`,
      fullName: 'Top / Sub Group',
    });
    expect(project).toMatchObject({
      kind: 'project',
      fullPath: `${sub.fullPath}/ecran`,
      fullName: 'Top / Sub Group / Écran',
      rootId: top.id,
      visibility: 'private',
    });
    expect(project.descriptionHtml).toContain('<strong>things</strong>');
    expect(project.scope.traversalIds).toEqual([top.id, sub.id, project.id]);
    const levelOf = async (who: 'mina' | 'dana', { scope }: Namespace) =>
      (await viewerOfAccount(services.db, build.idOf(who))).levelIn(scope);
    // A maintainer of the parent group owns the group they created; a developer maintains their project.
    expect(await levelOf('mina', sub)).toBe(50);
    expect(await levelOf('dana', project)).toBe(40);
  });

  test('TM-GS-03: wrong fields are refused by name', async ({ as, build }) => {
    const group = await build.group({ visibility: 'internal' });
    await build.project({ group, path: 'taken' });
    const make = (input: object) => fieldsOf(createProject(as('ada'), { name: 'Xy', parent: group.id, ...input }));
    expect(await make({ name: ' ', path: 'a b' })).toMatchObject({
      name: ["can't be blank"],
      path: [expect.stringContaining('can contain only')],
    });
    expect(await make({ path: 'TAKEN' })).toEqual({ path: ['has already been taken'] });
    expect(await make({ name: '日本' })).toEqual({ path: ["can't be blank"] });
    expect(await make({ path: 'tree' })).toEqual({ path: ['is a reserved name'] });
    expect(await make({ visibility: 'public' })).toEqual({
      visibility: ['public is not allowed since the parent group is internal'],
    });
    expect(await make({ description: 'x'.repeat(2_001) })).toEqual({
      description: ['is too long (maximum is 2000 characters)'],
    });
    expect(await fieldsOf(createGroup(as('ada'), { name: 'X', path: 'api', parent: null }))).toEqual({
      path: ['is a reserved name'],
    });
    expect(await fieldsOf(createGroup(as('ada'), { name: 'X', path: '123', parent: null }))).toEqual({
      path: ['cannot consist of digits only'],
    });
  });

  test('groups nest to twenty levels', async ({ as, build }) => {
    let group = await build.group();
    for (let level = 2; level <= 20; level++) group = await build.group({ parent: group });
    expect(await fieldsOf(createGroup(as('ada'), { name: 'Deep', parent: group.id }))).toEqual({
      base: ['Groups cannot be nested any deeper'],
    });
  });

  test('creating the same path concurrently creates one', async ({ as, build, world }) => {
    const parent = await build.group();
    const path = `same-${world.next()}`;
    const both = await Promise.allSettled(
      [1, 2].map(() => createGroup(as('ada'), { name: 'Same', path, parent: parent.id })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('changing', () => {
  test('a new path takes everything below along', async ({ as, build, db }) => {
    const top = await build.group({ path: 'Old', name: 'Old name' });
    const sub = await build.group({ parent: top, path: 'sub', name: 'Sub' });
    const project = await build.project({ group: sub, path: 'old', name: 'Old' });
    const neighbor = await build.group({ path: 'Old-er', name: 'Old name too' });
    const renamed = await updateGroup(as('ada'), top.id, { path: 'new', name: '新しい' });
    expect(renamed).toMatchObject({ path: 'new', fullPath: 'new', name: '新しい', fullName: '新しい' });
    const after = async (id: NamespaceId) => namespaceById(db, id);
    expect(await after(project.id)).toMatchObject({
      fullPath: 'new/sub/old',
      fullName: '新しい / Sub / Old',
      path: 'old',
    });
    expect(await after(neighbor.id)).toMatchObject({ fullPath: 'Old-er', fullName: 'Old name too' });
    // Renamed back, from a name with other letters.
    await updateGroup(as('ada'), top.id, { name: 'Plain' });
    expect((await after(project.id))?.fullName).toBe('Plain / Sub / Old');
    await updateGroup(as('ada'), sub.id, { path: 'SUB' });
    expect((await after(project.id))?.fullPath).toBe('new/SUB/old');
    expect((await after(top.id))?.fullPath).toBe('new');
    await expect(updateGroup(as('ada'), neighbor.id, { path: 'NEW' })).rejects.toThrow('Path has already been taken');
  });

  test('a namespace created while a path changes gets the new path', async ({ as, build, db }) => {
    const top = await build.group();
    const sub = await build.group({ parent: top });
    const path = `${top.path}-moved`;
    const makings = Array.from({ length: 8 }, (_, index) =>
      createProject(as('ada'), { name: `p${index}`, parent: sub.id }),
    );
    const renaming = updateGroup(as('ada'), top.id, { path });
    const made = await Promise.all(makings);
    await renaming;
    for (const { id } of made) expect((await namespaceById(db, id))?.fullPath).toMatch(new RegExp(`^${path}/`));
  });

  test('nothing becomes more visible than its parent, nor less than its children', async ({ as, build }) => {
    const top = await build.group({ visibility: 'internal' });
    const sub = await build.group({ parent: top, visibility: 'internal' });
    const project = await build.project({ group: sub, visibility: 'internal' });
    expect(await fieldsOf(updateGroup(as('ada'), sub.id, { visibility: 'public' }))).toEqual({
      visibility: ['public is not allowed since the parent group is internal'],
    });
    expect(await fieldsOf(updateGroup(as('ada'), top.id, { visibility: 'private' }))).toEqual({
      visibility: ['private is not allowed since there are sub-groups with higher visibility'],
    });
    expect(await fieldsOf(updateGroup(as('ada'), sub.id, { visibility: 'private' }))).toEqual({
      visibility: ['private is not allowed since this group contains projects with higher visibility'],
    });
    await updateProject(as('mina'), project.id, { visibility: 'private' });
    expect((await updateGroup(as('ada'), sub.id, { visibility: 'private' })).visibility).toBe('private');
  });

  test('omitted fields stay, and equal values are no change', async ({ as, build, db }) => {
    const project = await build.project({ name: 'Name', description: 'Words' });
    const after = await updateProject(as('mina'), project.id, { description: 'Other *words*' });
    expect(after).toMatchObject({
      name: 'Name',
      path: project.path,
      description: 'Other *words*',
      visibility: 'private',
    });
    expect(after.descriptionHtml).toContain('<em>words</em>');
    await updateProject(as('mina'), project.id, { name: 'Name' });
    const { rows } = await sql<{
      name: string;
      data: object;
    }>`SELECT name, data FROM events WHERE namespace_id = ${project.id}`.execute(db);
    const before = { traversalIds: project.scope.traversalIds, visibility: project.visibility, name: 'Name' };
    expect(rows).toEqual([{ name: 'namespace.updated', data: { changed: ['description'], before } }]);
  });

  test('a rename is announced with both paths', async ({ as, build, db }) => {
    const group = await build.group();
    await updateGroup(as('ada'), group.id, { path: `${group.path}-2` });
    const { rows } = await sql<{ data: object; actorId: number }>`
      SELECT data, actor_id FROM events WHERE namespace_id = ${group.id} AND name = 'namespace.renamed'`.execute(db);
    expect(rows).toEqual([{ data: { from: group.fullPath, to: `${group.fullPath}-2` }, actorId: build.idOf('ada') }]);
  });
});

describe('archiving', () => {
  test('makes everything below read-only, and unarchiving skips what was archived before', async ({
    as,
    build,
    db,
  }) => {
    const top = await build.group();
    const open = await build.project({ group: top });
    const before = await build.project({ group: top, archived: true });
    const isArchived = async ({ id }: Namespace) => (await namespaceById(db, id))?.archivedAt !== null;
    expect((await setArchived(as('ada'), 'group', top.id, true)).archivedAt).not.toBeNull();
    expect([await isArchived(open), await isArchived(before)]).toEqual([true, true]);
    await expect(createProject(as('ada'), { name: 'New', parent: top.id })).rejects.toThrow(ForbiddenError);
    await setArchived(as('ada'), 'group', top.id, false);
    expect([await isArchived(top), await isArchived(open), await isArchived(before)]).toEqual([false, false, true]);
  });
});

describe('deleting', () => {
  test('deletes everything below and nothing else', async ({ as, build, db }) => {
    const top = await build.group();
    const sub = await build.group({ parent: top });
    const project = await build.project({ group: sub });
    const beside = await build.group({ parent: top });
    await deleteNamespace(as('ada'), 'group', sub.id);
    expect(await namespaceById(db, project.id)).toBeNull();
    expect(await namespaceById(db, beside.id)).not.toBeNull();
    await expect(deleteNamespace(as('ada'), 'group', sub.id)).rejects.toThrow('Group not found');
    await expect(deleteNamespace(as('ada'), 'project', beside.id)).rejects.toThrow('Project not found');
  });
});
