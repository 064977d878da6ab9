import { expect } from 'vitest';
import { test } from '../../testing/http.ts';

interface Page {
  nodes: { key: string; title: string; count: number }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

const lanesDocument = /* GraphQL */ `
  query lanes($path: ID!, $first: Int, $after: String) {
    group(fullPath: $path) {
      page: epicLanes(groupBy: "LABEL:stage", first: $first, after: $after, sort: TITLE_ASC) {
        nodes {
          key
          title
          count
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`;
const rowsDocument = /* GraphQL */ `
  query rows($path: ID!, $lane: String, $after: String) {
    group(fullPath: $path) {
      page: epics(lane: $lane, first: 50, after: $after, sort: TITLE_ASC) {
        nodes {
          title
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`;

const number = (index: number) => String(index).padStart(3, '0');

test('RX-LM-01: lanes and rows of a lane come 50 at a time by keyset: none is missing or comes twice while others are added and removed', async ({
  build,
  ask,
  db,
}) => {
  const group = await build.group({ visibility: 'public' });
  const epics = [];
  for (let index = 0; index < 120; index += 1) epics.push(await build.epic({ group, title: `Row ${number(index)}` }));
  const stage = await build.label({ namespace: group, title: 'stage::000', on: epics });
  for (let index = 1; index <= 110; index += 1) {
    const epic = await build.epic({ group, title: `One ${number(index)}` });
    await build.label({ namespace: group, title: `stage::${number(index)}`, on: [epic] });
  }
  /** All pages of a list; `between` runs after the first one. */
  const readAll = async (document: string, more: object, between: () => Promise<unknown>) => {
    const sizes: number[] = [];
    const found: Page['nodes'] = [];
    for (let after = '', hasNext = true; hasNext;) {
      const { data } = await ask<{ group: { page: Page } }>('nobody', document, {
        path: group.fullPath,
        after,
        ...more,
      });
      const { nodes, pageInfo } = data.group.page;
      sizes.push(nodes.length);
      found.push(...nodes);
      ({ hasNextPage: hasNext, endCursor: after } = pageInfo);
      if (sizes.length === 1) await between();
    }
    return { sizes, found };
  };

  // More than 50 lanes cannot be requested at once. One that was read loses its epic, and one before the cursor appears.
  const lanes = await readAll(lanesDocument, { first: 100 }, async () => {
    await db.deleteFrom('workItems').where('title', '=', 'One 003').execute();
    const early = await build.label({ namespace: group, title: 'stage::early', on: [await build.epic({ group })] });
    await db.updateTable('labels').set({ priority: 1 }).where('id', '=', early.id).execute();
  });
  expect(lanes.sizes).toEqual([50, 50, 11]);
  expect(lanes.found.map(({ title }) => title)).toEqual(
    Array.from({ length: 111 }, (_, index) => `stage::${number(index)}`),
  );
  const [many] = lanes.found;
  expect(many?.count).toBe(120);

  const rows = await readAll(rowsDocument, { lane: many?.key }, async () => {
    await db.deleteFrom('workItems').where('title', '=', 'Row 010').execute();
    const early = await build.epic({ group, title: 'Row 000 again' });
    await db.insertInto('workItemLabels').values({ workItemId: early.id, labelId: stage.id, isEpic: true }).execute();
  });
  expect(rows.sizes).toEqual([50, 50, 20]);
  expect(rows.found.map(({ title }) => title)).toEqual(
    Array.from({ length: 120 }, (_, index) => `Row ${number(index)}`),
  );
});
