import { describe, expect } from 'vitest';
import { test } from '../../../testing/http.ts';
import { linkItems } from '../../links/commands.ts';
import { updateWorkItem } from '../../work-items/commands.ts';

const roadmap = /* GraphQL */ `
  query roadmapGroupEpicsWithColor(
    $fullPath: ID!
    $state: EpicState
    $sort: EpicSort
    $iid: ID
    $timeframe: Timeframe
    $labelName: [String!] = []
    $authorUsername: String = ""
    $milestoneTitle: String = ""
    $myReactionEmoji: String
    $confidential: Boolean
    $search: String = ""
    $first: Int = 50
    $not: NegatedEpicFilterInput
    $or: UnionedEpicFilterInput
    $endCursor: String = ""
    $includeDescendantGroups: Boolean = true
    $topLevelHierarchyOnly: Boolean
  ) {
    group(fullPath: $fullPath) {
      id
      name
      epics(
        iid: $iid
        state: $state
        sort: $sort
        timeframe: $timeframe
        labelName: $labelName
        authorUsername: $authorUsername
        milestoneTitle: $milestoneTitle
        myReactionEmoji: $myReactionEmoji
        confidential: $confidential
        search: $search
        first: $first
        not: $not
        or: $or
        after: $endCursor
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
      ) {
        nodes {
          id
          iid
          title
          description
          state
          webUrl
          webPath
          startDate
          dueDate
          createdAt
          closedAt
          hasParent
          parent {
            id
            startDate
            dueDate
          }
          ancestors {
            nodes {
              id
            }
          }
          hasChildren
          hasChildrenWithinTimeframe
          confidential
          blocked
          blockedByCount
          reference(full: true)
          color
          textColor
          group {
            id
            name
            fullName
            fullPath
          }
          labels {
            nodes {
              id
              title
              description
              color
              textColor
            }
          }
          linkedWorkItems {
            nodes {
              linkId
              linkType
              workItemState
            }
          }
          descendantWeightSum {
            closedIssues
            openedIssues
          }
          descendantCounts {
            openedEpics
            closedEpics
            closedIssues
            openedIssues
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`;

