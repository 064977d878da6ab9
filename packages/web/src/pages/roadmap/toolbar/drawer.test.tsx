import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { childrenAnswer, epicNode, epicsAnswer, openRoadmap, withoutProgress } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Opens the roadmap and its settings. */
async function openSettings(search = '', answers: Parameters<typeof openRoadmap>[0] = {}) {
  const page = openRoadmap(answers, search);
  await screen.findByRole('rowgroup');
  await page.user.click(await screen.findByRole('button', { name: 'Settings' }));
  const drawer = await screen.findByRole('dialog', { name: 'Roadmap settings' });
  return { page, drawer, epicsAsked: () => page.askedFor('roadmapGroupEpicsWithColor').length };
}

const choices = (drawer: HTMLElement, name: string) =>
  within(within(drawer).getByRole('radiogroup', { name }))
    .getAllByRole('radio')
    .map((radio) => radio.textContent);

describe('settings drawer', () => {
  test('RM-FB-01 and RM-SD-01: Settings opens it, titled "Roadmap settings"', async () => {
    const { drawer } = await openSettings();
    expect(within(drawer).getByRole('heading', { name: 'Roadmap settings' })).toBe(document.activeElement);
  });

  test('Escape closes it and returns the focus to Settings', async () => {
    const { page } = await openSettings();
    await page.user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Settings' }));
  });

  test('RX-LY-07 and RX-LY-09: rows are expanded to a level, and milestones drawn as guides; the address says so', async () => {
    const milestone = {
      id: 'm',
      title: 'v1.34',
      state: 'active',
      startDate: null,
      dueDate: '2025-08-27',
      webPath: '/m',
      groupMilestone: true,
      subgroupMilestone: false,
      projectMilestone: false,
    };
    const theme = epicNode({ title: 'Theme', hasChildren: true, hasChildrenWithinTimeframe: true });
    const { page, drawer } = await openSettings('', {
      roadmapGroupEpicsWithColor: () => epicsAnswer([theme]),
      epicChildEpics: () => childrenAnswer([epicNode({ title: 'Part' })]),
      groupMilestonesEE: () => ({ group: { id: 'g', milestones: { nodes: [milestone] } } }),
    });
    expect(choices(drawer, 'Expand')).toEqual(['Level 1', 'Level 2', 'All']);
    await page.user.click(within(drawer).getByRole('radio', { name: 'All' }));
    expect(await screen.findByRole('link', { name: 'Part' })).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Collapse Theme' }));
    expect(screen.queryByRole('link', { name: 'Part' })).toBeNull();
    await page.user.click(within(drawer).getByRole('radio', { name: 'Guides' }));
    const guide = await screen.findByRole('link', { name: 'v1.34, Aug 27' });
    expect(guide.parentElement?.parentElement?.getBoundingClientRect().height).toBe(28);
    expect([page.search().get('levels'), page.search().get('milestones_as')]).toEqual(['ALL', 'GUIDES']);
  });

  test('RM-SD-03: three epic states', async () => {
    const { drawer } = await openSettings();
    expect(choices(drawer, 'Epics')).toEqual(['Show all epics', 'Show open epics', 'Show closed epics']);
  });

  test('RM-SD-04: choosing another state loads the epics, choosing the same one does not', async () => {
    const { page, drawer, epicsAsked } = await openSettings();
    const before = epicsAsked();
    await page.user.click(within(drawer).getByRole('radio', { name: 'Show all epics' }));
    expect(epicsAsked()).toBe(before);
    await page.user.click(within(drawer).getByRole('radio', { name: 'Show closed epics' }));
    await waitFor(() => expect(epicsAsked()).toBe(before + 1));
    expect(page.askedFor('roadmapGroupEpicsWithColor').at(-1)?.variables['state']).toBe('closed');
    expect(page.search().get('state')).toBe('closed');
  });

  test('RM-SD-05, RM-SD-06 and RM-SD-18: three ranges and a custom one; a choice takes effect when the list closes', async () => {
    const { page, drawer, epicsAsked } = await openSettings();
    const before = epicsAsked();
    await page.user.click(within(drawer).getByRole('button', { name: 'Date range: This quarter' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'This quarter',
      'This year',
      'Within 3 years',
      'Custom range…',
    ]);
    await page.user.keyboard('{ArrowDown}{ArrowDown}');
    expect(epicsAsked()).toBe(before);
    expect(page.search().get('timeframe_range_type')).toBeNull();
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(page.search().get('timeframe_range_type')).toBe('THREE_YEARS'));
    await waitFor(() => expect(epicsAsked()).toBe(before + 1));
    expect(screen.queryByRole('option')).toBeNull();
  });

  test('RM-SD-07: closing the list without another choice changes nothing', async () => {
    const { page, drawer, epicsAsked } = await openSettings();
    const before = epicsAsked();
    await page.user.click(within(drawer).getByRole('button', { name: /Date range/ }));
    await page.user.click(screen.getByRole('option', { name: 'This quarter' }));
    await page.user.click(within(drawer).getByRole('button', { name: /Date range/ }));
    await page.user.keyboard('{ArrowDown}{Escape}');
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    expect(screen.queryByRole('option')).toBeNull();
    expect(epicsAsked()).toBe(before);
    expect(page.history.location.search).toBe('');
  });

  test('RM-SD-08: a range sets its default layout', async () => {
    const { page, drawer } = await openSettings('?timeframe_range_type=THREE_YEARS&layout=WEEKS');
    await page.user.click(within(drawer).getByRole('button', { name: /Date range/ }));
    await page.user.click(screen.getByRole('option', { name: 'This year' }));
    await waitFor(() => expect(page.search().get('layout')).toBe('MONTHS'));
  });

  test.each([
    ['RM-SD-10', 'CURRENT_YEAR', ['Months', 'Weeks']],
    ['RM-SD-11', 'THREE_YEARS', ['Quarters', 'Months', 'Weeks']],
  ])('%s: the layouts of %s', async (_, range, layouts) => {
    const { drawer } = await openSettings(`?timeframe_range_type=${range}`);
    expect(choices(drawer, 'Layout')).toEqual(layouts);
    expect(
      within(drawer)
        .getByRole('radio', { name: layouts[0] as string })
        .getAttribute('aria-checked'),
    ).toBe('true');
  });

  test('RM-SD-09: this quarter offers no layout', async () => {
    const { drawer } = await openSettings();
    expect(within(drawer).queryByRole('radiogroup', { name: 'Layout' })).toBeNull();
  });

  test('RM-SD-12: another layout applies immediately', async () => {
    const { page, drawer } = await openSettings('?timeframe_range_type=CURRENT_YEAR');
    await page.user.click(within(drawer).getByRole('radio', { name: 'Weeks' }));
    await waitFor(() => expect(page.search().get('layout')).toBe('WEEKS'));
    expect(await screen.findByText('Jul 20')).toBeTruthy();
  });

  test('RM-SD-13 and RM-SD-14: milestones can be turned off, and their kinds are offered while on', async () => {
    const { page, drawer } = await openSettings();
    expect(choices(drawer, 'Milestones')).toEqual([
      'Show all milestones',
      'Show group milestones',
      'Show sub-group milestones',
      'Show project milestones',
    ]);
    await page.user.click(within(drawer).getByRole('switch', { name: 'Display milestones' }));
    await waitFor(() => expect(within(drawer).queryByRole('radiogroup', { name: 'Milestones' })).toBeNull());
    expect(page.search().get('show_milestones')).toBe('false');
  });

  test('RM-SD-15 and RM-SD-16: progress can be turned off, and its tracking is offered while on', async () => {
    const node = epicNode({ descendantCounts: { openedEpics: 0, closedEpics: 0, openedIssues: 3, closedIssues: 1 } });
    const { page, drawer } = await openSettings('', { roadmapGroupEpicsWithColor: () => epicsAnswer([node]) });
    expect(choices(drawer, 'Progress tracking')).toEqual(['Use issue weight', 'Use issue count']);
    await page.user.click(within(drawer).getByRole('radio', { name: 'Use issue count' }));
    await waitFor(() => expect(page.search().get('progress')).toBe('COUNT'));
    expect(screen.getByRole('link', { name: /of issues closed/ })).toBeTruthy();
    await page.user.click(within(drawer).getByRole('switch', { name: 'Display progress of child issues' }));
    await waitFor(() => expect(within(drawer).queryByRole('radiogroup', { name: 'Progress tracking' })).toBeNull());
    expect(screen.queryByRole('link', { name: /of issues closed/ })).toBeNull();
  });

  test('RM-SD-17: labels can be turned on', async () => {
    const { page, drawer } = await openSettings();
    await page.user.click(within(drawer).getByRole('switch', { name: 'Show labels' }));
    await waitFor(() => expect(page.search().get('show_labels')).toBe('true'));
  });

  test('RX-LY-06: compact rows have no labels, and the settings say why', async () => {
    const labels = {
      nodes: [{ id: 'l', title: 'stage::beta', description: '', color: '#217645', textColor: '#ffffff' }],
    };
    const { page, drawer } = await openSettings('?show_labels=true', {
      roadmapGroupEpicsWithColor: () => epicsAnswer([epicNode({ labels })]),
    });
    const label = () => screen.queryByRole('button', { name: 'Filter by label stage::beta' });
    await waitFor(() => expect(label()).toBeVisible());
    expect(within(drawer).queryByText('Available in comfortable rows')).toBeNull();
    await page.user.click(within(drawer).getByRole('radio', { name: 'Compact' }));
    await waitFor(() => expect(label()).toBeNull());
    expect(within(drawer).getByRole('switch', { name: 'Show labels' })).toBeDisabled();
    expect(within(drawer).getByText('Available in comfortable rows')).toBeVisible();
    await page.user.click(within(drawer).getByRole('radio', { name: 'Comfortable' }));
    await waitFor(() => expect(label()).toBeVisible());
    expect(within(drawer).getByRole('switch', { name: 'Show labels' })).toBeEnabled();
  });

  test('RM-SD-19: no setting is sent to the server', async () => {
    const { page, drawer } = await openSettings();
    const before = page.asked.length;
    await page.user.click(within(drawer).getByRole('switch', { name: 'Show labels' }));
    await page.user.click(within(drawer).getByRole('radio', { name: 'Use issue count' }));
    await page.user.click(within(drawer).getByRole('radio', { name: 'Show group milestones' }));
    await waitFor(() => expect(page.search().get('milestones_type')).toBe('GROUP'));
    expect(withoutProgress(page.asked.slice(before))).toEqual([]);
  });
});

