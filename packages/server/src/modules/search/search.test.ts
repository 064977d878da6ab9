import { expect } from 'vitest';
import { sql } from 'kysely';
import { test, type Ask } from '../../testing/http.ts';
import { rolledBack } from '../../testing/rolled-back.ts';
import { Context } from '../../platform/context.ts';
import type { Namespace } from '../namespaces/store.ts';
import { countsOf, filterCounts, hitsOf, searchScopes, startSearch } from './commands.ts';
import { outsiders } from '../../testing/withheld.ts';
import type { CastName } from '../../testing/cast.ts';

interface Found {
  kind: string;
  title: string;
  titleRanges: { start: number; end: number }[];
  passage: string | null;
  passageRanges: { start: number; end: number }[];
  reference: string;
  webPath: string;
}
interface Answer {
  search: {
    counts: { scope: string; count: number }[];
    filters: Record<string, { value: string; count: number }[]> | null;
    results: { nodes: Found[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
  };
}

const document = `query ($search: String!, $scope: SearchScope, $groupId: ID, $projectId: ID, $state: SearchState, $changed: SearchAge,
    $authorUsername: String, $labelTitle: String, $projectPath: String, $first: Int, $after: String) {
  search(search: $search, scope: $scope, groupId: $groupId, projectId: $projectId, state: $state, changed: $changed,
    authorUsername: $authorUsername, labelTitle: $labelTitle, projectPath: $projectPath) {
    counts { scope count }
    filters { state { value count } changed { value count } authorUsername { value count } labelTitle { value count } projectPath { value count } }
    results(first: $first, after: $after) {
      nodes { kind title titleRanges { start end } passage passageRanges { start end } reference webPath }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

const searcher =
  (ask: Ask) =>
  async (who: CastName, search: string, variables: object = {}): Promise<Answer['search']> => {
    const { data, errors } = await ask<Answer>(who, document, { search, ...variables });
    expect(errors).toBeUndefined();
    return data.search;
  };

const titles = ({ results }: Answer['search']) => results.nodes.map(({ title }) => title);
const countOf = ({ counts }: Answer['search'], scope: string) => counts.find((each) => each.scope === scope)?.count;
const marked = (text: string | null, ranges: { start: number; end: number }[]) =>
  ranges.map(({ start, end }) => (text ?? '').slice(start, end));

test('TM-SR-02, TM-SR-04, TM-SR-05, TM-SR-06, TM-SR-13: words match by stem, prefix and without accents, titles first, in plain passages', async ({
  build,
  call,
  ask,
}) => {
  const find = searcher(ask);
  const group = await build.group({ path: 'sr', name: 'Rank' });
  const project = await build.project({ group, path: 'shop' });
  const issue = async (title: string, description = '') =>
    (await call<{ iid: number }>('ada', 'POST', `/projects/${project.id}/issues`, { title, description })).body;
  const long = `${'Filler text. '.repeat(80)}The **zebra** [crossings](https://example.com/zebra) are <b>painted</b> anew. ${'More words. '.repeat(80)}`;
  const other = await issue('Something else', long);
  const older = await issue('Zebra crossing');
  const newer = await issue('Crossings of zebras, Crème brûlée');
  await call('ada', 'POST', `/projects/${project.id}/issues/${other.iid}/notes`, { body: 'A crossing for the zebra' });
  await call('ada', 'POST', `/groups/${group.id}/milestones`, { title: 'Zebra crossing painted' });
  await call('ada', 'POST', `/groups/${group.id}/epics`, { title: 'Zebra crossing epic' });

  const found = await find('ada', 'crossing zebra', { groupId: group.id });
  expect(found.results.nodes.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
    'MILESTONE Zebra crossing painted',
    'EPIC Zebra crossing epic',
    'ISSUE Crossings of zebras, Crème brûlée',
    'ISSUE Zebra crossing',
    'ISSUE Something else',
    'NOTE Something else',
  ]);
  expect(found.counts).toEqual([
    { scope: 'ALL', count: 6 },
    { scope: 'EPICS', count: 1 },
    { scope: 'ISSUES', count: 3 },
    { scope: 'TASKS', count: 0 },
    { scope: 'NOTES', count: 1 },
    { scope: 'MILESTONES', count: 1 },
    { scope: 'USERS', count: 0 },
    { scope: 'PROJECTS', count: 0 },
  ]);
  const [, , third, , fifth] = found.results.nodes;
  expect(marked(third?.title ?? '', third?.titleRanges ?? [])).toEqual(['Crossings', 'zebras']);
  expect(fifth?.passage).toContain('The zebra crossings are painted anew.');
  expect(fifth?.passage?.length).toBeLessThanOrEqual(300);
  expect(marked(fifth?.passage ?? '', fifth?.passageRanges ?? [])).toEqual(['zebra', 'crossings']);

  const issues = { groupId: group.id, scope: 'ISSUES' };
  for (const text of ['creme BRULEE', 'crossin zebr brul', 'zebras -"zebra crossing" -painted']) {
    expect({ text, found: titles(await find('ada', text, issues)) }).toEqual({
      text,
      found: ['Crossings of zebras, Crème brûlée'],
    });
  }
  expect(titles(await find('ada', '"zebra crossing"', issues))).toEqual(['Zebra crossing', 'Something else']);
  expect(titles(await find('ada', '-zebra', issues))).toEqual([]);
  expect(titles(await find('ada', 'rank', { scope: 'PROJECTS', groupId: group.id }))).toEqual(['Rank']);
  expect(titles(await find('ada', 'gwen', { scope: 'USERS', groupId: group.id }))).toEqual(['Gwen Guest']);
  expect(titles(await find('nobody', 'gwen', { scope: 'USERS' }))).toEqual([]);

  // Concurrent searches, as the palette sends them, all find what was saved before.
  await issue('Pangolin');
  const together = await Promise.all(Array.from({ length: 5 }, () => find('ada', 'pangolin', issues)));
  expect(together.map(titles)).toEqual(Array.from({ length: 5 }, () => ['Pangolin']));

  // Changed titles, deletion and confidentiality take effect at once.
  await call('ada', 'PUT', `/projects/${project.id}/issues/${older.iid}`, { title: 'Okapi' });
  expect(titles(await find('ada', 'okapi', issues))).toEqual(['Okapi']);
  await call('ada', 'PUT', `/projects/${project.id}/issues/${older.iid}`, { confidential: true });
  expect(titles(await find('gwen', 'okapi', issues))).toEqual([]);
  await call('ada', 'DELETE', `/projects/${project.id}/issues/${newer.iid}`);
  expect(titles(await find('ada', 'brulee', issues))).toEqual([]);
});

