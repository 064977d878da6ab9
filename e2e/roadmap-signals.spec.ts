// Signals, strip and legend of the roadmap in a real browser.
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import {
  makeEpic,
  makeGroup,
  makeIssue,
  makeProject,
  phone,
  someone,
  updateEpic,
  wide,
  type MadeEpic,
  type Someone,
} from './setup/people.ts';
import { holdLongTimers } from './setup/quiet.ts';

const DAY_MS = 86_400_000;
const on = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const dates = (from: number, to: number) => ({ startDateFixed: on(from), dueDateFixed: on(to) });
const range = `range_from=${on(-60)}&range_to=${on(60)}&layout=WEEKS`;

const strip = (page: Page): Locator => page.getByRole('toolbar', { name: 'Summary' });
const legend = (page: Page): Locator => page.getByRole('toolbar', { name: 'Legend' });
const rowOf = (page: Page, title: string): Locator =>
  page.locator('[role="row"][data-row]').filter({ has: page.getByText(title, { exact: true }) });
const rows = (page: Page): Locator => page.locator('[role="row"][data-row]');

async function block(by: Someone, blocked: MadeEpic, blocker: MadeEpic): Promise<void> {
  const item = ({ id }: MadeEpic) => id.replace('/Epic/', '/WorkItem/');
  const { workItemAddLinkedItems: done } = await by.ask<{ workItemAddLinkedItems: { errors: string[] } }>(
    'mutation ($input: WorkItemAddLinkedItemsInput!) { workItemAddLinkedItems(input: $input) { errors } }',
    { input: { id: item(blocked), workItemsIds: [item(blocker)], linkType: 'BLOCKED_BY' } },
  );
  expect(done.errors).toEqual([]);
}

async function setHealth(by: Someone, path: string, { iid }: MadeEpic, health: string): Promise<void> {
  await by.call('POST', `/groups/${encodeURIComponent(path)}/epics/${iid}/status_updates`, {
    health,
    text: 'So it is',
  });
}

async function open(page: Page, path: string, query = ''): Promise<void> {
  await page.goto(`/groups/${path}/-/roadmap?${range}${query}`);
  await expect(strip(page).getByRole('button', { name: /^Overdue \d/ })).toBeVisible();
}

test('RX-SG-04, RX-SG-09: a row marks its first two signals; tooltip and popover name all with their numbers', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const path = await makeGroup(maren);
  const project = await makeProject(maren, path);
  const risky = await makeEpic(maren, path, { title: 'Risky', ...dates(-9, 0) });
  await makeIssue(maren, project, { title: 'To do', epic_id: Number(risky.id.split('/').at(-1)) });
  const [long, short] = [
    await makeEpic(maren, path, { title: 'Long blocker', ...dates(-20, 3) }),
    await makeEpic(maren, path, { title: 'Short blocker', ...dates(-20, -5) }),
  ];
  await block(maren, risky, long);
  await block(maren, risky, short);
  await setHealth(maren, path, risky, 'at_risk');
  const meeting = await makeEpic(maren, path, { title: 'Meeting', ...dates(3, 20) });
  await block(maren, meeting, long);
  const parent = await makeEpic(maren, path, { title: 'Parent', ...dates(1, 10) });
  await makeEpic(maren, path, { title: 'Outsider', parentId: parent.id, ...dates(0, 20) });
  await makeEpic(maren, path, { title: 'Calm', ...dates(5, 20) });

  const { page } = maren;
  await open(page, path, '&levels=2&density=COMPACT');
  const marks = (title: string): Locator => rowOf(page, title).locator('[data-signal]');
  await expect(marks('Risky')).toHaveCount(2);
  expect(await marks('Risky').evaluateAll((all) => all.map((mark) => mark.getAttribute('data-signal')))).toEqual([
    'AT_RISK',
    'STARTS_EARLY',
  ]);
  for (const box of await marks('Risky').evaluateAll((all) =>
    all.map((mark) => mark.getBoundingClientRect().toJSON() as DOMRect),
  ))
    expect([box.width, box.height]).toEqual([14, 14]);
  const all = ['At risk', 'Starts 12 d early', 'Behind: 0% done, 90% of its time gone'];
  await expect(rowOf(page, 'Risky').getByRole('img', { name: all.join(' · ') })).toBeVisible();
  await expect(rowOf(page, 'Meeting').getByRole('img', { name: 'Starts the same day' })).toBeVisible();
  await expect(rowOf(page, 'Outsider').getByRole('img', { name: 'Outside parent' })).toBeVisible();
  await expect(marks('Calm')).toHaveCount(0);
  await rowOf(page, 'Risky').locator('[role="gridcell"] a').hover();
  const popover = page.locator('[popover]').filter({ hasText: 'Risky' });
  await expect.poll(() => popover.getByRole('listitem').allTextContents()).toEqual(all);
});

