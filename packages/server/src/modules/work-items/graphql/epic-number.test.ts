import { expect } from 'vitest';
import { test } from '../../../testing/http.ts';

const query = /* GraphQL */ `
  query ($path: ID!, $iid: ID, $below: Boolean) {
    group(fullPath: $path) {
      epics(iid: $iid, includeDescendantGroups: $below) {
        count
        nodes {
          title
        }
      }
    }
  }
`;

interface Answer {
  group: { epics: { count: number; nodes: { title: string }[] } };
}

test('RM-QS-17: a number matches the epic of the group itself, and those of subgroups only if it has none', async ({
  ask,
  build,
}) => {
  const group = await build.group();
  const below = await build.group({ parent: group });
  const beside = await build.group({ parent: group });
  await build.epic({ group, title: 'Its own first' });
  for (const [title, at] of [
    ['First below', below],
    ['Second below', below],
    ['First beside', beside],
    ['Second beside', beside],
  ] as const)
    await build.epic({ group: at, title });
  const found = async (path: string, iid: string, isBelow?: boolean) => {
    const { data } = await ask<Answer>('gwen', query, { path, iid, below: isBelow });
    const { count, nodes } = data?.group.epics ?? { count: 0, nodes: [] };
    expect(count).toBe(nodes.length);
    return nodes.map(({ title }) => title).toSorted();
  };
  expect(await found(group.fullPath, '1')).toEqual(['Its own first']);
  expect(await found(below.fullPath, '1')).toEqual(['First below']);
  // If the group has no epic with this number, those of all subgroups are listed.
  expect(await found(group.fullPath, '2')).toEqual(['Second below', 'Second beside'].toSorted());
  expect(await found(group.fullPath, '2', false)).toEqual([]);
});

test('an epic that the viewer may not read hides none that they may', async ({ ask, build }) => {
  const group = await build.group();
  const below = await build.group({ parent: group });
  await build.epic({ group, title: 'Confidential', confidential: true });
  await build.epic({ group: below, title: 'Open' });
  const found = async (who: 'gwen' | 'ada') =>
    (await ask<Answer>(who, query, { path: group.fullPath, iid: '1' })).data?.group.epics.nodes;
  expect(await found('gwen')).toEqual([{ title: 'Open' }]);
  expect(await found('ada')).toEqual([{ title: 'Confidential' }]);
});
