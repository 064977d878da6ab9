import { formatDay, utcDayOf } from '@milepost/core/days';
import { nothingChanged } from '@milepost/core/live';
import { expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test as base, tokenFor } from '../../testing/http.ts';
import { openLive, untilAllDelivered, type LivePage } from '../../testing/live.ts';
import { createRoadmapLink } from './commands/links.ts';

const test = base.extend('address', { scope: 'file' }, ({ server }) => server.listen({ port: 0, host: '127.0.0.1' }));

const today = formatDay(utcDayOf(new Date()));
const range = 'range_from=2031-01-01&range_to=2031-12-31';
const timeframe = '{ start: "2031-01-01", end: "2031-12-31" }';
const lane = `key title count closed overdue startDate dueDate lacksStartDate lacksDueDate
  health { onTrack needsAttention atRisk none } progress { closed total } shades(layout: MONTHS)`;
const lanesBy = (groupBy: string) => `lanes${groupBy.replaceAll(/\W/g, '')}: epicLanes(groupBy: "${groupBy}",
  thenBy: "HEALTH", showEmptyLanes: true, timeframe: ${timeframe}) { nodes { ${lane} lanes { nodes { ${lane} } } } }`;

test('RX-PM-03: adding, moving and closing a hidden epic does not change what a viewer receives', async ({
  build,
  ask,
  call,
  send,
  db,
  world,
  address,
}) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const dated = { startDate: '2031-02-01', dueDate: '2031-06-30' };
  const one = await build.epic({ group, title: 'One', ...dated, author: null });
  const two = await build.epic({ group, title: 'Two', ...dated, dueDate: '2031-08-01', author: null });
  await build.epic({ group, title: 'Undated', author: null });
  await build.issue({ project, parent: one, state: 'closed', weight: 2 });
  await build.issue({ project, parent: one, weight: 1 });
  await build.label({ namespace: group, title: 'stage::beta', on: [one] });
  await build.label({ namespace: group, title: 'stage::alpha', on: [two] });
  await build.label({ namespace: group, title: 'stage::secret' });
  const { secret } = await createRoadmapLink(build.as('mina'), group.id, { kind: 'page', name: 'All', query: '' });

  const document = `{ group(fullPath: "${group.fullPath}") {
    ${['START_DATE_ASC', 'END_DATE_DESC', 'UPDATED_AT_DESC', 'CREATED_AT_DESC']
      .map(
        (
          sort,
        ) => `${sort}: epics(sort: ${sort}) { count nodes { title state startDate dueDate signals(today: "${today}")
        blockedByCount blockingCount hasChildren descendantCounts { openedEpics closedEpics openedIssues closedIssues }
        healthStatus { own issuesAtRisk } linkedWorkItems { nodes { linkId } } } }`,
      )
      .join(' ')}
    ${['LABEL:stage', 'SUBGROUP', 'MILESTONE', 'PARENT', 'HEALTH', 'STATUS'].map(lanesBy).join(' ')}
    epicSummary(timeframe: ${timeframe}) { count opened closed onTrack atRisk noUpdate overdue undated startsEarly outsideParent }
    epicDensity(parts: 20) { startDate dueDate counts }
    epicLabelScopes { scope count values }
    roadmapOverview(today: "${today}")
    epic(iid: ${one.iid}) { forecast { openIssues share weeks { closedIssues } } }
  } }`;
  const rest = [
    `/groups/${group.id}/roadmap.csv?${range}`,
    `/groups/${group.id}/roadmap_lanes?group_by=LABEL:stage&${range}`,
    `/groups/${group.id}/roadmap_summary?${range}`,
  ];
  const viewers = ['nobody', 'otto', 'gwen'] as const satisfies readonly CastName[];
  const sent = async () => {
    const answers: unknown[] = [];
    for (const who of viewers) {
      const { data, errors } = await ask(who, document);
      expect(errors).toBeUndefined();
      answers.push(data);
      for (const path of rest) {
        const { status, body } = await call(who, 'GET', path);
        answers.push([path, status, body]);
      }
    }
    for (const payload of [
      { operation: 'roadmapLanes', group_by: 'LABEL:stage' },
      { operation: 'roadmapGroupEpicsWithColor' },
      { operation: 'roadmapEpicCount', undated: true },
    ]) {
      const days = { timeframe_start: '2031-01-01', timeframe_end: '2031-12-31' };
      const url = `/-/shared/roadmap/${secret}/query`;
      const { status, body } = await send({ method: 'POST', url, payload: { ...days, ...payload } });
      answers.push([payload.operation, status, body]);
    }
    return answers;
  };
  const live: LivePage[] = [await openLive(`${address}/-/shared/roadmap/${secret}/live?age=0`)];
  for (const who of viewers) {
    const headers = who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };
    live.push(await openLive(`${address}/-/live?group=${group.fullPath}`, headers as Record<string, string>));
  }

  const before = await sent();
  expect(JSON.stringify(before)).not.toContain('secret');
  const fixed = (from: string, to: string) => ({
    start_date_is_fixed: true,
    start_date_fixed: from,
    due_date_is_fixed: true,
    due_date_fixed: to,
  });
  // Confidential in the group, below a visible epic as well.
  const more = { confidential: true, labels: 'stage::secret' };
  for (const input of [more, { ...more, parent_id: one.id }]) {
    const made = await call<{ iid: number; id: number }>('ada', 'POST', `/groups/${group.id}/epics`, {
      ...input,
      title: 'A secret',
      ...fixed('2030-01-01', '2031-03-01'),
    });
    expect(made.body).toMatchObject({ title: 'A secret' });
    expect(await sent()).toEqual(before);
    const path = `/groups/${group.id}/epics/${made.body.iid}`;
    expect((await call('ada', 'PUT', path, fixed('2031-04-01', '2035-12-31'))).status).toBe(200);
    expect((await call('ada', 'PUT', path, { parent_id: two.id, labels: 'stage::alpha' })).status).toBe(200);
    expect(await sent()).toEqual(before);
    expect((await call('ada', 'PUT', path, { state_event: 'close' })).status).toBe(200);
    expect(await sent()).toEqual(before);
  }
  await untilAllDelivered(db, group.id, live);
  for (const page of live) expect(page.received()).toEqual(nothingChanged);
  for (const page of live) page.close();
  // Those who may see the epics get all of it.
  expect(JSON.stringify((await ask('ada', document)).data)).toContain('A secret');
});