test('RX-SG-10: signals and counts follow what others change, and the midnight of the viewer', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const visitor = await someone(browser, null, wide);
  const path = await makeGroup(maren);
  const project = await makeProject(maren, path);
  const moving = await makeEpic(maren, path, { title: 'Moving', ...dates(-20, 20) });
  const blocker = await makeEpic(maren, path, { title: 'Blocker', ...dates(-20, 5) });
  const issue = await makeIssue(maren, project, { title: 'Half', epic_id: Number(blocker.id.split('/').at(-1)) });
  await makeEpic(maren, path, { title: 'Due today', ...dates(1 - 2, 0) });
  const { page } = visitor;
  await page.clock.install({ time: new Date(`${on(0)}T23:58:00`) });
  await open(page, path);
  await expect(page.locator('html[data-live="on"]')).toBeAttached();
  const count = (name: string) => strip(page).getByRole('button', { name });
  const shows = async (change: () => Promise<unknown>, name: string, mark: Locator | null): Promise<void> => {
    await change();
    await expect(count(name)).toBeVisible();
    if (mark) await expect(mark).toBeVisible();
  };
  const mark = (title: string, text: RegExp): Locator => rowOf(page, title).getByRole('img', { name: text });
  await expect(count('Overdue 0')).toBeVisible();
  // Within a second: the page waits for nothing that takes one.
  const startTimers = await holdLongTimers(page, 1_000);
  await shows(() => block(maren, moving, blocker), 'Starts early 1', mark('Moving', /Starts 25 d early/));
  await shows(() => setHealth(maren, path, moving, 'at_risk'), 'At risk 1', mark('Moving', /^At risk/));
  await shows(
    () => updateEpic(maren, path, moving.iid, { startDateFixed: on(-30), dueDateFixed: on(-3) }),
    'Overdue 1',
    mark('Moving', /3 days overdue/),
  );
  await expect(count('Behind 1')).toBeVisible();
  await shows(
    () => maren.call('PUT', `/projects/${encodeURIComponent(project)}/issues/${issue.iid}`, { state_event: 'close' }),
    'On track 0',
    null,
  );
  await expect(count('Behind 1')).toHaveCount(0);
  await startTimers();

  await page.clock.fastForward(125_000);
  await expect(count('Overdue 2')).toBeVisible();
  await expect(mark('Due today', /1 day overdue/)).toBeVisible();
});

async function scene(browser: Browser, screen = wide): Promise<{ maren: Someone; path: string; page: Page }> {
  const maren = await someone(browser, 'maren', screen);
  const path = await makeGroup(maren);
  const late = await makeEpic(maren, path, { title: 'Late', ...dates(-20, -2) });
  await setHealth(maren, path, late, 'at_risk');
  const fine = await makeEpic(maren, path, { title: 'Fine', ...dates(-2, 20) });
  await setHealth(maren, path, fine, 'on_track');
  await makeEpic(maren, path, { title: 'Open end', startDateFixed: on(-2) });
  const done = await makeEpic(maren, path, { title: 'Done', ...dates(-20, 10) });
  await updateEpic(maren, path, done.iid, { stateEvent: 'CLOSE' });
  await makeEpic(maren, path, { title: 'Someday' });
  return { maren, path, page: maren.page };
}

