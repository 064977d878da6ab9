import { addDays, formatDay, utcDayOf } from '@milepost/core/days';
import { parseQuery } from '@milepost/core/query';
import { viewQueryOf } from '@milepost/core/roadmap/views';
import { expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';
import type { Builders } from '../../testing/test.ts';
import { createRoadmapLink } from './commands/links.ts';

const today = utcDayOf(new Date());
const on = (days: number) => formatDay(addDays(today, days));
const range = { timeframe_start: on(-99), timeframe_end: on(99) };

/** Pairs of equal items: one that everyone sees, and a confidential one. */
async function scene(build: Builders) {
  const group = await build.group({ visibility: 'public' });
  const below = await build.group({ parent: group, visibility: 'public', name: 'Below' });
  const project = await build.project({ group, visibility: 'public' });
  const late: { id: number }[] = [];
  for (const confidential of [false, true]) {
    const epic = (title: string, more: object) =>
      build.epic({ group, title: confidential ? `secret ${title}` : title, confidential, ...more });
    late.push(await epic('late', { startDate: on(-20), dueDate: on(-2), healthStatus: 'at_risk' }));
    await epic('fine', { startDate: on(2), dueDate: on(20), healthStatus: 'on_track' });
    await epic('someday', {});
    const blocker = await epic('blocker', { startDate: on(1), dueDate: on(12) });
    const blocked = await build.epic({ group, title: 'blocked', startDate: on(10), dueDate: on(30) });
    await build.link({ from: blocker, to: blocked, type: 'blocks' });
    const behind = await epic('behind', { startDate: on(-9), dueDate: on(0) });
    await build.issue({ project, parent: behind });
    // Hidden issues change the numbers of the same epic.
    const mixed = await build.epic({ group: below, title: 'mixed', startDate: on(-9), dueDate: on(0) });
    await build.issue({ project, parent: mixed, state: 'closed', weight: 9 });
    await build.issue({ project, parent: mixed, weight: 9, confidential: true });
  }
  return { group, below };
}

const seen = {
  count: 8,
  opened: 8,
  onTrack: 1,
  needsAttention: 0,
  atRisk: 1,
  noUpdate: 6,
  overdue: 1,
  undated: 1,
  startsEarly: 1,
  behind: 1,
};
const inside = {
  count: 12,
  opened: 12,
  onTrack: 2,
  needsAttention: 0,
  atRisk: 2,
  noUpdate: 8,
  overdue: 2,
  undated: 2,
  startsEarly: 2,
  behind: 4,
};
const cast: readonly [CastName, object][] = [
  ['nobody', seen],
  ['otto', seen],
  ['gwen', seen],
  ['paul', inside],
  ['rita', inside],
  ['dana', inside],
  ['mina', inside],
  ['ada', inside],
  ['root', inside],
];

async function linkOf(build: Builders, groupId: number, query = '') {
  const fields = { kind: 'page', name: 'For all', query: viewQueryOf(parseQuery(query)) } as const;
  return (await createRoadmapLink(build.as('mina'), groupId, fields)).secret;
}

test('summary strip and signals count only what each viewer may see, and behind a public link what it shows', async ({
  build,
  ask,
  send,
}) => {
  const { group } = await scene(build);
  const counts = Object.keys(seen).join(' ');
  const document = `{ group(fullPath: "${group.fullPath}") {
    epicSummary(topLevelHierarchyOnly: true, timeframe: { start: "${on(-99)}", end: "${on(99)}" }) { ${counts} }
    epics(sort: TITLE_ASC) { nodes { title signalDetails { name days done elapsed } } } } }`;
  interface Details {
    group: { epicSummary: object; epics: { nodes: { title: string; signalDetails: object[] }[] } };
  }
  for (const [who, expected] of cast) {
    const { data } = await ask<Details>(who, document);
    expect([who, data.group.epicSummary]).toEqual([who, expected]);
    const isInside = expected === inside;
    const text = JSON.stringify(data.group.epics.nodes);
    expect([who, text.includes('secret')]).toEqual([who, isInside]);
    // 50 % with the hidden issue, 100 % without it.
    expect([who, text.includes('"done":50')]).toEqual([who, isInside]);
  }
  const url = `/-/shared/roadmap/${await linkOf(build, group.id)}/query`;
  const shared = await send({ method: 'POST', url, payload: { operation: 'roadmapSummary', ...range, today: on(0) } });
  expect(shared.body).toMatchObject({ data: { group: { epicSummary: seen } } });
});

test('RX-SS-08: a public link counts what it shows, and its visitors can only narrow that', async ({ build, send }) => {
  const { group, below } = await scene(build);
  const shared = (query: string) => async (payload: object) => {
    const url = `/-/shared/roadmap/${await linkOf(build, group.id, query)}/query`;
    return send({ method: 'POST', url, payload: { ...range, ...payload } });
  };
  interface Body {
    data: { group: { epics: { nodes: { title: string }[] }; epicSummary: Record<string, number> } };
  }
  const titles = async (ask: ReturnType<typeof shared>, narrowed?: object) => {
    const { body } = await ask({ operation: 'roadmapGroupEpicsWithColor', narrowed });
    return (body as Body).data.group.epics.nodes.map(({ title }) => title).toSorted();
  };
  const counts = async (ask: ReturnType<typeof shared>, narrowed?: object) => {
    const { body } = await ask({ operation: 'roadmapSummary', narrowed });
    return (body as Body).data.group.epicSummary;
  };
  const all = shared('');
  expect(await titles(all, { signals: ['OVERDUE'] })).toEqual(['late']);
  expect(await titles(all, { signals: ['OVERDUE', 'STARTS_EARLY'] })).toEqual(['blocked', 'late']);
  expect(await titles(all, { health_status: ['onTrack'] })).toEqual(['fine']);
  expect(await titles(all, { group_paths: [`${group.path}/${below.path}`] })).toEqual(['mixed', 'mixed']);
  expect(await titles(all, { group_paths: ['elsewhere'] })).toEqual([]);
  expect(await titles(all, { labels: ['none of these'] })).toEqual([]);
  expect(await counts(all, { health_status: ['onTrack'] })).toMatchObject({ count: 1, overdue: 0 });
  // The link's own filters stay, and its counts are of them.
  const late = shared('signal[]=OVERDUE');
  expect(await counts(late)).toMatchObject({ count: 1, atRisk: 1, overdue: 1, onTrack: 0, undated: 0 });
  expect(await titles(late, { signals: ['STARTS_EARLY'] })).toEqual([]);
  expect(await titles(late, { state: 'all', signals: [] })).toEqual(['late']);
  const open = shared('state=opened');
  expect(await titles(open, { state: 'closed' })).toEqual([]);
  for (const narrowed of [{ signals: ['WRONG'] }, { health_status: ['??'] }, { progress_classes: 7 }, { colors: [{}] }])
    expect((await all({ operation: 'roadmapSummary', narrowed })).status).toBe(400);
  expect((await all({ operation: 'roadmapSummary', today: '1999-01-01' })).status).toBe(400);
});
