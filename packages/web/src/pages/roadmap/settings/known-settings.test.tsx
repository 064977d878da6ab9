import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { viewQueryOf } from '@milepost/core/roadmap/views';
import { parseQuery } from '@milepost/core/query';
import { setSession } from '../../../platform/session/session.ts';
import { clearKept } from './keeping.ts';
import { forgetViews } from '../../../modules/views/saved-views.ts';
import { openRoadmap, type Answers } from '../../../testing/roadmap-page.tsx';

const viewer = { id: 7, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false };

afterEach(() => {
  setSession({});
  clearKept();
  forgetViews();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function openAs(session: Parameters<typeof setSession>[0], search = '', answers: Answers = {}, before?: () => void) {
  setSession(session);
  clearKept();
  forgetViews();
  return openRoadmap(
    { roadmapSettingsUpdate: () => ({ roadmapSettingsUpdate: { errors: [] } }), ...answers },
    search,
    before,
  );
}

const settings = { kubernetes: { timeframe_range_type: 'THREE_YEARS', layout: 'MONTHS', show_labels: 'true' } };

test('the first request uses the settings saved on the server; the URL takes precedence', async () => {
  const { askedFor } = openAs({ viewer, roadmaps: { settings, view: null } });
  await waitFor(() => expect(askedFor('roadmapGroupEpicsWithColor').length).toBe(1));
  expect(askedFor('roadmapGroupEpicsWithColor')[0]?.variables['timeframe']).toEqual({
    start: '2024-01-01',
    end: '2026-12-31',
  });
});

test('the URL takes precedence over saved settings', async () => {
  const { askedFor } = openAs({ viewer, roadmaps: { settings, view: null } }, '?timeframe_range_type=CURRENT_YEAR');
  await waitFor(() => expect(askedFor('roadmapGroupEpicsWithColor').length).toBe(1));
  expect(askedFor('roadmapGroupEpicsWithColor')[0]?.variables['timeframe']).toEqual({
    start: '2025-01-01',
    end: '2025-12-31',
  });
});

test("the server saves a signed-in user's choice, and only what was chosen is sent", async () => {
  const { user, askedFor } = openAs({ viewer, roadmaps: { settings, view: null } });
  await user.click(await screen.findByRole('button', { name: 'Settings' }));
  await user.click(await screen.findByRole('switch', { name: /labels/i }));
  await waitFor(() => expect(askedFor('roadmapSettingsUpdate').length).toBe(1));
  expect(askedFor('roadmapSettingsUpdate')[0]?.variables).toEqual({
    input: { fullPath: 'kubernetes', settings: { show_labels: 'false' } },
  });
  await waitFor(() => expect(localStorage.getItem('milepost.roadmap.unsent')).toBeNull());
});

test('a choice that could not be sent is applied, and sent by the next page', async () => {
  const left = JSON.stringify({ userId: 7, changes: { kubernetes: { show_labels: 'false' } } });
  const { askedFor } = openAs({ viewer, roadmaps: { settings, view: null } }, '', {}, () =>
    localStorage.setItem('milepost.roadmap.unsent', left),
  );
  await waitFor(() => expect(askedFor('roadmapSettingsUpdate').length).toBe(1));
  expect(askedFor('roadmapSettingsUpdate')[0]?.variables['input']).toMatchObject({
    settings: { show_labels: 'false' },
  });
});

test('choices made by another user in this browser are not sent', async () => {
  const left = JSON.stringify({ userId: 8, changes: { kubernetes: { show_labels: 'false' } } });
  const { askedFor } = openAs({ viewer, roadmaps: { settings, view: null } }, '', {}, () =>
    localStorage.setItem('milepost.roadmap.unsent', left),
  );
  await waitFor(() => expect(askedFor('roadmapGroupEpicsWithColor').length).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(askedFor('roadmapSettingsUpdate')).toEqual([]);
});

test("a URL with only a view shows the view's settings from the first request on", async () => {
  const query = viewQueryOf(parseQuery('label_name[]=ux&timeframe_range_type=THREE_YEARS&layout=QUARTERS'));
  const view = {
    id: '12',
    kind: 'roadmap' as const,
    name: 'Design',
    query,
    shared: true,
    lockVersion: 0,
    mayUpdate: true,
  };
  const { askedFor, user, search } = openAs({ viewer, roadmaps: { settings, view } }, '?view=12');
  await waitFor(() => expect(askedFor('roadmapGroupEpicsWithColor').length).toBe(1));
  expect(askedFor('roadmapGroupEpicsWithColor')[0]?.variables).toMatchObject({
    labelName: ['ux'],
    timeframe: { start: '2024-01-01', end: '2026-12-31' },
  });
  await screen.findByRole('button', { name: 'View: Design' });
  await user.click(await screen.findByRole('button', { name: 'Settings' }));
  await user.click(await screen.findByRole('switch', { name: /labels/i }));
  await screen.findByRole('button', { name: 'View: Design, changed' });
  expect(search().get('view')).toBe('12');
  expect(search().getAll('label_name[]')).toEqual(['ux']);
});
