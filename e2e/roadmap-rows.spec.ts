import { expect, test, type Locator, type Page } from '@playwright/test';
import { makeEpic, makeGroup, makeProject, someone, type Someone } from './setup/people.ts';

// Requirements proved on the whole product: a separate group, a real server, a fixed day.

const today = new Date('2025-07-17T10:00:00Z');
const julyToAugust = { startDateFixed: '2025-07-07', dueDateFixed: '2025-08-22' };
const wide = { viewport: { width: 1440, height: 900 } };

const rows = (page: Page): Locator => page.locator('[role="row"][data-row]');
const titles = (page: Page): Locator => rows(page).locator('[role="rowheader"] a');
const periods = (page: Page): Promise<string[]> =>
  page.locator('[class*="periodName"]').evaluateAll((names) => names.map((name) => name.textContent ?? ''));
/** The drawn milestones, from the left. */
const milestones = (page: Page): Locator => page.locator('[data-card^="milestone:"]');
const tokens = (page: Page): Locator => page.getByRole('button', { name: /^Remove filter/ });
const roadmap = (path: string, search = ''): string => `/groups/${path}/-/roadmap${search}`;

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-busy', 'false');
}

/** A group with an epic, a subgroup with one, and a browser whose day is July 17, 2025. */
async function begin(maren: Someone) {
  const path = await makeGroup(maren);
  const { id } = await maren.call<{ id: number }>('GET', `/groups/${path}`);
  await maren.call('POST', '/groups', { name: 'Below', path: 'below', parent_id: id, visibility: 'public' });
  await makeEpic(maren, path, { title: 'Above', ...julyToAugust });
  const below = await makeEpic(maren, `${path}/below`, { title: 'Below', ...julyToAugust });
  await maren.page.clock.setFixedTime(today);
  return { path, id, below };
}

test('RM-QS-10, RM-QS-11 and RM-QS-12: keys that only arrange the page never filter; layout does arrange it', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { path } = await begin(maren);
  const { page } = maren;
  const arranging =
    'in=TITLE&state=all&page=3&sort=TITLE_ASC&prev=x&next=y&timeframe_range_type=CURRENT_YEAR&layout=WEEKS' +
    '&progress=COUNT&milestones_type=GROUP&show_milestones=true&show_labels=true&show_progress=true';
  await open(page, roadmap(path, `?${arranging}`));
  await expect(titles(page)).toHaveText(['Above', 'Below']);
  await expect(tokens(page)).toHaveCount(0);
  // This year in weeks begins with the week of January 1.
  await page
    .getByRole('treegrid')
    .locator('..')
    .evaluate((scroller) => (scroller.scrollLeft = 0));
  await expect.poll(() => periods(page)).toContain('2024Dec 29');
  await open(page, roadmap(path, `?${arranging}&search=bel`));
  await expect(titles(page)).toHaveText(['Below']);
  await expect(tokens(page)).toHaveCount(1);
});

test('RM-QS-12, RM-SD-09, RM-SD-10 and RM-SD-11: a layout that the range does not allow falls back to the default, also a remembered one when the URL has only the range', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { path } = await begin(maren);
  const { page } = maren;
  const layout = (name: string) => page.getByRole('group', { name: 'Zoom' }).getByText(name, { exact: true });
  for (const [search, name] of [
    ['?timeframe_range_type=CURRENT_QUARTER&layout=MONTHS', 'Weeks'],
    ['?timeframe_range_type=CURRENT_YEAR&layout=QUARTERS', 'Months'],
    ['?timeframe_range_type=CURRENT_YEAR&layout=WEEKS', 'Weeks'],
    ['?timeframe_range_type=THREE_YEARS&layout=MONTHS', 'Months'],
  ] as const) {
    await open(page, roadmap(path, search));
    await expect(layout(name)).toBeVisible();
  }
  // Weeks are chosen, and remembered.
  await open(page, roadmap(path, '?timeframe_range_type=CURRENT_YEAR'));
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Weeks' }).click();
  await expect(layout('Weeks')).toBeVisible();
  await open(page, roadmap(path));
  await expect(layout('Weeks')).toBeVisible();
  await open(page, roadmap(path, '?timeframe_range_type=CURRENT_YEAR'));
  await expect(layout('Months')).toBeVisible();
  await open(page, roadmap(path, '?timeframe_range_type=THREE_YEARS'));
  await expect(layout('Quarters')).toBeVisible();
});

test('RM-QS-18, RM-FB-11, RM-FB-12 and RM-QS-17: a group and an epic in the URL narrow the list to them', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { path, below } = await begin(maren);
  const { page } = maren;
  await open(page, roadmap(path, `?group_path=${encodeURIComponent(`${path}/below`)}`));
  await expect(titles(page)).toHaveText(['Below']);
  await expect(tokens(page)).toHaveCount(1);
  // Both groups have an epic with this number: the part before the marker names the group.
  await open(page, roadmap(path, `?epic_iid=${encodeURIComponent(`${path}/below::&${below.iid}`)}`));
  await expect(titles(page)).toHaveText(['Below']);
  await open(page, roadmap(path, `?epic_iid=${encodeURIComponent(`${path}::&1`)}`));
  await expect(titles(page)).toHaveText(['Above']);
  await open(page, roadmap(path, '?epic_iid=1'));
  await expect(titles(page)).toHaveText(['Above']);
});

