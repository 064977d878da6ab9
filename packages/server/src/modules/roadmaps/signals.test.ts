import { addDays, formatDay, parseDay, utcDayOf } from '@milepost/core/days';
import { signalsOf } from '@milepost/core/roadmap/signals';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';
import type { Builders } from '../../testing/test.ts';

const today = utcDayOf(new Date());
const on = (days: number) => formatDay(addDays(today, days));
const ago = (days: number) => new Date(Date.now() - days * 86_400_000);

/** One epic for each signal, named after it, and the borders where there is none. */
async function scene(build: Builders) {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const epic = (title: string, from: number | null, to: number | null, more: object = {}) =>
    build.epic({
      group,
      title,
      startDate: from === null ? null : on(from),
      dueDate: to === null ? null : on(to),
      ...more,
    });
  await epic('at risk', 5, 50, { healthStatus: 'at_risk' });
  const rolledUp = await epic('at risk below', 5, 50);
  await build.issue({ project, parent: rolledUp, healthStatus: 'at_risk' });
  await epic('overdue', null, -1);
  await epic('due today', null, 0);
  await epic('overdue but closed', null, -9, { state: 'closed' });
  await epic('undated', null, null);
  const early = await epic('starts the same day', 10, 60);
  const blocker = await epic('blocker', 1, 10);
  await build.link({ from: blocker, to: early, type: 'blocks' });
  const parent = await epic('parent', 5, 40);
  await epic('outside', 4, 30, { parent });
  await epic('inside', 5, 40, { parent });
  await epic('stale', -60, 10, { updatedAt: ago(31) });
  await epic('fresh', null, 10, { updatedAt: ago(31) });
  const behind = await epic('behind', -9, 0);
  await build.issue({ project, parent: behind, state: 'closed', weight: 8 });
  await build.issue({ project, parent: behind, weight: 2 });
  const nearly = await epic('at the pace', -5, 4);
  for (const state of ['closed', 'opened'] as const) await build.issue({ project, parent: nearly, state });
  return { group, project, early, parent, behind };
}

interface Answer {
  group: { epics: { nodes: { title: string; signals: string[] }[] }; epicSummary: Record<string, number> };
}

test('RX-SG-01, RX-SG-02, RX-SG-03, RX-SG-05, RX-SG-06, RX-SG-07, RX-SG-08, RX-SG-11, RX-PL-05, RX-PL-08, RX-PL-09: every signal is a field, a filter and a count', async ({
  build,
  ask,
  call,
}) => {
  const { group } = await scene(build);
  const epics = async (args: string) => {
    const document = `{ group(fullPath: "${group.fullPath}") { epics(${args} sort: TITLE_ASC) { nodes { title signals } } } }`;
    const { data, errors } = await ask<Answer>('ada', document);
    expect(errors).toBeUndefined();
    return data.group.epics.nodes;
  };
  const titles = async (args: string) => (await epics(args)).map(({ title }) => title);
  const expected: Record<string, string[]> = {
    AT_RISK: ['at risk', 'at risk below'],
    OVERDUE: ['overdue'],
    STARTS_EARLY: ['starts the same day'],
    OUTSIDE_PARENT: ['outside'],
    STALE: ['stale'],
    BEHIND: ['behind'],
    UNDATED: ['undated'],
  };
  const all = await epics('state: all');
  for (const [signal, wanted] of Object.entries(expected)) {
    expect([signal, await titles(`signals: [${signal}]`)]).toEqual([signal, wanted]);
    expect(all.filter(({ signals }) => signals.includes(signal)).map(({ title }) => title)).toEqual(wanted);
    const csv = await call<string>(
      'ada',
      'GET',
      `/groups/${group.id}/roadmap.csv?range_from=${on(-99)}&range_to=${on(99)}&sort=TITLE_ASC&signal[]=${signal}`,
    );
    const lines = csv.body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect(lines).toEqual(signal === 'UNDATED' ? [] : wanted);
  }
  // Any of several; combined with other filters by and; excluded with not.
  expect(await titles('signals: [OVERDUE, STALE]')).toEqual(['overdue', 'stale']);
  expect(await titles('signals: [OVERDUE, STALE] search: "over"')).toEqual(['overdue']);
  expect(await titles('healthStatus: [atRisk]')).toEqual(expected['AT_RISK']);
  expect((await titles('healthStatus: [NONE, onTrack]')).length).toBe(all.length - 2);
  expect((await titles('not: { signals: [OVERDUE] }')).length).toBe(all.length - 1);
  expect(await titles('progressClasses: [HALF] progress: WEIGHT')).toEqual(['at the pace', 'behind']);
  expect(await titles('colors: ["#FF0000"]')).toEqual([]);
  // By the viewer's day, which must be today in some time zone.
  expect(await titles(`signals: [OVERDUE] today: "${on(1)}"`)).toContain('due today');
  const path = `/groups/${group.id}/roadmap_summary?range_from=${on(-99)}&range_to=${on(99)}`;
  for (const day of [on(2), on(-2)]) expect((await call('ada', 'GET', `${path}&today=${day}`)).status).toBe(400);
  const { body } = await call<object>('ada', 'GET', `${path}&today=${on(0)}`);
  expect(body).toEqual({
    count: 12,
    opened: 11,
    closed: 1,
    on_track: 0,
    needs_attention: 0,
    at_risk: 2,
    no_update: 9,
    overdue: 1,
    undated: 1,
    starts_early: 1,
    // Children are rows below their parent.
    outside_parent: 0,
    behind: 1,
    stale: 1,
  });
});

