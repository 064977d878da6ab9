import { NotFoundError, StaleVersionError, ValidationError } from '@milepost/core/errors';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Db } from '../../platform/database/tables.ts';
import type { Builders } from '../../testing/test.ts';
import { test } from '../../testing/test.ts';
import { removeExpired } from './jobs.ts';
import { restoreNamespace, scheduleDeletion, setArchived } from './commands/lifecycle.ts';
import { transferNamespace } from './commands/transfers.ts';
import { createGroup, updateGroup, updateProject } from './commands/writing.ts';
import { findVisibleNamespace, visibleNamespace } from './commands.ts';
import { namespaceById, namespaceByFullPath, type Namespace } from './store.ts';

const kinds = ['group', 'project'] as const;
type Kind = (typeof kinds)[number];

/** A group or project with an item in it, below a group of the cast. */
async function built(build: Builders, kind: Kind) {
  const parent = await build.group({ visibility: 'public' });
  const one =
    kind === 'group' ? await build.group({ parent, path: 'one' }) : await build.project({ group: parent, path: 'one' });
  const item = kind === 'group' ? await build.epic({ group: one }) : await build.issue({ project: one });
  return { parent, one, item };
}

/** A checksum of all stored data of the items of a namespace. */
async function checksum(db: Db, { scope }: Namespace): Promise<unknown> {
  const { rows } = await sql`
    SELECT count(*), md5(string_agg(w::text, ',' ORDER BY w.id)) FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
    WHERE n.traversal_ids @> ${scope.traversalIds}::bigint[]`.execute(db);
  return rows[0];
}

const update = (kind: Kind) => (kind === 'group' ? updateGroup : updateProject);

