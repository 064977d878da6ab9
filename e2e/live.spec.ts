import { expect, test, type Locator, type Page } from '@playwright/test';
import { makeEpic, makeGroup, makeIssue, makeProject, someone, updateEpic, type Someone } from './setup/people.ts';
import { frames } from './setup/quiet.ts';

const rows = (page: Page): Locator => page.locator('[role="row"][data-row]');
const rowOf = (page: Page, title: string): Locator =>
  rows(page).filter({ has: page.getByRole('link', { name: title, exact: true }) });
const titles = (page: Page): Promise<string[]> => rows(page).locator('[role="rowheader"] > a').allTextContents();
const year = new Date().getFullYear();

/** Opens the roadmap of this year and waits until its live updates are connected. */
async function openRoadmap({ page }: Someone, path: string, query = ''): Promise<void> {
  await page.goto(`/groups/${path}/-/roadmap?timeframe_range_type=CURRENT_YEAR&layout=MONTHS${query}`);
  await expect(page.locator('html[data-live="on"]')).toBeAttached();
}

/** Makes a change and waits until the page shows it; checked in every frame. Returns the milliseconds since the response. */
async function shown<Wanted>(
  page: Page,
  change: () => Promise<unknown>,
  isShown: (wanted: Wanted) => boolean,
  wanted: Wanted,
): Promise<number> {
  await change();
  const began = performance.now();
  await page.waitForFunction(isShown as (wanted: unknown) => boolean, wanted, { polling: 'raf', timeout: 30_000 });
  return performance.now() - began;
}

/** Runs in the page: whether these epics are the rows, in this order. */
const hasTitles = (wanted: string[]): boolean => {
  const links = document.querySelectorAll('[role="row"][data-row] [role="rowheader"] > a');
  return JSON.stringify([...links].map((link) => link.textContent)) === JSON.stringify(wanted);
};

/** Reports the times. They are no assertion: a busy machine may take longer (`npm run bench -- sse` measures them). */
function reportTimes(times: Record<string, number>): void {
  test.info().annotations.push({ type: 'milliseconds from response to screen', description: JSON.stringify(times) });
}

