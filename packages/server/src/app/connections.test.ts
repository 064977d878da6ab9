import { formatGlobalId } from '@milepost/core/ids';
import { getNamedType, isObjectType } from 'graphql';
import { describe, expect } from 'vitest';
import { test as plain } from 'vitest';
import { test, type Ask } from '../testing/http.ts';
import type { Builders } from '../testing/test.ts';
import { schemaOfAllRooms } from './schema.ts';

plain('every connection takes first, last, after and before', () => {
  const lacking = Object.values(schemaOfAllRooms().getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    .filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'))
    .flatMap(({ type, field }) => {
      const names = new Set(field.args.map(({ name }) => name));
      const missing = ['first', 'last', 'after', 'before'].filter((name) => !names.has(name));
      return missing.length > 0 ? [`${type.name}.${field.name}: ${missing.join(', ')}`] : [];
    });
  expect(lacking).toEqual([]);
});

interface Page {
  edges: { cursor: string; node: Record<string, unknown> }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

/** One page of the connection at this path of fields: `['issue(id: "…")', 'labels']`. */
async function pageAt(ask: Ask, source: readonly string[], paging: string, key: string): Promise<Page> {
  const field = source.at(-1) ?? '';
  const paged = field.endsWith(')') ? `${field.slice(0, -1)}, ${paging})` : `${field}(${paging})`;
  const rows = `edges { cursor node { ${key} } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`;
  const document = source.slice(0, -1).reduceRight((inner, each) => `${each} { ${inner} }`, `${paged} { ${rows} }`);
  const { data, errors } = await ask<object>('ada', `{ ${document} }`);
  expect(errors).toBeUndefined();
  return source
    .filter((each) => !each.startsWith('...'))
    .reduce<unknown>((found, each) => (found as Record<string, unknown>)[each.replace(/\(.*/s, '')], data) as Page;
}

/** Reads a list forwards and backwards, two rows per page, and returns the keys of both. */
async function bothWays(ask: Ask, source: readonly string[], key = 'id'): Promise<[string[], string[]]> {
  const keysOf = (page: Page) => page.edges.map(({ node }) => JSON.stringify(node));
  const forwards: string[] = [];
  const backwards: string[] = [];
  for (let after = ''; ;) {
    const page = await pageAt(ask, source, `first: 2, after: "${after}"`, key);
    forwards.push(...keysOf(page));
    after = page.pageInfo.endCursor ?? '';
    expect(page.edges.at(-1)?.cursor ?? '').toBe(after);
    if (!page.pageInfo.hasNextPage) break;
  }
  for (let before = ''; ;) {
    const page = await pageAt(ask, source, `last: 2, before: "${before}"`, key);
    backwards.unshift(...keysOf(page));
    before = page.pageInfo.startCursor ?? '';
    expect(page.edges[0]?.cursor ?? '').toBe(before);
    if (!page.pageInfo.hasPreviousPage) break;
  }
  return [forwards, backwards];
}

/** Fills every list with at least three rows. */
async function fill(build: Builders, ask: Ask) {
  const three = [1, 2, 3] as const;
  const group = await build.group();
  const project = await build.project({ group });
  const epic = await build.epic({ group });
  const assignees = ['dana', 'mina', 'paul'] as const;
  const issue = await build.issue({ project, parent: epic, assignees });
  for (const each of three) {
    await build.group({ parent: group });
    await build.project({ group });
    await build.epic({ parent: epic });
    const other = await build.issue({ project, parent: epic });
    await build.link({ from: other, to: issue, type: 'blocks' });
    await build.link({ from: await build.epic({ group }), to: epic, type: 'blocks' });
    await build.label({ namespace: group, on: [epic, issue] });
    await build.milestone({ namespace: group });
    await build.milestone({ namespace: project });
    await build.label({ namespace: project });
    const cadence = await build.cadence({ group });
    await build.iteration({ cadence, startDate: `2030-0${each}-01`, dueDate: `2030-0${each}-07` });
    await build.customField({ group });
    await build.reaction(issue, assignees[each - 1] ?? 'dana');
  }
  const note = await build.note({ on: issue });
  for (const by of assignees) {
    await build.note({ on: issue, answers: note, author: by });
    await build.note({ on: issue, author: by });
    await build.reaction(note, by);
    await ask(
      by,
      `mutation { timelogCreate(input: { issuableId: "${formatGlobalId('Issue', issue.id)}", timeSpent: "1h", summary: "" }) { errors } }`,
    );
    await ask('ada', `mutation { todoCreate(input: { targetId: "${formatGlobalId('Issue', issue.id)}" }) { errors } }`);
  }
  const top = await build.epic({ group });
  const middle = await build.epic({ parent: top });
  const low = await build.epic({ parent: middle });
  const deep = await build.epic({ parent: low });
  return {
    group: `group(fullPath: "${group.fullPath}")`,
    project: `project(fullPath: "${project.fullPath}")`,
    issue: `issue(id: "${formatGlobalId('Issue', issue.id)}")`,
    epic: `epic(iid: "${epic.iid}")`,
    deep: `epic(iid: "${deep.iid}")`,
    workItem: `workItem(id: "${formatGlobalId('WorkItem', issue.id)}")`,
    note: `note(id: "${formatGlobalId('Note', note.id)}")`,
    refs: `"${project.fullPath}#1", "${project.fullPath}#2", "${project.fullPath}#3"`,
  };
}

let filled: ReturnType<typeof fill> | null = null;

const lists: readonly (readonly [name: string, source: readonly string[], key?: string])[] = [
  ['labels of an issue', ['{issue}', 'labels']],
  ['assignees of an issue', ['{issue}', 'assignees']],
  ['participants of an issue', ['{issue}', 'participants']],
  ['time logs of an issue', ['{issue}', 'timelogs']],
  ['issues that block an issue', ['{issue}', 'blockedByIssues']],
  ['linked items of an issue', ['{issue}', 'linkedWorkItems'], 'linkId'],
  ['notes of an issue', ['{issue}', 'notes']],
  ['discussions of an issue', ['{issue}', 'discussions']],
  ['reactions to an issue', ['{issue}', 'awardEmoji'], 'user { id }'],
  ['reactions to a note', ['{note}', 'awardEmoji'], 'user { id }'],
  ['notes of a discussion', ['{note}', 'discussion', 'notes']],
  ['labels of an epic', ['{group}', '{epic}', 'labels']],
  ['issues of an epic', ['{group}', '{epic}', 'issues']],
  ['child epics', ['{group}', '{epic}', 'children']],
  ['epics that block an epic', ['{group}', '{epic}', 'blockedByEpics']],
  ['ancestors of an epic', ['{group}', '{deep}', 'ancestors']],
  ['epics of a group', ['{group}', 'epics']],
  ['epics of a group by title', ['{group}', 'epics(sort: TITLE_DESC)']],
  ['issues of a group', ['{group}', 'issues']],
  ['work items of a group', ['{group}', 'workItems']],
  ['labels of a group', ['{group}', 'labels']],
  ['milestones of a group', ['{group}', 'milestones']],
  ['iterations of a group', ['{group}', 'iterations']],
  ['cadences of a group', ['{group}', 'iterationCadences']],
  ['custom fields of a group', ['{group}', 'customFields']],
  ['types of work items', ['{group}', 'workItemTypes']],
  ['members of a group', ['{group}', 'groupMembers']],
  ['projects of a group', ['{group}', 'projects']],
  ['subgroups', ['{group}', 'descendantGroups']],
  ['issues of a project', ['{project}', 'issues(sort: CREATED_ASC)']],
  ['labels of a project', ['{project}', 'labels']],
  ['milestones of a project', ['{project}', 'milestones']],
  ['labels of a work item', ['{workItem}', 'features', 'labels', 'labels']],
  ['assignees of a work item', ['{workItem}', 'features', 'assignees', 'assignees']],
  ['work items by reference', ['workItemsByReference(refs: [{refs}])']],
  ['people', ['users']],
  ['groups', ['groups']],
  ['projects', ['projects']],
];

describe('last and before page backwards through', () => {
  for (const [name, source, key] of lists)
    test(name, async ({ ask, build }) => {
      const paths = await (filled ??= fill(build, ask));
      const fields = source.map((each) => each.replace(/\{(\w+)\}/, (_, path: keyof typeof paths) => paths[path]));
      const [forwards, backwards] = await bothWays(ask, fields, key);
      expect(forwards.length).toBeGreaterThanOrEqual(3);
      expect(new Set(forwards).size).toBe(forwards.length);
      expect(backwards).toEqual(forwards);
    });
});

test('a short list continues where a removed row was, and refuses invalid cursors', async ({ build, ask, db }) => {
  const project = await build.project();
  const issue = await build.issue({ project });
  const labels = [];
  for (const title of ['a', 'b', 'c', 'd']) labels.push(await build.label({ namespace: project, title, on: [issue] }));
  const source = [`issue(id: "${formatGlobalId('Issue', issue.id)}")`, 'labels'];
  const { endCursor } = (await pageAt(ask, source, 'first: 2', 'title')).pageInfo;
  await db
    .deleteFrom('workItemLabels')
    .where('labelId', '=', labels[1]?.id ?? labels[0]!.id)
    .execute();
  const rest = await pageAt(ask, source, `after: "${endCursor ?? ''}"`, 'title');
  expect(rest.edges.map(({ node }) => node['title'])).toEqual(['c', 'd']);
  const before = await pageAt(ask, source, `before: "${endCursor ?? ''}"`, 'title');
  expect(before.edges.map(({ node }) => node['title'])).toEqual(['a']);
  const document = (paging: string) => `{ ${source[0] ?? ''} { labels(${paging}) { nodes { id } } } }`;
  for (const wrong of ['after: "never"', 'before: "e30"', 'first: -1', 'last: -1']) {
    const { errors } = await ask('ada', document(wrong));
    expect(errors?.[0]?.message).toMatch(/is not one of this list|must not be negative/);
  }
});