test('TM-SR-07: a number, a reference or an address shows that item first', async ({ build, call, ask }) => {
  const find = searcher(ask);
  const group = await build.group({ path: 'numbers' });
  const project = await build.project({ group, path: 'stall' });
  for (const title of ['One', 'Two', '2 of many', 'Four'])
    await call('ada', 'POST', `/projects/${project.id}/issues`, { title });
  await call('ada', 'POST', `/groups/${group.id}/epics`, { title: 'First epic' });
  const first = async (text: string, variables: object = { groupId: group.id }) =>
    titles(await find('ada', text, variables));
  expect(await first('#2')).toEqual(['Two', '2 of many']);
  expect(await first('&1')).toEqual(['First epic']);
  expect(await first('numbers&1', {})).toEqual(['First epic']);
  expect(await first('numbers/stall#4', {})).toEqual(['Four']);
  expect(await first('stall#4', {})).toEqual(['Four']);
  expect(await first('https://plan.example.com/numbers/stall/-/issues/4', {})).toEqual(['Four']);
  expect(await first('https://plan.example.com/groups/numbers/-/epics/1', {})).toEqual(['First epic']);
  const both = await find('ada', '#2', { groupId: group.id, scope: 'ISSUES', first: 1 });
  expect([titles(both), countOf(both, 'ISSUES')]).toEqual([['Two'], 2]);
  const rest = await find('ada', '#2', { groupId: group.id, scope: 'ISSUES', after: both.results.pageInfo.endCursor });
  expect(titles(rest)).toEqual(['2 of many']);
  expect(titles(await find('otto', 'numbers/stall#4'))).toEqual([]);
});

