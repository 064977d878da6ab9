import { describe, expect } from 'vitest';
import { castNames } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';
import type { Builders } from '../../testing/test.ts';

const document = /* GraphQL */ `
  query lanes($path: ID!, $iid: ID, $groupBy: String!, $empty: Boolean, $timeframe: Timeframe) {
    group(fullPath: $path) {
      epicLanes(
        groupBy: $groupBy
        ancestorIid: $iid
        showEmptyLanes: $empty
        timeframe: $timeframe
        topLevelHierarchyOnly: true
      ) {
        nodes {
          key
          title
          count
        }
      }
      epicLabelScopes(ancestorIid: $iid) {
        scope
        count
      }
    }
  }
`;
const rowsDocument = /* GraphQL */ `
  query rows($path: ID!, $iid: ID, $lane: String, $timeframe: Timeframe) {
    group(fullPath: $path) {
      epics(lane: $lane, ancestorIid: $iid, timeframe: $timeframe, topLevelHierarchyOnly: true, sort: TITLE_ASC) {
        nodes {
          title
        }
      }
    }
  }
`;

interface Lanes {
  group: {
    epicLanes: { nodes: { key: string; title: string | null; count: number }[] };
    epicLabelScopes: { scope: string; count: number }[];
  };
}
interface Rows {
  group: { epics: { nodes: { title: string }[] } };
}

const timeframe = { start: '2025-01-01', end: '2025-12-31' };
const dated = { startDate: '2025-02-01', dueDate: '2025-06-30' };

/** A goal with children in several groups, one of them above, and a confidential goal. */
async function scene(build: Builders) {
  const root = await build.group({ visibility: 'public' });
  const group = await build.group({ parent: root, visibility: 'public' });
  const hidden = await build.group({ parent: root, visibility: 'private' });
  const goal = await build.epic({ group, title: 'Goal', ...dated });
  const first = await build.epic({ group, parent: goal, title: 'First', ...dated });
  await build.epic({ group: root, parent: goal, title: 'Second', ...dated });
  const away = await build.epic({ group: hidden, parent: goal, title: 'Away', ...dated });
  const past = await build.epic({ group, parent: goal, title: 'Past', startDate: '2020-01-01', dueDate: '2020-02-01' });
  const below = await build.epic({ group, parent: first, title: 'Below', ...dated });
  const orphan = await build.epic({ group, parent: past, title: 'Orphan', ...dated });
  const other = await build.epic({ group, title: 'Other', ...dated });
  const secret = await build.epic({ group, title: 'Secret goal', ...dated, confidential: true });
  const kept = await build.epic({ group, parent: secret, title: 'Kept', ...dated, confidential: true });
  await build.label({ namespace: root, title: 'stage::alpha', on: [first, below, kept] });
  await build.label({ namespace: root, title: 'stage::beta', on: [away, past, orphan] });
  await build.label({ namespace: root, title: 'other::one', on: [other] });
  return { group, goal, secret };
}

describe('lanes of the roadmap of one epic', () => {
  test('RX-GB-11: its children are grouped, wherever they are, for everyone by what they may see', async ({
    build,
    ask,
    call,
  }) => {
    const { group, goal } = await scene(build);
    const [stranger, insider] = [
      ['alpha 1 First', 'null 1 Second'],
      ['alpha 1 First', 'beta 1 Away', 'null 1 Second'],
    ];
    const expected: Record<string, string[]> = { nobody: stranger, otto: stranger };
    for (const who of castNames) {
      const about = { path: group.fullPath, iid: goal.iid, timeframe };
      const { data } = await ask<Lanes>(who, document, { ...about, groupBy: 'LABEL:stage' });
      const shown: string[] = [];
      for (const { key, title, count } of data.group.epicLanes.nodes) {
        const rows = await ask<Rows>(who, rowsDocument, { ...about, lane: key });
        const titles = rows.data.group.epics.nodes.map((epic) => epic.title).join(', ');
        shown.push(`${title?.replace('stage::', '') ?? 'null'} ${count} ${titles}`);
      }
      expect([who, shown]).toEqual([who, expected[who] ?? insider]);
      // Scopes that only other epics carry are not offered.
      expect([who, data.group.epicLabelScopes.map(({ scope }) => scope)]).toEqual([who, ['stage']]);
      const days = 'range_from=2025-01-01&range_to=2025-12-31';
      const path = `/groups/${group.id}/roadmap_lanes?epicIid=${goal.iid}&group_by=LABEL:stage&${days}`;
      const { body } = await call<{ title: string | null; count: number }[]>(who, 'GET', path);
      expect([who, body.map(({ title, count }) => [title, count])]).toEqual([
        who,
        data.group.epicLanes.nodes.map(({ title, count }) => [title, count]),
      ]);
    }
  });

  test('RX-GB-11: by parent the children are lanes; a file has every epic below', async ({ build, ask, call }) => {
    const { group, goal } = await scene(build);
    const { data } = await ask<Lanes>('ada', document, {
      path: group.fullPath,
      iid: goal.iid,
      groupBy: 'PARENT',
      timeframe,
    });
    // Children without children of their own stand below their parent, the epic itself.
    expect(data.group.epicLanes.nodes.map(({ title, count }) => `${title} ${count}`).toSorted()).toEqual([
      'First 1',
      'Goal 2',
    ]);
    const days = 'range_from=2025-01-01&range_to=2025-12-31';
    const path = `/groups/${group.id}/roadmap.csv?epicIid=${goal.iid}&group_by=LABEL:stage&columns=lane&${days}`;
    const { body } = await call<string>('ada', 'GET', path);
    const lines = body.trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[0] ?? '').toSorted()).toEqual([
      'Away',
      'Below',
      'First',
      'Orphan',
      'Second',
    ]);
  });

  test('RX-GB-11: below an epic that the viewer may not see there is nothing', async ({ build, ask, call }) => {
    const { group, secret } = await scene(build);
    const unknown = 987_654;
    for (const who of ['nobody', 'otto', 'gwen'] as const) {
      for (const groupBy of ['LABEL:stage', 'SUBGROUP', 'PARENT']) {
        const asked = (iid: number | string) =>
          ask<Lanes>(who, document, { path: group.fullPath, iid, groupBy, empty: true, timeframe });
        const [hidden, missing] = [await asked(secret.iid), await asked(unknown)];
        expect([who, groupBy, hidden]).toEqual([who, groupBy, missing]);
        expect(hidden.data.group).toEqual({ epicLanes: { nodes: [] }, epicLabelScopes: [] });
      }
      const path = (iid: number) => `/groups/${group.id}/roadmap_lanes?epicIid=${iid}&group_by=LABEL:stage`;
      const { status, body } = await call(who, 'GET', path(unknown));
      expect(await call(who, 'GET', path(secret.iid))).toMatchObject({ status, body });
    }
    const seen = await ask<Lanes>('ada', document, {
      path: group.fullPath,
      iid: secret.iid,
      groupBy: 'LABEL:stage',
      timeframe,
    });
    expect(seen.data.group.epicLanes.nodes).toMatchObject([{ title: 'stage::alpha', count: 1 }]);
    for (const iid of ['0', '-1', 'x', '99999999999']) {
      const { data, errors } = await ask<Lanes>('ada', document, { path: group.fullPath, iid, groupBy: 'SUBGROUP' });
      expect([iid, errors, data.group.epicLanes.nodes]).toEqual([iid, undefined, []]);
    }
  });
});
