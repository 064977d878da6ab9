import { describe, expect } from 'vitest';
import { test } from '../../../testing/http.ts';
import { updateWorkItem } from '../../work-items/commands.ts';

describe('the fields of an epic', () => {
  const parentEpic = /* GraphQL */ `
    query parentEpic($fullPath: ID!, $iid: ID!) {
      group(fullPath: $fullPath) {
        id
        name
        epic(iid: $iid) {
          id
          iid
          title
          confidential
          reference
          state
          createdAt
          author {
            id
            username
            webUrl
            name
          }
          labels {
            nodes {
              title
              color
            }
          }
          participants {
            edges {
              node {
                id
                name
                avatarUrl
                webUrl
              }
            }
          }
          color
          group {
            id
            name
            fullPath
          }
          userPermissions {
            adminEpic
            createEpic
          }
          ancestors {
            nodes {
              id
              title
              webUrl
              state
              hasParent
            }
          }
        }
      }
    }
  `;

  test('GQ-IS-05, GQ-EP-10, EN-EP-02, EN-OT-01, EN-OT-03: author, labels, participants, color, ancestors', async ({
    as,
    ask,
    build,
    world,
  }) => {
    const group = await build.group({ path: 'entities', name: 'Entities' });
    const theme = await build.epic({ group, title: 'Theme' });
    const epic = await build.epic({ parent: theme, title: 'Feature', author: 'paul', color: '#217645' });
    await updateWorkItem(as('ada'), epic.id, { addLabelNames: ['backend'] });
    const variables = { fullPath: 'entities', iid: String(epic.iid) };
    const { data, errors } = await ask<{ group: { epic: object } }>('ada', parentEpic, variables);
    expect(errors).toBeUndefined();
    const paul = { id: `gid://gitlab/User/${world.userIds.paul}`, name: 'Paul Planner' };
    expect(data.group).toMatchObject({ id: `gid://gitlab/Group/${group.id}`, name: 'Entities' });
    expect(data.group.epic).toMatchObject({
      id: `gid://gitlab/Epic/${epic.id}`,
      iid: String(epic.iid),
      title: 'Feature',
      confidential: false,
      reference: `&${epic.iid}`,
      state: 'opened',
      author: { ...paul, username: 'paul', webUrl: 'http://milepost.test/paul' },
      labels: { nodes: [{ title: 'backend', color: expect.stringMatching(/^#/) as string }] },
      participants: { edges: [{ node: { ...paul, avatarUrl: null, webUrl: 'http://milepost.test/paul' } }] },
      color: '#217645',
      group: { fullPath: 'entities' },
      userPermissions: { adminEpic: true, createEpic: true },
      ancestors: {
        nodes: [
          {
            id: `gid://gitlab/Epic/${theme.id}`,
            title: 'Theme',
            webUrl: `http://milepost.test/groups/entities/-/epics/${theme.iid}`,
            state: 'opened',
            hasParent: false,
          },
        ],
      },
    });
    await updateWorkItem(as('ada'), epic.id, { stateEvent: 'close' });
    const closed = await ask<{ group: { epic: object } }>('ada', parentEpic, variables);
    expect(closed.data.group.epic).toMatchObject({ state: 'closed' });
  });
});

describe("the fields of an epic's children", () => {
  const tree = /* GraphQL */ `
    query tree($fullPath: ID!, $iid: ID!, $first: Int) {
      group(fullPath: $fullPath) {
        epic(iid: $iid) {
          children(first: $first) {
            nodes {
              id
              iid
              title
              webPath
              relativePosition
              state
              reference(full: true)
              relationPath
              createdAt
              closedAt
              confidential
              hasChildren
              hasIssues
              labels {
                nodes {
                  id
                  color
                  description
                  textColor
                  title
                }
              }
              group {
                id
                fullPath
              }
              color
              textColor
              userPermissions {
                adminEpic
                createEpic
              }
            }
            pageInfo {
              hasNextPage
              hasPreviousPage
              startCursor
              endCursor
            }
          }
          issues(first: $first) {
            nodes {
              id
              epicIssueId
              reference
              title
              state
              webPath
              confidential
              blocked
              createdAt
              closedAt
              dueDate
              weight
              milestone {
                id
                title
                startDate
                dueDate
              }
              assignees {
                nodes {
                  id
                  webUrl
                  name
                  username
                  avatarUrl
                }
              }
              labels {
                nodes {
                  id
                  title
                  color
                  description
                }
              }
            }
            pageInfo {
              hasNextPage
              hasPreviousPage
              startCursor
              endCursor
            }
          }
        }
      }
    }
  `;
  interface Listed {
    nodes: object[];
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  }
  interface Tree {
    group: { epic: { children: Listed; issues: Listed } };
  }

  test('EN-EP-08, EN-EP-09, EN-EP-10, EN-EP-18, EN-EP-19, EN-RM-18: child epics, and where their page ends', async ({
    as,
    ask,
    build,
  }) => {
    const group = await build.group({ path: 'tree-epics' });
    const theme = await build.epic({ group });
    const child = await build.epic({ parent: theme, title: 'Part', color: '#c91c00' });
    await build.epic({ parent: theme, title: 'Other' });
    await build.issue({ parent: child });
    await updateWorkItem(as('ada'), child.id, { addLabelNames: ['backend'] });
    const variables = { fullPath: 'tree-epics', iid: String(theme.iid) };
    const { data } = await ask<Tree>('gwen', tree, variables);
    const path = `/groups/tree-epics/-/epics`;
    expect(data.group.epic.children.nodes).toContainEqual({
      id: `gid://gitlab/Epic/${child.id}`,
      iid: String(child.iid),
      title: 'Part',
      webPath: `${path}/${child.iid}`,
      relativePosition: expect.any(Number) as number,
      state: 'opened',
      reference: `tree-epics&${child.iid}`,
      relationPath: `${path}/${theme.iid}/links/${child.id}`,
      createdAt: expect.stringMatching(/Z$/) as string,
      closedAt: null,
      confidential: false,
      hasChildren: false,
      hasIssues: true,
      labels: {
        nodes: [
          {
            id: expect.stringMatching(/^gid:\/\/gitlab\/GroupLabel\/\d+$/) as string,
            color: expect.stringMatching(/^#/) as string,
            description: '',
            textColor: expect.stringMatching(/^#/) as string,
            title: 'backend',
          },
        ],
      },
      group: { id: `gid://gitlab/Group/${group.id}`, fullPath: 'tree-epics' },
      color: '#c91c00',
      textColor: '#FFFFFF',
      userPermissions: { adminEpic: false, createEpic: false },
    });
    const first = await ask<Tree>('gwen', tree, { ...variables, first: 1 });
    expect(first.data.group.epic.children.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: expect.any(String) as string,
      endCursor: expect.any(String) as string,
    });
    expect(first.data.group.epic.issues.pageInfo).toMatchObject({ hasNextPage: false, endCursor: null });
  });

  test('EN-EP-16: child issues with milestone, assignees and labels', async ({ as, ask, build, world }) => {
    const group = await build.group({ path: 'tree-issues' });
    const theme = await build.epic({ group });
    const milestone = await build.milestone({
      namespace: group,
      title: 'Spring',
      startDate: '2026-03-01',
      dueDate: '2026-05-31',
    });
    const issue = await build.issue({ parent: theme, title: 'Do', assignees: ['dana'], milestoneId: milestone.id });
    await updateWorkItem(as('ada'), issue.id, { addLabelNames: ['backend'] });
    const { data } = await ask<Tree>('gwen', tree, { fullPath: 'tree-issues', iid: String(theme.iid) });
    expect(data.group.epic.issues.nodes).toMatchObject([
      {
        id: `gid://gitlab/Issue/${issue.id}`,
        epicIssueId: `gid://gitlab/EpicIssue/${issue.id}`,
        title: 'Do',
        state: 'opened',
        blocked: false,
        milestone: { title: 'Spring', startDate: '2026-03-01T00:00:00Z', dueDate: '2026-05-31T00:00:00Z' },
        assignees: {
          nodes: [{ id: `gid://gitlab/User/${world.userIds.dana}`, name: 'Dana Developer', username: 'dana' }],
        },
        labels: { nodes: [{ title: 'backend', description: '' }] },
      },
    ]);
  });

  test('GQ-GN-06: a page has at most a hundred nodes', async ({ ask, build }) => {
    const group = await build.group({ path: 'hundred' });
    const theme = await build.epic({ group });
    for (let number = 0; number < 101; number++) await build.epic({ parent: theme });
    const variables = { fullPath: 'hundred', iid: String(theme.iid) };
    for (const more of [{}, { first: 500 }]) {
      const { data } = await ask<Tree>('ada', tree, { ...variables, ...more });
      expect(data.group.epic.children.nodes).toHaveLength(100);
      expect(data.group.epic.children.pageInfo.hasNextPage).toBe(true);
    }
  });
});
