import { expect } from 'vitest';
import type { CastName } from '../../../testing/cast.ts';
import { test as base } from '../../../testing/http.ts';

/** A group with a project, a subgroup with a project, and an archived project, each with an issue; and an epic in an archived subgroup. */
const test = base.extend('list', async ({ ask, build }) => {
  const group = await build.group();
  const subgroup = await build.group({ parent: group });
  const old = await build.group({ parent: group, archived: true });
  const archived = await build.project({ group, archived: true });
  await build.issue({ project: await build.project({ group }), title: 'here' });
  await build.issue({ project: await build.project({ group: subgroup }), title: 'below' });
  await build.issue({ project: archived, title: 'archived' });
  await build.epic({ group, title: 'epic' });
  await build.epic({ group: old, title: 'old epic' });
  return async (who: CastName, field: string, of = `group(fullPath: "${group.fullPath}")`) => {
    const home = of === 'project' ? `project(fullPath: "${archived.fullPath}")` : of;
    const document = `{ home: ${home} { list: ${field} { nodes { title } count } } }`;
    const { data } = await ask<{ home: { list: { nodes: { title: string }[]; count: number } } }>(who, document);
    const titles = data.home.list.nodes.map(({ title }) => title).toSorted((a, b) => a.localeCompare(b));
    return data.home.list.count === titles.length ? titles : data.home.list.count;
  };
});

test('issues of a group are those of its own projects, and with `includeSubgroups` of all below', async ({ list }) => {
  expect(await list('ada', 'issues')).toEqual(['here']);
  expect(await list('ada', 'issues(includeSubgroups: false, sort: TITLE_ASC)')).toEqual(['here']);
  expect(await list('ada', 'issues(includeSubgroups: true)')).toEqual(['below', 'here']);
  expect(await list('ada', 'issues(includeArchived: true)')).toEqual(['archived', 'here']);
  expect(await list('ada', 'issues(types: [ISSUE, EPIC])')).toEqual(['epic', 'here']);
});

test('work items of archived projects are left out of groups unless `includeArchived` is true', async ({ list }) => {
  const below = ['below', 'epic', 'here', 'old epic'];
  expect(await list('ada', 'workItems(includeDescendants: true)')).toEqual(below);
  expect(await list('ada', 'workItems(includeDescendants: true, includeArchived: true)')).toEqual([
    'archived',
    ...below,
  ]);
  expect(await list('ada', 'workItems(includeDescendants: true, types: [ISSUE])')).toEqual(['below', 'here']);
  expect(await list('ada', 'workItems', 'project')).toEqual(['archived']);
});

test('a single issue or epic is found by the filters of lists', async ({ ask, build }) => {
  const group = await build.group();
  const project = await build.project({ group });
  const first = await build.issue({ project, title: 'first', weight: 3, healthStatus: 'at_risk' });
  await build.issue({ project, title: 'second', weight: 3 });
  await build.label({ namespace: group, title: 'red', on: [first] });
  const epic = await build.epic({ group, title: 'epic' });
  await build.label({ namespace: group, title: 'blue', on: [epic] });
  await build.epic({ group: await build.group({ parent: group }), title: 'below' });
  const { data } = await ask(
    'gwen',
    `{ project(fullPath: "${project.fullPath}") {
      weighed: issue(weight: "3") { title }
      oldest: issue(weight: "3", sort: CREATED_ASC) { title }
      red: issue(labelName: ["red"]) { title }
      both: issue(iid: "2", labelName: ["red"]) { title }
      atRisk: issue(healthStatus: atRisk) { title }
      issues(healthStatus: atRisk) { nodes { title } }
      none: issue { title }
    }
    group(fullPath: "${group.fullPath}") {
      blue: epic(labelName: ["blue"]) { title }
      newest: epic(state: opened) { title }
      own: epic(state: opened, includeDescendantGroups: false) { title }
      both: epic(iid: "${epic.iid}", labelName: ["red"]) { title }
      none: epic { title }
    } }`,
  );
  expect(data).toEqual({
    project: {
      weighed: { title: 'second' },
      oldest: { title: 'first' },
      red: { title: 'first' },
      both: null,
      atRisk: { title: 'first' },
      issues: { nodes: [{ title: 'first' }] },
      none: null,
    },
    group: {
      blue: { title: 'epic' },
      newest: { title: 'below' },
      own: { title: 'epic' },
      both: null,
      none: null,
    },
  });
});
