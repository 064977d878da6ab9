import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { epicNode, epicsAnswer, openRoadmap, openWith, testToday } from '../../../testing/roadmap-page.tsx';

// Rules of packages/core, checked on the page.

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const askedFirst = async (search: string): Promise<Record<string, unknown>> => {
  const page = openRoadmap({}, search);
  await waitFor(() => expect(page.askedFor('roadmapGroupEpicsWithColor')).toHaveLength(1));
  return page.askedFor('roadmapGroupEpicsWithColor')[0]?.variables ?? {};
};

describe('URL', () => {
  test('RM-QS-10 and RM-QS-12: the namespace parameters and the page number are not filters of a search', async () => {
    const variables = await askedFirst('?search=swap&in=TITLE&prev=x&next=y');
    expect(variables).toMatchObject({ search: 'swap' });
    for (const name of ['in', 'prev', 'next']) expect(variables).not.toHaveProperty(name);
    expect(document.querySelectorAll('[data-body]')).toHaveLength(1);
  });

  test('RM-QS-12: the layout is used where the range allows it, otherwise its default', async () => {
    expect((await periods('?timeframe_range_type=CURRENT_YEAR&layout=WEEKS')).length).toBeGreaterThan(5);
    cleanup();
    expect(await periods('?timeframe_range_type=CURRENT_QUARTER&layout=MONTHS')).toEqual(
      await afterCleanup(() => periods('?timeframe_range_type=CURRENT_QUARTER')),
    );
  });

  test('RM-QS-18: group_path filters to one group', async () => {
    const page = openRoadmap({}, '?group_path=kubernetes%2Fsig-node');
    await screen.findByRole('button', { name: 'Remove filter Group is kubernetes/sig-node' });
    const { variables } = page.askedFor('roadmapGroupEpicsWithColor')[0] ?? {};
    expect(JSON.stringify(variables)).toContain('kubernetes/sig-node');
  });

  test('RM-QS-25: custom fields filter, with several options of one as a list', async () => {
    const variables = await askedFirst('?custom-field[7]=3&custom-field[8][]=5&custom-field[8][]=6');
    const fields = variables['customField'] as { customFieldId: string; selectedOptionIds: string[] }[];
    expect(
      fields.map(({ customFieldId, selectedOptionIds }) => [numberOf(customFieldId), selectedOptionIds.map(numberOf)]),
    ).toEqual([
      [7, [3]],
      [8, [5, 6]],
    ]);
  });

  test.each([
    ['RM-FB-11', 'kubernetes%2Fsig-node::%2612', '12'],
    ['RM-FB-12', '12', '12'],
  ])('%s: epic_iid=%s requests epic %s', async (_, value, iid) => {
    expect(await askedFirst(`?epic_iid=${value}`)).toMatchObject({ iid });
  });

  test.each([
    ['RM-ST-01', '?timeframe_range_type=LAST_CENTURY', { timeframe: { start: '2025-07-01', end: '2025-09-30' } }],
    ['RM-ST-02', '?sort=LOUDEST_FIRST', { sort: 'START_DATE_ASC' }],
    ['RM-ST-03', '', { sort: 'START_DATE_ASC' }],
  ])('%s: %s has its default', async (_, search, expected) => {
    expect(await askedFirst(search)).toMatchObject(expected);
    (await screen.findByRole('button', { name: 'Group by: None' })).click();
    expect(await screen.findByRole('menuitemradio', { name: 'Start date' })).toHaveAttribute('aria-checked', 'true');
    expect(screen.getByRole('menuitemradio', { name: 'Ascending' })).toHaveAttribute('aria-checked', 'true');
  });
});

/** The parts of the first visible column. */
const parts = (): (string | null)[] =>
  [...(document.querySelector('[class*=periodParts]')?.children ?? [])].map(({ textContent }) => textContent);

const numberOf = (id: string): number => Number(/\d+$/.exec(id)?.[0]);

/** The titles of the visible columns, from the left. */
async function periods(search: string): Promise<string[]> {
  openRoadmap({}, search);
  await screen.findByRole('rowgroup');
  return [...document.querySelectorAll('[class*=periodName]')].map((name) => name.textContent);
}

async function afterCleanup<Result>(work: () => Promise<Result>): Promise<Result> {
  cleanup();
  return work();
}

