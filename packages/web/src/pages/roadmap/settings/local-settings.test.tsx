import { useEffect } from 'react';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import schema from '../../../../../../docs/api/schema.graphql?raw';
import { formatDay } from '@milepost/core/days';
import { readTokens } from '@milepost/core/filters/address';
import { filterArguments } from '@milepost/core/filters/arguments';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { setSession } from '../../../platform/session/session.ts';
import { renderAt } from '../../../testing/page.tsx';
import { openRoadmap, withoutProgress, type Asked } from '../../../testing/roadmap-page.tsx';
import { useRoadmapSettings, useToday } from './use-settings.ts';
import { useView } from '../view/use-view.ts';
import type { View } from '../view/view.ts';

// A visitor: choices of signed-in users are also stored on the server, which other tests cover.
beforeEach(() => setSession({}));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const namesOf = (asked: readonly Asked[]) => asked.map(({ name }) => name);

/** The local settings that the URL shows. */
const shown = (search: URLSearchParams) =>
  ['show_labels', 'show_progress', 'progress', 'show_milestones', 'milestones_type', 'layout'].map((key) =>
    search.get(key),
  );

test('GQ-RM-40: changing settings updates them locally without a server request', async () => {
  const page = openRoadmap({}, '?timeframe_range_type=CURRENT_YEAR&layout=MONTHS');
  await screen.findByText('1 of 3 epics shown');
  await page.user.click(await screen.findByRole('button', { name: 'Settings' }));
  await screen.findByRole('dialog', { name: 'Roadmap settings' });
  await waitFor(() => expect(page.askedFor('roadmapSignals')).toHaveLength(1));
  const asked = page.asked.length;
  await page.user.click(screen.getByRole('switch', { name: 'Show labels' }));
  await page.user.click(screen.getByRole('radio', { name: 'Use issue count' }));
  await page.user.click(screen.getByRole('radio', { name: 'Show project milestones' }));
  await page.user.click(within(screen.getByRole('dialog')).getByRole('radio', { name: 'Weeks' }));
  await page.user.click(screen.getByRole('switch', { name: 'Display progress of child issues' }));
  await page.user.click(screen.getByRole('switch', { name: 'Display milestones' }));
  await waitFor(() => expect(shown(page.search())).toEqual(['true', 'false', 'COUNT', 'false', 'PROJECT', 'WEEKS']));
  expect(withoutProgress(page.asked.slice(asked))).toEqual([]);
  // Signals are other data in another unit of progress (RX-SG-07): they are requested once more, with no other setting.
  const [first, ...more] = page.askedFor('roadmapSignals').map(({ variables }) => variables);
  expect(more).toEqual([{ ...first, progress: 'COUNT' }]);
  expect(schema).not.toContain('updateLocalRoadmapSettings');
});

test('GQ-RM-41: the settings are read without a server request', async () => {
  const page = openRoadmap({}, '?show_labels=true&show_milestones=false&sort=TITLE_DESC&search=swap');
  await screen.findByText('1 of 3 epics shown');
  await page.user.click(await screen.findByRole('button', { name: 'Settings' }));
  expect(await screen.findByRole('switch', { name: 'Show labels' })).toHaveAttribute('aria-checked', 'true');
  expect(screen.getByRole('switch', { name: 'Display milestones' })).toHaveAttribute('aria-checked', 'false');
  expect(page.askedFor('roadmapGroupEpicsWithColor')[0]?.variables['sort']).toBe('TITLE_DESC');
  expect(new Set(namesOf(withoutProgress(page.asked)))).toEqual(
    new Set(['roadmapGroupEpicsWithColor', 'roadmapEpicCount']),
  );
});

test('EN-RM-19, RM-ST-08 and RM-LS-19: the local settings, with the filters as text and the number of rows that fit', async () => {
  const held: { settings?: RoadmapSettings; view?: View } = {};
  function Probe() {
    const [settings] = useRoadmapSettings();
    const view = useView(settings, useToday());
    useEffect(() => void Object.assign(held, { settings, view }), [settings, view]);
    return null;
  }
  await renderAt(
    '/groups/kubernetes/-/roadmap?search=swap&label_name[]=a%26b&sort=TITLE_DESC&state=opened&timeframe_range_type=CURRENT_YEAR',
    <Probe />,
  );
  const { settings, view } = held as Required<typeof held>;
  expect(settings).toMatchObject({
    sortedBy: 'TITLE_DESC',
    epicsState: 'opened',
    timeframeRangeType: 'CURRENT_YEAR',
    presetType: 'MONTHS',
    progressTracking: 'WEIGHT',
    isProgressTrackingActive: true,
    milestonesType: 'ALL',
    isShowingMilestones: true,
    isShowingLabels: false,
    bufferSize: Math.ceil((window.innerHeight - 196) / 48),
  });
  expect(settings.filterParams).toBeTypeOf('string');
  expect(filterArguments('epics', readTokens('epics', settings.filterParams))).toMatchObject({
    search: 'swap',
    labelName: ['a&b'],
  });
  expect(view.columns.map(({ start }) => formatDay(start).slice(5))).toEqual(
    Array.from({ length: 12 }, (_, month) => `${String(month + 1).padStart(2, '0')}-01`),
  );
});

test('GQ-RM-42: filters are set locally; the server receives them only as arguments of its lists', async () => {
  const page = openRoadmap();
  await screen.findByText('1 of 3 epics shown');
  const asked = page.asked.length;
  await page.user.type(screen.getByRole('combobox', { name: 'Search epics' }), 'swap{Enter}');
  await waitFor(() => expect(page.search().get('search')).toBe('swap'));
  expect(screen.getByRole('button', { name: 'swap' })).toBeTruthy();
  await waitFor(() => expect(page.asked.length).toBeGreaterThan(asked));
  expect(namesOf(withoutProgress(page.asked.slice(asked)))).not.toContainEqual(
    expect.not.stringMatching(/^roadmapGroupEpicsWithColor$|^roadmapEpicCount$|^namespaceCustomFieldNames$/),
  );
  expect(page.askedFor('roadmapGroupEpicsWithColor').at(-1)?.variables['search']).toBe('swap');
});
