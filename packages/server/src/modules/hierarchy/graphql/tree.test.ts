import { describe, expect } from 'vitest';
import { test } from '../../../testing/http.ts';

const childItems = /* GraphQL */ `
  query childItems(
    $fullPath: ID!
    $iid: ID
    $pageSize: Int = 100
    $epicEndCursor: String = ""
    $issueEndCursor: String = ""
  ) {
    group(fullPath: $fullPath) {
      id
      path
      fullPath
      epic(iid: $iid) {
        id
        hasIssues
        hasChildren
        children(first: $pageSize, after: $epicEndCursor) {
          nodes {
            id
            title
            relationPath
            relativePosition
            userPermissions {
              adminEpic
              createEpic
            }
            descendantCounts {
              openedIssues
            }
          }
          pageInfo {
            endCursor
            hasNextPage
          }
        }
        issues(first: $pageSize, after: $issueEndCursor) {
          nodes {
            id
            epicIssueId
            title
            blocked
            state
            weight
            healthStatus
            relationPath
            reference(full: true)
            labels {
              nodes {
                title
              }
            }
            milestone {
              id
            }
            assignees {
              nodes {
                username
              }
            }
          }
          pageInfo {
            endCursor
            hasNextPage
          }
        }
        descendantCounts {
          openedEpics
          closedEpics
          openedIssues
          closedIssues
        }
        descendantWeightSum {
          openedIssues
          closedIssues
        }
        healthStatus {
          issuesAtRisk
          issuesOnTrack
          issuesNeedingAttention
        }
        defaultProjectForIssueCreation {
          id
          nameWithNamespace
        }
      }
    }
  }
`;