test('RX-SG-06: a status update with the same health as before is a change, too', async ({ build, ask, call }) => {
  const group = await build.group({ visibility: 'public' });
  const { iid } = await build.epic({ group, startDate: on(-60), updatedAt: ago(31), healthStatus: 'on_track' });
  const signals = async () => {
    const query = `{ group(fullPath: "${group.fullPath}") { epic(iid: ${iid}) { signals } } }`;
    const { data } = await ask<{ group: { epic: { signals: string[] } } }>('otto', query);
    return data.group.epic.signals;
  };
  expect(await signals()).toEqual(['STALE']);
  const path = `/groups/${group.id}/epics/${iid}/status_updates`;
  expect((await call('paul', 'POST', path, { health: 'on_track', text: 'All well' })).status).toBe(201);
  expect(await signals()).toEqual([]);
});

test('RX-SG-06: the top-level group sets after how many days its epics are stale', async ({ build, ask, call }) => {
  const group = await build.group({ visibility: 'public' });
  const below = await build.group({ parent: group, visibility: 'public' });
  for (const days of [7, 8, 180, 181]) {
    await build.epic({ group: below, title: `${days}`, startDate: on(-200), updatedAt: ago(days) });
  }
  const stale = async () => {
    const query = `{ group(fullPath: "${group.fullPath}") {
      epics(signals: [STALE], sort: CREATED_AT_ASC) { nodes { title } } epicSummary { stale } roadmapStaleAfterDays } }`;
    const { data } = await ask<Answer>('otto', query);
    const { epics, ...rest } = data.group as Answer['group'] & { roadmapStaleAfterDays: number };
    expect(rest.epicSummary).toEqual({ stale: epics.nodes.length });
    return [rest.roadmapStaleAfterDays, ...epics.nodes.map(({ title }) => title)];
  };
  expect(await stale()).toEqual([30, '180', '181']);
  const path = `/groups/${group.id}/roadmap_stale_limit`;
  expect((await call('mina', 'PUT', path, { days: 7 })).body).toEqual({ days: 7 });
  expect(await stale()).toEqual([7, '8', '180', '181']);
  expect((await call('otto', 'GET', `/groups/${below.id}/roadmap_stale_limit`)).body).toEqual({ days: 7 });
  expect((await call('mina', 'PUT', path, { days: 180 })).status).toBe(200);
  expect(await stale()).toEqual([180, '181']);
  for (const days of [6, 181, 7.5, 'many']) expect((await call('mina', 'PUT', path, { days })).status).toBe(400);
  expect((await call('mina', 'PUT', `/groups/${below.id}/roadmap_stale_limit`, { days: 9 })).status).toBe(400);
  expect((await call('mina', 'PUT', path, { days: 9, days_read: 7 })).status).toBe(409);
  expect((await call('dana', 'PUT', path, { days: 9 })).status).toBe(403);
  const set = `mutation ($input: RoadmapStaleLimitSetInput!) {
    roadmapStaleLimitSet(input: $input) { group { roadmapStaleAfterDays } errors } }`;
  const input = { groupPath: group.fullPath, days: null, daysRead: 180 };
  const { data } = await ask<object>('mina', set, { input });
  expect(data).toEqual({ roadmapStaleLimitSet: { group: { roadmapStaleAfterDays: 30 }, errors: [] } });
  const late = await ask<object>('mina', set, { input });
  expect(late.data).toEqual({
    roadmapStaleLimitSet: { group: null, errors: ['Someone else set the stale limit to 30 days meanwhile'] },
  });
});

