import { utcDayOf, addDays, formatDay } from '@milepost/core/days';
import { expect } from 'vitest';
import { parseQuery } from '@milepost/core/query';
import { viewQueryOf } from '@milepost/core/roadmap/views';
import { test } from '../../testing/http.ts';
import { postStatusUpdate } from '../status-updates/commands.ts';
import { createSnapshot } from '../snapshots/commands.ts';
import { runSnapshot } from '../snapshots/commands/saving.ts';
import { updateWorkItem } from '../work-items/commands.ts';
import { createRoadmapLink } from './commands/links.ts';

const today = utcDayOf(new Date());
const on = (days: number) => formatDay(addDays(today, days));
const columns = 'status_update_date,lane,second_lane,health,owners,signals,drift';
const lookColumns = 'as_of,color,lane_folded,lane';

test('RX-PX-05: the CSV has the added columns on request, in the order of the lanes, and is unchanged otherwise', async ({
  build,
  call,
  send,
  world,
}) => {
  const group = await build.group({ visibility: 'public', members: { paul: 'owner' } });
  const ada = { name: 'Ada Owner' };
  const epic = (title: string, more: object = {}) =>
    build.epic({ group, title, startDate: on(-20), dueDate: on(40), ...more });
  const late = await epic('Late', { dueDate: on(-3), healthStatus: 'at_risk', assignees: ['ada'] });
  const child = await epic('Below it', { parent: late });
  const early = await epic('Early', { startDate: on(-30) });
  const none = await epic('No stage');
  await epic('Confidential', { confidential: true });
  await build.label({ namespace: group, title: 'stage::beta', on: [late], priority: 1 });
  await build.label({ namespace: group, title: 'stage::alpha', on: [early, child] });
  const snapshot = await createSnapshot(build.as('paul'), group, { name: 'Plan' });
  await runSnapshot(world.services, snapshot.id);
  await updateWorkItem(build.as('paul'), none.id, { dueDateFixed: on(52) });
  await postStatusUpdate(build.as('paul'), early.id, { health: 'on_track', text: 'Going well' });

  const base = `/groups/${group.path}/roadmap.csv?timeframe_range_type=CURRENT_YEAR&range_from=${on(-60)}&range_to=${on(90)}&layout=MONTHS&sort=TITLE_ASC`;
  const lanes = `&group_by=LABEL:stage&then_by=HEALTH&compare=${snapshot.id}`;
  const file = async (query: string, who: 'nobody' | 'paul' = 'nobody') =>
    (await call<string>(who, 'GET', `${base}${query}`)).body;
  const plain = await file('');
  expect(await file(lanes)).toBe(plain);
  const added = await file(`${lanes}&columns=${columns}`);
  const [head = '', ...lines] = added.trimEnd().split('\r\n');
  expect(head).toBe(`${plain.split('\r\n')[0]},Lane,Second lane,Health,Owners,Signals,Drift,Status update date`);
  const tail = (line: string) => [line.split(',')[0], ...line.split(/,(?:no|yes),[^,]*,/)[1]!.split(',')];
  expect(lines.map(tail)).toEqual([
    // A child follows its parent, in the parent's lane.
    ['Below it', 'stage::beta', 'at_risk', '', '', 'OUTSIDE_PARENT', '', ''],
    ['Late', 'stage::beta', 'at_risk', 'at_risk', ada.name, '"AT_RISK', ' OVERDUE"', '', ''],
    ['Early', 'stage::alpha', 'on_track', 'on_track', '', '', '', on(0)],
    ['No stage', 'None', 'No update', '', '', '', "'+12 d", ''],
  ]);
  // Without lanes, the order of the file and the start of every line are unchanged.
  const signals = (await file('&columns=signals')).split('\r\n');
  expect(signals.map((line) => line.replace(/,[^,"]*$|,"[^"]*"$/, ''))).toEqual(plain.split('\r\n'));
  const whole = await file(`${lanes}&columns=lane`, 'paul');
  expect(whole).toContain('Confidential');
  expect((await call('nobody', 'GET', `${base}&columns=lane,weather`)).status).toBe(400);

  // A public link names no people and has no lanes by person.
  const query = viewQueryOf(parseQuery(`${base.split('?')[1]}&group_by=ASSIGNEE`));
  const { secret } = await createRoadmapLink(build.as('paul'), group.id, { kind: 'page', name: 'Plan', query });
  const shared = await send({ method: 'GET', url: `/-/shared/roadmap/${secret}/roadmap.csv?columns=${columns}` });
  expect(String(shared.body)).toContain(',Lane,Second lane,');
  expect(String(shared.body)).not.toContain(ada.name);
  // Status updates are left out too, as on the public page.
  expect(String(shared.body)).toContain('Early');
  expect(String(shared.body)).not.toMatch(new RegExp(`,${on(0)}\r\n`));
});

test('the CSV names what a drawing shows by its look: folded lanes, the class of the chosen color, and the day', async ({
  build,
  call,
  send,
}) => {
  const group = await build.group({ visibility: 'public', members: { paul: 'owner' } });
  const epic = (title: string, more: object = {}) =>
    build.epic({ group, title, startDate: on(-20), dueDate: on(40), ...more });
  const done = await epic('Done', { healthStatus: 'at_risk', color: '#217645' });
  const other = await epic('Other');
  await build.label({ namespace: group, title: 'stage::beta', on: [done], priority: 1 });
  await build.label({ namespace: group, title: 'Stage::alpha', on: [other] });
  await epic('None');
  const query = `timeframe_range_type=CURRENT_YEAR&range_from=${on(-60)}&range_to=${on(90)}&layout=MONTHS&sort=TITLE_ASC`;
  const read = (body: unknown) =>
    String(body)
      .trimEnd()
      .split('\r\n')
      .map((line) => [line.split(',')[0], ...line.split(',').slice(13)]);
  const file = async (more: string) => {
    const { body } = await call<string>('nobody', 'GET', `/groups/${group.path}/roadmap.csv?${query}${more}`);
    return read(body);
  };
  const { body: headers } = await call<{ key: string; title: string | null }[]>(
    'nobody',
    'GET',
    `/groups/${group.path}/roadmap_lanes?${query}&group_by=LABEL:stage`,
  );
  const alpha = headers.find(({ title }) => title === 'Stage::alpha')?.key ?? '';
  const folded = `&folded=${encodeURIComponent(alpha)}`;
  const lanes = `&group_by=LABEL:stage&color_by=HEALTH&columns=${lookColumns}`;
  expect(await file(`${lanes}${folded}`)).toEqual([
    ['Title', 'Lane', 'Lane folded', 'Color', 'As of'],
    ['Done', 'stage::beta', 'no', 'at_risk', on(0)],
    ['Other', 'Stage::alpha', 'yes', 'No update', on(0)],
    ['None', 'None', 'no', 'No update', on(0)],
  ]);
  const colors = async (by: string) => (await file(`&color_by=${by}&columns=color`)).slice(1).map(([, color]) => color);
  expect(await colors('LABEL:stage')).toEqual(['stage::beta', 'None', 'Stage::alpha']);
  expect(await colors('PROGRESS')).toEqual(['Nothing below', 'Nothing below', 'Nothing below']);
  expect(await colors('GROUP')).toEqual(Array.from({ length: 3 }, () => group.name));
  expect((await colors('EPIC'))[0]).toBe('#217645');
  // Without lanes nothing is folded.
  expect(await file('&columns=lane_folded')).toEqual([
    ['Title', 'Lane folded'],
    ...['Done', 'None', 'Other'].map((title) => [title, '']),
  ]);
  // A public link keeps them as saved.
  const saved = viewQueryOf(parseQuery(`${query}&group_by=LABEL:stage&color_by=HEALTH${folded}`));
  const { secret } = await createRoadmapLink(build.as('paul'), group.id, { kind: 'page', name: 'Plan', query: saved });
  const shared = await send({ method: 'GET', url: `/-/shared/roadmap/${secret}/roadmap.csv?columns=${lookColumns}` });
  expect(read(shared.body)[2]?.slice(-4, -1)).toEqual(['Stage::alpha', 'yes', 'No update']);
});

test('the lanes of all epics are read once, regardless of the number of lanes in the file', async ({
  build,
  call,
  statements,
}) => {
  const group = await build.group({ visibility: 'public' });
  for (let number = 0; number < 60; number += 1) {
    const milestone = await build.milestone({ namespace: group, title: `Goal ${100 + number}` });
    await build.epic({ group, startDate: on(-5), dueDate: on(5), milestoneId: milestone.id });
  }
  statements.length = 0;
  const range = `timeframe_range_type=CURRENT_YEAR&range_from=${on(-9)}&range_to=${on(9)}`;
  const path = `/groups/${group.path}/roadmap.csv?${range}&group_by=MILESTONE`;
  const { body } = await call<string>('nobody', 'GET', `${path}&columns=lane`);
  const lanes = body
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').at(-1));
  expect(lanes).toEqual(Array.from({ length: 60 }, (_, number) => `Goal ${100 + number}`));
  // Two pages of lanes, and the epics in them.
  expect(statements.filter((text) => text.includes('lane_rows'))).toHaveLength(3);

  // With two levels, too, no lane after the first page is missing.
  statements.length = 0;
  const both = await call<string>('nobody', 'GET', `${path}&then_by=HEALTH&columns=lane,second_lane`);
  const named = both.body
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').slice(-2));
  expect(named).toEqual(lanes.map((lane) => [lane, 'No update']));
  expect(statements.filter((text) => text.includes('lane_rows'))).toHaveLength(3);
});

test('lanes by parent and of a filtered list hold every row once', async ({ build, call }) => {
  const group = await build.group({ visibility: 'public' });
  const epic = (title: string, more: object = {}) =>
    build.epic({ group, title, startDate: on(-5), dueDate: on(5), ...more });
  const theme = await epic('theme');
  const middle = await epic('middle', { parent: theme });
  const leaf = await epic('leaf', { parent: middle });
  await epic('alone');
  const ux = await build.label({ namespace: group, title: 'ux', on: [theme, leaf] });
  await build.label({ namespace: group, title: 'stage::one', on: [theme] });
  await build.label({ namespace: group, title: 'stage::two', on: [leaf] });
  const rows = async (query: string) => {
    const path = `/groups/${group.path}/roadmap.csv?sort=TITLE_ASC&timeframe_range_type=CURRENT_YEAR&range_from=${on(-9)}&range_to=${on(9)}&columns=lane`;
    const { body } = await call<string>('nobody', 'GET', `${path}&${query}`);
    const lines = body.trimEnd().split('\r\n').slice(1);
    return lines.map((line) => `${line.split(',')[0]}: ${line.split(',').at(-1)}`);
  };
  expect(await rows('group_by=PARENT')).toEqual(['leaf: theme', 'middle: theme', 'alone: None']);
  // The epic between them does not match: both are at the top level.
  expect(await rows(`group_by=LABEL:stage&label_name[]=${ux.title}`)).toEqual([
    'theme: stage::one',
    'leaf: stage::two',
  ]);
});
