import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { epicNode, epicsAnswer, openRoadmap, type Answers } from '../../../testing/roadmap-page.tsx';
import { formatDay, localDayOf } from '@milepost/core/days';
import { parseQuery } from '@milepost/core/query';
import { setOverview } from '../settings/known-settings.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** 20 epics in total; filters match 12, of which 5 are within the dates and 3 have none. */
const counts: Answers = {
  roadmapEpicCount: ({ timeframe, undated, search, state }) => {
    const isNarrowed = search !== '' || state !== 'all';
    const count = timeframe ? 5 : undated ? 3 : isNarrowed ? 12 : 20;
    return { group: { id: 'gid://gitlab/Group/1', epics: { count } } };
  },
};
const idea = (index: number) =>
  epicNode({
    id: `gid://gitlab/Epic/${900 + index}`,
    title: `Idea ${index}`,
    state: index === 2 ? 'closed' : 'opened',
    webPath: `/groups/kubernetes/-/epics/${900 + index}`,
    startDate: null,
    dueDate: null,
    group: {
      id: 'g',
      name: index === 1 ? 'sig-node' : 'Kubernetes',
      fullName: 'Kubernetes',
      fullPath: index === 1 ? 'kubernetes/sig-node' : 'kubernetes',
    },
  });

/** The usual list of epics with dates, and that of undated ones. */
const trayHolds = (answer: NonNullable<Answers[string]>): Answers => ({
  roadmapGroupEpicsWithColor: (variables) => (variables['undated'] ? answer(variables) : epicsAnswer([epicNode()])),
});

describe('status line', () => {
  test('counts every epic once: shown, outside the dates, undated, filtered out; the header separates top-level epics from all that are shown', async () => {
    openRoadmap(counts, '?search=swap');
    expect(await screen.findByText('5 of 20 epics shown')).toBeTruthy();
    expect(await screen.findByText('4 outside these dates')).toBeTruthy();
    expect(screen.getByText('8 filtered out')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Undated (3)' })).toBeTruthy();
    expect(screen.getByText('1 top-level, 5 total')).toBeTruthy();
  });

  test('does not mention filters when there are none', async () => {
    openRoadmap(counts);
    expect(await screen.findByText('12 outside these dates')).toBeTruthy();
    expect(screen.queryByText(/filtered out/)).toBeNull();
  });
});

describe('tray of undated epics', () => {
  test('opens from the status line, lists one page at a time as links, and applies the same filters', async () => {
    const page = openRoadmap(
      {
        ...counts,
        ...trayHolds(({ endCursor }) =>
          endCursor === '' ? epicsAnswer([idea(1), idea(2)], 'c1') : epicsAnswer([idea(3)]),
        ),
      },
      '?search=swap&label_name[]=a',
    );
    await page.user.click(await screen.findByRole('button', { name: 'Undated (3)' }));
    const tray = await screen.findByRole('dialog', { name: 'Undated epics' });
    const link = await within(tray).findByRole('link', { name: /Idea 1/ });
    expect(link.getAttribute('href')).toBe('/groups/kubernetes/-/epics/901');
    expect(link.textContent).toContain('sig-node');
    expect(page.asked.find(({ variables }) => variables['undated'] && 'first' in variables)?.variables).toMatchObject({
      search: 'swap',
      labelName: ['a'],
    });
    await page.user.click(within(tray).getByRole('button', { name: 'Load more' }));
    await within(tray).findByRole('link', { name: 'Idea 3' });
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Undated (3)');
  });

  test('shows an error when it cannot load, and retries', async () => {
    let isBroken = true;
    const page = openRoadmap({
      ...counts,
      ...trayHolds(() => {
        if (isBroken) throw new Error('broken');
        return epicsAnswer([idea(3)]);
      }),
    });
    await page.user.click(await screen.findByRole('button', { name: 'Undated (3)' }));
    const retry = await screen.findByRole('button', { name: 'Retry' });
    isBroken = false;
    await page.user.click(retry);
    expect(await screen.findByRole('link', { name: 'Idea 3' })).toBeTruthy();
  });

  test('is not offered when every epic has a date', async () => {
    openRoadmap({ roadmapGroupEpicsWithColor: () => epicsAnswer([epicNode()]) });
    await screen.findByText('1 of 3 epics shown');
    expect(screen.queryByRole('button', { name: /^Undated \(/ })).toBeNull();
  });
});

test('RM-LS-21 and RM-LS-22: loading more epics than the server’s limit shows a warning with the limit, and none is left out', async () => {
  const nodes = [epicNode({ title: 'One' }), epicNode({ title: 'Two' }), epicNode({ title: 'Three' })];
  const withLimit = (roadmapEpicsLimit: number) => () => {
    const answer = epicsAnswer(nodes);
    return { group: { ...answer.group, roadmapEpicsLimit } };
  };
  openRoadmap({ roadmapGroupEpicsWithColor: withLimit(2) });
  const warning = await screen.findByRole('alert');
  expect(warning.textContent).toBe(
    'More than 2 epics are loaded, the recommended maximum. Use filters to shorten the list.',
  );
  expect(screen.getByRole('link', { name: 'Three' })).toBeTruthy();
  cleanup();
  openRoadmap({ roadmapGroupEpicsWithColor: withLimit(3) });
  await screen.findByRole('link', { name: 'Three' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['all', true],
  ['last', true],
  ['today', false],
  ['ended', false],
])('RX-OP-07: the status line says when nothing is planned around today (opening on %s)', async (opening, isFar) => {
  const range = 'range_from=2031-01-01&range_to=2031-12-31&layout=MONTHS';
  const later = epicNode({ startDate: '2031-02-01', dueDate: '2031-03-31' });
  const page = openRoadmap({ roadmapGroupEpicsWithColor: () => epicsAnswer([later]) }, '?view=overview', () =>
    setOverview('kubernetes', {
      query: parseQuery(`opening=${opening}&state=opened&${range}`),
      hint: { hasMilestones: false, lanes: [], groups: [] },
    }),
  );
  await screen.findByText('1 of 3 epics shown');
  expect(page.askedFor('roadmapGroupEpicsWithColor')[0]?.variables['timeframe']).toEqual({
    start: '2031-01-01',
    end: '2031-12-31',
  });
  const texts = [...(document.querySelector('[data-status-counts]')?.children ?? [])].map((each) => each.textContent);
  expect(texts.includes('Nothing planned around today')).toBe(isFar);
  if (!isFar) return;
  // Today is one press away.
  const status = within(document.querySelector('[data-status-counts]')?.parentElement as HTMLElement);
  fireEvent.click(status.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(page.search().get('range_from')).not.toBeNull());
  const [from = '', to = ''] = ['range_from', 'range_to'].map((key) => page.search().get(key) ?? '');
  const today = formatDay(localDayOf(new Date()));
  expect([from <= today, today <= to]).toEqual([true, true]);
  // Announced texts change once a second.
  await waitFor(() => expect(screen.queryByText('Nothing planned around today')).toBeNull(), { timeout: 3_000 });
});
