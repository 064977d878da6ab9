import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { childrenAnswer, epicNode, epicsAnswer, openRoadmap } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const now = () => epicNode({ title: 'Now', startDate: '2025-07-01', dueDate: '2025-08-31' });
const before = () => epicNode({ title: 'Before', startDate: '2024-02-01', dueDate: '2024-03-31' });
const open = epicNode;
const titles = () => [...document.querySelectorAll('[role=rowheader] a')].map((link) => link.textContent);
type Page = ReturnType<typeof openRoadmap>;
const asked = (page: Page) => page.askedFor('roadmapGroupEpicsWithColor').length;
async function choose(page: Page, range: string): Promise<void> {
  if (!screen.queryByRole('dialog')) await page.user.click(await screen.findByRole('button', { name: 'Settings' }));
  await page.user.click(await screen.findByRole('button', { name: /^Date range/ }));
  await page.user.click(screen.getByRole('option', { name: range }));
}

describe('a narrower range', () => {
  test('is derived from a completely loaded wider one without a request', async () => {
    const nodes = [before(), now(), open({ title: 'Open', startDate: null, dueDate: '2025-02-01' })];
    const page = openRoadmap(
      { roadmapGroupEpicsWithColor: () => epicsAnswer(nodes) },
      '?timeframe_range_type=THREE_YEARS',
    );
    await screen.findByRole('link', { name: 'Before' });
    const count = asked(page);
    await choose(page, 'This year');
    await waitFor(() => expect(titles()).toEqual(['Now', 'Open']));
    await choose(page, 'This quarter');
    await waitFor(() => expect(titles()).toEqual(['Now']));
    await choose(page, 'Within 3 years');
    await waitFor(() => expect(titles()).toEqual(['Before', 'Now', 'Open']));
    expect(asked(page)).toBe(count);
  });

  test('is requested when the wider one has more to load, or has other arguments', async () => {
    const page = openRoadmap(
      { roadmapGroupEpicsWithColor: () => epicsAnswer([before(), now()], 'c1') },
      '?timeframe_range_type=THREE_YEARS',
    );
    await screen.findByRole('link', { name: 'Before' });
    const count = asked(page);
    await choose(page, 'This year');
    await waitFor(() => expect(asked(page)).toBe(count + 1));
  });

  test('RM-LS-10: is requested when an epic with children drops out, because they may move to the top level', async () => {
    const theme = open({
      title: 'Theme',
      startDate: '2024-02-01',
      dueDate: '2024-03-31',
      hasChildrenWithinTimeframe: true,
    });
    const child = open({ title: 'Child', hasParent: true });
    const page = openRoadmap(
      {
        roadmapGroupEpicsWithColor: ({ timeframe }) =>
          epicsAnswer((timeframe as { start: string }).start === '2024-01-01' ? [theme, now()] : [now(), child]),
      },
      '?timeframe_range_type=THREE_YEARS',
    );
    await screen.findByRole('link', { name: 'Theme' });
    await choose(page, 'This year');
    await waitFor(() => expect(titles()).toEqual(['Now', 'Child']));
  });

  test('and a wider one are requested, while known rows stay on screen', async () => {
    const page = openRoadmap({
      roadmapGroupEpicsWithColor: ({ timeframe }) =>
        epicsAnswer((timeframe as { start: string }).start === '2025-07-01' ? [now()] : [before(), now()]),
    });
    await screen.findByRole('link', { name: 'Now' });
    await choose(page, 'Within 3 years');
    expect(titles()).toContain('Now');
    await screen.findByRole('link', { name: 'Before' });
    expect(asked(page)).toBe(2);
  });

  test('RM-ED-19: an epic whose children are all in the wider range only loses its button, once that is known', async () => {
    const theme = open({ title: 'Theme', hasChildrenWithinTimeframe: true });
    const other = open({ title: 'Other', hasChildrenWithinTimeframe: true });
    const page = openRoadmap(
      {
        roadmapGroupEpicsWithColor: () => epicsAnswer([theme, other]),
        roadmapChildFlags: () =>
          epicsAnswer([
            { id: theme.id, hasChildrenWithinTimeframe: false },
            { id: other.id, hasChildrenWithinTimeframe: true },
          ]),
      },
      '?timeframe_range_type=THREE_YEARS',
    );
    await screen.findByRole('button', { name: 'Expand Theme' });
    const count = asked(page);
    await choose(page, 'This quarter');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Expand Theme' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Expand Other' })).toBeTruthy();
    expect(asked(page)).toBe(count);
  });

  test('children of an expanded row are filtered too', async () => {
    const theme = open({ title: 'Theme', hasChildrenWithinTimeframe: true });
    const page = openRoadmap(
      {
        roadmapGroupEpicsWithColor: () => epicsAnswer([theme]),
        epicChildEpics: () => childrenAnswer([before(), now()]),
        roadmapChildFlags: () => epicsAnswer([{ id: theme.id, hasChildrenWithinTimeframe: true }]),
      },
      '?timeframe_range_type=THREE_YEARS',
    );
    await page.user.click(await screen.findByRole('button', { name: 'Expand Theme' }));
    await screen.findByRole('link', { name: 'Before' });
    const count = page.askedFor('epicChildEpics').length;
    await choose(page, 'This quarter');
    await waitFor(() => expect(titles()).toEqual(['Theme', 'Now']));
    expect(page.askedFor('epicChildEpics')).toHaveLength(count);
  });

  test('uses the milestones of the wider one without a request', async () => {
    const milestone = (title: string, startDate: string, dueDate: string) => ({
      id: `gid://gitlab/Milestone/${title}`,
      title,
      state: 'active',
      startDate,
      dueDate,
      webPath: '/groups/kubernetes/-/milestones/1',
      groupMilestone: true,
      subgroupMilestone: false,
      projectMilestone: false,
    });
    const nodes = [milestone('Old', '2024-02-01', '2024-03-31'), milestone('Current', '2025-07-01', '2025-08-31')];
    const page = openRoadmap(
      { groupMilestonesEE: () => ({ group: { id: 'gid://gitlab/Group/1', milestones: { nodes } } }) },
      '?timeframe_range_type=THREE_YEARS',
    );
    await screen.findByRole('link', { name: /^Old/ });
    await choose(page, 'This year');
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Old/ })).toBeNull());
    expect(screen.getByRole('link', { name: /^Current/ })).toBeTruthy();
    await choose(page, 'This quarter');
    await choose(page, 'Within 3 years');
    await screen.findByRole('link', { name: /^Old/ });
    expect(page.askedFor('groupMilestonesEE')).toHaveLength(1);
  });
});
