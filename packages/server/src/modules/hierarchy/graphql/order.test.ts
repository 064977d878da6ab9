import type { WorkItemId } from '@milepost/core/ids';
import { describe, expect } from 'vitest';
import { test } from '../../../testing/http.ts';
import { siblingsUnder } from '../store/siblings.ts';
import { rederivePaths } from '../store.ts';

const reorder = /* GraphQL */ `
  mutation epicReorder($input: EpicTreeReorderInput!) {
    epicTreeReorder(input: $input) {
      errors
    }
  }
`;
const order = /* GraphQL */ `
  query childItems($id: WorkItemID!) {
    workItem(id: $id) {
      widgets(onlyTypes: [HIERARCHY]) {
        ... on WorkItemWidgetHierarchy {
          children {
            nodes {
              id
            }
          }
        }
      }
    }
  }
`;
const people = ['ada', 'paul', 'rita', 'dana', 'mina'] as const;
const WRITERS = 8;
const MOVES = 10;

/** The same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

describe('eight people arrange one tree at once', () => {
  for (const seed of [1, 2, 3]) {
    test(`EP-DD-05 and EP-DD-06: all get one order, no item is lost or duplicated, and a sole writer decides an item’s position (${seed})`, async ({
      ask,
      build,
      db,
    }) => {
      const root = await build.epic();
      const parents = [root, await build.epic({ parent: root }), await build.epic({ parent: root })].map(
        ({ id }) => id,
      );
      const shared: WorkItemId[] = [];
      // Ranks so close together that they are constantly spread out, some equal.
      for (let at = 0; at < 12; at += 1) {
        const parent = { id: parents[1 + (at % 2)] as WorkItemId };
        const make = at % 3 === 0 ? build.issue : build.epic;
        shared.push((await make({ parent: await reread(parent.id), relativePosition: Math.floor(at / 4) })).id);
      }
      const own: WorkItemId[] = [];
      for (let at = 0; at < WRITERS; at += 1) own.push((await build.epic({ parent: root, relativePosition: 0 })).id);
      async function reread(id: WorkItemId) {
        const item = await build.reread({ id });
        if (!item) throw new Error('The item is gone');
        return item;
      }
      const epic = (id: WorkItemId) => `gid://gitlab/Epic/${id}`;

      /** The last position that each writer chose for its own item. */
      const lastPut = new Map<WorkItemId, WorkItemId>();
      const refusals: unknown[] = [];
      const write = async (writer: number): Promise<void> => {
        const chance = random(seed * 100 + writer);
        const pick = <Item>(from: readonly Item[]): Item => from[Math.floor(chance() * from.length)] as Item;
        for (let count = 0; count < MOVES; count += 1) {
          const mine = own[writer] as WorkItemId;
          const childId = chance() < 0.5 ? mine : pick(shared);
          const parentId = pick(parents);
          const others = (await siblingsUnder(db, parentId)).filter(({ id }) => id !== childId);
          const beside = others.length > 0 && chance() < 0.8 ? pick(others) : null;
          const moved = {
            id: epic(childId),
            newParentId: epic(parentId),
            ...(beside && { adjacentReferenceId: epic(beside.id), relativePosition: pick(['before', 'after']) }),
          };
          const { data, errors } = await ask<{ epicTreeReorder: { errors: string[] } }>(
            people[writer % people.length] ?? 'ada',
            reorder,
            { input: { baseEpicId: epic(root.id), moved } },
          );
          const refused = errors ?? data.epicTreeReorder.errors;
          refusals.push(...refused);
          if (refused.length === 0 && childId === mine) lastPut.set(mine, parentId);
        }
      };
      // Everybody signs in before they all start together.
      for (const who of people) await ask(who, order, { id: `gid://gitlab/WorkItem/${root.id}` });
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
      // The neighbor was moved meanwhile: a refused change has no effect.
      for (const refusal of refusals) expect(refusal).toContain('adjacent');

      const levels = await Promise.all(parents.map((id) => siblingsUnder(db, id)));
      const ids = levels.flatMap((level) => level.map(({ id }) => id));
      expect(ids.toSorted((one, other) => one - other)).toEqual(
        [...parents.slice(1), ...shared, ...own].toSorted((one, other) => one - other),
      );
      for (const [item, parentId] of lastPut) expect(await reread(item)).toMatchObject({ parentId });
      for (const [at, id] of parents.entries()) {
        const children = levels[at] ?? [];
        const received = await Promise.all(
          people.map(async (who) => {
            const { data } = await ask<{
              workItem: { widgets: { children?: { nodes: { id: string }[] } }[] };
            }>(who, order, { id: `gid://gitlab/WorkItem/${id}` });
            return data.workItem.widgets.flatMap((widget) => widget.children?.nodes ?? []);
          }),
        );
        // Every moved item has a unique rank, and everybody gets the same order.
        const expected = children.map((child) => ({ id: `gid://gitlab/WorkItem/${child.id}` }));
        expect(received).toEqual(people.map(() => expected));
      }
      // Paths match the parents: none needs repair.
      expect(await rederivePaths(db, root.rootId)).toBe(0);
    });
  }
});
