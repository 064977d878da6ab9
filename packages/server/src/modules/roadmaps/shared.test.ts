import { readFileSync } from 'node:fs';
import type { RoadmapLinkId } from '@milepost/core/ids';
import { parseQuery } from '@milepost/core/query';
import { viewQueryOf } from '@milepost/core/roadmap/views';
import { sql } from 'kysely';
import { Kind, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';
import { parse } from 'graphql';
import { expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';
import type { Builders } from '../../testing/test.ts';
import { createRoadmapLink, listRoadmapFeeds, listRoadmapLinks, revokeRoadmapLink } from './commands/links.ts';
import { sweepRoadmaps } from './jobs.ts';
import { sharedDocuments } from './rest/shared-documents.ts';

const years = { timeframe_start: '2024-01-01', timeframe_end: '2027-12-31' };
const dates = { startDate: '2025-02-01', dueDate: '2025-06-30' };

async function secretOf(build: Builders, who: CastName, groupId: number, query = '', kind: 'page' | 'feed' = 'page') {
  const { secret } = await createRoadmapLink(build.as(who), groupId, {
    kind,
    name: 'For the board',
    query: viewQueryOf(parseQuery(query)),
  });
  return secret;
}

/** A private group in a private one, with what a link may show and what it must not. */
async function scene(build: Builders) {
  const above = await build.group({ name: 'Secret parent' });
  const group = await build.group({ parent: above, name: 'Shown' });
  const below = await build.group({ parent: group, name: 'Below' });
  const aside = await build.group({ parent: above, name: 'Aside' });
  const theme = await build.epic({ group, title: 'Theme', ...dates });
  const child = await build.epic({ group: below, parent: theme, title: 'Child', ...dates });
  const secret = await build.epic({ group, parent: theme, title: 'Secret takeover', confidential: true, ...dates });
  const project = await build.project({ group });
  await build.issue({ project, parent: theme, state: 'closed', weight: 3 });
  await build.issue({ project, parent: theme, state: 'opened', weight: 1, confidential: true });
  await build.epic({ group: aside, title: 'Outside', ...dates });
  await build.milestone({ namespace: above, title: 'Above', dueDate: '2025-05-01' });
  await build.milestone({ namespace: group, title: 'Launch', dueDate: '2025-05-01' });
  return { above, group, below, aside, theme, child, secret };
}

test('a public link shows the group and its descendants, nothing confidential, nothing above or outside', async ({
  build,
  send,
}) => {
  const { group } = await scene(build);
  const secret = await secretOf(build, 'mina', group.id);
  const ask = (payload: object) => send({ method: 'POST', url: `/-/shared/roadmap/${secret}/query`, payload });

  const epics = await ask({ operation: 'roadmapGroupEpicsWithColor', ...years });
  expect(epics.status).toBe(200);
  expect(epics.headers['x-robots-tag']).toBe('noindex, nofollow');
  expect(epics.headers['cache-control']).toBe('no-store');
  const [theme, ...others] = nodesOf(epics.body);
  expect(others).toEqual([]);
  expect(theme).toMatchObject({
    title: 'Theme',
    webPath: '',
    group: { name: 'Shown', fullName: 'Shown', fullPath: group.path },
    // One child epic and one closed issue: the confidential ones are not counted.
    descendantCounts: { openedEpics: 1, closedEpics: 0, openedIssues: 0, closedIssues: 1 },
    descendantWeightSum: { openedIssues: 0, closedIssues: 3 },
    hasChildrenWithinTimeframe: true,
  });
  const children = await ask({
    operation: 'epicChildEpics',
    ...years,
    full_path: group.path,
    iid: (theme as { iid: string }).iid,
  });
  expect(titlesOf(children.body)).toEqual(['Child']);
  expect(JSON.stringify(children.body)).toContain(`${group.path}/`);
  const count = await ask({ operation: 'roadmapEpicCount' });
  expect(count.body).toMatchObject({ data: { group: { epics: { count: 2 } } } });
  const milestones = await ask({ operation: 'groupMilestonesEE', ...years });
  expect(JSON.stringify(milestones.body)).toContain('Launch');
  for (const { body } of [epics, children, count, milestones]) {
    expect(JSON.stringify(body)).not.toMatch(/takeover|Outside|Secret parent|Above/);
    expect(JSON.stringify(body)).not.toContain(group.fullPath);
  }
});

test('the filters of a link apply to every query of its page', async ({ build, send }) => {
  const group = await build.group();
  const shown = await build.epic({ group, title: 'Shown', ...dates });
  await build.label({ namespace: group, title: 'public', on: [shown] });
  const parent = await build.epic({ group, title: 'Kept back', ...dates });
  await build.epic({ group, parent, title: 'Kept back too', ...dates });
  const secret = await secretOf(build, 'mina', group.id, 'label_name[]=public');
  const ask = (payload: object) => send({ method: 'POST', url: `/-/shared/roadmap/${secret}/query`, payload });
  const tricks = { labelName: [], label_name: [], search: '', top_level: true, variables: { labelName: [] } };
  const epics = await ask({ operation: 'roadmapGroupEpicsWithColor', ...years, ...tricks });
  expect(titlesOf(epics.body)).toEqual(['Shown']);
  const count = await ask({ operation: 'roadmapEpicCount', ...tricks });
  expect(count.body).toMatchObject({ data: { group: { epics: { count: 1 } } } });
  const children = await ask({ operation: 'epicChildEpics', ...years, full_path: group.path, iid: String(parent.iid) });
  expect(titlesOf(children.body)).toEqual([]);
  expect(JSON.stringify(children.body)).not.toContain('Kept back');
  const csv = await send({ method: 'GET', url: `/-/shared/roadmap/${secret}/roadmap.csv?today=2025-03-01` });
  expect(String(csv.body)).not.toContain('Kept back');
});

test('a link gives access to its own addresses only', async ({ build, send, ask }) => {
  const { group, aside } = await scene(build);
  const secret = await secretOf(build, 'mina', group.id);
  for (const headers of [{ 'private-token': secret }, { authorization: `Bearer ${secret}` }]) {
    expect((await send({ method: 'GET', url: '/api/v4/groups', headers })).status).toBe(401);
    const payload = { query: `{ group(fullPath: "${group.fullPath}") { id } }` };
    expect((await send({ method: 'POST', url: '/api/graphql', headers, payload })).status).toBe(401);
  }
  expect((await ask('nobody', `{ group(fullPath: "${group.fullPath}") { id } }`)).data).toEqual({ group: null });
  const query = (payload: object) => send({ method: 'POST', url: `/-/shared/roadmap/${secret}/query`, payload });
  expect((await query({ operation: 'roadmapMayCreateEpic' })).status).toBe(400);
  expect((await query({ query: '{ currentUser { id } }' })).status).toBe(400);
  expect((await query({ operation: 'roadmapGroupEpicsWithColor', cursor: 'x' })).status).toBe(400);
  const other = await query({ operation: 'epicChildEpics', ...years, full_path: aside.path, iid: '1' });
  expect(titlesOf(other.body)).toEqual([]);
});

test('a link ends when it is revoked, on its expiry day, and with its group', async ({
  build,
  as,
  db,
  send,
  services,
}) => {
  const { group } = await scene(build);
  const status = async (secret: string) =>
    (
      await send({
        method: 'POST',
        url: `/-/shared/roadmap/${secret}/query`,
        payload: { operation: 'roadmapEpicCount' },
      })
    ).status;
  const secret = await secretOf(build, 'mina', group.id);
  expect(await status(secret)).toBe(200);
  const [link] = await listRoadmapLinks(as('mina'), group);
  expect(link).toMatchObject({ name: 'For the board', authorId: build.idOf('mina'), expiresAt: null });
  expect(link?.lastUsedAt).not.toBeNull();
  expect(JSON.stringify(await db.selectFrom('roadmapLinks').selectAll().execute())).not.toContain(secret);
  await revokeRoadmapLink(as('ada'), link?.id ?? (0 as RoadmapLinkId));
  expect(await status(secret)).toBe(404);
  expect(await listRoadmapLinks(as('mina'), group)).toEqual([]);

  await db
    .updateTable('roadmapLinks')
    .set({ revokedAt: sql`now() - interval '91 days'` })
    .where('id', '=', link?.id ?? (0 as RoadmapLinkId))
    .execute();
  await sweepRoadmaps.run(services, null, new AbortController().signal);
  expect(
    await db
      .selectFrom('roadmapLinks')
      .selectAll()
      .where('id', '=', link?.id ?? (0 as RoadmapLinkId))
      .execute(),
  ).toEqual([]);

  const dated = await secretOf(build, 'mina', group.id);
  await db
    .updateTable('roadmapLinks')
    .set({ expiresAt: sql`(now() AT TIME ZONE 'utc')::date` })
    .where('revokedAt', 'is', null)
    .execute();
  expect(await status(dated)).toBe(404);
  await expect(
    createRoadmapLink(as('mina'), group.id, { kind: 'page', name: 'Late', query: '', expiresAt: '2020-01-01' }),
  ).rejects.toThrow('Expires at must be in the future');
  const last = await secretOf(build, 'mina', group.id);
  await db.deleteFrom('namespaces').where('id', '=', group.id).execute();
  expect(await status(last)).toBe(404);
});

test('a feed has its owner’s permissions, and ends with their account', async ({ build, as, db, send }) => {
  const { group } = await scene(build);
  const feed = await secretOf(build, 'paul', group.id, '', 'feed');
  const guests = await secretOf(build, 'gwen', group.id, '', 'feed');
  const read = async (secret: string) => send({ method: 'GET', url: `/-/shared/roadmap/${secret}/calendar.ics` });
  expect(String((await read(feed)).body)).toContain('Secret takeover');
  expect(String((await read(guests)).body)).not.toContain('Secret takeover');
  expect((await listRoadmapFeeds(as('paul'), group)).length).toBe(1);
  // A feed is not a page.
  const asPage = await send({
    method: 'POST',
    url: `/-/shared/roadmap/${feed}/query`,
    payload: { operation: 'roadmapEpicCount' },
  });
  expect(asPage.status).toBe(404);
  await db.deleteFrom('members').where('userId', '=', build.idOf('gwen')).execute();
  expect((await read(guests)).status).toBe(404);
  await db.updateTable('users').set({ state: 'blocked' }).where('id', '=', build.idOf('paul')).execute();
  expect((await read(feed)).status).toBe(404);
});

test('guessing secrets is rate limited', async ({ send }) => {
  const remoteAddress = '203.0.113.7';
  const guess = (n: number) => send({ method: 'GET', url: `/-/shared/roadmap/mprl-${n}/calendar.ics`, remoteAddress });
  const statuses: number[] = [];
  for (let n = 0; n < 30; n += 1) statuses.push((await guess(n)).status);
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404));
  expect(statuses.at(-1)).toBe(429);
  expect((await guess(31)).headers['retry-after']).toBeDefined();
});

