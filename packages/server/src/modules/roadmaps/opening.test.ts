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
  expect(
    (await bootOfRoadmaps(build.as('otto'), `/groups/${locked.fullPath}/-/roadmap?view=overview`)).overview,
  ).toBeNull();
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
