import { addDays, formatDay, utcDayOf } from '@milepost/core/days';
import type { OpeningFacts } from '@milepost/core/roadmap/opening/facts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';
import { bootOfRoadmaps } from './rest/boot.ts';

const today = utcDayOf(new Date());
const on = (days: number) => formatDay(addDays(today, days));

test('RX-OP-04, RX-OP-10: how the overview opens depends on the matching epics that each viewer may see, also in the page itself', async ({
  build,
  ask,
}) => {
  const group = await build.group({ visibility: 'public' });
  const sub = await build.group({ parent: group, visibility: 'public' });
  await build.milestone({ namespace: group, dueDate: on(10) });
  const parent = await build.epic({ group, startDate: on(-20), dueDate: on(3) });
  const green = await build.epic({ group, startDate: on(-20), dueDate: on(3), color: '#00ff00' });
  const child = await build.epic({ group: sub, parent, dueDate: on(700) });
  const undated = await build.epic({ group: sub });
  const closed = await build.epic({ group, startDate: on(5000), state: 'closed' });
  const hidden = { group, confidential: true, healthStatus: 'on_track', startDate: on(-5000) } as const;
  const secrets = [await build.epic(hidden), await build.epic(hidden)];
  await build.label({ namespace: group, title: 'Stage::alpha', on: [green, undated] });
  await build.label({ namespace: group, title: 'Stage::beta', on: [parent, child] });
  await build.label({ namespace: group, title: 'area::secret', on: [closed, ...secrets] });
  const factsOf = async (who: CastName, args = '') => {
    const { data, errors } = await ask<{ group: { roadmapOverview: OpeningFacts } }>(
      who,
      `{ group(fullPath: "${group.fullPath}") { roadmapOverview(${args} today: "${on(0)}") } }`,
    );
    expect(errors).toBeUndefined();
    return data.group.roadmapOverview;
  };
  const seen = await factsOf('nobody');
  expect(seen).toMatchObject({
    state: 'opened',
    colorBy: 'EPIC',
    sort: 'END_DATE_ASC',
    groupBy: 'LABEL:Stage',
    // In the order of the lanes, with the dated epics at the top.
    lanes: [
      ['LABEL%3AStage=alpha', 1],
      ['LABEL%3AStage=beta', 1],
    ],
    // The other group has no dated epics at the top.
    groups: [group.fullPath],
    dated: 3,
    extent: { from: on(-20), to: on(700) },
  });
  expect(seen.layouts.WEEKS.dates.reduce((sum, [, count]) => sum + count, 0)).toBe(3);
  expect(seen.layouts.WEEKS.milestone).toBeLessThan(5);
  const inside = await factsOf('ada');
  expect(inside).toMatchObject({ colorBy: 'HEALTH', dated: 5, extent: { from: on(-5000), to: on(700) } });
  // Four of six open epics have a label of the scope.
  expect(inside.groupBy).toBe('LABEL:Stage');
  for (const who of ['otto', 'gwen'] as const) expect([who, await factsOf(who)]).toEqual([who, seen]);
  for (const who of ['paul', 'mina', 'root'] as const) expect([who, await factsOf(who)]).toEqual([who, inside]);

  // The page embeds the same, for the epics that match the filters of its address.
  const boot = async (who: CastName, query: string) =>
    (await bootOfRoadmaps(build.as(who), `/groups/${group.fullPath}/-/roadmap${query}`)).overview;
  expect(await boot('ada', '?view=overview')).toEqual({ fullPath: group.fullPath, ...inside });
  expect(await boot('nobody', '?view=overview')).toEqual({ fullPath: group.fullPath, ...seen });
  const filtered = await boot('ada', '?view=overview&label_name[]=Stage::beta');
  expect(filtered).toEqual({ fullPath: group.fullPath, ...(await factsOf('ada', 'labelName: ["Stage::beta"]')) });
  expect(filtered).toMatchObject({ dated: 2, groupBy: null });
  expect(await boot('ada', '?view=overview&epicIid=999')).not.toBeUndefined();
  expect(await boot('ada', '')).toBeNull();
  const locked = await build.group();
  const ofLocked = await bootOfRoadmaps(build.as('otto'), `/groups/${locked.fullPath}/-/roadmap?view=overview`);
  expect(await ofLocked.overview).toBeNull();
});

test('RX-OP-07: a group without open epics opens with its closed ones', async ({ build, db }) => {
  const group = await build.group({ visibility: 'public' });
  const epic = await build.epic({ group, startDate: on(0), state: 'closed' });
  const boot = async () =>
    (await bootOfRoadmaps(build.as('ada'), `/groups/${group.fullPath}/-/roadmap?view=overview`)).overview;
  expect(await boot()).toMatchObject({ state: 'all', dated: 1, sort: 'START_DATE_ASC' });
  await sql`UPDATE work_items SET state = 'opened', closed_at = NULL WHERE id = ${epic.id}`.execute(db);
  expect(await boot()).toMatchObject({ state: 'opened', dated: 1 });
});