test('TM-SR-08: short texts are not searched, long ones are refused', async ({ ask }) => {
  const find = searcher(ask);
  expect((await find('ada', ' a ')).results.nodes).toEqual([]);
  for (const search of ['a'.repeat(4097), 'word '.repeat(65)]) {
    const { errors } = await ask('ada', document, { search });
    expect(errors?.[0]?.message).toBe('A search has at most 4,096 characters and 64 words');
  }
  expect((await find('ada', 'wombat '.repeat(64))).results.nodes).toEqual([]);
});

test('TM-SR-09: filters narrow the results, and count what each value leaves', async ({ build, call, ask, db }) => {
  const find = searcher(ask);
  const group = await build.group({ path: 'facets' });
  const [one, two] = [await build.project({ group, path: 'one' }), await build.project({ group, path: 'two' })];
  const issue = async (who: CastName, project: { id: number }, input: object) =>
    (
      await call<{ iid: number; id: number }>(who, 'POST', `/projects/${project.id}/issues`, {
        title: 'Walrus',
        ...input,
      })
    ).body;
  await issue('ada', one, { labels: 'sea' });
  await issue('ada', two, { labels: 'sea,ice' });
  const old = await issue('dana', two, {});
  await call('ada', 'PUT', `/projects/${two.id}/issues/${old.iid}`, { state_event: 'close' });
  await sql`UPDATE work_items SET updated_at = now() - interval '200 days' WHERE id = ${old.id}`.execute(db);
  await call('ada', 'POST', `/projects/${two.id}/issues/${old.iid}/notes`, { body: 'walrus' });
  await sql`UPDATE work_items SET updated_at = now() - interval '200 days' WHERE id = ${old.id}`.execute(db);
  const search = (filters: object) => find('ada', 'walrus', { groupId: group.id, scope: 'ISSUES', ...filters });
  const { filters } = await search({ state: 'OPENED' });
  expect(filters).toEqual({
    state: [
      { value: 'opened', count: 2 },
      { value: 'closed', count: 1 },
    ],
    changed: [
      { value: 'any', count: 2 },
      { value: 'month', count: 2 },
      { value: 'year', count: 2 },
    ],
    authorUsername: [{ value: 'ada', count: 2 }],
    labelTitle: [
      { value: 'sea', count: 2 },
      { value: 'ice', count: 1 },
    ],
    projectPath: [
      { value: 'facets/one', count: 1 },
      { value: 'facets/two', count: 1 },
    ],
  });
  const countWith = async (given: object) => countOf(await search(given), 'ISSUES');
  expect(await countWith({})).toBe(3);
  expect(await countWith({ state: 'CLOSED' })).toBe(1);
  expect(await countWith({ changed: 'MONTH' })).toBe(2);
  expect(await countWith({ changed: 'YEAR' })).toBe(3);
  expect(await countWith({ authorUsername: 'dana' })).toBe(1);
  expect(await countWith({ labelTitle: 'ice' })).toBe(1);
  expect(await countWith({ projectPath: 'facets/two', state: 'OPENED' })).toBe(1);
  // Comments have no labels: with a label filter they are left out of scope ALL, and unfiltered in their own scope.
  const labeled = await find('ada', 'walrus', { groupId: group.id, labelTitle: 'sea' });
  expect([countOf(labeled, 'ALL'), countOf(labeled, 'NOTES')]).toEqual([2, 1]);
  const written = await find('ada', 'walrus', { groupId: group.id, authorUsername: 'ada' });
  expect([countOf(written, 'ALL'), countOf(written, 'NOTES')]).toEqual([3, 1]);
});