describe.each(kinds)('TM-PS-01: a %s', (kind) => {
  test('TM-GS-05, TM-GS-07: leads from its former paths until another takes them', async ({ as, build }) => {
    const { parent, one } = await built(build, kind);
    const renamed = await update(kind)(as('ada'), one.id, { path: 'two' });
    const at = (path: string) => visibleNamespace(as('ada'), path);
    expect(renamed.fullPath).toBe(`${parent.fullPath}/two`);
    expect((await at(`${parent.fullPath}/ONE`))?.fullPath).toBe(`${parent.fullPath}/two`);
    await updateGroup(as('ada'), parent.id, { path: `${parent.path}-b` });
    for (const former of [`${parent.fullPath}/one`, `${parent.fullPath}/two`]) {
      expect((await at(former.toUpperCase()))?.fullPath).toBe(`${parent.fullPath}-b/two`);
    }
    await updateGroup(as('ada'), parent.id, { path: parent.path });
    const taker = await createGroup(as('ada'), { name: 'one', path: 'one', parent: parent.id });
    expect((await at(`${parent.fullPath}/one`))?.id).toBe(taker.id);
    expect((await at(`${parent.fullPath}-b/two`))?.id).toBe(one.id);
  });

  test('two people who change the settings at the same time do not overwrite each other', async ({ as, build }) => {
    const { one } = await built(build, kind);
    const { lockVersion } = await update(kind)(as('ada'), one.id, { name: 'First' });
    await update(kind)(as('ada'), one.id, { name: 'Second', lockVersion });
    const late = update(kind)(as('ada'), one.id, { description: 'Late', lockVersion });
    await expect(late).rejects.toThrow(StaleVersionError);
  });

  test('TM-GS-14, TM-PS-03, TM-PS-06: moves with ids, iids and former path', async ({ as, build, db }) => {
    const { one, item } = await built(build, kind);
    const target = await build.group({ visibility: 'public' });
    const moved = await transferNamespace(as('ada'), kind, one.id, target.fullPath);
    expect(moved).toMatchObject({ id: one.id, fullPath: `${target.fullPath}/one`, rootId: target.id });
    expect(moved.scope.traversalIds).toEqual([target.id, one.id]);
    const row = await db.selectFrom('workItems').selectAll().where('id', '=', item.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ iid: item.iid, namespaceId: one.id, rootId: target.id });
    expect((await visibleNamespace(as('ada'), one.fullPath))?.id).toBe(one.id);
  });

  test('TM-GS-15: is not moved where its path is taken, or below itself', async ({ as, build, db }) => {
    const { parent, one } = await built(build, kind);
    const target = await build.group({ visibility: 'public' });
    await build.group({ parent: target, path: 'ONE' });
    const refused = transferNamespace(as('ada'), kind, one.id, target.id);
    await expect(refused).rejects.toMatchObject({ fields: { path: ['has already been taken'] } });
    expect((await namespaceById(db, one.id))?.fullPath).toBe(one.fullPath);
    const below = await build.group({ parent });
    await expect(transferNamespace(as('ada'), 'group', parent.id, below.id)).rejects.toThrow('below itself');
  });

  test('a private target refuses what is public', async ({ as, build }) => {
    const { one } = await built(build, kind);
    const target = await build.group({ visibility: 'private' });
    await expect(transferNamespace(as('ada'), kind, one.id, target.id)).rejects.toThrow(/public is not allowed/);
  });

  test('TM-GS-18, TM-GS-19, TM-LM-04: is hidden when deleted, and restored without a loss', async ({
    as,
    build,
    db,
  }) => {
    const { one } = await built(build, kind);
    const before = await checksum(db, one);
    await scheduleDeletion(as('ada'), kind, one.id);
    for (const who of ['nobody', 'otto', 'mina'] as const) {
      expect(await visibleNamespace(as(who), one.id)).toBeNull();
      expect(await visibleNamespace(as(who), one.fullPath)).toBeNull();
    }
    for (const who of ['ada', 'root'] as const) {
      const hidden = await findVisibleNamespace(as(who), one.fullPath);
      expect(hidden).toMatchObject({ id: one.id, path: `one-deletion_scheduled-${one.id}` });
      expect(hidden.archivedAt).not.toBeNull();
    }
    await expect(scheduleDeletion(as('ada'), kind, one.id)).rejects.toThrow('already marked for deletion');
    const restored = await restoreNamespace(as('ada'), kind, one.id);
    expect(restored).toMatchObject({ fullPath: one.fullPath, deletedAt: null, archivedAt: null });
    expect(await checksum(db, one)).toEqual(before);
    expect((await visibleNamespace(as('nobody'), one.fullPath))?.id).toBe(one.id);
  });

  test('is open after its restoration where its group was unarchived meanwhile, and archived where it was archived', async ({
    as,
    build,
  }) => {
    const { parent, one } = await built(build, kind);
    await setArchived(as('ada'), 'group', parent.id, true);
    await scheduleDeletion(as('ada'), kind, one.id);
    await setArchived(as('ada'), 'group', parent.id, false);
    expect((await findVisibleNamespace(as('ada'), one.id)).archivedAt).not.toBeNull();
    expect((await restoreNamespace(as('ada'), kind, one.id)).archivedAt).toBeNull();
    await scheduleDeletion(as('ada'), kind, one.id);
    await setArchived(as('ada'), 'group', parent.id, true);
    expect((await restoreNamespace(as('ada'), kind, one.id)).archivedAt).not.toBeNull();
    await setArchived(as('ada'), 'group', parent.id, false);
    expect((await findVisibleNamespace(as('ada'), one.id)).archivedAt).toBeNull();
  });

  test('TM-GS-19: asks for another path when the former one is taken', async ({ as, build }) => {
    const { parent, one } = await built(build, kind);
    await scheduleDeletion(as('ada'), kind, one.id);
    await createGroup(as('ada'), { name: 'one', path: 'one', parent: parent.id });
    await expect(restoreNamespace(as('ada'), kind, one.id)).rejects.toMatchObject({
      fields: { path: ['has already been taken'] },
    });
    expect((await restoreNamespace(as('ada'), kind, one.id, { path: 'three' })).fullPath).toBe(
      `${parent.fullPath}/three`,
    );
  });

  test('TM-GS-20: is removed for good after seven days, and not before', async ({ as, build, db, services }) => {
    const { one } = await built(build, kind);
    const aged = (days: number) =>
      sql`UPDATE namespaces SET deleted_at = now() - make_interval(days => ${days}) WHERE id = ${one.id}`.execute(db);
    await scheduleDeletion(as('ada'), kind, one.id);
    await aged(6);
    await removeExpired.run(services, null, new AbortController().signal);
    expect(await namespaceById(db, one.id)).not.toBeNull();
    await aged(8);
    await removeExpired.run(services, null, new AbortController().signal);
    expect(await namespaceById(db, one.id)).toBeNull();
    expect(await checksum(db, one)).toMatchObject({ count: 0 });
  });
});