const orderDocument = /* GraphQL */ `
  query order(
    $path: ID!
    $sort: EpicSort
    $timeframe: Timeframe
    $author: String
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    group(fullPath: $path) {
      epics(
        sort: $sort
        timeframe: $timeframe
        authorUsername: $author
        first: $first
        after: $after
        last: $last
        before: $before
      ) {
        pageInfo {
          startCursor
          endCursor
        }
        nodes {
          iid
        }
      }
    }
  }
`;
interface Ordered {
  group: { epics: { pageInfo: { startCursor: string | null; endCursor: string | null }; nodes: { iid: string }[] } };
}

test('RX-OP-08: the opening order is due date ascending when at least half of the shown epics have a due date, otherwise start date ascending; missing dates come last, and ties go by start date, title without case, then iid', async ({
  build,
  ask,
  db,
}) => {
  const group = await build.group({ visibility: 'public' });
  const [early, middle, late] = [on(-30), on(-10), on(20)];
  const epics = [
    { title: 'zeta', startDate: early, dueDate: late },
    { title: 'beta', startDate: middle, dueDate: late },
    { title: 'Alpha', startDate: middle, dueDate: late },
    { title: 'alpha', startDate: middle, dueDate: late },
    { title: 'Gamma', startDate: null, dueDate: late },
    { title: 'eta', startDate: middle, dueDate: on(5) },
    { title: 'undated', startDate: null, dueDate: null },
    { title: 'late', startDate: middle, dueDate: null },
    { title: 'Soon', startDate: on(-20), dueDate: null },
    { title: 'DELTA', startDate: null, dueDate: null },
  ];
  // The ids run against the numbers.
  const ids = new Map<number, number>();
  for (const [at, epic] of [...epics.entries()].toReversed()) {
    const { id } = await build.epic({ group, ...epic });
    await sql`UPDATE work_items SET iid = ${100 + at + 1} WHERE id = ${id}`.execute(db);
    ids.set(at + 1, id);
  }
  const read = async (variables: object) => {
    const { data, errors } = await ask<Ordered>('nobody', orderDocument, { path: group.fullPath, ...variables });
    expect(errors).toBeUndefined();
    return { ...data.group.epics.pageInfo, iids: data.group.epics.nodes.map(({ iid }) => Number(iid) - 100) };
  };
  const openingSort = async () => {
    const overview = `{ group(fullPath: "${group.fullPath}") { roadmapOverview(today: "${on(0)}") } }`;
    return (await ask<{ group: { roadmapOverview: OpeningFacts } }>('nobody', overview)).data.group.roadmapOverview
      .sort;
  };
  /** The opening order in one page, and in pages of two from both ends, walked along an index and sorted after a filter. */
  const opensAs = async (sort: OpeningFacts['sort'], expected: readonly number[]) => {
    expect(await openingSort()).toBe(sort);
    for (const author of [undefined, 'ada']) {
      expect((await read({ sort, author })).iids).toEqual(expected);
      const [forwards, backwards]: [number[], number[]] = [[], []];
      for (let after: string | null = null; forwards.length < expected.length;) {
        const page = await read({ sort, author, first: 2, after });
        forwards.push(...page.iids);
        expect(page.iids).toHaveLength(2);
        after = page.endCursor;
      }
      for (let before: string | null = null; backwards.length < expected.length;) {
        const page = await read({ sort, author, last: 2, before });
        backwards.unshift(...page.iids);
        expect(page.iids).toHaveLength(2);
        before = page.startCursor;
      }
      expect([forwards, backwards]).toEqual([expected, expected]);
      const dated = expected.filter((iid) => iid !== 7 && iid !== 10);
      const timeframe = { start: on(-400), end: on(400) };
      expect((await read({ sort, author, timeframe })).iids).toEqual(dated);
    }
  };
  const removeDueDate = (number: number) =>
    sql`UPDATE work_items SET due_date = NULL, due_date_fixed = NULL WHERE id = ${ids.get(number)}`.execute(db);
  await opensAs('END_DATE_ASC', [6, 1, 3, 4, 2, 5, 9, 8, 10, 7]);
  await removeDueDate(6);
  // Five of ten are half.
  await opensAs('END_DATE_ASC', [1, 3, 4, 2, 5, 9, 6, 8, 10, 7]);
  await removeDueDate(1);
  await opensAs('START_DATE_ASC', [1, 9, 3, 4, 2, 6, 8, 10, 5, 7]);

  // Epics that ended before the timeframe are skipped in the order by due date.
  const { iids } = await read({ sort: 'END_DATE_ASC', timeframe: { start: on(21), end: on(50) } });
  expect(iids).toEqual([1, 9, 6, 8]);
  // The children of an epic, which the roadmap shows below it, have the same order.
  const parent = await build.epic({ group, title: 'parent' });
  for (const title of ['b', 'C', 'a']) await build.epic({ group, parent, title, startDate: early, dueDate: late });
  const children = `{ group(fullPath: "${group.fullPath}") { epic(iid: "${parent.iid}") { children(sort: END_DATE_ASC) { nodes { title } } } } }`;
  expect((await ask('nobody', children)).data).toEqual({
    group: { epic: { children: { nodes: [{ title: 'a' }, { title: 'b' }, { title: 'C' }] } } },
  });
  // A cursor of the time before the ties.
  const former = Buffer.from(JSON.stringify([late, ids.get(2)])).toString('base64url');
  const { errors } = await ask('nobody', orderDocument, { path: group.fullPath, sort: 'END_DATE_ASC', after: former });
  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR' } }]);
});