interface Epic {
  id: string;
  title: string;
  hasParent: boolean;
  hasChildren: boolean;
  hasChildrenWithinTimeframe: boolean;
  parent: { id: string } | null;
  ancestors: { nodes: { id: string }[] };
  [field: string]: unknown;
}
interface Roadmap {
  group: {
    name: string;
    epics: { nodes: Epic[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
  } | null;
}

describe('the roadmap query', () => {
  test('EN-RM-04, EN-RM-05, EN-RM-06, EN-RM-07, EN-RM-08, EN-RM-09, EN-RM-10, EN-RM-11, EN-RM-12, EN-RM-13: an epic shows all that the roadmap draws', async ({
    as,
    ask,
    build,
  }) => {
    const top = await build.group({ path: 'plan', name: 'Plan' });
    const sub = await build.group({ parent: top, path: 'web', name: 'Web' });
    const parent = await build.epic({ group: top, title: 'Theme' });
    const epic = await build.epic({
      group: sub,
      parent,
      title: 'Feature',
      description: 'What it is for',
      startDate: '2026-03-01',
      dueDate: '2026-05-31',
      color: '#217645',
    });
    const child = await build.epic({ group: sub, parent: epic, title: 'Part', startDate: '2027-01-01' });
    const issue = await build.issue({ parent: epic, weight: 5 });
    await build.issue({ parent: child, weight: 3, state: 'closed' });
    const blocker = await build.epic({ group: top, title: 'Blocker' });
    await linkItems(as('ada'), { itemId: epic.id, linkType: 'is_blocked_by', otherIds: [blocker.id] });
    await updateWorkItem(as('ada'), epic.id, { addLabelNames: ['priority::high'] });
    const ours = { fullPath: 'plan', iid: String(epic.iid) };
    const { data } = await ask<Roadmap>('gwen', roadmap, {
      ...ours,
      fullPath: 'plan/web',
      timeframe: { start: '2026-04-01', end: '2026-06-30' },
    });
    expect(data.group?.name).toBe('Web');
    expect(data.group?.epics.nodes).toEqual([
      {
        id: `gid://gitlab/Epic/${epic.id}`,
        iid: String(epic.iid),
        title: 'Feature',
        description: 'What it is for',
        state: 'opened',
        webUrl: `http://milepost.test/groups/plan/web/-/epics/${epic.iid}`,
        webPath: `/groups/plan/web/-/epics/${epic.iid}`,
        startDate: '2026-03-01T00:00:00Z',
        dueDate: '2026-05-31T00:00:00Z',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
        closedAt: null,
        hasParent: true,
        parent: { id: `gid://gitlab/Epic/${parent.id}`, startDate: null, dueDate: null },
        ancestors: { nodes: [{ id: `gid://gitlab/Epic/${parent.id}` }] },
        hasChildren: true,
        hasChildrenWithinTimeframe: false,
        confidential: false,
        blocked: true,
        blockedByCount: 1,
        reference: `plan/web&${epic.iid}`,
        color: '#217645',
        textColor: '#FFFFFF',
        group: { id: `gid://gitlab/Group/${sub.id}`, name: 'Web', fullName: 'Plan / Web', fullPath: 'plan/web' },
        labels: {
          nodes: [
            {
              id: expect.stringMatching(/^gid:\/\/gitlab\/GroupLabel\/\d+$/) as string,
              title: 'priority::high',
              description: '',
              color: expect.stringMatching(/^#/) as string,
              textColor: expect.stringMatching(/^#/) as string,
            },
          ],
        },
        linkedWorkItems: {
          nodes: [
            {
              linkId: expect.stringMatching(/^gid:\/\/gitlab\/WorkItems::RelatedWorkItemLink\/\d+$/) as string,
              linkType: 'is_blocked_by',
              workItemState: 'OPEN',
            },
          ],
        },
        descendantWeightSum: { closedIssues: 3, openedIssues: 5 },
        descendantCounts: { openedEpics: 1, closedEpics: 0, closedIssues: 1, openedIssues: 1 },
      },
    ]);
    await updateWorkItem(as('ada'), issue.id, { stateEvent: 'close' });
    const later = await ask<Roadmap>('gwen', roadmap, { fullPath: 'plan/web', iid: String(epic.iid) });
    expect(later.data.group?.epics.nodes[0]).toMatchObject({
      hasChildrenWithinTimeframe: true,
      descendantWeightSum: { closedIssues: 8, openedIssues: 0 },
    });
  });

  test('a count queried alone reads no page, in any form', async ({ ask, build, statements }) => {
    const group = await build.group();
    for (let count = 0; count < 3; count++) await build.epic({ group });
    const counted = async (fields: string) => {
      const query = `query ($path: ID!) { group(fullPath: $path) { epics(first: 2) { ${fields} } } }
        fragment more on EpicConnection { nodes { title } }`;
      const text = fields.includes('...more') ? query : (query.split('\n')[0] ?? '');
      // The second run uses the compiled document.
      await ask('ada', text, { path: group.fullPath });
      statements.length = 0;
      const { data } = await ask<{ group: { epics: object } }>('ada', text, { path: group.fullPath });
      return [data.group.epics, statements.some((each) => each.includes('page AS MATERIALIZED'))];
    };
    expect(await counted('count')).toEqual([{ count: 3 }, false]);
    expect(await counted('__typename count')).toEqual([{ __typename: 'EpicConnection', count: 3 }, false]);
    expect(await counted('count pageInfo { hasNextPage }')).toEqual([
      { count: 3, pageInfo: { hasNextPage: true } },
      true,
    ]);
    const [found, isRead] = await counted('count ...more');
    expect([found, isRead]).toMatchObject([{ count: 3, nodes: [{}, {}] }, true]);
  });

  test('GQ-RM-01, GQ-RM-02, GQ-RM-05, GQ-RM-06: fifty epics take as many statements as one', async ({
    as,
    ask,
    build,
    statements,
  }) => {
    const top = await build.group({ path: 'fifty' });
    const sub = await build.group({ parent: top });
    for (let number = 0; number < 55; number++) {
      const epic = await build.epic({ group: number % 2 ? top : sub, startDate: '2026-03-01' });
      const child = await build.epic({ parent: epic, group: sub, title: `child ${number}` });
      await build.issue({ parent: child, weight: 2 });
      if (number % 5 === 0) await updateWorkItem(as('ada'), epic.id, { addLabelNames: [`l${number % 3}`] });
    }
    const variables = {
      fullPath: 'fifty',
      timeframe: { start: '2026-01-01', end: '2026-12-31' },
      sort: 'START_DATE_ASC',
    };
    const one = await ask<Roadmap>('ada', roadmap, { ...variables, first: 1 });
    expect(one.errors).toBeUndefined();
    statements.length = 0;
    const page = await ask<Roadmap>('ada', roadmap, variables);
    expect(page.data.group?.epics.nodes).toHaveLength(50);
    expect(page.data.group?.epics.pageInfo.hasNextPage).toBe(true);
    // The viewer; the group; the page of epics; then one each for: descriptions, groups, children within the timeframe, links,
    // blockers, labels, sums.
    expect(statements.length).toBeLessThanOrEqual(10);
    const { endCursor } = page.data.group?.epics.pageInfo ?? { endCursor: '' };
    const rest = await ask<Roadmap>('ada', roadmap, { ...variables, endCursor });
    const titles = [...(page.data.group?.epics.nodes ?? []), ...(rest.data.group?.epics.nodes ?? [])].map(
      ({ title }) => title,
    );
    expect(new Set(titles).size).toBe(55);
    expect(rest.data.group?.epics.pageInfo.hasNextPage).toBe(false);
  });

  test('GQ-RM-03: without a path the query is an error; an unknown or hidden group is null', async ({ ask, build }) => {
    const missing = await ask('ada', roadmap, {});
    expect(missing.errors?.length).toBeGreaterThan(0);
    await build.group({ path: 'hidden' });
    expect((await ask<Roadmap>('otto', roadmap, { fullPath: 'hidden' })).data.group).toBeNull();
    expect((await ask<Roadmap>('ada', roadmap, { fullPath: 'nowhere' })).data.group).toBeNull();
  });

  test('only the tops of trees, also where a parent is in a group above', async ({ ask, build }) => {
    const top = await build.group({ path: 'tops' });
    const sub = await build.group({ parent: top, path: 'sub' });
    const theme = await build.epic({ group: top, title: 'theme' });
    const feature = await build.epic({ group: sub, parent: theme, title: 'feature' });
    await build.epic({ group: sub, parent: feature, title: 'part' });
    const list = async (fullPath: string) => {
      const { data } = await ask<Roadmap>('ada', roadmap, { fullPath, topLevelHierarchyOnly: true });
      return data.group?.epics.nodes.map(({ title }) => title);
    };
    expect(await list('tops')).toEqual(['theme']);
    expect(await list('tops/sub')).toEqual(['feature']);
  });
});
