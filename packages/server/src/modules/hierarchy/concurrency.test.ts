import { CHILDREN_LIMIT, ChildrenLimitError, nothingBelow } from '@milepost/core/hierarchy';
import type { WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Db } from '../../platform/database/tables.ts';
import { test } from '../../testing/test.ts';
import { namespaceById, type Namespace } from '../namespaces/store.ts';
import type { WorkItem } from '../work-items/store.ts';
import { addChild, setChildPosition, removeChild } from './commands.ts';
import { rollupSeenBelow } from './store/rollups.ts';
import { siblingsUnder } from './store/siblings.ts';

const homeOf = async (db: Db, item: WorkItem) => (await namespaceById(db, item.namespaceId)) as Namespace;
const people = ['ada', 'paul', 'rita', 'dana', 'mina'] as const;

describe('several people at once', () => {
  test('EP-DD-06: concurrent reordering ends in one order with no item lost or duplicated', async ({
    as,
    build,
    db,
  }) => {
    const parent = await build.epic();
    const children: WorkItem[] = [];
    for (let count = 0; count < 12; count++) children.push(await build.epic({ parent, relativePosition: count }));
    const ids = children.map(({ id }) => id);
    const at = (index: number): WorkItemId => ids[index % ids.length] as WorkItemId;
    const arrange = async (person: number): Promise<void> => {
      for (let count = person; count < 40; count += people.length) {
        const [childId, neighbor] = [at(count * 7), at(count * 5 + 1)];
        if (childId === neighbor) continue;
        const spot = count % 2 === 0 ? { before: neighbor } : { after: neighbor };
        await setChildPosition(as(people[person] ?? 'ada'), { parentId: parent.id, childId, spot });
      }
    };
    await Promise.all(people.map((_, person) => arrange(person)));
    const after = await siblingsUnder(db, parent.id);
    expect(after).toHaveLength(ids.length);
    expect(new Set(after.map(({ id }) => id))).toEqual(new Set(ids));
    expect(new Set(after.map(({ rank }) => rank)).size).toBe(ids.length);
    // Everyone gets the same answer.
    expect(await siblingsUnder(db, parent.id)).toEqual(after);
  });

  test('EP-DD-05: an item that is moved to two parents at once ends below one of them, and the sums match the tree', async ({
    as,
    build,
    db,
  }) => {
    const root = await build.epic();
    const [left, right] = [await build.epic({ parent: root }), await build.epic({ parent: root })];
    const child = await build.epic({ parent: left });
    await build.issue({ parent: child, author: 'ada' });
    await Promise.all(
      people.map((who, count) =>
        setChildPosition(as(who), {
          parentId: (count % 2 === 0 ? right : left).id,
          childId: child.id,
          spot: 'top',
        }),
      ),
    );
    const [inLeft, inRight] = [await siblingsUnder(db, left.id), await siblingsUnder(db, right.id)];
    expect([...inLeft, ...inRight].map(({ id }) => id)).toEqual([child.id]);
    const holder = inLeft.length === 1 ? left : right;
    const other = holder === left ? right : left;
    expect(await build.reread(child)).toMatchObject({ parentId: holder.id, ancestorIds: [root.id, holder.id] });
    const sums = (item: WorkItem) => rollupSeenBelow(as('ada'), item);
    expect(await sums(holder)).toMatchObject({
      openedEpics: 1,
      openedIssues: 1,
    });
    expect(await sums(other)).toMatchObject(nothingBelow);
    expect(await sums(root)).toMatchObject({
      openedEpics: 3,
      openedIssues: 1,
    });
  });

  test('an item that is added and removed at once is a child once or not at all', async ({ as, build, db }) => {
    const parent = await build.epic();
    const child = await build.issue({ parent });
    const pair = { parentId: parent.id, childId: child.id };
    await Promise.allSettled([
      removeChild(as('ada'), pair),
      removeChild(as('paul'), pair),
      addChild(as('rita'), pair),
      addChild(as('dana'), pair),
    ]);
    const now = await build.reread(child);
    expect(await siblingsUnder(db, parent.id)).toHaveLength(now?.parentId === null ? 0 : 1);
  });
});

test('a parent takes no more children than the limit', async ({ as, build, db }) => {
  const parent = await build.epic();
  await sql`
    INSERT INTO work_items (namespace_id, root_id, iid, type, title, parent_id, ancestor_ids, relative_position)
    SELECT namespace_id, root_id, 100000 + at, 'epic', 'Child', id, ARRAY[id], at
    FROM work_items, generate_series(1, ${CHILDREN_LIMIT}::integer) AS at WHERE id = ${parent.id}`.execute(db);
  const lone = await build.epic({ group: await homeOf(db, parent) });
  await expect(addChild(as('ada'), { parentId: parent.id, childId: lone.id })).rejects.toThrow(ChildrenLimitError);
});