describe('timeline', () => {
  test('RM-TL-01, RM-TL-04, RM-TL-08, RM-TL-09 and RM-TL-14: three years are twelve quarters, from 18 months back to 18 ahead; the year is shown at the first and at each Q1', async () => {
    expect(testToday.getMonth()).toBe(6);
    expect(await periods('?timeframe_range_type=THREE_YEARS&layout=QUARTERS')).toEqual([
      '2024Q1',
      'Q2',
      'Q3',
      'Q4',
      '2025Q1',
      'Q2',
      'Q3',
      'Q4',
      '2026Q1',
      'Q2',
      'Q3',
      'Q4',
    ]);
    expect(parts()).toEqual(['Jan', 'Feb', 'Mar']);
  });

  test('RM-TL-02, RM-TL-07 and RM-TL-14: this year is twelve months with the days on which weeks begin', async () => {
    const names = await periods('?timeframe_range_type=CURRENT_YEAR&layout=MONTHS');
    expect(names[0]).toBe('2025Jan');
    expect(parts()).toEqual(['5', '12', '19', '26']);
    expect(chart().style.getPropertyValue('--cells')).toBe('12');
  });

  test('RM-TL-03, RM-TL-06 and RM-TL-14: this quarter is drawn in weeks of seven days that cover it', async () => {
    const names = await periods('');
    expect(names[0]).toMatch(/^2025Jun 29$/);
    expect(chart().style.getPropertyValue('--cells')).toBe('14');
    const weeks = [...document.querySelectorAll('[class*=periodParts]')].map((week) => week.textContent);
    // Today's date stands on names of its own week.
    expect(weeks.filter((week) => week !== 'SMTWTFS')).toHaveLength(1);
  });

  test('RM-TL-13: the details are 344 pixels wide, a week at least 84', async () => {
    const { row } = await openWith({});
    expect(within(row).getByRole('rowheader').getBoundingClientRect().width).toBe(344);
    expect(chart().style.getPropertyValue('--cell')).toBe('84px');
  });
});

test('RX-CB-07: a bar without an end that starts before the visible edge stands at that edge', async () => {
  const old = epicNode({ title: 'Old', startDate: '2023-02-01', dueDate: null });
  openRoadmap(
    { roadmapGroupEpicsWithColor: () => epicsAnswer([old]) },
    '?density=COMPACT&color_by=HEALTH&timeframe_range_type=THREE_YEARS&layout=MONTHS',
  );
  const row = await screen.findByRole('row', { name: /Old/ });
  const bar = await waitFor(() => {
    const found = row.querySelector('[data-soft]');
    if (!found) throw new Error('no soft bar yet');
    return found;
  });
  const edge = within(row).getByRole('rowheader').getBoundingClientRect().right;
  expect(chart().style.getPropertyValue('--scroll-x')).not.toBe('0px');
  expect(bar.getBoundingClientRect().left).toBeCloseTo(edge, 0);
});

/** The card that hovering over the bar opens. */
async function cardOf(bar: HTMLElement): Promise<HTMLElement> {
  fireEvent.pointerOver(bar);
  return (await screen.findByRole('heading', { name: 'Resize', level: 3 })).parentElement as HTMLElement;
}

/** The element whose custom properties define the columns. */
const chart = (): HTMLElement => screen.getByRole('region', { name: 'Roadmap' });

