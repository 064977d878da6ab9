import { readFile } from 'node:fs/promises';
import { csvLine } from '@milepost/core/text/csv';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { makeCode } from './setup/code.ts';
import { persistedOperations } from './setup/operations.ts';
import { go, makeGroup, makeIssue, makeProject, phone, someone, wide, type Someone } from './setup/people.ts';

const metrics = [
  'Opened and closed issues',
  'Lead time and cycle time',
  'Throughput',
  'Deployment frequency',
  'Change failure rate',
  'Age of open merge requests',
];

const card = (page: Page, metric: string): Locator => page.getByRole('region', { name: metric, exact: true });
const day = (before: number): string => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);

interface Scene {
  groupPath: string;
  fullPath: string;
}

let made: Promise<Scene> | null = null;
/** Made once for all journeys of a worker, which only read it or restore what they change. */
const sceneOf = (maren: Someone): Promise<Scene> => (made ??= makeScene(maren));

/** A project with an issue closed after 20 days, one with a label, an incident, two deployments and a merge request. */
async function makeScene(maren: Someone): Promise<Scene> {
  const code = await makeCode(maren);
  const { groupPath, fullPath, project } = code;
  await maren.call('POST', `/groups/${encodeURIComponent(groupPath)}/labels`, { name: 'bug', color: '#217645' });
  const { id } = await maren.call<{ id: number }>('GET', '/user');
  // Closed 20 days later, at any time of the day.
  const created = new Date(Date.now() - 20 * 86_400_000).toISOString();
  const old = { title: 'Old', created_at: created, assignee_ids: [id] };
  const { iid } = await makeIssue(maren, fullPath, old);
  await maren.call('PUT', `${project}/issues/${iid}`, { state_event: 'close' });
  await makeIssue(maren, fullPath, { title: 'Wrong', labels: 'bug' });
  await makeIssue(maren, fullPath, { title: 'Outage', issue_type: 'incident' });
  const sha = 'c0ffee'.padEnd(40, '1');
  for (const ref of ['v1', 'v2']) {
    const deployment = { environment: 'production', status: 'success', ref, tag: true, sha };
    await maren.call('POST', `${project}/deployments`, deployment);
  }
  await code.branch('feature', { 'README.md': 'two\n' });
  const request = { source_branch: 'feature', target_branch: 'main', title: 'Feature' };
  await maren.call('POST', `${project}/merge_requests`, request);
  return { groupPath, fullPath };
}

/** Opens the table of a chart by keyboard; returns its cells. */
async function tableOf(page: Page, metric: string): Promise<string[][]> {
  const details = card(page, metric).locator('details');
  if ((await details.getAttribute('open')) === null) {
    await details.locator('summary').focus();
    await page.keyboard.press('Enter');
  }
  await expect(card(page, metric).getByRole('region', { name: `Table: ${metric}` })).toBeVisible();
  const rows = await card(page, metric).getByRole('row').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
}

/** The last row of a table, without the days. */
const lastOf = async (page: Page, metric: string): Promise<string[]> => (await tableOf(page, metric)).at(-1)!.slice(2);

async function chooseRange(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Date range/ }).press('Enter');
  await page.getByRole('menuitemradio', { name }).press('Enter');
}