test('RM-ST-01 and RM-ST-02: an unknown range falls back to this quarter, an unknown sort to the first', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { path } = await begin(maren);
  const { page } = maren;
  await open(page, roadmap(path, '?timeframe_range_type=LAST_CENTURY&sort=LOUDEST_FIRST'));
  await expect.poll(() => periods(page)).toContain('Jul 13');
  await expect(page.getByRole('group', { name: 'Zoom' }).getByText('Weeks')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sort by: Start date' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sort direction: ascending' })).toBeVisible();
});

test('RM-TL-04: a quarter shows its year at the first item and at each first quarter', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const { path } = await begin(maren);
  const { page } = maren;
  await open(page, roadmap(path, '?timeframe_range_type=THREE_YEARS&layout=QUARTERS'));
  await expect
    .poll(() => periods(page))
    .toEqual(['2024Q1', 'Q2', 'Q3', 'Q4', '2025Q1', 'Q2', 'Q3', 'Q4', '2026Q1', 'Q2', 'Q3', 'Q4']);
  await page.clock.setFixedTime(new Date('2025-10-02T10:00:00Z'));
  await open(page, roadmap(path, '?timeframe_range_type=THREE_YEARS&layout=QUARTERS'));
  await expect.poll(async () => (await periods(page)).slice(0, 4)).toEqual(['2024Q2', 'Q3', 'Q4', '2025Q1']);
});

test('RM-MS-05: all milestones are drawn, or those of the group, of subgroups or of projects', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const { path } = await begin(maren);
  const { page } = maren;
  const project = await makeProject(maren, path);
  const make = (namespace: string, title: string, start: string, due: string) =>
    maren.call('POST', `/${namespace}/milestones`, { title, start_date: start, due_date: due });
  await make(`groups/${encodeURIComponent(path)}`, 'own', '2025-07-01', '2025-07-20');
  await make(`groups/${encodeURIComponent(`${path}/below`)}`, 'subgroup', '2025-07-21', '2025-08-10');
  await make(`projects/${encodeURIComponent(project)}`, 'project', '2025-08-11', '2025-09-10');
  for (const [type, shown] of [
    ['ALL', ['own', 'subgroup', 'project']],
    // A subgroup is a group: its milestones have both flags.
    ['GROUP', ['own', 'subgroup']],
    ['SUBGROUP', ['subgroup']],
    ['PROJECT', ['project']],
  ] as const) {
    await open(page, roadmap(path, `?milestones_type=${type}`));
    await expect(milestones(page)).toHaveText(shown);
  }
});

test('RM-MS-07, RM-MS-08, RM-MS-09 and RM-MS-10: short milestones of quarters and months are drawn at minimum width or small, those of weeks in full', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { path } = await begin(maren);
  const { page } = maren;
  // July to September has 92 days: 8 of them are 8.7 percent, 9 are 9.8, 11 are 12. October's 31: 3 are 9.7, 4 are 12.9.
  for (const [title, start, due] of [
    ['eight', '2025-07-01', '2025-07-08'],
    ['nine', '2025-08-01', '2025-08-09'],
    ['twelve', '2025-09-01', '2025-09-12'],
    ['three', '2025-10-01', '2025-10-03'],
    ['four', '2025-11-03', '2025-11-06'],
  ] as const) {
    await maren.call('POST', `/groups/${path}/milestones`, { title, start_date: start, due_date: due });
  }
  const drawn = async (search: string) => {
    await open(page, roadmap(path, search));
    await expect(milestones(page).first()).toBeVisible();
    const looks = await milestones(page).evaluateAll((links) =>
      links.map((link) => [
        link.getAttribute('aria-label')?.split(',')[0],
        (link as HTMLElement).dataset['look'] ?? 'full',
        link.textContent,
      ]),
    );
    return Object.fromEntries(looks.map(([title, look, text]) => [title, `${look} ${text}`.trim()]));
  };
  expect(await drawn('?timeframe_range_type=THREE_YEARS&layout=QUARTERS')).toMatchObject({
    eight: 'minimum',
    nine: 'small nine',
    twelve: 'full twelve',
  });
  expect(await drawn('?timeframe_range_type=CURRENT_YEAR&layout=MONTHS')).toMatchObject({
    three: 'small three',
    four: 'full four',
  });
  expect(await drawn('?timeframe_range_type=CURRENT_QUARTER')).toMatchObject({ eight: 'full eight' });
});

test('RM-ET-12: an epic without dates is marked, if the roadmap lists those', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const { path } = await begin(maren);
  await makeEpic(maren, path, { title: 'Idea' });
  const { page } = maren;
  await open(page, roadmap(path));
  await page.getByRole('button', { name: 'Undated (1)' }).click();
  const item = page.getByRole('dialog', { name: 'Undated epics' }).getByRole('listitem');
  await expect(item).toContainText(/^Idea.*No start and end date$/);
});