test('TM-SR-12: a search of a common word reads a bounded number of matches, whatever their total and the viewer', async ({
  as,
  build,
  services,
}) => {
  const group = await build.group({ path: 'common' });
  const project = await build.project({ group, path: 'words' });
  await rolledBack(services, async (own) => {
    const { db } = own;
    // 820 in each block of ids: of the viewer's project, and of a namespace that nobody sees.
    await sql`
      INSERT INTO work_items (id, root_id, namespace_id, iid, type, title) OVERRIDING SYSTEM VALUE
      SELECT 5000000 + n * 20, ${project.rootId}, ${project.id}, n, 'issue', 'Improve it' FROM generate_series(1, 5000) AS n`.execute(
      db,
    );
    const plant = (from: number, count: number, namespaceId: number) =>
      sql`
      WITH text AS (
        SELECT id, id >> 14 AS block, search_vector('Improve it') AS words
        FROM generate_series(${from}::bigint, ${from + count * 20}::bigint - 1, 20) AS id
      ), indexed AS (
        INSERT INTO search_texts (kind, id, namespace_id, title, words)
        SELECT 'item', id, ${namespaceId}, keys, keys FROM text CROSS JOIN LATERAL (
          SELECT search_keys(words, 'i' || block || ':') || array_to_tsvector(ARRAY['N' || block || ':' || ${namespaceId}::bigint]) AS keys
        ) AS keyed
      )
      INSERT INTO search_blocks SELECT DISTINCT 'i', block FROM text ON CONFLICT DO NOTHING`.execute(db);
    const { indexSearch } = await import('./jobs.ts');
    await indexSearch.run({ db } as never, {}, new AbortController().signal);

    const reads = async (): Promise<number> => {
      const { rows } = await sql<{ entries: number; texts: number }>`
        SELECT pg_stat_get_xact_tuples_returned('search_texts_words'::regclass) AS entries,
          pg_stat_get_xact_tuples_returned('search_texts'::regclass) AS texts`.execute(db);
      return Number(rows[0]?.entries) + Number(rows[0]?.texts);
    };
    /** What the page reads: results, counts and filters. */
    const readBy = async (who: CastName, text: string, scope: keyof typeof searchScopes, within: Namespace | null) => {
      const ctx = new Context(own, as(who).viewer);
      const before = await reads();
      const search = await startSearch(ctx, { text, kinds: searchScopes[scope], within, filters: {} });
      const hits = await hitsOf(ctx, search, { limit: 20, isBackward: false, cursor: null });
      const counts = await countsOf(ctx, search);
      await filterCounts(ctx, search);
      return { hits: hits.length, count: counts.get(scope), reads: (await reads()) - before };
    };
    const places = [null, group, project];
    const readByAll = async (text: string) => {
      const all = [];
      for (const scope of ['all', 'issues', 'notes'] as const)
        for (const within of places) all.push(await readBy('ada', text, scope, within));
      return all;
    };
    const few = await readByAll('improve');
    expect(few.map(({ hits, count }) => [hits, count])).toEqual(
      ['all', 'issues', 'notes'].flatMap((scope) => places.map(() => (scope === 'notes' ? [0, 0] : [21, 1001]))),
    );
    // Up to 4,000 to learn that there are more, 2,000 for the filters, 1,001 for the count, each in whole blocks.
    for (const { reads: number } of few) expect(number).toBeLessThan(12_000);
    // Older ones, of the same project and of one that nobody sees.
    await plant(1_000_000, 5000, project.id);
    await plant(2_000_000, 5000, 999_999_999);
    expect(await readByAll('improve')).toEqual(few);
    // Nobody reads what they may not see.
    expect(await readBy('otto', 'improve', 'all', null)).toEqual({ hits: 0, count: 0, reads: 0 });
  });
});