describe('URL', () => {
  test('RM-QS-26 and RM-QS-27: a change replaces the URL in place, with filters and sort', async () => {
    const page = openRoadmap({}, '?search=swap&label_name[]=a');
    await screen.findByRole('rowgroup');
    const length = page.history.length;
    await page.user.click(screen.getByRole('button', { name: 'Group by: None' }));
    await page.user.click(await screen.findByRole('menuitemradio', { name: 'Descending' }));
    await waitFor(() => expect(page.search().get('sort')).toBe('START_DATE_DESC'));
    expect(page.search().get('search')).toBe('swap');
    expect(page.search().getAll('label_name[]')).toEqual(['a']);
    await page.user.type(screen.getByRole('combobox', { name: 'Search epics' }), 'space{Enter}');
    await waitFor(() => expect(page.search().get('search')).toBe('swap space'));
    expect(page.history.length).toBe(length);
  });

  test('RM-FB-13: five sort options, each in both directions', async () => {
    const page = openRoadmap();
    await screen.findByRole('rowgroup');
    await page.user.click(screen.getByRole('button', { name: 'Group by: None' }));
    await screen.findByText('Sort by');
    expect(
      screen
        .getAllByRole('menuitemradio')
        .map((item) => item.textContent)
        .slice(-7),
    ).toEqual(['Start date', 'Due date', 'Title', 'Created date', 'Last updated date', 'Ascending', 'Descending']);
    await page.user.click(screen.getByRole('menuitemradio', { name: 'Due date' }));
    await waitFor(() => expect(page.search().get('sort')).toBe('END_DATE_ASC'));
    expect(page.askedFor('roadmapGroupEpicsWithColor').at(-1)?.variables['sort']).toBe('END_DATE_ASC');
  });

  test('a filter can be removed', async () => {
    const page = openRoadmap({}, '?not[label_name][]=a&search=swap');
    await page.user.click(await screen.findByRole('button', { name: 'Remove filter Label is not ~a' }));
    await waitFor(() => expect(page.search().getAll('not[label_name][]')).toEqual([]));
    expect(page.search().get('search')).toBe('swap');
    await page.user.click(screen.getByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(page.search().get('search')).toBeNull());
  });
});