test('RX-SS-01, RX-KB-06: the strip is 40 px high (48 on a phone) with a bar and toggles; it and the legend are toolbars', async ({
  browser,
}) => {
  const { page, path } = await scene(browser);
  await open(page, path, '&color_by=HEALTH');
  const [head, bar, box] = await Promise.all([
    page.locator('[role="treegrid"]').evaluate((grid) => grid.getBoundingClientRect().top),
    strip(page).locator('xpath=preceding-sibling::*[1]').boundingBox(),
    strip(page).locator('xpath=..').boundingBox(),
  ]);
  expect(box?.height).toBe(40);
  expect([bar?.width, bar?.height]).toEqual([148, 6]);
  expect(Math.round((box?.y ?? 0) + 40)).toBeLessThanOrEqual(Math.round(head));
  const toolbar = await page.getByRole('combobox').first().boundingBox();
  expect((toolbar?.y ?? 0) + (toolbar?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
  const toggles = strip(page).getByRole('button');
  for (const toggle of await toggles.all()) {
    expect((await toggle.boundingBox())?.height).toBe(28);
    // Mark, name and count, in this order.
    const parts = await toggle.evaluate((element) => [...element.children].map(({ tagName }) => tagName.toLowerCase()));
    expect(parts).toEqual([expect.stringMatching(/^(i|svg)$/), 'span', 'b']);
  }

  // Toggle buttons with roving focus, whose names hold the count.
  const names = ['On track 1', 'Needs attention 0', 'At risk 1', 'No update 1', 'Overdue 1', 'Undated 1'];
  for (const [at, name] of names.entries()) {
    const toggle = strip(page).getByRole('button', { name, exact: true, pressed: false });
    await expect(toggle).toHaveAttribute('tabindex', at === 0 ? '0' : '-1');
  }
  await strip(page).getByRole('button', { name: 'On track 1' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(strip(page).getByRole('button', { name: 'At risk 1' })).toBeFocused();
  const counts = page.locator('[role="status"][data-status-counts]');
  await expect(counts).toContainText('5 epics shown');
  await page.evaluate(() => {
    const element = document.querySelector('[data-status-counts]') as HTMLElement;
    const said: { at: number; text: string }[] = [];
    new MutationObserver(() => said.push({ at: performance.now(), text: element.textContent })).observe(element, {
      characterData: true,
      childList: true,
      subtree: true,
    });
    Object.assign(window, { said });
  });
  await expect(counts).toContainText('5 epics shown');
  await page.keyboard.press('Enter');
  await expect(strip(page).getByRole('button', { name: 'At risk 1', pressed: true })).toBeVisible();
  await expect(counts).toContainText('1 of 5 epics shown');
  // Changes in quick succession.
  for (let press = 0; press < 5; press++) await page.keyboard.press('Enter');
  await expect(counts).not.toContainText('1 of 5 epics shown');
  const said = await page.evaluate(() => (window as unknown as { said: { at: number; text: string }[] }).said);
  expect(said.length).toBeGreaterThan(0);
  for (const [at, { at: time }] of said.entries())
    if (at > 0) expect(time - (said[at - 1]?.at ?? 0)).toBeGreaterThan(990);
  await expect(legend(page).getByRole('button', { name: 'At risk, 1 drawn', exact: true })).toBeVisible();
  const entries = legend(page).getByRole('button');
  expect(await entries.evaluateAll((all) => all.map((entry) => (entry as HTMLElement).tabIndex))).toEqual([
    0, -1, -1, -1, -1, -1,
  ]);
  await entries.first().focus();
  await page.keyboard.press('End');
  await expect(legend(page).getByRole('button', { name: /^Closed/ })).toBeFocused();
  for (const entry of await entries.all()) await expect(entry).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible(page);

  const { page: small } = await someone(browser, 'maren', phone);
  await open(small, path);
  expect((await strip(small).locator('xpath=..').boundingBox())?.height).toBe(48);
});

test('RX-CB-11: the legend stands at the right of the status line and filters; small screens have it in the settings', async ({
  browser,
}) => {
  const { page, path, maren } = await scene(browser);
  await open(page, path, '&color_by=HEALTH');
  const texts = () => legend(page).locator('[data-fit]:not([data-hidden])').allTextContents();
  const all = ['On track', 'At risk', 'No update', 'Overdue', 'No end', 'Closed'];
  await expect.poll(texts).toEqual(all);
  const footer = page.locator('footer').filter({ has: legend(page) });
  const [line, box] = [await footer.boundingBox(), await legend(page).boundingBox()];
  expect((line?.x ?? 0) + (line?.width ?? 0) - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThan(40);
  const press = (name: string) => legend(page).getByRole('button', { name }).click();
  const tokens = () => page.getByRole('search').first().textContent();
  await press('At risk');
  await expect(rows(page)).toHaveCount(1);
  expect(await tokens()).toContain('At risk');
  await press('On track');
  await expect(rows(page)).toHaveCount(2);
  expect(new URL(page.url()).searchParams.getAll('health_status[]')).toEqual(['atRisk', 'onTrack']);
  await press('At risk');
  await expect(rowOf(page, 'Fine')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await press('On track');
  await expect(rows(page)).toHaveCount(4);
  await press('Closed');
  await expect(rows(page)).toHaveCount(1);
  await press('Closed');
  await expect(rows(page)).toHaveCount(4);

  // A snapshot while one is compared.
  const snapshots = `/groups/${encodeURIComponent(path)}/roadmap_snapshots`;
  const { id } = await maren.call<{ id: number }>('POST', snapshots, { name: 'Before' });
  await expect
    .poll(async () => (await maren.call<{ status: string }>('GET', `${snapshots}/${id}`)).status)
    .not.toBe('pending');
  await open(page, path, `&color_by=HEALTH&compare=${id}`);
  await expect.poll(texts).toEqual([...all, 'Snapshot']);
  await page.setViewportSize({ width: 700, height: 900 });
  await legend(page).getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitemradio').last()).toHaveText(/Closed/);
  await page.keyboard.press('Escape');

  const { page: small } = await someone(browser, 'maren', phone);
  await open(small, path, '&color_by=HEALTH');
  await expect(legend(small)).toBeHidden();
  await small.getByRole('button', { name: 'Settings' }).click();
  await expect(small.getByRole('dialog').getByRole('toolbar', { name: 'Legend' })).toBeVisible();
});

test('bars have the colors of their statuses, which the legend names and filters by', async ({ browser }) => {
  const { page, path, maren } = await scene(browser);
  const { group } = await maren.ask<{
    group: { epics: { nodes: { title: string; status: { name: string; color: string } }[] } };
  }>(
    'query ($path: ID!) { group(fullPath: $path) { epics(search: "Fine") { nodes { title status { name color } } } } }',
    { path },
  );
  const status = group.epics.nodes[0]?.status;
  await open(page, path);
  await page.getByRole('button', { name: /^Color by/ }).click();
  await page.getByRole('menuitemradio', { name: 'Status' }).click();
  const bar = rowOf(page, 'Fine').locator('[role="gridcell"] a');
  await expect.poll(() => bar.evaluate((element) => element.style.getPropertyValue('--tone'))).toBe(status?.color);
  const name = status?.name ?? '';
  await legend(page).getByRole('button', { name }).click();
  await expect(rows(page)).toHaveCount(3);
  expect(new URL(page.url()).searchParams.getAll('or[status][]')).toEqual([name]);
});

test('RX-SS-08: a public link has strip and legend; pressing filters without leaving it', async ({ browser }) => {
  const { maren, path } = await scene(browser);
  await makeEpic(maren, path, { title: 'Secret', confidential: true, ...dates(-20, -2) });
  const { roadmapLinkCreate } = await maren.ask<{ roadmapLinkCreate: { pageUrl: string } }>(
    'mutation ($input: RoadmapLinkCreateInput!) { roadmapLinkCreate(input: $input) { errors pageUrl } }',
    { input: { fullPath: path, kind: 'PAGE', name: 'For the board', query: `${range}&color_by=HEALTH&state=all` } },
  );
  const { page } = await someone(browser, null, wide);
  const { pathname } = new URL(roadmapLinkCreate.pageUrl);
  await page.goto(pathname);
  const names = ['On track 1', 'Needs attention 0', 'At risk 1', 'No update 1', 'Overdue 1', 'Undated 1'];
  for (const name of names) await expect(strip(page).getByRole('button', { name, exact: true })).toBeVisible();
  await expect(rowOf(page, 'Late').getByRole('img', { name: 'At risk · 2 days overdue' })).toBeVisible();
  await strip(page).getByRole('button', { name: 'Overdue 1' }).click();
  await expect(rows(page)).toHaveCount(1);
  expect(new URL(page.url()).pathname).toBe(pathname);
  // The counts stay those of the list without the strip's own filters.
  await expect(strip(page).getByRole('button', { name: 'On track 1' })).toBeVisible();
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await strip(page).getByRole('button', { name: 'Overdue 1' }).click();
  await expect(rows(page)).toHaveCount(4);
  await legend(page).getByRole('button', { name: 'On track' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rowOf(page, 'Fine')).toBeVisible();
  await legend(page).getByRole('button', { name: 'On track' }).click();
  await legend(page).getByRole('button', { name: 'Closed' }).click();
  await expect(rowOf(page, 'Done')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.locator('body')).not.toContainText('Secret');
  await expectAccessible(page);
});

test('in forced colors bars, hatches, marks, strip and legend stay visible', async ({ browser }) => {
  const { path } = await scene(browser);
  const { page } = await someone(browser, 'maren', wide);
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, path, '&color_by=HEALTH&density=COMPACT');
  await expect(rowOf(page, 'Late').locator('[data-signal]').first()).toBeVisible();
  const found = await page.evaluate(() => {
    const row = [...document.querySelectorAll('[role="row"][data-row]')].find((each) =>
      each.textContent.includes('Late'),
    );
    const cell = row?.querySelector('[role="gridcell"]');
    const styleOf = (element: Element | null | undefined) => (element ? getComputedStyle(element) : null);
    const bar = cell?.querySelector('a');
    return {
      bar: styleOf(bar)?.backgroundImage,
      outline: styleOf(bar)?.outlineStyle,
      mark: styleOf(bar?.querySelector('[data-mark]'))?.backgroundColor,
      hatch: styleOf(cell?.querySelector('a ~ i'))?.borderTopStyle,
      segment: styleOf(document.querySelector('[aria-hidden] > i[data-health="atRisk"]'))?.backgroundColor,
      sign: styleOf(document.querySelector('[role="toolbar"] [data-health="at_risk"]'))?.backgroundColor,
      canvas: getComputedStyle(document.body).backgroundColor,
    };
  });
  expect(found.bar).not.toBe('none');
  expect(found.outline).toBe('solid');
  expect(found.hatch).toBe('solid');
  for (const color of [found.mark, found.segment, found.sign]) {
    expect(color).toMatch(/^(rgb|color)\(/);
    expect(color).not.toBe(found.canvas);
  }
  await strip(page).getByRole('button', { name: 'At risk 1' }).click();
  const pressed = strip(page).getByRole('button', { name: 'At risk 1', pressed: true });
  await expect(pressed).toHaveCSS('outline-style', 'solid');
});