test('TM-SR-10: pages neither repeat nor skip while items are created, for rare and for common words', async ({
  build,
  call,
  ask,
  db,
}) => {
  const find = searcher(ask);
  const project = await build.project({ path: 'many' });
  const start = new Date();
  /** Each item is older than those of lower numbers. */
  const insert = (from: number, count: number) =>
    db.connection().execute(async (connection) => {
      // The check of a foreign key that was planned for few items reads all of them for each new one.
      await sql`DISCARD PLANS`.execute(connection);
      await sql`
      WITH counter AS (
        INSERT INTO iid_counters (namespace_id, usage, last_iid) VALUES (${project.id}, 'work_items', ${count})
        ON CONFLICT (namespace_id, usage) DO UPDATE SET last_iid = iid_counters.last_iid + excluded.last_iid RETURNING last_iid
      )
      INSERT INTO work_items (root_id, namespace_id, iid, type, title, created_at)
      SELECT ${project.rootId}, ${project.id}, last_iid - n + ${from}, 'issue', 'Lemming ' || n, ${start}::timestamptz - n * interval '1 second'
      FROM counter CROSS JOIN generate_series(${from}::int, ${from + count - 1}::int) AS n`.execute(connection);
    });
  const readAll = async (pages: number) => {
    const seen: string[] = [];
    let after = '';
    for (let page = 0; page < pages; page++) {
      const answer = await find('ada', 'lemming', { projectId: project.id, scope: 'ISSUES', first: 20, after });
      seen.push(...titles(answer));
      const { status } = await call('ada', 'POST', `/projects/${project.id}/issues`, { title: 'Lemming newcomer' });
      expect(status).toBe(201);
      after = answer.results.pageInfo.endCursor;
      if (!answer.results.pageInfo.hasNextPage) break;
    }
    return seen;
  };
  await insert(1, 50);
  const rare = await readAll(5);
  expect(rare).toEqual(Array.from({ length: 50 }, (_, index) => `Lemming ${index + 1}`));

  await insert(51, 10_200);
  const { indexSearch } = await import('./jobs.ts');
  await indexSearch.run({ db } as never, {}, new AbortController().signal);
  const common = await readAll(3);
  // Items created between two pages come before the cursor.
  expect(common).toHaveLength(60);
  const numbered = common.filter((title) => title !== 'Lemming newcomer').map((title) => Number(title.slice(8)));
  expect(numbered.length).toBeGreaterThanOrEqual(50);
  expect(numbered).toEqual(numbered.toSorted((one, two) => one - two));
  const counted = await find('ada', 'lemming', { projectId: project.id });
  expect(countOf(counted, 'ISSUES')).toBe(1001);
  // Above 10,000 results the numbered pages have no total, as published.
  const numberedPage = async (page: number) => {
    const input = { scope: 'issues', search: 'lemming', per_page: 100, page };
    const { body, headers } = await call<unknown[]>('ada', 'GET', `/projects/${project.id}/search`, input);
    const link = String(headers['link']);
    return [body.length, headers['x-total'], headers['x-next-page'], ...link.matchAll(/rel="(\w+)"/g)].map(String);
  };
  expect(await numberedPage(1)).toEqual(['100', 'undefined', '2', 'rel="next",next', 'rel="first",first']);
  expect(await numberedPage(101)).toEqual(['0', 'undefined', '', 'rel="prev",prev', 'rel="first",first']);
});

test('TM-SR-03: confidential items, internal notes and private namespaces change no result, count, filter or passage', async ({
  build,
  call,
  ask,
}) => {
  const find = searcher(ask);
  const group = await build.group({ path: 'open-search', visibility: 'public' });
  const shop = await build.project({ group, path: 'shop', visibility: 'public' });
  const vault = await build.project({ group, path: 'vault', visibility: 'private', name: 'Narwhal vault' });
  const make = async (path: string, input: object) => {
    const { status, body } = await call<{ iid: number; id: number }>('ada', 'POST', path, input);
    expect(status).toBe(201);
    return body;
  };
  const open = await make(`/projects/${shop.id}/issues`, { title: 'Narwhal', labels: 'sea' });
  await make(`/projects/${shop.id}/issues/${open.iid}/notes`, { body: 'Public narwhal' });
  const answers = async () =>
    Promise.all(
      [...outsiders].flatMap((who) =>
        [
          {},
          { scope: 'NOTES' },
          { scope: 'ISSUES' },
          { scope: 'EPICS' },
          { groupId: group.id },
          { projectId: shop.id },
        ].flatMap((variables) =>
          ['narwhal', '#2', '2', 'vault', '"narwhal secret"'].map((text) => find(who, text, variables)),
        ),
      ),
    );
  // Sequential, because the test client creates a token for each person.
  for (const who of outsiders) await find(who, 'narwhal');
  const before = await answers();
  await make(`/projects/${shop.id}/issues`, { title: 'Narwhal secret', confidential: true, labels: 'hidden-label' });
  await make(`/groups/${group.id}/epics`, { title: 'Narwhal epic secret', confidential: true });
  await make(`/projects/${shop.id}/issues/${open.iid}/notes`, { body: 'Narwhal secret between us', internal: true });
  expect(await answers()).toEqual(before);
  expect(countOf(await find('paul', 'narwhal', { groupId: group.id }), 'ALL')).toBeGreaterThanOrEqual(5);

  // In a private project, everyone without a role is an outsider.
  await make(`/projects/${vault.id}/issues`, { title: 'Narwhal vault issue' });
  await make(`/projects/${vault.id}/milestones`, { title: 'Narwhal vault milestone' });
  for (const who of ['nobody', 'otto'] as const) {
    expect(JSON.stringify(await find(who, 'narwhal'))).not.toMatch(/vault/i);
    expect(countOf(await find(who, 'narwhal vault'), 'ALL')).toBe(0);
  }
  expect(countOf(await find('gwen', 'narwhal vault', { groupId: group.id }), 'ALL')).toBe(3);
});