test('DL-AN-10: six charts of a group and of a project, with ranges and filters in the address', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { groupPath, fullPath } = await sceneOf(maren);
  const { page } = maren;
  for (const home of [`/groups/${groupPath}`, `/${fullPath}`]) {
    await go(page, home);
    await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Analytics' }).click();
    await expect(page).toHaveURL(`${home}/-/analytics`);
    for (const metric of metrics) {
      await expect(card(page, metric).getByRole('img', { name: `Chart: ${metric}` })).toBeVisible();
      await expect(card(page, metric).locator('canvas')).toBeVisible();
    }
    await expect(card(page, 'Opened and closed issues')).toContainText('Opened 3Closed 1');
    await expect(card(page, 'Lead time and cycle time')).toContainText('Lead time 20 daysCycle time 0 days');
    await expect(card(page, 'Throughput')).toContainText('Issues closed 1');
    await expect(card(page, 'Deployment frequency')).toContainText('Deployments 2');
    await expect(card(page, 'Change failure rate')).toContainText('Failure rate 50%');
    await expect(card(page, 'Age of open merge requests')).toContainText('Merge requests 1');
    expect(await tableOf(page, 'Age of open merge requests')).toContainEqual(['Less than 1 day', '1']);
    await expectAccessible(page);
  }

  // The ranges, by keyboard; the address has them, and Back returns.
  const activity = card(page, 'Opened and closed issues');
  // The number of rows: days, or weeks, of which the first may be cut.
  const lengths = [
    [7, 7, 7],
    [30, 30, 30],
    [180, 26, 27],
    [90, 13, 14],
  ] as const;
  for (const [days, least, most] of lengths) {
    await chooseRange(page, `Last ${days} days`);
    if (days === 90) await expect(page).not.toHaveURL(/range=/);
    else await expect(page).toHaveURL(new RegExp(`range=${days}$`));
    const rows = async (): Promise<string[][]> => (await tableOf(page, 'Opened and closed issues')).slice(1);
    await expect.poll(async () => (await rows())[0]?.[0]).toBe(day(days - 1));
    expect((await rows()).length).toBeGreaterThanOrEqual(least);
    expect((await rows()).length).toBeLessThanOrEqual(most);
  }
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Date range: Last 180 days' })).toBeVisible();
  await chooseRange(page, 'Custom dates');
  await expect(page).toHaveURL(new RegExp(`from=${day(179)}&to=${day(0)}$`));
  await page.getByRole('textbox', { name: 'From' }).fill(day(30));
  await page.getByRole('textbox', { name: 'To' }).fill(day(10));
  await expect(page).toHaveURL(new RegExp(`from=${day(30)}&to=${day(10)}$`));
  await expect(activity).toContainText('Opened 1Closed 0');
  await page.reload();
  await expect(activity).toContainText('Opened 1Closed 0');
  await page.getByRole('textbox', { name: 'From' }).fill(day(5));
  await expect(page.getByRole('alert')).toHaveText('Choose a day that is not after the end.');
  await page.goto(`/${fullPath}/-/analytics?from=2020-01-01`);
  await expect(page.getByRole('alert')).toHaveText('Choose at most 730 days.');

  // A filter; deployments have no labels.
  await go(page, `/groups/${groupPath}/-/analytics`);
  const bar = page.getByRole('combobox', { name: 'Add filter' });
  await bar.click();
  await page.getByRole('option', { name: 'Label' }).click();
  await page.getByRole('option', { name: 'bug' }).click();
  await expect(page).toHaveURL(/label_name\[\]=bug/);
  await expect(activity).toContainText('Opened 1Closed 0');
  await expect(card(page, 'Deployment frequency')).toContainText('Filters do not apply to deployments.');
  await expect(card(page, 'Deployment frequency')).toContainText('Deployments 2');
  await expect(card(page, 'Age of open merge requests')).toContainText('No data for this range.');
  await page.reload();
  await expect(activity).toContainText('Opened 1Closed 0');
  await bar.click();
  await page.getByRole('option', { name: 'Project' }).click();
  await page.getByRole('option', { name: fullPath.split('/')[1]! }).click();
  await expect(page).toHaveURL(/project_id\[\]=\d+/);
  await expect(card(page, 'Deployment frequency')).toContainText('Filtered by project only.');
  await expect(card(page, 'Deployment frequency')).toContainText('Deployments 2');
});

