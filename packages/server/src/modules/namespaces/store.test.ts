import { describe, expect } from 'vitest';
import { test } from '../../testing/test.ts';
import { namespaceByFullPath, namespaceById, namespacesById, nextIid } from './store.ts';

describe('reading namespaces', () => {
  test('one is found by id and by full path in any letter case', async ({ build, db }) => {
    const group = await build.group({ path: 'Plan' });
    const child = await build.project({ group, path: 'Web' });
    expect(await namespaceById(db, child.id)).toEqual(child);
    expect((await namespaceByFullPath(db, 'plan/WEB'))?.id).toBe(child.id);
    expect(await namespaceByFullPath(db, 'plan/nothing')).toBeNull();
  });

  test('many ids are read in one statement', async ({ build, as, statements }) => {
    const groups = [await build.group(), await build.group(), await build.group()];
    const ctx = as('ada');
    statements.length = 0;
    const read = await Promise.all(groups.map((group) => ctx.load(namespacesById, group.id)));
    expect(read).toEqual(groups);
    expect(statements).toHaveLength(1);
  });

  test('numbers are unique, even under concurrent requests', async ({ build, db }) => {
    const group = await build.group();
    const asked = Array.from({ length: 20 }, () =>
      db.transaction().execute((trx) => nextIid(trx, group.id, 'work_items')),
    );
    const given = await Promise.all(asked);
    expect(given.sort((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });
});