test('signals have the numbers that core computes, by what the viewer may see', async ({ build, ask }) => {
  const { group, early } = await scene(build);
  const hidden = await build.epic({ group, confidential: true, startDate: on(1), dueDate: on(15) });
  await build.link({ from: hidden, to: early, type: 'blocks' });
  const closed = await build.epic({ group, state: 'closed', dueDate: on(50) });
  await build.link({ from: closed, to: early, type: 'blocks' });
  const details = async (who: CastName) => {
    const query = `{ group(fullPath: "${group.fullPath}") {
      epics(state: all, sort: TITLE_ASC) { nodes { title signalDetails { name days done elapsed } } } } }`;
    interface Detailed {
      title: string;
      signalDetails: { name: string; days: number | null; done: number | null; elapsed: number | null }[];
    }
    const { data } = await ask<{ group: { epics: { nodes: Detailed[] } } }>(who, query);
    const texts = ({ name, days, done, elapsed }: Detailed['signalDetails'][number]) =>
      [name, days, done, elapsed].filter((each) => each !== null).join(' ');
    return data.group.epics.nodes.flatMap(({ title, signalDetails }) =>
      signalDetails.length > 0 ? [`${title}: ${signalDetails.map(texts).join(', ')}`] : [],
    );
  };
  const shown = [
    'at risk: AT_RISK',
    'at risk below: AT_RISK',
    'behind: BEHIND 80 90',
    'outside: OUTSIDE_PARENT',
    'overdue: OVERDUE 1',
    'stale: STALE 31',
    'starts the same day: STARTS_EARLY 0',
    'undated: UNDATED',
  ];
  expect(await details('otto')).toEqual(shown);
  expect(await details('paul')).toEqual(shown.map((line) => line.replace('STARTS_EARLY 0', 'STARTS_EARLY 5')));
});

test('the rules in SQL are those of core at every border', async ({ build, ask, db }) => {
  const { group } = await scene(build);
  const dated = await build.epic({ group, startDate: on(-9), dueDate: on(0), updatedAt: ago(31) });
  const project = await build.project({ group });
  await build.issue({ project, parent: dated, state: 'closed' });
  await build.issue({ project, parent: dated });
  for (const [start, due] of [
    [-10, 10],
    [0, 0],
    [-1, 1],
    [1, 2],
    [-30, -1],
    [null, 3],
    [-3, null],
  ] as const) {
    const dates = { startDate: start === null ? null : on(start), dueDate: due === null ? null : on(due) };
    await sql`UPDATE work_items SET start_date = ${dates.startDate}::date, due_date = ${dates.dueDate}::date WHERE id = ${dated.id}`.execute(
      db,
    );
    const { data } = await ask<{ group: { epic: { signals: string[] } } }>(
      'ada',
      `{ group(fullPath: "${group.fullPath}") { epic(iid: "${dated.iid}") { signals } } }`,
    );
    const found = signalsOf(
      {
        isClosed: false,
        span: { start: parseDay(dates.startDate ?? ''), due: parseDay(dates.dueDate ?? '') },
        health: {},
        blockers: [],
        parent: null,
        changed: addDays(today, -31),
        descendantCounts: { closedIssues: 1, openedIssues: 1 },
      },
      { today, tracking: 'WEIGHT', staleAfterDays: 30 },
    );
    expect([start, due, data.group.epic.signals]).toEqual([start, due, found.map(({ name }) => name)]);
  }
});

test('RX-PM-04, RX-SS-03, RX-PL-07: counts and signals come from what each viewer may see', async ({
  build,
  ask,
  call,
}) => {
  const { group, early, project } = await scene(build);
  await build.epic({
    group,
    title: 'secret',
    confidential: true,
    healthStatus: 'at_risk',
    startDate: on(0),
    dueDate: on(9),
  });
  const target = await build.epic({ group, title: 'hidden blocker', startDate: on(0), dueDate: on(50) });
  const hidden = await build.epic({
    group,
    title: 'blocks in secret',
    confidential: true,
    startDate: on(0),
    dueDate: on(40),
  });
  await build.link({ from: hidden, to: target, type: 'blocks' });
  // Below an epic only insiders see the issue at risk.
  const quiet = await build.epic({ group, title: 'quiet', startDate: on(2), dueDate: on(9) });
  await build.issue({ project, parent: quiet, confidential: true, healthStatus: 'at_risk' });
  const seen = { count: 14, atRisk: 2, noUpdate: 11, startsEarly: 1 };
  const inside = { count: 16, atRisk: 4, noUpdate: 11, startsEarly: 2 };
  const table: [CastName, object][] = [
    ['nobody', seen],
    ['otto', seen],
    ['gwen', seen],
    ['paul', inside],
    ['mina', inside],
    ['ada', inside],
    ['root', inside],
  ];
  const document = `{ group(fullPath: "${group.fullPath}") {
    epicSummary(topLevelHierarchyOnly: true, timeframe: { start: "${on(-99)}", end: "${on(99)}" }) { count atRisk noUpdate startsEarly }
    epics(signals: [STARTS_EARLY], sort: TITLE_ASC) { nodes { title } } } }`;
  for (const [who, counts] of table) {
    const { data } = await ask<Answer>(who, document);
    expect([who, data.group.epicSummary]).toEqual([who, counts]);
    const titles = data.group.epics.nodes.map(({ title }) => title);
    expect(titles).toEqual(counts === seen ? [early.title] : [target.title, early.title].toSorted());
  }
  const locked = await build.group();
  expect((await call('otto', 'GET', `/groups/${locked.id}/roadmap_summary`)).status).toBe(404);
});
