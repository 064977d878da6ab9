import { formatGlobalId } from '@milepost/core/ids';
import { expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';
import type { WorkItem } from '../work-items/store.ts';

const idOf = (item: Pick<WorkItem, 'id'>) => formatGlobalId('WorkItem', item.id);

const adding = `mutation ($input: WorkItemAddLinkedItemsInput!) {
  workItemAddLinkedItems(input: $input) { errors message workItem { id } }
}`;
const removing = `mutation ($input: WorkItemRemoveLinkedItemsInput!) {
  workItemRemoveLinkedItems(input: $input) { errors message }
}`;
const slim = `query workItemLinkedItemsSlim($fullPath: ID!, $iid: String!) {
  namespace(fullPath: $fullPath) { workItem(iid: $iid) { widgets(onlyTypes: [LINKED_ITEMS]) {
    type
    ... on WorkItemWidgetLinkedItems {
      blockedByCount blockingCount
      linkedItems { nodes { linkId linkType workItemState workItem { title state } } }
    }
  } } }
}`;

interface Slim {
  namespace: { workItem: { widgets: { linkedItems: { nodes: { linkType: string }[] } }[] } };
}

test('GQ-WI-05: the linked items of a work item are found by path and number', async ({ ask, build }) => {
  const group = await build.group();
  const epic = await build.epic({ group });
  const [open, done] = [
    await build.epic({ group, title: 'open' }),
    await build.issue({ project: await build.project({ group }), title: 'done', state: 'closed' }),
  ];
  const first = await build.link({ from: open, to: epic, type: 'blocks' });
  await build.link({ from: done, to: epic, type: 'blocks' });
  const { data } = await ask('gwen', slim, { fullPath: group.fullPath, iid: String(epic.iid) });
  expect(data).toMatchObject({
    namespace: {
      workItem: {
        widgets: [
          {
            type: 'LINKED_ITEMS',
            blockedByCount: 1,
            blockingCount: 0,
            linkedItems: {
              nodes: [
                {
                  linkId: `gid://gitlab/WorkItems::RelatedWorkItemLink/${first.id}`,
                  linkType: 'is_blocked_by',
                  workItemState: 'OPEN',
                  workItem: { title: 'open', state: 'OPEN' },
                },
                { linkType: 'is_blocked_by', workItemState: 'CLOSED', workItem: { title: 'done' } },
              ],
            },
          },
        ],
      },
    },
  });
});

test('EN-RM-11: an epic of the roadmap lists its links, in one statement for the page', async ({
  ask,
  build,
  statements,
}) => {
  const group = await build.group();
  const epics = [];
  for (const title of ['a', 'b', 'c']) epics.push(await build.epic({ group, title }));
  const [a, b, c] = epics;
  if (!a || !b || !c) throw new Error('three epics');
  await build.link({ from: a, to: b, type: 'blocks' });
  await build.link({ from: b, to: c });
  const query = `query ($fullPath: ID!) { group(fullPath: $fullPath) { epics(sort: TITLE_ASC, first: 20) { nodes {
    title blocked blockedByCount blockingCount linkedWorkItems { nodes { linkId linkType workItemState } }
    blockedByEpics { nodes { title } }
  } } } }`;
  await ask('gwen', query, { fullPath: group.fullPath });
  statements.length = 0;
  const { data } = await ask('gwen', query, { fullPath: group.fullPath });
  expect(data).toMatchObject({
    group: {
      epics: {
        nodes: [
          { title: 'a', blocked: false, blockingCount: 1, linkedWorkItems: { nodes: [{ linkType: 'blocks' }] } },
          {
            title: 'b',
            blocked: true,
            blockedByCount: 1,
            linkedWorkItems: {
              nodes: [{ linkType: 'is_blocked_by', workItemState: 'OPEN' }, { linkType: 'relates_to' }],
            },
            blockedByEpics: { nodes: [{ title: 'a' }] },
          },
          { title: 'c', blocked: false, blockedByEpics: { nodes: [] } },
        ],
      },
    },
  });
  // The links and the counts.
  expect(statements.filter((text) => text.includes('work_item_links'))).toHaveLength(1);
});

test('links are created and removed; an existing link is an error', async ({ ask, build }) => {
  const group = await build.group();
  const [one, two, three] = [await build.epic({ group }), await build.epic({ group }), await build.epic({ group })];
  const input = { id: idOf(one), linkType: 'BLOCKS', workItemsIds: [idOf(two), formatGlobalId('Epic', three.id)] };
  expect((await ask('gwen', adding, { input })).data).toEqual({
    workItemAddLinkedItems: {
      errors: [],
      message: `Successfully linked ID(s): ${two.id}, ${three.id}.`,
      workItem: { id: idOf(one) },
    },
  });
  expect((await ask('gwen', adding, { input })).data).toEqual({
    workItemAddLinkedItems: { errors: ['Epic(s) already assigned'], message: null, workItem: null },
  });
  const related = { id: idOf(two), workItemsIds: [idOf(three)] };
  await ask('gwen', adding, { input: related });
  const { data } = await ask<Slim>('gwen', slim, { fullPath: group.fullPath, iid: String(two.iid) });
  expect(data.namespace.workItem.widgets[0]?.linkedItems.nodes).toMatchObject([
    { linkType: 'is_blocked_by' },
    { linkType: 'relates_to' },
  ]);
  expect((await ask('gwen', removing, { input: related })).data).toEqual({
    workItemRemoveLinkedItems: { errors: [], message: `Successfully unlinked ID(s): ${three.id}.` },
  });
  const again = await ask('gwen', removing, { input: related });
  expect(again.data).toEqual({ workItemRemoveLinkedItems: null });
  expect(again.errors?.length).toBe(1);
  const none = await ask('gwen', adding, { input: { id: idOf(one), workItemsIds: [] } });
  expect(none.data).toMatchObject({ workItemAddLinkedItems: { errors: ['At least one item is required'] } });
  const stranger = await ask('otto', adding, { input });
  expect(stranger.data).toEqual({ workItemAddLinkedItems: null });
});

test('links are paged and filtered by type', async ({ ask, build }) => {
  const group = await build.group();
  const epic = await build.epic({ group });
  for (const title of ['a', 'b', 'c']) await build.link({ from: epic, to: await build.epic({ group, title }) });
  await build.link({ from: epic, to: await build.epic({ group, title: 'd' }), type: 'blocks' });
  const query = `query ($fullPath: ID!, $iid: ID!, $first: Int, $last: Int, $after: String, $before: String, $filter: WorkItemRelatedLinkType) {
    group(fullPath: $fullPath) { epic(iid: $iid) {
      linkedWorkItems(first: $first, last: $last, after: $after, before: $before, filter: $filter) {
        count nodes { workItem { title } } pageInfo { hasNextPage hasPreviousPage endCursor startCursor }
      } } }
  }`;
  interface Links {
    count: number;
    nodes: { workItem: { title: string } }[];
    pageInfo: { hasNextPage: boolean; endCursor: string; startCursor: string };
  }
  const page = async (variables: object) => {
    const all = { fullPath: group.fullPath, iid: String(epic.iid), ...variables };
    const { data } = await ask<{ group: { epic: { linkedWorkItems: Links } } }>('gwen', query, all);
    return data.group.epic.linkedWorkItems;
  };
  const titlesOf = ({ nodes }: Links) => nodes.map(({ workItem }) => workItem.title);
  const first = await page({ first: 3 });
  expect(titlesOf(first)).toEqual(['a', 'b', 'c']);
  expect(first).toMatchObject({ count: 4, pageInfo: { hasNextPage: true } });
  const second = await page({ first: 3, after: first.pageInfo.endCursor });
  expect(titlesOf(second)).toEqual(['d']);
  expect(second.pageInfo.hasNextPage).toBe(false);
  expect(titlesOf(await page({ last: 2, before: second.pageInfo.startCursor }))).toEqual(['b', 'c']);
  expect(titlesOf(await page({ filter: 'BLOCKS' }))).toEqual(['d']);
});

test('the verdict on linking travels with each face of an item', async ({ ask, build }) => {
  const project = await build.project({ visibility: 'public' });
  const { iid } = await build.issue({ project, author: null });
  const query = `query ($fullPath: ID!, $iid: String!) {
    project(fullPath: $fullPath) { issue(iid: $iid) { userPermissions { adminIssueRelation } } }
    namespace(fullPath: $fullPath) { workItem(iid: $iid) { userPermissions { adminWorkItemLink } } }
  }`;
  for (const [who, verdict] of [
    ['otto', false],
    ['gwen', true],
  ] as const) {
    expect((await ask(who, query, { fullPath: project.fullPath, iid: String(iid) })).data).toEqual({
      project: { issue: { userPermissions: { adminIssueRelation: verdict } } },
      namespace: { workItem: { userPermissions: { adminWorkItemLink: verdict } } },
    });
  }
});

test('issues and work items are sorted by the opened items that they block, of those that the viewer sees', async ({
  ask,
  build,
}) => {
  const group = await build.group();
  const project = await build.project({ group });
  const [none, one, two, hidden, closed] = await Promise.all(
    ['none', 'one', 'two', 'hidden', 'closed'].map((title) =>
      build.issue({ project, title, state: title === 'closed' ? 'closed' : 'opened' }),
    ),
  );
  if (!none || !one || !two || !hidden || !closed) throw new Error('five issues');
  const secrets = [];
  for (const title of ['secret', 'second secret']) {
    secrets.push(await build.issue({ project, title, confidential: true, author: 'ada' }));
  }
  const epic = await build.epic({ group, title: 'epic' });
  for (const to of [one, none]) await build.link({ from: two, to, type: 'blocks' });
  for (const to of [closed, epic]) await build.link({ from: one, to, type: 'blocks' });
  for (const to of [...secrets, one]) await build.link({ from: hidden, to, type: 'blocks' });
  for (const to of [epic, none]) await build.link({ from: closed, to, type: 'blocks' });
  const below = { issues: 'includeSubgroups', workItems: 'includeDescendants' };
  const titlesOf = async (viewer: CastName, field: keyof typeof below, sort: string) => {
    const query = `query ($fullPath: ID!) { group(fullPath: $fullPath) { ${field}(${below[field]}: true, sort: ${sort}) { nodes { title } } } }`;
    const { data } = await ask<{ group: Record<string, { nodes: { title: string }[] }> }>(viewer, query, {
      fullPath: group.fullPath,
    });
    return (data.group[field]?.nodes ?? []).map(({ title }) => title);
  };
  const most = async (...asked: Parameters<typeof titlesOf>) => (await titlesOf(...asked)).slice(0, 3);
  expect(await most('dana', 'issues', 'BLOCKING_ISSUES_DESC')).toEqual(['hidden', 'two', 'one']);
  expect(await most('gwen', 'issues', 'BLOCKING_ISSUES_DESC')).toEqual(['two', 'hidden', 'one']);
  expect((await titlesOf('gwen', 'issues', 'BLOCKING_ISSUES_ASC')).slice(-3)).toEqual(['one', 'hidden', 'two']);
  expect(await most('gwen', 'workItems', 'BLOCKING_ISSUES_DESC')).toEqual(['two', 'hidden', 'one']);
});
