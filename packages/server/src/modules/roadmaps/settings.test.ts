import { ValidationError } from '@milepost/core/errors';
import { expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { readRoadmapSettings, updateRoadmapSettings } from './commands/settings.ts';

test('settings are stored per person and group, and changes of two open pages are merged', async ({ as, build }) => {
  const group = await build.group({ visibility: 'public' });
  const other = await build.group({ visibility: 'public' });
  expect(await readRoadmapSettings(as('otto'), group.fullPath)).toBeNull();
  await Promise.all([
    updateRoadmapSettings(as('otto'), group.fullPath, { show_labels: 'true' }),
    updateRoadmapSettings(as('otto'), group.fullPath, { state: 'closed' }),
    updateRoadmapSettings(as('otto'), group.fullPath, { timeframe_range_type: 'THREE_YEARS', layout: 'MONTHS' }),
  ]);
  expect(await readRoadmapSettings(as('otto'), group.fullPath)).toMatchObject({
    show_labels: 'true',
    state: 'closed',
    layout: 'MONTHS',
  });
  expect(await readRoadmapSettings(as('otto'), other.fullPath)).toBeNull();
  expect(await readRoadmapSettings(as('gwen'), group.fullPath)).toBeNull();
  expect(await readRoadmapSettings(as('nobody'), group.fullPath)).toBeNull();
});

test('unknown settings are refused as a whole', async ({ as, build }) => {
  const group = await build.group();
  for (const wrong of [{ layout: 'DECADES' }, { password: 'x' }, { show_labels: 7 }, 'text', null, ['a']]) {
    await expect(updateRoadmapSettings(as('gwen'), group.id, wrong)).rejects.toThrow(ValidationError);
  }
  expect(await readRoadmapSettings(as('gwen'), group.id)).toBeNull();
});

test('settings travel through GraphQL', async ({ ask, build }) => {
  const { fullPath } = await build.group();
  const update = `mutation ($input: RoadmapSettingsUpdateInput!) { roadmapSettingsUpdate(input: $input) { settings errors } }`;
  const input = { fullPath, settings: { show_labels: 'true' } };
  const kept = await ask('gwen', update, { input });
  expect(kept.data).toMatchObject({ roadmapSettingsUpdate: { settings: { show_labels: 'true' }, errors: [] } });
  const wrong = await ask('gwen', update, { input: { fullPath, settings: { layout: 'x' } } });
  expect(wrong.data).toEqual({ roadmapSettingsUpdate: { settings: null, errors: ['Layout is invalid'] } });
  const read = `query ($fullPath: ID!) { currentUser { roadmapSettings(fullPath: $fullPath) } }`;
  expect((await ask('gwen', read, { fullPath })).data).toMatchObject({
    currentUser: { roadmapSettings: { show_labels: 'true' } },
  });
});

test('RX-OP-03: programs get the same as before without arguments, whatever settings the viewer keeps: every state, no lanes (order: decision 7)', async ({
  as,
  ask,
  build,
  call,
}) => {
  const group = await build.group({ visibility: 'public' });
  const quarter = new Date();
  const on = (day: number) =>
    new Date(Date.UTC(quarter.getUTCFullYear(), Math.floor(quarter.getUTCMonth() / 3) * 3, day))
      .toISOString()
      .slice(0, 10);
  await build.epic({ group, title: 'Second', startDate: on(20), dueDate: on(25) });
  await build.epic({ group, title: 'Third', dueDate: on(21) });
  await build.epic({ group, title: 'First', startDate: on(10), dueDate: on(28), state: 'closed' });
  const answers = async () => {
    const { body } = await call<string>('ada', 'GET', `/groups/${group.id}/roadmap.csv`);
    const [head = '', ...lines] = body.trim().split('\r\n');
    const { data } = await ask<{ group: { epics: { nodes: { title: string }[] } } }>(
      'ada',
      `{ group(fullPath: "${group.fullPath}") { epics { nodes { title } } } }`,
    );
    return {
      hasLanes: head.includes('Lane'),
      file: lines.map((line) => line.split(',')[0]),
      list: data.group.epics.nodes.map(({ title }) => title),
    };
  };
  // The file in the order of start dates, a list of GraphQL newest first.
  const expected = { hasLanes: false, file: ['First', 'Second', 'Third'], list: ['First', 'Third', 'Second'] };
  expect(await answers()).toEqual(expected);
  await updateRoadmapSettings(as('ada'), group.fullPath, {
    state: 'opened',
    sort: 'TITLE_DESC',
    group_by: 'HEALTH',
    timeframe_range_type: 'THREE_YEARS',
  });
  expect(await answers()).toEqual(expected);
});
