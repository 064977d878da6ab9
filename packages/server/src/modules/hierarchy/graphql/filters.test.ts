import { describe, expect } from 'vitest';
import type { Ask } from '../../../testing/http.ts';
import { test } from '../../../testing/http.ts';
import type { Builders } from '../../../testing/test.ts';
import type { CastName } from '../../../testing/cast.ts';

/** The same arguments in three lists: the list of a group, its count, and the children of one epic. */
const everywhere = (args: string) => /* GraphQL */ `
  query filtered($fullPath: ID!, $iid: ID!) {
    group(fullPath: $fullPath) {
      epics(${args}, sort: TITLE_ASC) { count nodes { title } }
      epic(iid: $iid) { children(${args}, sort: TITLE_ASC) { count nodes { title } } }
    }
  }
`;

interface Listed {
  count: number;
  nodes: { title: string }[];
}
interface Filtered {
  group: { epics: Listed; epic: { children: Listed } };
}

/** The matching titles; the group's list, the children of the theme and the counts must agree. */
function asker(ask: Ask, variables: { fullPath: string; iid: string }) {
  return async (args: string, who: CastName = 'ada'): Promise<string[]> => {
    const { data, errors } = await ask<Filtered>(who, everywhere(args), variables);
    expect(errors).toBeUndefined();
    const { epics, epic } = data.group;
    const titles = epics.nodes.map(({ title }) => title).filter((title) => title !== 'theme');
    expect(epic.children.nodes.map(({ title }) => title)).toEqual(titles);
    expect(epics.count).toBe(epics.nodes.length);
    expect(epic.children.count).toBe(titles.length);
    return titles;
  };
}

/** A theme with three children a, b and c, by different people, with labels and milestones on their issues. */
async function family(build: Builders, path: string) {
  const group = await build.group({ path });
  const theme = await build.epic({ group, title: 'theme', author: 'root' });
  const a = await build.epic({ parent: theme, title: 'a', author: 'paul', description: 'Why billing matters' });
  const b = await build.epic({ parent: theme, title: 'b billing', author: 'dana', confidential: true });
  const c = await build.epic({ parent: theme, title: 'c', author: 'rita' });
  await build.label({ namespace: group, title: 'backend', on: [a, b] });
  await build.label({ namespace: group, title: 'urgent', on: [a] });
  await build.label({ namespace: group, title: 'size::s', on: [a] });
  await build.label({ namespace: group, title: 'size::l', on: [b] });
  const milestone = await build.milestone({ namespace: group, title: 'Spring', startDate: '2020-01-01' });
  const later = await build.milestone({ namespace: group, title: 'Later', startDate: '2999-01-01' });
  await build.issue({ parent: a, milestoneId: milestone.id });
  await build.issue({ parent: b, milestoneId: later.id });
  return { group, theme, a, b, c, variables: { fullPath: path, iid: String(theme.iid) } };
}

