import { expect } from 'vitest';
import { parseQuery } from '@milepost/core/query';
import { readTokens } from '@milepost/core/filters/address';
import { filterArguments } from '@milepost/core/filters/arguments';
import { test } from '../../testing/http.ts';
import { changingItemLabels } from '../labels/store/items.ts';

/** Parses CSV by RFC 4180 into records by column header. */
function recordsOf(text: string): Record<string, string>[] {
  const rows: string[][] = [];
  let cell = '';
  let row: string[] = [];
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const each = text[at];
    if (isQuoted && each === '"' && text[at + 1] === '"') cell += text[++at];
    else if (each === '"') isQuoted = !isQuoted;
    else if (!isQuoted && each === ',') row = [...row, cell];
    else if (!isQuoted && each === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      at++;
    } else cell += each;
    if (!isQuoted && (each === ',' || each === '\r')) cell = '';
  }
  const [heads = [], ...rest] = rows;
  return rest.map((cells) => Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? ''])));
}

test('a file of issues contains exactly the list, in its order', async ({ ask, build, db, call }) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const label = await build.label({ namespace: group, title: 'bug' });
  for (let index = 0; index < 23; index++) {
    const item = await build.issue({
      project,
      title: `Issue ${index}`,
      weight: index % 3,
      state: index % 5 ? 'opened' : 'closed',
    });
    if (index % 2 === 0)
      for (const adding of changingItemLabels(item.id, { added: [label.id], removed: [] })) await adding.execute(db);
  }
  await build.issue({ project, title: 'Secret', confidential: true, author: 'ada' });
  for (const address of [
    '',
    'label_name[]=bug',
    'not[label_name][]=bug&weight=1',
    'state=all&sort=weight_desc',
    'state=closed&search=issue',
    'author_username=ada&confidential=no&sort=title_asc',
    'weight=None',
  ]) {
    const query = parseQuery(address);
    const one = (key: string) => query.find(([name]) => name === key)?.[1];
    const { data } = await ask<{ project: { issues: { nodes: { title: string }[] } } }>(
      'gwen',
      `query ($path: ID!, $state: IssuableState, $sort: IssueSort, $search: String, $labelName: [String!], $weight: String,
        $authorUsername: String, $confidential: Boolean, $not: NegatedIssueFilterInput) {
        project(fullPath: $path) { issues(state: $state, sort: $sort, search: $search, labelName: $labelName, weight: $weight,
          authorUsername: $authorUsername, confidential: $confidential, not: $not) { nodes { title } } } }`,
      {
        path: project.fullPath,
        state: one('state') ?? 'opened',
        sort: (one('sort') ?? 'updated_desc').toUpperCase(),
        ...filterArguments('issues', readTokens('issues', query)),
      },
    );
    const answer = await call<string>('gwen', 'GET', `/projects/${project.id}/issues.csv?${address}`);
    expect(answer.status).toBe(200);
    const titles = recordsOf(answer.body).map((record) => record['Title']);
    expect(titles).toEqual(data.project.issues.nodes.map(({ title }) => title));
    expect(titles).not.toContain('Secret');
  }
});

test('a record has the fields of an issue, including custom fields, and no cell is a formula', async ({
  build,
  call,
}) => {
  const group = await build.group();
  const project = await build.project({ group });
  const epic = await build.epic({ group, title: 'Theme' });
  const issue = await build.issue({
    project,
    parent: epic,
    title: '=1+1',
    description: 'Two\nlines, "quoted"',
    assignees: ['paul', 'gwen'],
    dueDate: '2026-12-01',
    weight: 3,
    healthStatus: 'at_risk',
  });
  await build.customField({ group, name: 'Risk', chosen: { High: [issue] } });
  await build.customField({ group, name: 'Of epics', workItemTypes: ['epic'], chosen: { Low: [epic] } });
  const address = `/groups/${group.id}/issues.csv`;
  const { body, headers } = await call<string>('ada', 'GET', `${address}?bom=true`);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toContain(`attachment; filename="${group.path}-issues.csv"`);
  expect(body.codePointAt(0)).toBe(0xfeff);
  const [record = {}] = recordsOf(body.slice(1));
  expect(record).toMatchObject({
    Title: "'=1+1",
    Description: 'Two\nlines, "quoted"',
    'Issue ID': String(issue.iid),
    URL: `http://milepost.test/${project.fullPath}/-/issues/${issue.iid}`,
    State: 'Open',
    'Author Username': 'ada',
    'Assignee Username': 'gwen, paul',
    'Due Date': '2026-12-01',
    Weight: '3',
    'Health Status': 'at_risk',
    Status: 'To do',
    'Epic ID': `${group.fullPath}&${epic.iid}`,
    'Epic Title': 'Theme',
    Type: 'Issue',
    Reference: `${project.fullPath}#${issue.iid}`,
    Risk: 'High',
  });
  expect(Object.keys(record)).not.toContain('Of epics');
  const epics = await call<string>('ada', 'GET', `/groups/${group.id}/epics.csv?search=theme`);
  expect(recordsOf(epics.body)).toMatchObject([
    { Title: 'Theme', 'Epic ID': String(epic.iid), Status: 'To do', 'Of epics': 'Low' },
  ]);
  expect(recordsOf((await call<string>('ada', 'GET', `/groups/${group.id}/epics.csv?state=closed`)).body)).toEqual([]);
});

test('viewers without access to a namespace get no file of it', async ({ build, call }) => {
  const project = await build.project({ visibility: 'private' });
  expect((await call('nobody', 'GET', `/projects/${project.id}/issues.csv`)).status).toBe(404);
  expect((await call('nobody', 'GET', '/groups/nothing/epics.csv')).status).toBe(404);
});
