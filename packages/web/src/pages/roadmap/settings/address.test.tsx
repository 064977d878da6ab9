import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openRoadmap } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The selected options after the page was loaded from this URL. */
async function chosen(search: string) {
  openRoadmap({}, search);
  await screen.findByRole('rowgroup');
  fireEvent.click(await screen.findByRole('button', { name: 'Settings' }));
  // The first click on Settings waits for the drawer's code.
  const dialog = await screen.findByRole('dialog', { name: 'Roadmap settings' });
  const drawer = within(dialog);
  return {
    radios: drawer.getAllByRole<HTMLInputElement>('radio', { checked: true }).map(({ textContent }) => textContent),
    switches: Object.fromEntries(
      drawer.getAllByRole('switch').map((each) => [each.getAttribute('aria-label') ?? each.textContent, isOn(each)]),
    ),
  };
}

const isOn = (each: HTMLElement): boolean => each.getAttribute('aria-checked') === 'true';

test('RM-QS-02, RM-QS-03, RM-QS-04, RM-QS-05 and RM-QS-06: a page starts with the settings of its URL', async () => {
  const on = await chosen(
    '?progress=COUNT&milestones_type=GROUP&show_milestones=true&show_labels=true&show_progress=true',
  );
  expect(on.radios).toEqual(expect.arrayContaining(['Show group milestones', 'Use issue count']));
  expect(on.switches).toMatchObject(switched(true));
});

test('RM-QS-04, RM-QS-05 and RM-QS-06: parts that the URL turns off are hidden', async () => {
  const off = await chosen('?show_milestones=false&show_labels=false&show_progress=false');
  expect(off.switches).toMatchObject(switched(false));
});

const switched = (isSo: boolean) => ({
  'Display milestones': isSo,
  'Display progress of child issues': isSo,
  'Show labels': isSo,
});

test('RM-ST-04, RM-ST-05 and RM-ST-09: without parameters, milestones and progress are shown, of all epics by weight', async () => {
  const { radios, switches } = await chosen('');
  expect(radios).toEqual(expect.arrayContaining(['Show all epics', 'Show all milestones', 'Use issue weight']));
  expect(switches).toEqual({
    'Display milestones': true,
    'Display progress of child issues': true,
    'Show labels': false,
    'Show summary': true,
    'Show issues': false,
    'Show forecasts': false,
    'Show minimap of long plans': false,
    'Show owners': false,
    'Show dependency lines': false,
  });
});

test('RM-QS-09 and RM-QS-11: parameters that only arrange the page do not filter it, and break nothing', async () => {
  const page = openRoadmap(
    {},
    '?in=TITLE&state=opened&page=3&sort=TITLE_DESC&prev=a&next=b&layout=MONTHS&timeframe_range_type=CURRENT_YEAR',
  );
  expect(await screen.findByRole('rowgroup')).toBeVisible();
  await waitFor(() => expect(page.askedFor('roadmapGroupEpicsWithColor')).toHaveLength(1));
  const { variables } = page.askedFor('roadmapGroupEpicsWithColor')[0] ?? { variables: {} };
  expect(variables).toMatchObject({
    fullPath: 'kubernetes',
    search: '',
    labelName: [],
    authorUsername: '',
    milestoneTitle: '',
    state: 'opened',
    sort: 'TITLE_DESC',
    timeframe: { start: '2025-01-01', end: '2025-12-31' },
    // Requested only for a list without filters.
    topLevelHierarchyOnly: true,
  });
  for (const name of ['in', 'page', 'prev', 'next', 'layout', 'not', 'or', 'iid'])
    expect(variables).not.toHaveProperty(name);
});