test('what was deleted or archived before its group stays so when the group is restored', async ({ as, build, db }) => {
  const group = await build.group();
  const first = await build.project({ group });
  const archived = await build.project({ group, archived: true });
  await scheduleDeletion(as('ada'), 'project', first.id);
  await scheduleDeletion(as('ada'), 'group', group.id);
  await expect(restoreNamespace(as('ada'), 'project', first.id)).rejects.toThrow('Restore it first');
  await restoreNamespace(as('ada'), 'group', group.id);
  expect(await namespaceById(db, first.id)).toMatchObject({ pathBeforeDeletion: first.path });
  expect((await namespaceById(db, first.id))?.deletedAt).not.toBeNull();
  expect(await namespaceById(db, archived.id)).toMatchObject({ deletedAt: null });
  expect((await namespaceById(db, archived.id))?.archivedAt).not.toBeNull();
});

test('what is below an archived group cannot be unarchived alone', async ({ as, build }) => {
  const group = await build.group();
  const project = await build.project({ group });
  await setArchived(as('ada'), 'group', group.id, true);
  await expect(setArchived(as('ada'), 'project', project.id, false)).rejects.toThrow(ValidationError);
});

test('a group moved to the top keeps an owner: the one who moved it', async ({ as, build, db }) => {
  const parent = await build.group();
  const sub = await build.group({ parent });
  const moved = await transferNamespace(as('ada'), 'group', sub.id, null);
  expect(moved).toMatchObject({ parentId: null, fullPath: sub.path, rootId: sub.id });
  const members = await db
    .selectFrom('members')
    .select(['userId', 'accessLevel'])
    .where('namespaceId', '=', sub.id)
    .execute();
  expect(members).toEqual([{ userId: build.idOf('ada'), accessLevel: 50 }]);
});

test('an issue that leaves the top-level group of its epic loses the parent, and the epic its sums', async ({
  as,
  build,
  db,
}) => {
  const group = await build.group();
  const project = await build.project({ group });
  const epic = await build.epic({ group });
  const issue = await build.issue({ project, parent: epic });
  const task = await build.issue({ project, parent: issue, type: 'task' });
  const target = await build.group();
  await transferNamespace(as('ada'), 'project', project.id, target.id);
  const rows = await db
    .selectFrom('workItems')
    .select(['id', 'parentId', 'ancestorIds', 'rootId'])
    .where('namespaceId', '=', project.id)
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: issue.id, parentId: null, ancestorIds: [], rootId: target.id },
    { id: task.id, parentId: issue.id, ancestorIds: [issue.id], rootId: target.id },
  ]);
  expect(
    await db.selectFrom('workItemRollups').select('workItemId').where('workItemId', '=', epic.id).execute(),
  ).toEqual([]);
});

test('TM-GS-10: lowering a group lowers what is below it, if asked to', async ({ as, build, db }) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group });
  await expect(updateGroup(as('ada'), group.id, { visibility: 'internal' })).rejects.toThrow(ValidationError);
  await updateGroup(as('ada'), group.id, { visibility: 'internal', lowersBelow: true });
  expect((await namespaceById(db, project.id))?.visibility).toBe('internal');
  await expect(updateProject(as('ada'), project.id, { visibility: 'public' })).rejects.toThrow(
    'parent group is internal',
  );
});

test('items of a deleted project are left out of lists and trees, and counted for nobody', async ({
  as,
  build,
  db,
}) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group });
  await build.issue({ project });
  await scheduleDeletion(as('ada'), 'project', project.id);
  await expect(findVisibleNamespace(as('mina'), project.id)).rejects.toThrow(NotFoundError);
  expect(await namespaceByFullPath(db, project.fullPath)).toBeNull();
});

test('renaming, moving within a top-level group, archiving, deleting and restoring write no item', async ({
  as,
  build,
  db,
}) => {
  const top = await build.group();
  const target = await build.group({ parent: top });
  const group = await build.group({ parent: top, path: 'one' });
  const project = await build.project({ group });
  const epic = await build.epic({ group });
  await build.issue({ project, parent: epic });
  const versions = async () => {
    const { rows } = await sql`
      SELECT w.id, w.xmin::text AS version FROM work_items w WHERE w.root_id = ${top.id} ORDER BY w.id`.execute(db);
    return rows;
  };
  const before = await versions();
  expect(before).toHaveLength(2);
  await updateGroup(as('ada'), group.id, { path: 'two', name: 'Two' });
  await transferNamespace(as('ada'), 'group', group.id, target.id);
  await setArchived(as('ada'), 'group', group.id, true);
  await setArchived(as('ada'), 'group', group.id, false);
  await scheduleDeletion(as('ada'), 'group', group.id);
  await restoreNamespace(as('ada'), 'group', group.id);
  expect(await versions()).toEqual(before);
});