test('links answer in the form of the page’s own queries', () => {
  const file = new URL('../../../../web/src/pages/roadmap/operations/epics.ts', import.meta.url);
  const text = /graphql\(`\s*(fragment RoadmapEpic on Epic \{[\s\S]*?)`\)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  const own = fieldsOf((parse(text).definitions[0] as FragmentDefinitionNode).selectionSet);
  const shared = sharedDocuments.roadmapGroupEpicsWithColor.definitions.find(
    (each) => each.kind === Kind.FRAGMENT_DEFINITION,
  );
  // Embedded later, or hidden from anonymous viewers.
  const withheld = new Set([
    'webPath',
    'hasChildren',
    'parent',
    'parent.id',
    'parent.title',
    'userPermissions',
    'userPermissions.adminEpic',
    'startDateIsFixed',
    'dueDateIsFixed',
  ]);
  const missing = own.filter((field) => !fieldsOf((shared as FragmentDefinitionNode).selectionSet).includes(field));
  expect(missing.filter((field) => !withheld.has(field))).toEqual([]);
});

function fieldsOf({ selections }: SelectionSetNode, prefix = ''): string[] {
  return selections.flatMap((field) => {
    if (field.kind !== Kind.FIELD) return [];
    const path = prefix + field.name.value;
    const inner = field.selectionSet
      ? fieldsOf(field.selectionSet, field.name.value === 'nodes' ? prefix : `${path}.`)
      : [];
    return field.name.value === 'nodes' ? inner : [path, ...inner];
  });
}

function nodesOf(body: unknown): Record<string, unknown>[] {
  const { group } = (body as { data: { group: { epics?: Nodes; epic?: { children: Nodes } | null } | null } }).data;
  return (group?.epics ?? group?.epic?.children)?.nodes ?? [];
}

interface Nodes {
  nodes: Record<string, unknown>[];
}

function titlesOf(body: unknown): unknown[] {
  return nodesOf(body).map(({ title }) => title);
}
