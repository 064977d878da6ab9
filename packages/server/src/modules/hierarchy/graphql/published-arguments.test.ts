import { expect } from 'vitest';
import { test as base } from '../../../testing/http.ts';
import { dayFromNow } from '../../../testing/build/milestones.ts';
import { closeWorkItem, updateWorkItem } from '../../work-items/commands.ts';
import { chooseSubscription } from '../../subscriptions/commands.ts';

/** A theme with a feature and a confidential feature; an issue with a task below each of the first two, and an issue below the third. */
const test = base.extend('tree', async ({ ask, build }) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const theme = await build.epic({ group, title: 'theme', author: 'root' });
  const feature = await build.epic({ group, title: 'feature', parent: theme, author: 'root' });
  const hidden = await build.epic({ group, title: 'hidden', parent: theme, author: 'root', confidential: true });
  const one = await build.issue({ project, title: 'one', parent: theme });
  const two = await build.issue({ project, title: 'two', parent: feature });
  await build.issue({ project, title: 'task', type: 'task', parent: two });
  await build.issue({ project, title: 'secret', parent: hidden, confidential: true, author: 'root' });
  const free = await build.issue({ project, title: 'free' });
  const list = async (who: 'gwen' | 'paul' | 'otto' | 'nobody', field: string) => {
    const document = `{ group(fullPath: "${group.fullPath}") { list: ${field} { nodes { title } } } }`;
    const { data } = await ask<{ group: { list: { nodes: { title: string }[] } } }>(who, document);
    return data.group.list.nodes.map(({ title }) => title).toSorted((a, b) => a.localeCompare(b));
  };
  return { group, theme, feature, one, two, free, list };
});
const gid = ({ id }: { id: number }) => `"gid://gitlab/WorkItem/${id}"`;

test('`includeDescendantWorkItems` finds items at any depth below parents, as far as the viewer sees them', async ({
  tree: { theme, feature, list },
}) => {
  const items = (args: string) => `workItems(includeDescendants: true, ${args})`;
  const below = `parentIds: [${gid(theme)}], includeDescendantWorkItems: true`;
  expect(await list('otto', items(below))).toEqual(['feature', 'one', 'task', 'two']);
  expect(await list('nobody', items(below))).toEqual(['feature', 'one', 'task', 'two']);
  expect(await list('paul', items(below))).toEqual(['feature', 'hidden', 'one', 'secret', 'task', 'two']);
  expect(await list('otto', items(`hierarchyFilters: { ${below} }`))).toEqual(['feature', 'one', 'task', 'two']);
  expect(await list('otto', items(`hierarchyFilters: { parentIds: [${gid(feature)}] }`))).toEqual(['two']);
  expect(await list('otto', items('hierarchyFilters: { parentWildcardId: NONE }'))).toEqual(['free', 'theme']);
  expect(await list('otto', items('hierarchyFilters: {}'))).toHaveLength(6);
});

test('`includeSubepics` finds the issues of an epic and of the epics below it', async ({ tree: { theme, list } }) => {
  const issues = (args: string) => `issues(includeSubgroups: true, epicId: "${theme.id}", ${args})`;
  expect(await list('otto', issues('includeSubepics: false'))).toEqual(['one']);
  expect(await list('otto', issues('includeSubepics: true'))).toEqual(['one', 'two']);
  expect(await list('paul', issues('includeSubepics: true'))).toEqual(['one', 'secret', 'two']);
});

test('lists of issues and work items take due dates, and those of work items ids and a timeframe', async ({
  tree: { one, free, list },
  as,
}) => {
  await updateWorkItem(as('ada'), one.id, { dueDateFixed: '2026-03-10' });
  await updateWorkItem(as('ada'), free.id, { dueDateFixed: '2026-05-10' });
  for (const field of ['issues(includeSubgroups: true, ', 'workItems(includeDescendants: true, types: [ISSUE], ']) {
    expect(await list('otto', `${field}dueAfter: "2026-03-11")`)).toEqual(['free']);
    expect(await list('otto', `${field}dueBefore: "2026-03-10")`)).toEqual(['one']);
    expect(await list('otto', `${field}dueAfter: "2026-03-10", dueBefore: "2026-05-10")`)).toEqual(['free', 'one']);
  }
  const items = (args: string) => `workItems(includeDescendants: true, ${args})`;
  expect(await list('otto', items(`ids: [${gid(one)}, ${gid(free)}]`))).toEqual(['free', 'one']);
  expect(await list('otto', items(`types: [ISSUE], timeframe: { start: "2026-05-01", end: "2026-05-31" }`))).toEqual([
    'free',
  ]);
});

