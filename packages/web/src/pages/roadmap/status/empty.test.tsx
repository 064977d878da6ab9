import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { childrenAnswer, epicNode, epicsAnswer, openRoadmap } from '../../../testing/roadmap-page.tsx';
import { parseQuery } from '@milepost/core/query';
import { setOverview } from '../settings/known-settings.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const none = {
  roadmapGroupEpicsWithColor: () => epicsAnswer([]),
  epicChildEpics: () => childrenAnswer([]),
  roadmapEpicCount: () => ({ group: { id: 'gid://gitlab/Group/1', epics: { count: 0 } } }),
};
const permission = (createEpic: boolean) => ({
  roadmapMayCreateEpic: () => ({ group: { id: 'gid://gitlab/Group/1', userPermissions: { createEpic } } }),
});

describe('empty roadmap', () => {
  test('RM-ES-01, RM-ES-06 and RM-ES-08: with filters', async () => {
    openRoadmap(none, '?search=swap&timeframe_range_type=CURRENT_YEAR');
    expect(await screen.findByRole('heading', { name: 'Sorry, no epics matched your search' })).toBeTruthy();
    expect(screen.getByText('No epics matched the search between Jan 1 and Dec 31, 2025.')).toBeTruthy();
  });

  test('RM-ES-02 and RM-ES-07: without filters', async () => {
    openRoadmap(none, '?timeframe_range_type=THREE_YEARS');
    const title = 'The roadmap shows the progress of your epics along a timeline';
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(/between Jan 1, 2024 and Dec 31, 2026/)).toBeTruthy();
  });

  test('RM-ES-05: on the roadmap of one epic', async () => {
    openRoadmap(none, '?epicIid=4');
    expect(await screen.findByText(/Add a start or due date .* to a child epic/)).toBeTruthy();
  });

  test('RM-ES-03 and RM-ES-09: a button links to the epics list', async () => {
    openRoadmap(none);
    const link = await screen.findByRole('link', { name: 'View epics list' });
    expect(link.getAttribute('href')).toBe('/groups/kubernetes/-/epics');
  });

  test('RM-ES-04: a button creates an epic for users who may, without filters only', async () => {
    openRoadmap({ ...none, ...permission(true) });
    const link = await screen.findByRole('link', { name: 'New epic' });
    expect(link.getAttribute('href')).toBe('/groups/kubernetes/-/epics/new');
    cleanup();
    openRoadmap({ ...none, ...permission(true) }, '?search=swap');
    await screen.findByRole('link', { name: 'View epics list' });
    expect(screen.queryByRole('link', { name: 'New epic' })).toBeNull();
    cleanup();
    const page = openRoadmap({ ...none, ...permission(false) });
    await waitFor(() => expect(page.askedFor('roadmapMayCreateEpic')).toHaveLength(1));
    expect(screen.queryByRole('link', { name: 'New epic' })).toBeNull();
  });

  test('the nearest range that has epics is offered', async () => {
    const count = (variables: Record<string, unknown>) => {
      const start = (variables['timeframe'] as { start: string } | null)?.start ?? '';
      return { group: { id: 'gid://gitlab/Group/1', epics: { count: start === '2025-01-01' ? 0 : 12 } } };
    };
    const page = openRoadmap({ ...none, roadmapEpicCount: count }, '?timeframe_range_type=CURRENT_QUARTER');
    await page.user.click(await screen.findByRole('button', { name: 'Show within 3 years' }));
    expect(page.search().get('timeframe_range_type')).toBe('THREE_YEARS');
  });

  test('when all matching epics are undated, the tray is offered, without dragging', async () => {
    const idea = epicNode({ title: 'Idea', startDate: null, dueDate: null, userPermissions: { adminEpic: true } });
    const page = openRoadmap(
      {
        roadmapGroupEpicsWithColor: ({ undated }) => epicsAnswer(undated ? [idea] : []),
        roadmapEpicCount: ({ timeframe }) => ({
          group: { id: 'gid://gitlab/Group/1', epics: { count: timeframe ? 0 : 1 } },
        }),
      },
      '?search=idea&timeframe_range_type=THREE_YEARS',
    );
    await screen.findByRole('heading', { name: 'Sorry, no epics matched your search' });
    await page.user.click(await screen.findByRole('button', { name: 'Undated (1)' }));
    expect(await screen.findByRole('link', { name: 'Idea' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Place/ })).toBeNull();
    expect(screen.queryByText(/outside these dates/)).toBeNull();
  });

  test('RX-OP-13: when all epics of the opening view are undated, a button for the tray stands in place of the chart', async () => {
    const idea = epicNode({ title: 'Idea', startDate: null, dueDate: null });
    const page = openRoadmap(
      {
        roadmapGroupEpicsWithColor: ({ undated }) => epicsAnswer(undated ? [idea] : []),
        roadmapEpicCount: ({ timeframe }) => ({
          group: { id: 'gid://gitlab/Group/1', epics: { count: timeframe ? 0 : 1 } },
        }),
      },
      '?view=overview',
      () =>
        setOverview('kubernetes', {
          query: parseQuery('opening=today&state=opened&density=COMPACT'),
          hint: { hasMilestones: false, lanes: [], groups: [] },
        }),
    );
    expect(await screen.findByRole('heading', { name: 'No dated epics' })).toBeVisible();
    expect(screen.queryByRole('treegrid')).toBeNull();
    const stage = screen.getByRole('heading', { name: 'No dated epics' }).closest('section') as HTMLElement;
    await page.user.click(within(stage).getByRole('button', { name: 'Undated (1)' }));
    const tray = await screen.findByRole('dialog', { name: 'Undated epics' });
    expect(await within(tray).findByRole('link', { name: 'Idea' })).toBeVisible();
  });
});