test('RM-QS-01, RM-QS-13, RM-QS-14, RM-QS-15, RM-QS-16, RM-QS-17, RM-QS-19, RM-QS-20, RM-QS-21, RM-QS-22, RM-QS-23 and RM-QS-24: the filters of a URL are requested when the page loads', async () => {
  const filters = [
    'confidential=true',
    'author_username=ada',
    'label_name[]=a',
    'label_name[]=b',
    'milestone_title=v1.34',
    'my_reaction_emoji=thumbsup',
    'epic_iid=12',
    'search=swap%20memory',
    'not[author_username]=bo',
    'not[my_reaction_emoji]=heart',
    'not[label_name][]=c',
    'or[label_name][]=d',
    'or[label_name][]=e',
    'or[author_username]=cy',
    'or[author_username]=dee',
  ];
  const page = openRoadmap({}, `?${filters.join('&')}`);
  await waitFor(() => expect(page.askedFor('roadmapGroupEpicsWithColor')).toHaveLength(1));
  expect(page.askedFor('roadmapGroupEpicsWithColor')[0]?.variables).toMatchObject({
    confidential: true,
    authorUsername: 'ada',
    labelName: ['a', 'b'],
    milestoneTitle: 'v1.34',
    myReactionEmoji: 'thumbsup',
    iid: '12',
    search: 'swap memory',
    not: { authorUsername: 'bo', myReactionEmoji: 'heart', labelName: ['c'] },
    or: { labelName: ['d', 'e'], authorUsername: ['cy', 'dee'] },
    topLevelHierarchyOnly: false,
  });
});

test('EN-RM-20, EN-RM-21, EN-RM-23, EN-RM-24 and RM-QS-07: every value of the URL takes effect, and an unknown one is ignored', async () => {
  const asked = async (search: string) => {
    const page = openRoadmap({}, search);
    await screen.findByRole('rowgroup');
    const cells = screen.getByRole('region', { name: 'Roadmap' }).style.getPropertyValue('--cells');
    const { timeframe } = page.askedFor('roadmapGroupEpicsWithColor')[0]?.variables ?? {};
    cleanup();
    return { cells: Number(cells), timeframe };
  };
  const quarter = { start: '2025-07-01', end: '2025-09-30' };
  expect(await asked('?timeframe_range_type=CURRENT_QUARTER')).toEqual({ cells: 14, timeframe: quarter });
  expect(await asked('?timeframe_range_type=current_quarter_2')).toEqual({ cells: 14, timeframe: quarter });
  const year = { start: '2025-01-01', end: '2025-12-31' };
  expect(await asked('?timeframe_range_type=CURRENT_YEAR')).toEqual({ cells: 12, timeframe: year });
  const years = { start: '2024-01-01', end: '2026-12-31' };
  for (const [layout, cells] of [
    ['QUARTERS', 12],
    ['MONTHS', 36],
    ['WEEKS', 157],
    ['DECADES', 12],
  ] as const) {
    const found = await asked(`?timeframe_range_type=THREE_YEARS&layout=${layout}`);
    expect(found).toEqual({ cells, timeframe: years });
  }
  for (const [search, radio] of [
    ['milestones_type=ALL', 'Show all milestones'],
    ['milestones_type=GROUP', 'Show group milestones'],
    ['milestones_type=SUBGROUP', 'Show sub-group milestones'],
    ['milestones_type=PROJECT', 'Show project milestones'],
    ['milestones_type=OTHER', 'Show all milestones'],
    ['progress=WEIGHT', 'Use issue weight'],
    ['progress=COUNT', 'Use issue count'],
    ['progress=BOTH', 'Use issue weight'],
  ] as const) {
    expect((await chosen(`?${search}`)).radios).toContain(radio);
    cleanup();
  }
});

test('EN-RM-22: each of the ten sort values of the URL is requested', async () => {
  for (const key of ['START_DATE', 'END_DATE', 'TITLE', 'CREATED_AT', 'UPDATED_AT']) {
    for (const direction of ['ASC', 'DESC']) {
      const page = openRoadmap({}, `?sort=${key}_${direction}`);
      await waitFor(() => expect(page.askedFor('roadmapGroupEpicsWithColor')).toHaveLength(1));
      expect(page.askedFor('roadmapGroupEpicsWithColor')[0]?.variables['sort']).toBe(`${key}_${direction}`);
      cleanup();
    }
  }
});