describe('row', () => {
  test.each([
    ['RM-ET-13', null, '2025-08-17', 'No start date – Aug 17, 2025'],
    ['RM-ET-14', '2025-07-20', null, 'Jul 20, 2025 – No end date'],
    ['RM-ET-15 and RM-ET-16', '2024-12-20', '2025-08-17', 'Dec 20, 2024 – Aug 17, 2025'],
  ])('%s: from %s to %s is "%s"', async (_, startDate, dueDate, text) => {
    const { row } = await openWith({ startDate, dueDate });
    expect(within(row).getByText(text)).toBeVisible();
  });

  const counts = { openedEpics: 0, closedEpics: 0, openedIssues: 2, closedIssues: 1 };
  test.each([
    ['RM-ET-17 and RM-ET-18', 'COUNT', '33%'],
    ['RM-ET-17 and RM-ET-18', 'WEIGHT', '63%'],
  ])('%s: progress by %s is %s', async (_, progress, text) => {
    const { bar } = await openWith(
      { descendantCounts: counts, descendantWeightSum: { closedIssues: 5, openedIssues: 3 } },
      `?progress=${progress}`,
    );
    expect(within(bar).getByText(text)).toBeVisible();
  });

  test('without weights the issues are counted', async () => {
    const { bar } = await openWith({ descendantCounts: counts }, '?progress=WEIGHT');
    expect(within(bar).getByText('33%')).toBeVisible();
    expect(bar).toHaveAccessibleName('Resize, Jul 1 – Aug 31, 2025, 33% of issues closed');
  });

  test('RM-ET-19: without issues below, no progress is shown', async () => {
    const { bar } = await openWith({});
    expect(bar).toHaveAccessibleName('Resize, Jul 1 – Aug 31, 2025');
    expect(bar.textContent).toBe('Resize');
    const card = await cardOf(bar);
    expect(within(card).queryByRole('progressbar')).toBeNull();
    expect(card.textContent).not.toMatch(/%|closed/);
  });

  test('a closed epic is done; its card shows what is still open below it', async () => {
    const { bar } = await openWith({ state: 'closed', descendantCounts: counts });
    expect(bar).toHaveAccessibleName('Resize, Jul 1 – Aug 31, 2025, closed, 100% done');
    const card = await cardOf(bar);
    expect(card).toHaveTextContent('Closed epic, 1 of 3 issues closed100%');
  });

  test('RM-ST-06: labels are hidden by default', async () => {
    const label = { id: 'l', title: 'backend', description: null, color: '#1068bf', textColor: '#fff' };
    const { row } = await openWith({ labels: { nodes: [label] } });
    expect(within(row).queryByText('backend')).toBeNull();
  });

  test.each([
    [
      'RM-LS-06, RM-LS-07 and EN-RM-14: an epic beyond the range is clipped at its edges, and keeps its dates',
      '2025-01-01',
      '2026-01-01',
      'clipped',
    ],
    ['RM-LS-08 and RM-LS-09: an epic without dates extends from edge to edge, and fades', null, null, 'none'],
  ])('%s', async (_, startDate, dueDate, end) => {
    const { row, bar } = await openWith({ startDate, dueDate });
    expect([bar.dataset['start'], bar.dataset['end']]).toEqual([end, end]);
    const written = startDate ? 'Jan 1, 2025 – Jan 1, 2026' : 'No start and end date';
    expect(within(row).getByText(written)).toBeVisible();
    const track = bar.parentElement?.getBoundingClientRect();
    const { left, right } = bar.getBoundingClientRect();
    const cells = Number(chart().style.getPropertyValue('--cells'));
    const cell = Number.parseFloat(chart().style.getPropertyValue('--cell'));
    // The quarter begins on the third day of its first week and ends on the third of its last.
    expect(left - (track?.left ?? 0)).toBeLessThan(cell);
    expect((track?.left ?? 0) + cells * cell - right).toBeLessThan(cell);
  });

  test('RM-LS-04: an epic that would start after it ends has no row', async () => {
    const nodes = [
      epicNode({ title: 'Backwards', startDate: '2025-08-01', dueDate: '2025-07-05' }),
      // Within the range it would begin after the range ends.
      epicNode({ title: 'Later', startDate: '2026-01-01', dueDate: '2026-02-01' }),
      epicNode({ title: 'Forwards' }),
    ];
    openRoadmap({ roadmapGroupEpicsWithColor: () => epicsAnswer(nodes) });
    await screen.findByRole('link', { name: 'Forwards' });
    expect(document.querySelectorAll('[data-row]')).toHaveLength(1);
  });

  test('RM-LS-05: an epic that starts and ends on one day is drawn', async () => {
    const { bar } = await openWith({ startDate: '2025-08-01', dueDate: '2025-08-01' });
    expect(bar.getBoundingClientRect().width).toBeGreaterThan(0);
  });
});

test('RM-LS-19 and RM-LS-20: the buffer size is the number of rows of 48 pixels that fit the window, also after a resize', async () => {
  openRoadmap({ roadmapGroupEpicsWithColor: () => new Promise(() => undefined) });
  const skeleton = await screen.findByRole('status', { name: 'Loading epics' });
  // 196 pixels are above and below the list.
  expect(skeleton.children).toHaveLength(Math.ceil((900 - 196) / 48));
  expect(skeleton.firstElementChild?.getBoundingClientRect().height).toBe(48);
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(1440, 500);
  await waitFor(() => expect(skeleton.children).toHaveLength(Math.ceil((500 - 196) / 48)));
});

