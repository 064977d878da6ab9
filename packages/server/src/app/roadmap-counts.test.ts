import { addDays, formatDay, utcDayOf } from '@milepost/core/days';
import { formatGlobalId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { createRoadmapLink } from '../modules/roadmaps/commands/links.ts';
import { createSnapshot } from '../modules/snapshots/commands.ts';
import { runSnapshot } from '../modules/snapshots/commands/saving.ts';
import type { CastName } from '../testing/cast.ts';
import { testWithDocuments, tokenFor } from '../testing/http.ts';
import type { Builders } from '../testing/test.ts';
import { bootOfRoadmaps } from '../modules/roadmaps/rest/boot.ts';
import { foldAll } from '../modules/hierarchy/jobs.ts';

const today = utcDayOf(new Date());
const on = (days: number) => formatDay(addDays(today, days));
const timeframe = { start: on(-90), end: on(90) };

const document = /* GraphQL */ `
  query counts($path: ID!, $timeframe: Timeframe, $today: Date, $snapshot: ID!) {
    group(fullPath: $path) {
      epicLanes(groupBy: "LABEL:stage", timeframe: $timeframe, today: $today) {
        nodes {
          count
          overdue
          startDate
          dueDate
          health {
            atRisk
          }
          progress {
            closed
            total
          }
          shades(layout: WEEKS)
        }
      }
      epicSummary(timeframe: $timeframe, today: $today) {
        count
        atRisk
        overdue
      }
      epicDensity(parts: 1) {
        counts
      }
      roadmapSnapshotComparison(from: $snapshot) {
        counts {
          later
        }
      }
      epics(timeframe: $timeframe, sort: START_DATE_DESC) {
        count
        nodes {
          healthStatus {
            own
          }
          signals(today: $today)
          drift(snapshotId: $snapshot) {
            dueDate
          }
          descendantWeightSum {
            closedIssues
            openedIssues
          }
          forecast {
            openIssues
            weeks {
              closedIssues
            }
          }
        }
      }
    }
  }
`;

const textOf = (header: unknown): string => (typeof header === 'string' ? header : '');

const test = testWithDocuments({ counts: document });

interface Lane {
  count: number;
  overdue: number;
  startDate: string;
  dueDate: string;
  health: { atRisk: number };
  progress: { closed: number; total: number };
  shades: number[];
}
interface Epic {
  id: string;
  signalDetails: { name: string }[];
  healthStatus: { own: string | null };
  descendantWeightSum: { closedIssues: number; openedIssues: number };
  signals: string[];
  drift: { dueDate: number } | null;
  forecast: { openIssues: number; weeks: { closedIssues: number }[] };
}
interface Counts {
  group: {
    epicLanes: { nodes: Lane[] };
    epicSummary: { count: number; atRisk: number; overdue: number };
    epicDensity: { counts: number[] };
    roadmapSnapshotComparison: { counts: { later: number } };
    epics: { count: number; nodes: Epic[] };
  };
}

/** Three equal epics: one that everyone sees, one in a private subgroup, and a confidential one; the first has a confidential issue. */
async function scene(build: Builders) {
  const group = await build.group({ visibility: 'public' });
  const inner = await build.group({ parent: group, visibility: 'private' });
  const project = await build.project({ group, visibility: 'public' });
  const innerProject = await build.project({ group: inner, visibility: 'private' });
  const epic = (home: typeof group, start: number, confidential = false) =>
    build.epic({ group: home, startDate: on(start), dueDate: on(-2), healthStatus: 'at_risk', confidential });
  const epics = [await epic(group, -20), await epic(inner, -30), await epic(group, -40, true)];
  for (const [index, parent] of epics.entries()) {
    const about = { project: index === 1 ? innerProject : project, parent, confidential: index === 2 };
    await build.issue({ ...about, state: 'closed', weight: 3 });
    await build.issue({ ...about, weight: 1 });
  }
  await build.issue({ project, parent: epics[0], weight: 4, confidential: true });
  await build.label({ namespace: group, title: 'stage::alpha', on: epics });
  return { group, epics };
}

/** How many of the three epics each role may see. */
const roles: readonly (readonly [CastName, 1 | 2 | 3])[] = [
  ['nobody', 1],
  ['otto', 1],
  ['gwen', 2],
  ['paul', 3],
  ['rita', 3],
  ['dana', 3],
  ['mina', 3],
  ['ada', 3],
  ['root', 3],
];

/** What a viewer of one, two or all three of the epics gets. */
const expectedOf = (seen: 1 | 2 | 3) => ({
  lanes: [
    {
      count: seen,
      overdue: seen,
      startDate: on(-10 - 10 * seen),
      dueDate: on(-1),
      health: { atRisk: seen },
      progress: { closed: 3 * seen, total: 4 * seen + (seen === 3 ? 4 : 0) },
    },
  ],
  // The most epics that run in a column of the chart, and in the minimap.
  most: seen,
  density: [seen],
  strip: { count: seen, atRisk: seen, overdue: seen },
  legend: seen,
  signals: seen,
  drifted: seen,
  later: seen,
  first: { closedIssues: 3, openedIssues: seen === 3 ? 5 : 1 },
  // Open issues below the first epic, and closed ones of its group.
  forecast: [seen === 3 ? 2 : 1, seen],
});

test('RX-PM-01: every number of the roadmap is of what each role may see', async ({
  as,
  build,
  ask,
  send,
  services,
  db,
}) => {
  const { group, epics } = await scene(build);
  const ids = epics.map(({ id }) => id);
  const snapshot = await createSnapshot(as('paul'), group, { name: 'Before' });
  await runSnapshot(services, snapshot.id);
  await sql`UPDATE work_items SET due_date = due_date + 1 WHERE id = ANY(${ids}::bigint[])`.execute(db);
  await sql`UPDATE work_items SET closed_at = now() - interval '21 days' WHERE state = 'closed'`.execute(db);
  const variables = {
    path: group.fullPath,
    timeframe,
    today: on(0),
    snapshot: formatGlobalId('RoadmapSnapshot', snapshot.id),
  };
  for (const [who, seen] of roles) {
    const { data, errors } = await ask<Counts>(who, document, variables);
    expect(errors).toBeUndefined();
    const { epicLanes, epicSummary, epicDensity, epics: list, roadmapSnapshotComparison } = data.group;
    const [first] = list.nodes;
    const numbers = {
      lanes: epicLanes.nodes.map(({ shades: _shades, ...lane }) => lane),
      most: Math.max(...epicLanes.nodes.flatMap(({ shades }) => shades)),
      density: epicDensity.counts,
      strip: epicSummary,
      // The legend counts the rows that are drawn.
      legend: list.nodes.filter(({ healthStatus }) => healthStatus.own === 'atRisk').length,
      signals: list.nodes.filter(({ signals }) => signals.includes('OVERDUE')).length,
      drifted: list.nodes.filter(({ drift }) => drift !== null).length,
      later: roadmapSnapshotComparison.counts.later,
      first: first?.descendantWeightSum,
      forecast: [
        first?.forecast.openIssues,
        first?.forecast.weeks.reduce((sum, { closedIssues }) => sum + closedIssues, 0),
      ],
    };
    expect([who, numbers]).toEqual([who, expectedOf(seen)]);
  }

  // Behind a public link: as a guest, and without minimap, drift and forecasts.
  const { secret } = await createRoadmapLink(build.as('mina'), group.id, { kind: 'page', name: 'All', query: '' });
  const behindLink = async (operation: string, more: object = {}) => {
    const days = { timeframe_start: timeframe.start, timeframe_end: timeframe.end, today: on(0) };
    const answer = await send({
      method: 'POST',
      url: `/-/shared/roadmap/${secret}/query`,
      payload: { operation, ...days, ...more },
    });
    return answer as { status: number; body: { data: { group: Counts['group'] } } };
  };
  const expected = expectedOf(2);
  const lanes = await behindLink('roadmapLanes', { group_by: 'LABEL:stage', layout: 'WEEKS' });
  expect(lanes.body.data.group.epicLanes.nodes).toMatchObject(
    expected.lanes.map(({ progress: _progress, ...lane }) => lane),
  );
  expect(Math.max(...(lanes.body.data.group.epicLanes.nodes[0]?.shades ?? []))).toBe(expected.most);
  const strip = await behindLink('roadmapSummary');
  expect(strip.body.data.group.epicSummary).toMatchObject(expected.strip);
  const rows = (await behindLink('roadmapGroupEpicsWithColor', { sort: 'START_DATE_DESC' })).body.data.group.epics
    .nodes;
  expect(rows.filter(({ healthStatus }) => healthStatus.own === 'atRisk')).toHaveLength(expected.legend);
  expect(rows[0]?.descendantWeightSum).toEqual(expected.first);
  const marked = await behindLink('roadmapSignals', { ids: rows.map(({ id }) => id) });
  const signals = marked.body.data.group.epics.nodes.map(({ signalDetails }) => signalDetails.map(({ name }) => name));
  expect(signals.filter((names) => names.includes('OVERDUE'))).toHaveLength(expected.signals);
  for (const operation of ['roadmapDensity', 'epicsInSnapshot', 'roadmapForecasts'])
    expect([operation, (await behindLink(operation)).status]).toEqual([operation, 400]);
});

test('RX-PM-08: cached answers, ETags, exports, embedded facts and what jobs stored give each role its own counts', async ({
  as,
  build,
  ask,
  call,
  send,
  server,
  world,
  services,
  db,
}) => {
  const { group, epics } = await scene(build);
  const snapshot = await createSnapshot(as('paul'), group, { name: 'Before' });
  // Saved by a job, for everyone at once.
  await runSnapshot(services, snapshot.id);
  const ids = epics.map(({ id }) => id);
  await sql`UPDATE work_items SET due_date = due_date + 1 WHERE id = ANY(${ids}::bigint[])`.execute(db);
  const variables = {
    path: group.fullPath,
    timeframe,
    today: on(0),
    snapshot: formatGlobalId('RoadmapSnapshot', snapshot.id),
  };
  const { secret } = await createRoadmapLink(build.as('mina'), group.id, { kind: 'page', name: 'All', query: '' });
  const days = `range_from=${timeframe.start}&range_to=${timeframe.end}&group_by=LABEL:stage&state=all`;
  const headersOf = async (who: CastName): Promise<Record<string, string>> =>
    who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };

  /** The counts of one role in every answer that is cached, exported, embedded or stored. */
  const countsOf = async (who: CastName): Promise<Record<string, unknown>> => {
    const headers = await headersOf(who);
    const cached = await server.inject({
      method: 'POST',
      url: '/api/graphql',
      headers,
      payload: { persisted: true, query: 'counts', variables },
    });
    const { data } = JSON.parse(cached.body) as { data: Counts };
    const path = `/groups/${group.id}`;
    const lines = async (address: string) =>
      (await call<string>(who, 'GET', address)).body.trim().split('\r\n').length - 1;
    const lanes = await call<{ count: number; shades: number[] }[]>(who, 'GET', `${path}/roadmap_lanes?${days}`);
    const summary = await call<{ count: number }>(who, 'GET', `${path}/roadmap_summary?${days}`);
    const { overview } = await bootOfRoadmaps(as(who), `/groups/${group.fullPath}/-/roadmap?view=overview`);
    return {
      lane: data.group.epicLanes.nodes[0]?.count,
      strip: data.group.epicSummary.count,
      density: data.group.epicDensity.counts[0],
      later: data.group.roadmapSnapshotComparison.counts.later,
      lanesOverRest: lanes.body[0]?.count,
      summaryOverRest: summary.body.count,
      csv: await lines(`${path}/roadmap.csv?${days}`),
      csvInLanes: await lines(`${path}/roadmap.csv?${days}&columns=lane`),
      comparison: await lines(`${path}/roadmap_snapshots/${snapshot.id}/compare.csv`),
      overview: (await overview)?.dated,
    };
  };
  const expected = (seen: number) => ({
    lane: seen,
    strip: seen,
    density: seen,
    later: seen,
    lanesOverRest: seen,
    summaryOverRest: seen,
    csv: seen,
    csvInLanes: seen,
    comparison: seen,
    overview: seen,
  });
  const everyone = async () =>
    Object.fromEntries(await Promise.all(roles.map(async ([who]) => [who, await countsOf(who)])));
  const all = Object.fromEntries(roles.map(([who, seen]) => [who, expected(seen)]));
  // All at the same time, so that equal requests wait for each other; then from the cache; then after a job folded the sums.
  expect(await everyone()).toEqual(all);
  expect(await everyone()).toEqual(all);
  await foldAll(db);
  expect(await everyone()).toEqual(all);

  // In turn, the one who sees the most first: nobody gets the answer of the one before.
  for (const [who, seen] of roles.toReversed()) expect([who, await countsOf(who)]).toEqual([who, expected(seen)]);
  // Who loses access has the counts of others at once.
  await sql`DELETE FROM members WHERE user_id = ${world.userIds.gwen} AND namespace_id = ${group.id}`.execute(db);
  const { overview: _ofEarlier, ...now } = await countsOf('gwen');
  expect(expected(1)).toMatchObject(now);

  // The ETag of one role's answer is not that of another's.
  const addresses = [`roadmap_lanes?${days}`, `roadmap_summary?${days}`, `roadmap.csv?${days}`];
  for (const address of addresses) {
    const url = `/api/v4/groups/${group.id}/${address}`;
    const inside = await send({ method: 'GET', url, headers: await headersOf('ada') });
    const etag = textOf(inside.headers['etag']) || '"none"';
    const outside = await send({ method: 'GET', url, headers: { 'if-none-match': etag } });
    expect([address, outside.status]).toEqual([address, 200]);
    for (const { headers } of [inside, outside]) expect(textOf(headers['cache-control'])).not.toContain('public');
  }
  const shared = `/-/shared/roadmap/${secret}`;
  const calendar = await send({ method: 'GET', url: `${shared}/calendar.ics` });
  expect(calendar.headers['cache-control']).toBe('private, no-cache');
  const file = await send({ method: 'GET', url: `${shared}/roadmap.csv` });
  expect(file.headers['cache-control']).toBe('no-store');
  // A link is no member: its file has what a guest sees, before and after somebody else asked.
  for (const before of ['ada', 'nobody'] as const) {
    await ask(before, document, variables);
    expect([
      before,
      String((await send({ method: 'GET', url: `${shared}/roadmap.csv` })).body)
        .trim()
        .split('\r\n').length,
    ]).toEqual([before, 3]);
  }
});