interface Children {
  group: {
    epic: {
      children: { nodes: Record<string, unknown>[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
      issues: { nodes: Record<string, unknown>[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
      [field: string]: unknown;
    };
  };
}

const reorder = /* GraphQL */ `
  mutation epicReorder($input: EpicTreeReorderInput!) {
    epicTreeReorder(input: $input) {
      clientMutationId
      errors
    }
  }
`;

interface Reordered {
  epicTreeReorder: { clientMutationId: string | null; errors: string[] } | null;
}

describe('the tree of an epic', () => {
  test('GQ-EP-01, GQ-EP-02, EN-EP-11, EN-EP-12, EN-EP-13, EN-EP-14: children, issues, sums, default project, pages', async ({
    ask,
    build,
  }) => {
    const epic = await build.epic();
    const child = await build.epic({ parent: epic, title: 'Part' });
    await build.epic({ parent: epic, title: 'Done', state: 'closed' });
    const issue = await build.issue({
      parent: epic,
      title: 'Own',
      author: 'ada',
      weight: 2,
      healthStatus: 'on_track',
      assignees: ['dana'],
    });
    await build.issue({ parent: child, weight: 3, healthStatus: 'at_risk', author: 'paul' });
    const variables = { fullPath: epic.namespacePath, iid: String(epic.iid) };
    const { data } = await ask<Children>('ada', childItems, variables);
    const page = `/groups/${epic.namespacePath}/-/epics/${epic.iid}`;
    expect(data.group.epic).toMatchObject({
      hasIssues: true,
      hasChildren: true,
      descendantCounts: { openedEpics: 1, closedEpics: 1, openedIssues: 2, closedIssues: 0 },
      descendantWeightSum: { openedIssues: 5, closedIssues: 0 },
      healthStatus: { issuesAtRisk: 1, issuesOnTrack: 1, issuesNeedingAttention: 0 },
      defaultProjectForIssueCreation: { id: `gid://gitlab/Project/${issue.namespaceId}` },
    });
    expect(data.group.epic.children.nodes).toMatchObject([
      {
        title: 'Part',
        relationPath: `${page}/links/${child.id}`,
        userPermissions: { adminEpic: true, createEpic: true },
        descendantCounts: { openedIssues: 1 },
      },
      { title: 'Done' },
    ]);
    expect(data.group.epic.issues.nodes).toMatchObject([
      {
        id: `gid://gitlab/Issue/${issue.id}`,
        epicIssueId: `gid://gitlab/EpicIssue/${issue.id}`,
        title: 'Own',
        blocked: false,
        weight: 2,
        healthStatus: 'onTrack',
        relationPath: `${page}/issues/${issue.id}`,
        assignees: { nodes: [{ username: 'dana' }] },
      },
    ]);
    const first = await ask<Children>('ada', childItems, { ...variables, pageSize: 1 });
    expect(first.data.group.epic.children.pageInfo.hasNextPage).toBe(true);
    const epicEndCursor = first.data.group.epic.children.pageInfo.endCursor;
    const second = await ask<Children>('ada', childItems, { ...variables, pageSize: 1, epicEndCursor });
    expect(second.data.group.epic.children.nodes).toMatchObject([{ title: 'Done' }]);
    expect(second.data.group.epic.children.pageInfo.hasNextPage).toBe(false);
  });

  test('children that the viewer may not read are left out', async ({ ask, build }) => {
    const top = await build.group({ visibility: 'public' });
    const hidden = await build.group({ parent: top, visibility: 'private' });
    const epic = await build.epic({ group: top });
    await build.epic({ parent: epic, group: hidden, title: 'hidden' });
    await build.epic({ parent: epic, title: 'confidential', confidential: true });
    await build.epic({ parent: epic, title: 'open' });
    const variables = { fullPath: top.fullPath, iid: String(epic.iid) };
    const seenBy = async (who: 'nobody' | 'gwen' | 'paul') =>
      (await ask<Children>(who, childItems, variables)).data.group.epic.children.nodes.map(({ title }) => title);
    expect(await seenBy('nobody')).toEqual(['open']);
    expect(await seenBy('gwen')).toEqual(['hidden', 'open']);
    expect(await seenBy('paul')).toEqual(['hidden', 'confidential', 'open']);
  });

  test('GQ-EP-05, GQ-EP-06: the children of one epic by state, order, days, label, author, text', async ({
    ask,
    build,
  }) => {
    const epic = await build.epic();
    await build.epic({ parent: epic, title: 'b', startDate: '2026-02-01', author: 'paul' });
    await build.epic({ parent: epic, title: 'a', startDate: '2026-03-01', state: 'closed', color: '#217645' });
    await build.epic({ parent: epic, title: 'c' });
    const query = /* GraphQL */ `
      query epicChildEpics(
        $fullPath: ID!
        $iid: ID!
        $state: EpicState
        $sort: EpicSort
        $timeframe: Timeframe
        $labelName: [String!] = []
        $authorUsername: String = ""
        $confidential: Boolean
        $search: String = ""
      ) {
        group(fullPath: $fullPath) {
          id
          epic(iid: $iid) {
            id
            children(
              state: $state
              sort: $sort
              timeframe: $timeframe
              labelName: $labelName
              authorUsername: $authorUsername
              confidential: $confidential
              search: $search
            ) {
              count
              nodes {
                title
                color
                textColor
              }
            }
          }
        }
      }
    `;
    const list = async (more: object = {}) => {
      const variables = { fullPath: epic.namespacePath, iid: String(epic.iid), ...more };
      const { data } = await ask<Children>('ada', query, variables);
      return data.group.epic.children.nodes.map(({ title }) => title);
    };
    expect(await list()).toEqual(['b', 'a', 'c']);
    expect(await list({ sort: 'TITLE_DESC' })).toEqual(['c', 'b', 'a']);
    expect(await list({ state: 'closed' })).toEqual(['a']);
    expect(await list({ state: 'all', sort: 'START_DATE_ASC' })).toEqual(['b', 'a', 'c']);
    expect(await list({ timeframe: { start: '2026-02-15', end: '2026-12-31' } })).toEqual(['b', 'a']);
    expect(await list({ authorUsername: 'paul' })).toEqual(['b']);
    expect(await list({ search: 'c' })).toEqual(['c']);
    expect(await list({ confidential: true })).toEqual([]);
    expect(await list({ labelName: ['none of these'] })).toEqual([]);
  });

  test('GQ-IS-04: the ancestors of an epic from the top down', async ({ ask, build }) => {
    const theme = await build.epic({ title: 'Theme' });
    const feature = await build.epic({ parent: theme, title: 'Feature' });
    const part = await build.epic({ parent: feature });
    const query = /* GraphQL */ `
      query epicAncestors($fullPath: ID!, $iid: ID) {
        workspace: group(fullPath: $fullPath) {
          issuable: epic(iid: $iid) {
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
    const { data } = await ask<{ workspace: { issuable: { ancestors: { nodes: object[] } } } }>('ada', query, {
      fullPath: part.namespacePath,
      iid: String(part.iid),
    });
    expect(data.workspace.issuable.ancestors.nodes).toMatchObject([
      { title: 'Theme', hasParent: false },
      { title: 'Feature', hasParent: true, id: `gid://gitlab/Epic/${feature.id}` },
    ]);
  });
});

describe('moving in the tree', () => {
  test('GQ-RM-38, GQ-EP-07, GQ-EP-08, GQ-EP-09: next to another item, to the top, and to another parent', async ({
    ask,
    build,
  }) => {
    const base = await build.epic();
    const [x, y] = [await build.epic({ parent: base, title: 'x' }), await build.epic({ parent: base, title: 'y' })];
    const issue = await build.issue({ parent: base, title: 'issue' });
    const variables = { fullPath: base.namespacePath, iid: String(base.iid) };
    const gid = (item: { id: number }) => `gid://gitlab/Epic/${item.id}`;
    const move = async (moved: object, who: 'ada' | 'gwen' = 'ada') =>
      (await ask<Reordered>(who, reorder, { input: { baseEpicId: gid(base), moved, clientMutationId: 'drag' } })).data
        .epicTreeReorder;
    const order = async () => {
      const { data } = await ask<Children>('ada', childItems, variables);
      const { children, issues } = data.group.epic;
      return [...children.nodes, ...issues.nodes].map(({ title }) => title);
    };
    // The adjacent item follows the moved one.
    expect(await move({ id: gid(y), adjacentReferenceId: gid(x), relativePosition: 'after' })).toEqual({
      clientMutationId: 'drag',
      errors: [],
    });
    expect(await order()).toEqual(['y', 'x', 'issue']);
    await move({ id: gid(y), adjacentReferenceId: gid(x), relativePosition: 'before' });
    expect(await order()).toEqual(['x', 'y', 'issue']);
    await move({ id: gid(y) });
    expect(await order()).toEqual(['y', 'x', 'issue']);
    await move({ id: `gid://gitlab/EpicIssue/${issue.id}`, newParentId: gid(x) });
    expect(await build.reread(issue)).toMatchObject({ parentId: x.id });
    expect((await move({ id: gid(x), newParentId: gid(x) }))?.errors).toEqual([
      'A work item cannot contain one of its own ancestors',
    ]);
    const stray = await build.epic();
    expect(
      (await move({ id: gid(stray), adjacentReferenceId: gid(x), relativePosition: 'after' }))?.errors,
    ).toHaveLength(1);
    expect(await move({ id: gid(y), newParentId: gid(x) }, 'gwen')).toBeNull();
    expect(await build.reread(y)).toMatchObject({ parentId: base.id });
  });
});

test('epicTreeReorder with newParentId moves an item to a parent outside the tree of its base', async ({
  ask,
  build,
}) => {
  const group = await build.group();
  const [from, to] = [await build.epic({ group }), await build.epic({ group })];
  const moving = await build.epic({ parent: from });
  const below = await build.epic({ parent: moving });
  const sibling = await build.epic({ parent: to });
  const hidden = await build.epic({ group: await build.group({ members: { mina: 'owner' } }) });
  const gid = (item: { id: number }) => `gid://gitlab/Epic/${item.id}`;
  const move = (moved: object, who: 'ada' | 'gwen' | 'otto' = 'ada') =>
    ask<Reordered>(who, reorder, { input: { baseEpicId: gid(from), moved } });

  const refused = await move({ id: gid(moving), newParentId: gid(to) }, 'gwen');
  expect(refused.data.epicTreeReorder).toBeNull();
  expect((await move({ id: gid(moving), newParentId: gid(hidden) })).data.epicTreeReorder).toBeNull();
  expect((await move({ id: gid(moving), newParentId: gid(below) })).data.epicTreeReorder?.errors).toEqual([
    'A work item cannot contain one of its own ancestors',
  ]);
  expect(await build.reread(moving)).toMatchObject({ parentId: from.id });

  const placed = { adjacentReferenceId: gid(sibling), relativePosition: 'before' };
  const answer = await move({ id: gid(moving), newParentId: gid(to), ...placed });
  expect(answer.data.epicTreeReorder?.errors).toEqual([]);
  expect(await build.reread(moving)).toMatchObject({ parentId: to.id });
  expect(await build.reread(below)).toMatchObject({ ancestorIds: [to.id, moving.id] });
  // An item without a parent can be moved below the new parent, too.
  const free = await build.epic({ group });
  expect((await move({ id: gid(free), newParentId: gid(to) })).data.epicTreeReorder?.errors).toEqual([]);
  expect(await build.reread(free)).toMatchObject({ parentId: to.id });
});

test('EN-EP-20 and EN-EP-06: an ancestor with its state, parent and worded due date; permissions on the parent', async ({
  ask,
  build,
}) => {
  const top = await build.epic({ title: 'Top' });
  const middle = await build.epic({ parent: top, title: 'Middle', dueDate: '2020-02-03' });
  const epic = await build.epic({ parent: middle });
  const query = /* GraphQL */ `
    query ($fullPath: ID!, $iid: ID!) {
      group(fullPath: $fullPath) {
        epic(iid: $iid) {
          allowSubEpics
          userPermissions {
            adminEpic
            adminEpicRelation
            readEpicRelation
          }
          ancestors {
            nodes {
              id
              title
              url: webUrl
              state
              hasParent
              humanReadableEndDate
              humanReadableTimestamp
            }
          }
        }
      }
    }
  `;
  const variables = { fullPath: epic.namespacePath, iid: String(epic.iid) };
  const { data } = await ask('paul', query, variables);
  const url = (each: { iid: number }) => `http://milepost.test/groups/${epic.namespacePath}/-/epics/${each.iid}`;
  expect(data).toEqual({
    group: {
      epic: {
        allowSubEpics: true,
        userPermissions: { adminEpic: true, adminEpicRelation: true, readEpicRelation: true },
        ancestors: {
          nodes: [
            {
              id: `gid://gitlab/Epic/${top.id}`,
              title: 'Top',
              url: url(top),
              state: 'opened',
              hasParent: false,
              humanReadableEndDate: null,
              humanReadableTimestamp: null,
            },
            {
              id: `gid://gitlab/Epic/${middle.id}`,
              title: 'Middle',
              url: url(middle),
              state: 'opened',
              hasParent: true,
              humanReadableEndDate: 'Feb 3, 2020',
              humanReadableTimestamp: 'Past due',
            },
          ],
        },
      },
    },
  });
  const guest = await ask<{ group: { epic: { userPermissions: object } } }>('gwen', query, variables);
  expect(guest.data.group.epic.userPermissions).toMatchObject({ adminEpic: false, readEpicRelation: true });
});