test.each([
  // Above and below the list are 196 pixels, on a phone 275.
  ['', 1440, 48, 196],
  ['?show_labels=true', 1440, 72, 196],
  ['?density=COMPACT', 1440, 28, 196],
  ['?density=COMPACT', 390, 34 + 28, 275],
])(
  'RX-LY-05: all rows have one height, which the buffer size follows (%s at %i px: %i px)',
  async (search, width, height, around) => {
    onTestFinished(() => page.viewport(1440, 900));
    await page.viewport(width, 900);
    let answer: (nodes: unknown) => void = () => undefined;
    const label = { id: 'l', title: 'a', description: '', color: '#217645', textColor: '#ffffff' };
    const nodes = [
      epicNode({ labels: { nodes: [label] } }),
      epicNode({ dueDate: null }),
      epicNode({ state: 'closed' }),
    ];
    const { container } = openRoadmap(
      { roadmapGroupEpicsWithColor: () => new Promise((resolve) => (answer = resolve)) },
      search,
    );
    if (width === 390) container.style.cssText = 'position:fixed;inset:0;display:flex;flex-direction:column';
    const skeleton = await screen.findByRole('status', { name: 'Loading epics' });
    await waitFor(() => expect(skeleton.children).toHaveLength(Math.ceil((900 - around) / height)));
    answer(epicsAnswer(nodes));
    await screen.findByRole('rowgroup');
    const rows = await waitFor(() => {
      const found = [...document.querySelectorAll<HTMLElement>('[data-row]')];
      expect(found).toHaveLength(3);
      return found;
    });
    const tops = rows.map((row) => row.getBoundingClientRect().top);
    expect(rows.map((row) => row.getBoundingClientRect().height)).toEqual([height, height, height]);
    expect(tops.map((top) => top - (tops[0] ?? 0))).toEqual([0, height, 2 * height]);
    // Under 640 px a line of details, and the bar below it.
    const lines = [...(rows[0]?.children ?? [])].map((each) => each.getBoundingClientRect().height);
    expect(lines).toEqual(width === 390 ? [34, 28] : [height, height]);
  },
);

describe('milestones', () => {
  const flags = { groupMilestone: false, subgroupMilestone: false, projectMilestone: false };
  const milestone = (
    title: string,
    startDate: string,
    dueDate: string,
    flag: keyof typeof flags = 'groupMilestone',
  ) => ({
    id: `gid://gitlab/Milestone/${title}`,
    title,
    state: 'active',
    webPath: `/groups/kubernetes/-/milestones/${title}`,
    startDate,
    dueDate,
    ...flags,
    [flag]: true,
  });
  const drawn = async (nodes: readonly unknown[], search: string): Promise<HTMLElement[]> => {
    openRoadmap(
      {
        roadmapGroupEpicsWithColor: () => epicsAnswer([epicNode()]),
        groupMilestonesEE: () => ({ group: { id: 'g', milestones: { nodes } } }),
      },
      search,
    );
    await screen.findByRole('button', { name: 'Collapse milestones' });
    await waitFor(() => expect(document.querySelector('[data-card^="milestone:"]')).not.toBeNull());
    return [...document.querySelectorAll<HTMLElement>('[data-card^="milestone:"]')];
  };

  test('RM-MS-05: all milestones are drawn, or those of the group, of subgroups or of projects', async () => {
    const nodes = [
      milestone('one', '2025-07-01', '2025-07-20', 'groupMilestone'),
      milestone('two', '2025-07-21', '2025-08-10', 'subgroupMilestone'),
      milestone('three', '2025-08-11', '2025-09-10', 'projectMilestone'),
    ];
    const shown = async (type: string) => {
      const found = (await drawn(nodes, `?milestones_type=${type}`)).map(({ textContent }) => textContent);
      cleanup();
      return found;
    };
    expect(await shown('ALL')).toEqual(['one', 'two', 'three']);
    expect(await shown('GROUP')).toEqual(['one']);
    expect(await shown('SUBGROUP')).toEqual(['two']);
    expect(await shown('PROJECT')).toEqual(['three']);
  });

  const looks = (links: readonly HTMLElement[]) => links.map(({ dataset }) => dataset['look'] ?? 'full');

  test('RM-MS-07, RM-MS-08 and RM-MS-10: in quarters the shortest are a dot, short ones have a truncated title', async () => {
    const nodes = [
      milestone('dot', '2025-01-06', '2025-01-10'),
      milestone('short', '2025-04-07', '2025-04-16'),
      milestone('long', '2025-08-01', '2025-08-20'),
    ];
    const links = await drawn(nodes, '?timeframe_range_type=THREE_YEARS&layout=QUARTERS');
    expect(looks(links)).toEqual(['minimum', 'small', 'full']);
    expect(links.map(({ textContent }) => textContent)).toEqual(['', 'short', 'long']);
  });

  test('RM-MS-09: in months short ones have a truncated title', async () => {
    const nodes = [milestone('short', '2025-03-03', '2025-03-05'), milestone('long', '2025-05-05', '2025-05-10')];
    expect(looks(await drawn(nodes, '?timeframe_range_type=CURRENT_YEAR&layout=MONTHS'))).toEqual(['small', 'full']);
  });
});
