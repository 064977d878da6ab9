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
