import { expect } from 'vitest';
import { test } from '../../../testing/http.ts';
import { updateWorkItem } from '../commands.ts';

test('FS-TK-04: "is not" with several values leaves out the items of each, in every list', async ({
  as,
  ask,
  build,
}) => {
  const group = await build.group();
  const project = await build.project({ group });
  const { fullPath } = group;
  await build.epic({ group, title: 'epic' });
  await build.issue({ project, title: 'task', type: 'task' });
  for (const [title, healthStatus] of [
    ['plain', null],
    ['risky', 'at_risk'],
    ['fine', 'on_track'],
  ] as const)
    await updateWorkItem(as('ada'), (await build.issue({ project, title })).id, { healthStatus });
  const titlesOf = async (field: string): Promise<string[]> => {
    const document = `{ of: ${field.startsWith('workItems') ? 'namespace' : 'group'}(fullPath: "${fullPath}") { list: ${field} { nodes { title } } } }`;
    const { data } = await ask<{ of: { list: { nodes: { title: string }[] } } }>('ada', document);
    return data.of.list.nodes.map(({ title }) => title).toSorted((one, other) => one.localeCompare(other));
  };
  for (const list of ['issues(includeSubgroups: true', 'workItems(includeDescendants: true']) {
    const epics = list.startsWith('workItems') ? ['epic'] : [];
    expect(await titlesOf(`${list}, not: { types: [TASK] })`)).toEqual([...epics, 'fine', 'plain', 'risky']);
    expect(await titlesOf(`${list}, not: { types: [EPIC, ISSUE] })`)).toEqual(['task']);
    expect(await titlesOf(`${list}, types: [ISSUE, TASK], not: { types: [ISSUE] })`)).toEqual(['task']);
    expect(await titlesOf(`${list}, not: { healthStatusFilter: [onTrack, atRisk] })`)).toEqual([
      ...epics,
      'plain',
      'task',
    ]);
  }
});

test('EN-OT-04: `assigneeId` takes the id of a person, and a value that cannot be read is refused instead of ignored', async ({
  as,
  ask,
  build,
}) => {
  const project = await build.project();
  const [assigned] = [await build.issue({ project }), await build.issue({ project })];
  const dana = build.idOf('dana');
  await updateWorkItem(as('ada'), assigned.id, { assigneeIds: [dana] });
  const list = (input: string) =>
    ask('ada', `{ project(fullPath: "${project.fullPath}") { issues(${input}) { nodes { iid } } } }`);
  for (const id of [`gid://gitlab/User/${dana}`, String(dana)])
    expect(await list(`assigneeId: "${id}"`)).toEqual({
      data: { project: { issues: { nodes: [{ iid: String(assigned.iid) }] } } },
    });
  for (const input of ['assigneeId: "dana"', 'weight: "heavy"', 'not: { weight: "heavy" }'])
    expect(await list(input)).toMatchObject({
      data: { project: { issues: null } },
      errors: [{ path: ['project', 'issues'] }],
    });
});

test('FS-TK-04: `not.assigneeId` leaves out the issues of a person, and unassigned ones with None', async ({
  as,
  ask,
  build,
}) => {
  const project = await build.project();
  const [danas, pauls, nobodys] = [
    await build.issue({ project }),
    await build.issue({ project }),
    await build.issue({ project }),
  ];
  const dana = build.idOf('dana');
  await updateWorkItem(as('ada'), danas.id, { assigneeIds: [dana] });
  await updateWorkItem(as('ada'), pauls.id, { assigneeIds: [build.idOf('paul')] });
  const list = async (id: string) => {
    const document = `{ project(fullPath: "${project.fullPath}") { issues(not: { assigneeId: "${id}" }) { nodes { iid } } } }`;
    const { data } = await ask<{ project: { issues: { nodes: { iid: string }[] } } }>('ada', document);
    return data.project.issues.nodes.map(({ iid }) => Number(iid)).toSorted((one, other) => one - other);
  };
  expect(await list(`gid://gitlab/User/${dana}`)).toEqual([pauls.iid, nobodys.iid]);
  expect(await list(String(dana))).toEqual([pauls.iid, nobodys.iid]);
  expect(await list('None')).toEqual([danas.iid, pauls.iid]);
});

test('filters by releases and contacts, which do not exist, match as where no item has any', async ({ ask, build }) => {
  const project = await build.project();
  await build.issue({ project, title: 'plain' });
  const titlesOf = async (list: string): Promise<string[]> => {
    const document = `{ of: project(fullPath: "${project.fullPath}") { list: ${list} { nodes { title } } } }`;
    const { data } = await ask<{ of: { list: { nodes: { title: string }[] } } }>('ada', document);
    return data.of.list.nodes.map(({ title }) => title);
  };
  for (const list of ['issues', 'workItems']) {
    for (const none of [
      'releaseTag: ["v1"]',
      'releaseTagWildcardId: ANY',
      'crmContactId: "1"',
      'crmOrganizationId: "1"',
    ]) {
      expect(await titlesOf(`${list}(${none})`)).toEqual([]);
    }
    for (const all of [
      'releaseTagWildcardId: NONE',
      'releaseTag: []',
      'crmContactId: ""',
      'not: { releaseTag: ["v1"] }',
    ]) {
      expect(await titlesOf(`${list}(${all})`)).toEqual(['plain']);
    }
  }
});