test('DL-AN-11: charts load a library on these pages only, with tables by keyboard and the same numbers as CSV', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { groupPath, fullPath } = await sceneOf(maren);
  const { page } = maren;
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.text().catch(() => ''));
  });
  const hasLibrary = async (): Promise<boolean> =>
    (await Promise.all(scripts)).some((text) => text.includes('u-legend'));
  const others = ['-/roadmap', '-/epics', '-/issues', '-/milestones', '-/merge_requests', ''];
  for (const other of [...others.map((each) => `/groups/${groupPath}/${each}`), `/${fullPath}/-/environments`]) {
    await go(page, other);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  expect(scripts.length).toBeGreaterThan(10);
  expect(await hasLibrary()).toBe(false);
  await go(page, `/${fullPath}/-/analytics?range=7`);
  for (const metric of metrics) await expect(card(page, metric).locator('canvas')).toBeVisible();
  expect(await hasLibrary()).toBe(true);

  expect((await tableOf(page, 'Opened and closed issues'))[0]).toEqual(['From', 'To', 'Opened', 'Closed']);
  expect(await tableOf(page, 'Opened and closed issues')).toHaveLength(8);
  expect((await tableOf(page, 'Opened and closed issues')).at(-1)).toEqual([day(0), day(0), '2', '1']);
  expect((await lastOf(page, 'Lead time and cycle time'))[0]).toBe('20');
  expect(await lastOf(page, 'Throughput')).toEqual(['1']);
  expect(await lastOf(page, 'Deployment frequency')).toEqual(['2']);
  expect(await lastOf(page, 'Change failure rate')).toEqual(['50']);
  for (const metric of metrics) {
    const cells = await tableOf(page, metric);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download CSV: ${metric}` }).press('Enter');
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(new RegExp(`-${day(6)}-${day(0)}-\\w+\\.csv$`));
    expect(await readFile(await download.path(), 'utf8')).toBe(cells.map(csvLine).join(''));
  }
  // What spreadsheets would read as a formula.
  expect(csvLine(['=1+1', '+1+1', '-cmd', '@SUM(A1)'])).toBe("'=1+1,'+1+1,'-cmd,'@SUM(A1)\r\n");
});

test('DL-AN-12: a chart without data says so, and one that fails can be retried while the others stay', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { fullPath } = await sceneOf(maren);
  const { page } = maren;
  const empty = await makeProject(maren, await makeGroup(maren));
  await page.goto(`/${empty}/-/analytics`);
  for (const metric of metrics) {
    await expect(card(page, metric)).toContainText('No data for this range.');
    await expect(card(page, metric).locator('canvas')).toHaveCount(0);
  }
  await expect(card(page, 'Opened and closed issues')).toContainText('Create an issue');
  await expectAccessible(page);

  let isBroken = true;
  const hash = persistedOperations()['analyticsDeployments'];
  await page.route('**/api/graphql', (route) => {
    const { query } = route.request().postDataJSON() as { query: string };
    return isBroken && query === hash ? route.fulfill({ json: { errors: [{ message: 'broken' }] } }) : route.fallback();
  });
  await page.goto(`/${fullPath}/-/analytics`);
  for (const metric of ['Deployment frequency', 'Change failure rate']) {
    await expect(card(page, metric).getByRole('alert')).toContainText('Could not load this chart.');
  }
  for (const metric of metrics.filter((each) => !/^Deployment|^Change/.test(each))) {
    await expect(card(page, metric).locator('canvas')).toBeVisible();
  }
  await expectAccessible(page);
  const retry = card(page, 'Deployment frequency').getByRole('button', { name: 'Retry' });
  await expect(retry).toHaveText('Retry');
  isBroken = false;
  await retry.press('Enter');
  for (const metric of metrics) await expect(card(page, metric).locator('canvas')).toBeVisible();
});

test('analytics fit a phone in the dark theme and 320 px, and leave out what a reader may not see', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', { ...phone, colorScheme: 'dark' });
  const { fullPath } = await sceneOf(maren);
  const { page } = maren;
  const isFree = (): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  // While the responses are held back, the placeholders are visible.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const hash = persistedOperations()['analyticsActivity'];
  await page.route('**/api/graphql', async (route) => {
    if ((route.request().postDataJSON() as { query: string }).query === hash) await held;
    await route.fallback();
  });
  await page.goto(`/${fullPath}/-/analytics?from=${day(600)}&to=${day(0)}`);
  await expect(card(page, 'Opened and closed issues').getByRole('status', { name: 'Loading' })).toBeVisible();
  release();
  for (const metric of metrics) await expect(card(page, metric).locator('canvas')).toBeVisible();
  await tableOf(page, 'Lead time and cycle time');
  await expectAccessible(page);
  expect(await isFree()).toBe(true);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(isFree).toBe(true);
  const canvas = await card(page, metrics[0]!).locator('canvas').boundingBox();
  expect(canvas?.width).toBeLessThan(320);

  // The palette leads here too.
  const other = await someone(browser, 'maren', wide);
  await other.page.goto(`/${fullPath}`);
  await expect(other.page.getByRole('heading', { level: 1 })).toBeVisible();
  await other.page.keyboard.press('Control+k');
  await other.page.getByRole('combobox', { name: 'Search or jump to' }).fill('Analytics');
  await other.page
    .getByRole('option', { name: /^Analytics/ })
    .first()
    .click();
  await expect(other.page).toHaveURL(`/${fullPath}/-/analytics`);
  await expect(other.page).toHaveTitle(/^Analytics/);

  // Where issues are switched off, their charts are left out.
  const off = { issues_access_level: 'disabled' };
  await other.call('PUT', `/projects/${encodeURIComponent(fullPath)}`, off);
  await other.page.reload();
  await expect(card(other.page, 'Deployment frequency').locator('canvas')).toBeVisible();
  await expect(card(other.page, 'Throughput')).toHaveCount(0);
  await other.call('PUT', `/projects/${encodeURIComponent(fullPath)}`, { issues_access_level: 'enabled' });

  // The project is public; its deployments are read by reporters only.
  const visitor = await someone(browser, null, wide);
  await visitor.page.goto(`/${fullPath}/-/analytics`);
  await expect(card(visitor.page, 'Opened and closed issues').locator('canvas')).toBeVisible();
  await expect(card(visitor.page, 'Deployment frequency')).toHaveCount(0);
  await expect(card(visitor.page, 'Change failure rate')).toHaveCount(0);
});