test('`includeAncestors` adds the items of the groups above that the viewer may see', async ({ ask, build }) => {
  const top = await build.group({ visibility: 'public' });
  const middle = await build.group({ parent: top, visibility: 'public' });
  const project = await build.project({ group: middle, visibility: 'public' });
  await build.epic({ group: top, title: 'top' });
  await build.epic({ group: top, title: 'secret', confidential: true, author: 'root' });
  await build.epic({ group: middle, title: 'middle' });
  await build.issue({ project, title: 'issue' });
  await build.epic({ group: await build.group({ parent: top, visibility: 'public' }), title: 'beside' });
  const list = async (of: { fullPath: string }, args: string, who: 'otto' | 'paul' = 'otto') => {
    const document = `{ namespace(fullPath: "${of.fullPath}") { workItems(${args}) { nodes { title } } } }`;
    const { data } = await ask<{ namespace: { workItems: { nodes: { title: string }[] } } }>(who, document);
    return data.namespace.workItems.nodes.map(({ title }) => title).toSorted();
  };
  expect(await list(middle, 'includeAncestors: false')).toEqual(['middle']);
  expect(await list(middle, 'includeAncestors: true')).toEqual(['middle', 'top']);
  expect(await list(middle, 'includeAncestors: true', 'paul')).toEqual(['middle', 'secret', 'top']);
  expect(await list(middle, 'includeAncestors: true, includeDescendants: true')).toEqual(['issue', 'middle', 'top']);
  expect(await list(project, 'includeAncestors: true')).toEqual(['issue', 'middle', 'top']);
  expect(await list(project, 'includeAncestors: true, excludeGroupWorkItems: true')).toEqual(['issue']);
});

test('epics are filtered by subscription, and children of the hierarchy widget by state', async ({
  tree: { theme, feature, one, list },
  as,
  ask,
}) => {
  await chooseSubscription(as('otto'), feature, true);
  expect(await list('otto', 'epics(subscribed: EXPLICITLY_SUBSCRIBED)')).toEqual(['feature']);
  expect(await list('gwen', 'epics(subscribed: EXPLICITLY_SUBSCRIBED)')).toEqual([]);
  await closeWorkItem(as('ada'), one.id);
  const children = async (args: string) => {
    const document = `{ workItem(id: ${gid(theme)}) { widgets { ... on WorkItemWidgetHierarchy { children${args} { nodes { title } } } } } }`;
    const { data } = await ask<{ workItem: { widgets: { children?: { nodes: { title: string }[] } }[] } }>(
      'otto',
      document,
    );
    const widget = data.workItem.widgets.find((each) => each.children);
    return widget?.children?.nodes.map(({ title }) => title).toSorted();
  };
  expect(await children('(state: CLOSED)')).toEqual(['one']);
  expect(await children('(state: OPEN)')).toEqual(['feature']);
  expect(await children('')).toEqual(['feature', 'one']);
});

test('milestones are filtered by a day, iterations by title and cadences by duration', async ({ build, ask }) => {
  const group = await build.group();
  await build.milestone({ namespace: group, title: 'now', startDate: dayFromNow(-1), dueDate: dayFromNow(1) });
  await build.milestone({ namespace: group, title: 'later', startDate: dayFromNow(5) });
  await build.milestone({ namespace: group, title: 'undated' });
  const create = `mutation ($input: IterationCadenceCreateInput!) { iterationCadenceCreate(input: $input) { errors } }`;
  for (const durationInWeeks of [1, 2]) {
    const input = {
      groupPath: group.fullPath,
      title: `Every ${durationInWeeks}`,
      active: true,
      automatic: true,
      startDate: `${dayFromNow(1)}T00:00:00Z`,
      durationInWeeks,
      iterationsInAdvance: 1,
    };
    expect((await ask('ada', create, { input })).data).toEqual({ iterationCadenceCreate: { errors: [] } });
  }
  const { data } = await ask(
    'ada',
    `{ group(fullPath: "${group.fullPath}") {
    today: milestones(containingDate: "${dayFromNow(0)}T12:00:00Z") { nodes { title } }
    after: milestones(containingDate: "${dayFromNow(9)}") { nodes { title } }
    iterationCadences(durationInWeeks: 2) { nodes { title } }
    iterations(title: "no such") { nodes { title } }
  } }`,
  );
  expect(data).toEqual({
    group: {
      today: { nodes: [{ title: 'now' }] },
      after: { nodes: [{ title: 'later' }] },
      iterationCadences: { nodes: [{ title: 'Every 2' }] },
      iterations: { nodes: [] },
    },
  });
});