describe('milestones row', () => {
  const milestone = (title: string, startDate: string | null, dueDate: string | null, flag = 'groupMilestone') => ({
    id: title,
    title,
    state: 'active',
    startDate,
    dueDate,
    webPath: `/groups/kubernetes/-/milestones/${title}`,
    groupMilestone: false,
    subgroupMilestone: false,
    projectMilestone: false,
    [flag]: true,
  });
  const open = (nodes: unknown[], search = '') =>
    openRoadmap(
      {
        roadmapGroupEpicsWithColor: () => epicsAnswer([epicNode()]),
        groupMilestonesEE: () => ({ group: { id: 'g', milestones: { nodes } } }),
      },
      search,
    );

  test('RM-MS-01, GQ-RM-26, GQ-RM-27, GQ-RM-28 and GQ-RM-31: it is shown and requested only while milestones are on', async () => {
    const page = open([milestone('v1.34', '2025-07-01', '2025-08-27')]);
    expect(await screen.findByRole('link', { name: 'v1.34, Jul 1 – Aug 27, 2025' })).toBeTruthy();
    expect(page.askedFor('groupMilestonesEE')[0]?.variables).toMatchObject({
      state: 'active',
      includeDescendants: true,
      includeAncestors: true,
    });
    cleanup();
    const off = open([milestone('v1.34', '2025-07-01', '2025-08-27')], '?show_milestones=false');
    await screen.findByText('1 of 3 epics shown');
    expect(off.askedFor('groupMilestonesEE')).toHaveLength(0);
    expect(screen.queryByText('Milestones')).toBeNull();
  });

  test('RM-MS-02, RM-MS-03 and RM-MS-04: it starts expanded, collapses and expands', async () => {
    const page = open([milestone('v1.34', '2025-07-01', '2025-08-27')]);
    await page.user.click(await screen.findByRole('button', { name: 'Collapse milestones' }));
    expect(screen.queryByRole('link', { name: /v1.34/ })).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Expand milestones' }));
    expect(screen.getByRole('link', { name: /v1.34/ })).toBeTruthy();
  });

  test('the chosen kind decides which are drawn', async () => {
    const nodes = [
      milestone('a', '2025-07-01', '2025-08-01'),
      milestone('b', '2025-07-01', '2025-08-01', 'projectMilestone'),
    ];
    open(nodes, '?milestones_type=PROJECT');
    expect(await screen.findByRole('link', { name: /^b,/ })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^a,/ })).toBeNull();
  });

  test('RM-MS-06: a milestone that would end before it starts is not drawn', async () => {
    open([milestone('late', '2026-02-01', null), milestone('here', null, '2025-08-01')]);
    expect(await screen.findByRole('link', { name: /^here/ })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^late/ })).toBeNull();
  });

  test('RM-MS-11: its title is drawn, its dates are shown on hover', async () => {
    const page = open([milestone('v1.34', '2025-07-01', '2025-08-27')]);
    const link = await screen.findByRole('link', { name: /v1.34/ });
    expect(link.textContent).toBe('v1.34');
    await page.user.hover(link);
    expect(await screen.findByText('Jul 1 – Aug 27, 2025')).toBeTruthy();
  });
});