test.describe('an open roadmap', () => {
  test('shows what another user did through the page or the API: renamed, new, re-dated, closed, deleted, completed, hidden', async ({
    browser,
  }) => {
    const maren = await someone(browser, 'maren');
    const visitor = await someone(browser, null);
    const path = await makeGroup(maren);
    const dates = { startDateFixed: `${year}-03-01`, dueDateFixed: `${year}-05-31` };
    const first = await makeEpic(maren, path, { title: 'First', ...dates });
    const second = await makeEpic(maren, path, { title: 'Second', ...dates, startDateFixed: `${year}-04-01` });
    await openRoadmap(visitor, path, '&sort=start_date_asc&show_progress=true&progress=COUNT');
    await expect(rows(visitor.page)).toHaveCount(2);

    const { page } = visitor;
    const renamed = await shown(page, () => updateEpic(maren, path, first.iid, { title: 'Renamed' }), hasTitles, [
      'Renamed',
      'Second',
    ]);
    const added = await shown(
      page,
      () => makeEpic(maren, path, { title: 'Between', ...dates, startDateFixed: `${year}-03-15` }),
      hasTitles,
      ['Renamed', 'Between', 'Second'],
    );
    const moved = await shown(
      page,
      () => updateEpic(maren, path, second.iid, { startDateFixed: `${year}-02-01` }),
      hasTitles,
      ['Second', 'Renamed', 'Between'],
    );
    // By another page, not the API.
    await maren.page.goto(`/groups/${path}/-/epics/${first.iid}`);
    const closed = await shown(
      page,
      () => maren.page.getByRole('button', { name: /close/i }).first().click(),
      () => document.querySelector('[role="rowheader"] > a[data-closed]')?.textContent === 'Renamed',
      null,
    );
    reportTimes({ renamed, added, moved, closed });
    await maren.ask('mutation ($id: WorkItemID!) { workItemDelete(input: { id: $id }) { errors } }', {
      id: second.id.replace('/Epic/', '/WorkItem/'),
    });
    await expect.poll(() => titles(page)).toEqual(['Renamed', 'Between']);

    // Progress after a change far below.
    const project = await makeProject(maren, path);
    const parent = await makeEpic(maren, path, { title: 'Parent', ...dates, startDateFixed: `${year}-01-01` });
    const child = await makeEpic(maren, path, { title: 'Child', ...dates, parentId: parent.id });
    const issue = { title: 'Issue', epic_id: Number(child.id.split('/').at(-1)) };
    const { iid } = await makeIssue(maren, project, issue);
    await expect(rowOf(page, 'Parent').getByRole('gridcell').getByRole('link')).toContainText('0%');
    const issuePath = `/projects/${encodeURIComponent(project)}/issues/${iid}`;
    const progress = await shown(
      page,
      () => maren.call('PUT', issuePath, { state_event: 'close' }),
      () => document.querySelector('[role="gridcell"] a')?.textContent?.includes('100%') ?? false,
      null,
    );
    reportTimes({ progress });

    // Nothing confidential is shown, and an epic that becomes confidential is removed.
    await makeEpic(maren, path, { title: 'Hidden', ...dates, confidential: true });
    await updateEpic(maren, path, first.iid, { confidential: true });
    await expect(rowOf(page, 'Renamed')).toBeHidden();
    await expect(page.getByText('Hidden')).toHaveCount(0);

    // Lists and pages of epics follow too.
    await page.getByRole('link', { name: 'Epics', exact: true }).first().click();
    await updateEpic(maren, path, parent.iid, { title: 'In the list' });
    await page.getByRole('link', { name: 'In the list' }).click();
    await expect(page.getByRole('heading', { name: 'In the list' })).toBeVisible();
    await updateEpic(maren, path, parent.iid, { title: 'On its page' });
    await expect(page.getByRole('heading', { name: 'On its page' })).toBeVisible();
  });

  test('keeps scroll, expansion and focus while rows are added and removed above them', async ({ browser }) => {
    const maren = await someone(browser, 'maren');
    const visitor = await someone(browser, null, { viewport: { width: 1200, height: 620 } });
    const path = await makeGroup(maren);
    const dates = { startDateFixed: `${year}-03-01`, dueDateFixed: `${year}-05-31` };
    for (let index = 0; index < 24; index++)
      await makeEpic(maren, path, {
        title: `Epic ${index + 10}`,
        ...dates,
        startDateFixed: `${year}-02-${index + 1 < 10 ? '0' : ''}${index + 1}`,
      });
    const parent = await makeEpic(maren, path, { title: 'Parent', ...dates, startDateFixed: `${year}-02-26` });
    const child = await makeEpic(maren, path, { title: 'Child', ...dates, parentId: parent.id });
    await openRoadmap(visitor, path, '&sort=start_date_asc');
    const { page } = visitor;
    await page
      .getByRole('treegrid')
      .locator('..')
      .evaluate((element) => element.scrollTo({ top: 99_999 }));
    await rowOf(page, 'Parent').getByRole('button', { name: 'Expand Parent' }).click();
    await expect(rowOf(page, 'Child')).toBeVisible();
    await page
      .getByRole('treegrid')
      .locator('..')
      .evaluate((element) => element.scrollTo({ top: 99_999 }));
    await rowOf(page, 'Child').focus();
    await frames(page, 12);
    const before = (await rowOf(page, 'Child').boundingBox())?.y;

    for (const title of ['Above one', 'Above two'])
      await makeEpic(maren, path, { title, ...dates, startDateFixed: `${year}-01-05` });
    await updateEpic(maren, path, child.iid, { title: 'Child, renamed' });
    await expect(rowOf(page, 'Child, renamed')).toBeVisible();
    await expect(rowOf(page, 'Child, renamed')).toBeFocused();
    const moved = async () => ((await rowOf(page, 'Child, renamed').boundingBox())?.y ?? 0) - (before ?? 0);
    await expect.poll(async () => Math.abs(await moved())).toBeLessThan(2);
    await page
      .getByRole('treegrid')
      .locator('..')
      .evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(rowOf(page, 'Above one')).toBeVisible();
    await expect(rowOf(page, 'Above two')).toBeVisible();
  });
});

test('a page that is shown again at once has what changed while another one was open', async ({ browser }) => {
  const maren = await someone(browser, 'maren');
  const { page } = maren;
  const path = await makeGroup(maren);
  const project = await makeProject(maren, path);
  const dates = { startDateFixed: `${year}-03-01`, dueDateFixed: `${year}-05-31` };
  const epic = await makeEpic(maren, path, { title: 'Epic', ...dates });
  const issue = await makeIssue(maren, project, { title: 'Issue' });
  const renameEpic = (title: string) => updateEpic(maren, path, epic.iid, { title });
  const renameIssue = (title: string) =>
    maren.call('PUT', `/projects/${encodeURIComponent(project)}/issues/${issue.iid}`, { title });
  for (const [address, before, after, rename] of [
    [`/groups/${path}/-/roadmap?timeframe_range_type=CURRENT_YEAR&layout=MONTHS`, 'Epic', 'Epic 2', renameEpic],
    [`/groups/${path}/-/epics`, 'Epic 2', 'Epic 3', renameEpic],
    [`/groups/${path}/-/issues`, 'Issue', 'Issue 2', renameIssue],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('link', { name: before, exact: true }).first()).toBeVisible();
    await expect(page.locator('html[data-live="on"]')).toBeAttached();
    await page.getByRole('link', { name: 'Labels', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Labels' })).toBeVisible();
    await rename(after);
    // Changes are reported in order: this page shows its own once the other one has arrived.
    await maren.call('POST', `/groups/${path}/labels`, { name: `after ${after}`, color: '#217645' });
    await expect(page.getByText(`after ${after}`)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('link', { name: after, exact: true }).first()).toBeVisible();
  }
});
