// The toolbar of the roadmap at the widths that change it, in a real browser.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { axeFindings } from './setup/axe.ts';
import { makeEpic, makeGroup, phone, someone, wide } from './setup/people.ts';

const overview = '/groups/tidewater/-/roadmap?view=overview';
const toolbarOf = (page: Page) => page.locator('[class*="toolbar"]', { has: page.getByRole('search') }).first();
const tools = (page: Page): Locator[] => [
  page.getByRole('search', { name: 'Filter epics' }),
  page.getByRole('button', { name: /^Group by: / }),
  page.getByRole('button', { name: /^Color by: / }),
  page
    .getByRole('radiogroup', { name: 'Zoom' })
    .or(page.getByRole('button', { name: /^Zoom: / }))
    .first(),
  page.getByRole('button', { name: /^Views?\b/ }),
  page.getByRole('button', { name: 'Export' }),
  page.getByRole('button', { name: 'Settings', exact: true }),
];

/** The left edges, once all are on screen, and the vertical middles. */
async function placesOf(page: Page): Promise<{ lefts: number[]; middles: number[] }> {
  const boxes = [];
  for (const tool of tools(page)) {
    await expect(tool).toBeVisible();
    boxes.push(await tool.boundingBox());
  }
  return {
    lefts: boxes.map((box) => box?.x ?? 0),
    middles: boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)),
  };
}

const isWordShown = (button: Locator): Promise<boolean> =>
  button
    .locator('span')
    .first()
    .evaluate((word) => getComputedStyle(word).display !== 'none');

test('RX-LY-01: filter bar, Group by, Color by, zoom, Views, Export and Settings in one line; range and steps in the head, sorting in Group by', async ({
  browser,
}) => {
  const { page } = await someone(browser, null, wide);
  await page.goto(overview);
  for (const width of [1440, 1200]) {
    await page.setViewportSize({ width, height: 900 });
    const { lefts, middles } = await placesOf(page);
    expect([width, lefts]).toEqual([width, lefts.toSorted((one, other) => one - other)]);
    expect([width, new Set(middles).size]).toEqual([width, 1]);
    for (const name of ['Group by', 'Color by'])
      expect([width, await isWordShown(page.getByRole('button', { name: new RegExp(`^${name}: `) }))]).toEqual([
        width,
        true,
      ]);
    await expect(page.getByRole('radiogroup', { name: 'Zoom' }).getByRole('radio')).toHaveText([
      'Weeks',
      'Months',
      'Quarters',
      'Years',
    ]);
    const head = page.getByRole('columnheader').first();
    for (const name of [/^Range: /, 'Fit', 'Earlier', 'Today', 'Later'])
      await expect(head.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })).toBeVisible();
    await expect(toolbarOf(page).getByRole('button', { name: /^Sort/ })).toHaveCount(0);
  }
  await page.getByRole('button', { name: /^Group by: / }).click();
  await page.getByRole('menuitemradio', { name: 'Title' }).click();
  await expect(page).toHaveURL(/sort=TITLE_ASC/);
  await page.getByRole('button', { name: /^Group by: / }).click();
  await page.getByRole('menuitemradio', { name: 'Descending' }).click();
  await expect(page).toHaveURL(/sort=TITLE_DESC/);
});

test('RX-LY-02: under 1200 px the words go and the values stay, zoom is a menu and Views an icon; on a phone the settings have the three', async ({
  browser,
}) => {
  const { page } = await someone(browser, null, wide);
  await page.setViewportSize({ width: 1199, height: 900 });
  await page.goto(overview);
  for (const width of [1199, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const { middles } = await placesOf(page);
    // Narrower than 1024 px the filter bar has a line of its own.
    expect([width, new Set(middles.slice(1)).size]).toEqual([width, 1]);
    for (const name of ['Group by', 'Color by']) {
      const button = page.getByRole('button', { name: new RegExp(`^${name}: `) });
      expect([width, await isWordShown(button)]).toEqual([width, false]);
      await expect(button.locator('b')).toBeVisible();
    }
    await expect(page.getByRole('radiogroup', { name: 'Zoom' })).toHaveCount(0);
    await page.getByRole('button', { name: /^Zoom: / }).click();
    await expect(page.getByRole('menuitemradio')).toHaveText(['Weeks', 'Months', 'Quarters', 'Years']);
    await page.keyboard.press('Escape');
    expect((await page.getByRole('button', { name: /^Views?\b/ }).boundingBox())?.width).toBe(36);
    // The whole count and range can be read.
    const head = page.getByRole('columnheader').first();
    expect(
      await head
        .locator('[data-tooltip-cut]')
        .evaluateAll((texts) => texts.every((each) => each.scrollWidth <= each.clientWidth + 1)),
    ).toBe(true);
  }

  const small = await someone(browser, 'maren', { ...phone, colorScheme: 'dark' });
  const group = await makeGroup(small);
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  await makeEpic(small, group, { title: 'Boat', startDateFixed: day(-3), dueDateFixed: day(30) });
  await small.page.goto(`/groups/${group}/-/roadmap?view=overview`);
  await expect(small.page.getByRole('link', { name: 'Boat', exact: true })).toBeVisible();
  for (const name of [/^Group by: /, /^Color by: /, /^Zoom: /])
    await expect(small.page.getByRole('button', { name })).toBeHidden();
  await small.page.getByRole('button', { name: 'Settings', exact: true }).click();
  const sheet = small.page.getByRole('dialog', { name: 'Roadmap settings' });
  await sheet.getByRole('radiogroup', { name: 'Group by' }).getByRole('radio', { name: 'Health' }).click();
  await expect(small.page).toHaveURL(/group_by=HEALTH/);
  await sheet.getByRole('radiogroup', { name: 'Then by' }).getByRole('radio', { name: 'Status' }).click();
  await expect(small.page).toHaveURL(/then_by=STATUS/);
  await sheet.getByRole('radiogroup', { name: 'Color by' }).getByRole('radio', { name: 'Progress' }).click();
  await expect(small.page).toHaveURL(/color_by=PROGRESS/);
  await sheet.getByRole('radio', { name: 'Quarters' }).click();
  await expect(small.page).toHaveURL(/layout=QUARTERS/);
  await sheet.getByRole('radiogroup', { name: 'Sort by' }).first().getByRole('radio', { name: 'Title' }).click();
  await expect(small.page).toHaveURL(/sort=TITLE_/);
  expect(await axeFindings(small.page)).toEqual([]);
});