test('TM-SR-14, TM-SR-15, TM-SR-16, TM-SR-18: REST searches by published scopes, by pages, for signed-in people, 30 times a minute', async ({
  build,
  call,
}) => {
  const group = await build.group({ path: 'rest-search' });
  const project = await build.project({ group, path: 'shop', name: 'Ferret shop' });
  const issues = `/projects/${project.id}/issues`;
  const { body: one } = await call<{ iid: number }>('ada', 'POST', issues, { title: 'Other', description: 'ferret' });
  await call('ada', 'POST', issues, { title: 'Ferret two', confidential: true });
  await call('ada', 'POST', issues, { title: 'Ferret three' });
  await call('ada', 'POST', `${issues}/${one.iid}/notes`, { body: 'ferret note' });
  await call('ada', 'POST', `/groups/${group.id}/milestones`, { title: 'Ferret milestone' });
  await call('ada', 'POST', `/groups/${group.id}/epics`, { title: 'Ferret epic' });
  const search = (path: string, input: object) =>
    call<Record<string, unknown>[]>('paul', 'GET', `${path}/search`, input);
  const group_ = `/groups/${group.id}`;
  const list = async (path: string, input: object) => (await search(path, { search: 'ferret', ...input })).body;
  const named = async (path: string, input: object) =>
    (await list(path, input)).map((row) => row['title'] ?? row['name'] ?? row['body']);

  expect(await named(group_, { scope: 'issues' })).toEqual(['Ferret three', 'Ferret two', 'Other']);
  expect(await named(group_, { scope: 'issues', order_by: 'created_at', sort: 'asc' })).toEqual([
    'Other',
    'Ferret two',
    'Ferret three',
  ]);
  expect(await named(group_, { scope: 'issues', confidential: true })).toEqual(['Ferret two']);
  expect(await named(group_, { scope: 'issues', state: 'closed' })).toEqual([]);
  expect(await named(group_, { scope: 'projects' })).toEqual(['Ferret shop']);
  expect(await named(group_, { scope: 'milestones' })).toEqual(['Ferret milestone']);
  expect(await named(group_, { scope: 'epics' })).toEqual(['Ferret epic']);
  expect(await named(`/projects/${project.id}`, { scope: 'notes' })).toEqual(['ferret note']);
  expect(await named(group_, { scope: 'users', search: 'paul' })).toEqual(['Paul Planner']);
  expect(await named(group_, { scope: 'blobs' })).toEqual([]);
  const page = await search('', { search: 'ferret', scope: 'issues', per_page: 2, page: 2 });
  expect([page.body.length, page.headers['x-total'], page.headers['x-total-pages'], page.headers['x-page']]).toEqual([
    1,
    '3',
    '2',
    '2',
  ]);

  const wrong = { status: 400, body: { error: 'scope does not have a valid value' } };
  expect(await search('', { search: 'ferret', scope: 'everything' })).toMatchObject(wrong);
  expect(await search(`/projects/${project.id}`, { search: 'ferret', scope: 'projects' })).toMatchObject(wrong);
  expect(await search('', {})).toMatchObject({ status: 400, body: { error: 'scope is missing, search is missing' } });
  expect((await call('nobody', 'GET', '/search', { search: 'ferret', scope: 'issues' })).status).toBe(401);
  expect((await call('otto', 'GET', `${group_}/search`, { search: 'ferret', scope: 'issues' })).status).toBe(404);

  let last = await search('', { search: 'ferret', scope: 'blobs' });
  // The minute may end in between.
  for (let count = 0; count < 60 && last.status !== 429; count++)
    last = await search('', { search: 'ferret', scope: 'blobs' });
  expect(last.status).toBe(429);
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
});