describe('filters have equal results in groups, below an epic and in counts', () => {
  test('GQ-RM-04, GQ-RM-11: epics with all named labels, by default with any', async ({ ask, build }) => {
    const { variables } = await family(build, 'by-label');
    const titles = asker(ask, variables);
    expect(await titles('labelName: []')).toEqual(['a', 'b billing', 'c']);
    expect(await titles('labelName: ["backend"]')).toEqual(['a', 'b billing']);
    expect(await titles('labelName: ["backend", "urgent"]')).toEqual(['a']);
    expect(await titles('labelName: ["size::*"]')).toEqual(['a', 'b billing']);
    expect(await titles('labelName: ["None"]')).toEqual(['c']);
    expect(await titles('labelName: ["Any"]')).toEqual(['a', 'b billing']);
    expect(await titles('not: { labelName: ["urgent", "size::l"] }')).toEqual(['c']);
    expect(await titles('not: { labelName: ["size::*"] }')).toEqual(['c']);
    expect(await titles('or: { labelNames: ["urgent", "size::l"] }')).toEqual(['a', 'b billing']);
    expect(await titles('or: { labelName: ["urgent", "None"] }')).toEqual(['a', 'c']);
    const defaulted = /* GraphQL */ `
      query ($fullPath: ID!, $labelName: [String!] = []) {
        group(fullPath: $fullPath) {
          epics(labelName: $labelName) {
            count
          }
        }
      }
    `;
    expect((await ask<Filtered>('ada', defaulted, variables)).data.group.epics.count).toBe(4);
  });

  test('GQ-RM-12, GQ-RM-17: authors, also negated and in alternatives', async ({ ask, build }) => {
    const titles = asker(ask, (await family(build, 'by-author')).variables);
    expect(await titles('authorUsername: "paul"')).toEqual(['a']);
    expect(await titles('not: { authorUsername: "paul" }')).toEqual(['b billing', 'c']);
    expect(await titles('or: { authorUsernames: ["paul", "rita"] }')).toEqual(['a', 'c']);
    expect(await titles('or: { authorUsername: ["paul"], labelName: ["size::l", "urgent"] }')).toEqual(['a']);
  });

  test('GQ-RM-13: epics whose issues have the milestone', async ({ ask, build }) => {
    const titles = asker(ask, (await family(build, 'by-milestone')).variables);
    expect(await titles('milestoneTitle: "Spring"')).toEqual(['a']);
    expect(await titles('milestoneTitle: "Any"')).toEqual(['a', 'b billing']);
    expect(await titles('milestoneTitle: "None"')).toEqual(['c']);
    expect(await titles('milestoneTitle: "Started"')).toEqual(['a']);
    expect(await titles('milestoneTitle: "Upcoming"')).toEqual(['b billing']);
    expect(await titles('milestoneTitle: "", search: ""')).toEqual(['a', 'b billing', 'c']);
  });

  test('GQ-RM-14: items with that reaction of the signed-in user', async ({ ask, build, db, world }) => {
    const { a, b, variables } = await family(build, 'by-reaction');
    const react = (who: 'ada' | 'paul', item: typeof a, name: string) =>
      db.insertInto('reactions').values({ workItemId: item.id, userId: world.userIds[who], name }).execute();
    await react('ada', a, 'rocket');
    await react('ada', b, 'thumbsup');
    await react('paul', b, 'rocket');
    const titles = asker(ask, variables);
    expect(await titles('myReactionEmoji: "rocket"')).toEqual(['a']);
    expect(await titles('myReactionEmoji: "rocket"', 'paul')).toEqual(['b billing']);
    expect(await titles('myReactionEmoji: "Any"')).toEqual(['a', 'b billing']);
    expect(await titles('not: { myReactionEmoji: "rocket" }')).toEqual(['b billing', 'c']);
  });

  test('GQ-RM-10, GQ-RM-15, GQ-RM-16: numbers, confidentiality and texts', async ({ ask, build }) => {
    const { c, variables } = await family(build, 'by-text');
    const titles = asker(ask, variables);
    expect(await titles(`iid: "${c.iid}"`)).toEqual(['c']);
    expect(await titles('confidential: true')).toEqual(['b billing']);
    expect(await titles('confidential: false')).toEqual(['a', 'c']);
    expect(await titles('search: "billing"')).toEqual(['a', 'b billing']);
    expect(await titles('search: "billing", in: [TITLE]')).toEqual(['b billing']);
    expect(await titles('search: "billing", in: [DESCRIPTION]')).toEqual(['a']);
    expect(await titles('search: "billing", labelName: ["urgent"]')).toEqual(['a']);
    expect(await titles('confidential: true', 'gwen')).toEqual([]);
  });

  test('epics without any date are listed and counted with every other filter', async ({ ask, build }) => {
    const { theme, group, variables } = await family(build, 'undated');
    await build.epic({ parent: theme, title: 'd', startDate: '2026-01-01' });
    await build.epic({ parent: theme, title: 'e', dueDate: '2026-01-01', author: 'paul' });
    await build.epic({ group, parent: theme, title: 'f', state: 'closed' });
    const titles = asker(ask, variables);
    expect(await titles('undated: true')).toEqual(['a', 'b billing', 'c', 'f']);
    expect(await titles('undated: true, state: opened')).toEqual(['a', 'b billing', 'c']);
    expect(await titles('undated: true, labelName: ["urgent"]')).toEqual(['a']);
    expect(await titles('undated: false, authorUsername: "paul"')).toEqual(['e']);
  });
});

describe('groups', () => {
  test('GQ-RM-18: a list of exactly one group', async ({ ask, build }) => {
    const group = await build.group({ path: 'exactly' });
    const sub = await build.group({ parent: group, path: 'sub' });
    await build.epic({ group, title: 'here' });
    await build.epic({ group: sub, title: 'below' });
    const list = async (fullPath: string) => {
      const query = `query ($p: ID!) { group(fullPath: $p) { epics(includeDescendantGroups: false) { count nodes { title } } } }`;
      return (await ask<Filtered>('ada', query, { p: fullPath })).data.group.epics;
    };
    expect(await list('exactly')).toEqual({ count: 1, nodes: [{ title: 'here' }] });
    expect(await list('exactly/sub')).toEqual({ count: 1, nodes: [{ title: 'below' }] });
  });

  test('GQ-RM-35, GQ-RM-36, GQ-RM-37: the epic token finds epics of groups above and not below', async ({
    ask,
    build,
  }) => {
    const top = await build.group({ path: 'searched' });
    const group = await build.group({ parent: top, path: 'middle' });
    const below = await build.group({ parent: group });
    await build.epic({ group: top, title: 'Search above' });
    await build.epic({ group, title: 'Search here' });
    await build.epic({ group, title: 'Search closed', state: 'closed' });
    await build.epic({ group, title: 'Other' });
    await build.epic({ group: below, title: 'Search below' });
    const query = /* GraphQL */ `
      query searchEpics($fullPath: ID!, $search: String, $state: EpicState) {
        group(fullPath: $fullPath) {
          epics(
            search: $search
            state: $state
            includeAncestorGroups: true
            includeDescendantGroups: false
            sort: TITLE_ASC
          ) {
            count
            nodes {
              title
            }
          }
        }
      }
    `;
    const titles = async (search: string, state = 'opened') => {
      const { data } = await ask<Filtered>('ada', query, { fullPath: 'searched/middle', search, state });
      return data.group.epics.nodes.map(({ title }) => title);
    };
    expect(await titles('search')).toEqual(['Search above', 'Search here']);
    expect(await titles('search', 'closed')).toEqual(['Search closed']);
    expect(await titles('')).toEqual(['Other', 'Search above', 'Search here']);
  });
});

describe('the top of the roadmap', () => {
  interface Top {
    group: { roadmapEpicsLimit: number; epics: Listed };
  }
  const query = /* GraphQL */ `
    query ($fullPath: ID!, $state: EpicState, $start: Date!, $end: Date!) {
      group(fullPath: $fullPath) {
        roadmapEpicsLimit
        epics(topLevelHierarchyOnly: true, state: $state, timeframe: { start: $start, end: $end }, sort: TITLE_ASC) {
          count
          nodes {
            title
          }
        }
      }
    }
  `;

  test('RM-LS-10: a child is at the top level where none of its ancestors is in the list', async ({ ask, build }) => {
    const group = await build.group({ path: 'tops-in-time' });
    const sub = await build.group({ parent: group, path: 'sub' });
    const past = await build.epic({ group, title: 'past', startDate: '2020-01-01', dueDate: '2020-12-31' });
    const child = await build.epic({ group: sub, parent: past, title: 'child', startDate: '2026-02-01' });
    await build.epic({ group: sub, parent: child, title: 'grandchild', startDate: '2026-03-01' });
    const undated = await build.epic({ group: sub, parent: past, title: 'undated' });
    await build.epic({ group: sub, parent: undated, title: 'below undated', dueDate: '2026-03-01' });
    const closed = await build.epic({ group, title: 'closed', startDate: '2026-01-01', state: 'closed' });
    await build.epic({ group: sub, parent: closed, title: 'below closed', startDate: '2026-01-01' });
    const secret = await build.epic({ group, title: 'secret', startDate: '2026-01-01', confidential: true });
    await build.epic({ group: sub, parent: secret, title: 'below secret', startDate: '2026-01-01' });
    const top = async (who: CastName, more: object = {}) => {
      const days = { start: '2026-01-01', end: '2026-12-31' };
      const { data } = await ask<Top>(who, query, { fullPath: 'tops-in-time', state: 'opened', ...days, ...more });
      const { count, nodes } = data.group.epics;
      expect(count).toBe(nodes.length);
      return nodes.map(({ title }) => title);
    };
    expect(await top('ada')).toEqual(['below closed', 'below undated', 'child', 'secret']);
    expect(await top('gwen')).toEqual(['below closed', 'below secret', 'below undated', 'child']);
    expect(await top('ada', { state: 'all' })).toEqual(['below undated', 'child', 'closed', 'secret']);
    expect(await top('ada', { start: '2020-01-01' })).toEqual(['below closed', 'past', 'secret']);
    expect(await top('ada', { fullPath: 'tops-in-time/sub' })).toEqual([
      'below closed',
      'below secret',
      'below undated',
      'child',
    ]);
  });

  test('the number of epics from which a roadmap warns comes from the server', async ({ ask, build }) => {
    await build.group({ path: 'limited' });
    const days = { start: '2026-01-01', end: '2026-12-31' };
    const { data } = await ask<Top>('ada', query, { fullPath: 'limited', ...days });
    expect(data.group.roadmapEpicsLimit).toBe(1000);
  });
});

test('FS-TK-04: `parentIds` of work items names their parents, `not` excludes them, and a wildcard asks for any or none', async ({
  ask,
  build,
}) => {
  const group = await build.group();
  const project = await build.project({ group });
  const [alpha, beta] = [await build.epic({ group, title: 'alpha' }), await build.epic({ group, title: 'beta' })];
  const issue = await build.issue({ project, title: 'one', parent: alpha });
  await build.issue({ project, title: 'task', type: 'task', parent: issue });
  await build.issue({ project, title: 'two', parent: beta });
  await build.issue({ project, title: 'free' });
  const list = async (input: string) => {
    const document = `{ group(fullPath: "${group.fullPath}") { workItems(includeDescendants: true, ${input}) { nodes { title } } } }`;
    const { data } = await ask<{ group: { workItems: { nodes: { title: string }[] } } }>('gwen', document);
    return data.group.workItems.nodes.map(({ title }) => title).toSorted();
  };
  const gid = (id: number) => `"gid://gitlab/WorkItem/${id}"`;
  expect(await list(`parentIds: [${gid(alpha.id)}, ${gid(issue.id)}]`)).toEqual(['one', 'task']);
  expect(await list(`types: [ISSUE], not: { parentIds: [${gid(alpha.id)}] }`)).toEqual(['free', 'two']);
  expect(await list('parentWildcardId: NONE')).toEqual(['alpha', 'beta', 'free']);
  expect(await list('types: [ISSUE], parentWildcardId: ANY')).toEqual(['one', 'two']);
});
