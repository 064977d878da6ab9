import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { makeEpic, makeGroup, someone, type Someone } from './setup/people.ts';

const year = new Date().getFullYear();
const dates = { startDateFixed: `${year}-03-01`, dueDateFixed: `${year}-05-31` };

const field = (page: Page): Locator => page.getByRole('combobox', { name: 'Search epics' });
const options = (page: Page): Locator => page.getByRole('option');
const titles = (page: Page): Locator => page.locator('[role="row"][data-row] [role="rowheader"] > a');
const roadmap = (path: string, query = '') =>
  `/groups/${path}/-/roadmap?timeframe_range_type=CURRENT_YEAR&layout=MONTHS${query}`;
const fieldsPage = (path: string) => `/groups/${path}/-/settings/custom_fields`;

/** Opens the list of the filter bar, and waits until the fields of the group could have loaded. */
async function offered(page: Page): Promise<Locator> {
  const asked = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/graphql') && (response.request().postData() ?? '').includes('"active":true'),
  );
  await field(page).click();
  await asked;
  await expect(options(page).filter({ hasText: 'Confidential' })).toBeVisible();
  return options(page);
}

/** Defines a field through the page. */
async function define({ page }: Someone, path: string, name: string, values: readonly string[]): Promise<void> {
  await page.goto(fieldsPage(path));
  await page.getByRole('button', { name: 'New field' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Option 1' }).click();
  for (const value of values) {
    await page.keyboard.type(value);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'Create field' }).click();
  await expect(page.getByRole('list', { name: 'Custom fields' }).getByText(name, { exact: true })).toBeVisible();
}

/** Chooses a value in the sidebar of an epic. */
async function choose({ page }: Someone, path: string, iid: string, name: string, value: string): Promise<void> {
  await page.goto(`/groups/${path}/-/epics/${iid}`);
  // On a small screen the sidebar is collapsed at first.
  if ((page.viewportSize()?.width ?? 0) < 640) await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByLabel(name, { exact: true }).selectOption({ label: value });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeFocused();
  await expect(page.locator('section').filter({ has: page.getByRole('heading', { name }) })).toContainText(value);
}

test('RM-FB-09 and RM-QS-25: a field is defined and chosen on a phone in dark mode, and filters the roadmap of everyone', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    colorScheme: 'dark',
  });
  const { page } = maren;
  const path = await makeGroup(maren);
  const first = await makeEpic(maren, path, { title: 'First', ...dates });
  const second = await makeEpic(maren, path, { title: 'Second', ...dates });
  const expectFits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await define(maren, path, 'Exposure', ['High', 'Low']);
  await page.getByRole('button', { name: 'Edit Exposure' }).click();
  await page.getByRole('button', { name: 'Move option 2 up' }).click();
  await expect(page.getByRole('textbox', { name: 'Option 1' })).toHaveValue('Low');
  await expectFits();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Low, High')).toBeVisible();
  await choose(maren, path, first.iid, 'Exposure', 'High');
  await page.getByRole('button', { name: 'Edit Exposure' }).click();
  await expectFits();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const visitor = await someone(browser, null);
  await visitor.page.goto(roadmap(path));
  await expect(titles(visitor.page)).toHaveCount(2);
  await (await offered(visitor.page)).filter({ hasText: 'Exposure' }).click();
  await expect(visitor.page.getByRole('listbox', { name: 'Exposure is' })).toBeVisible();
  await expect(options(visitor.page)).toHaveText(['Low', 'High']);
  await visitor.page.keyboard.type('hi');
  await expect(options(visitor.page)).toHaveText(['High']);
  await visitor.page.keyboard.press('Enter');
  await expect(titles(visitor.page)).toHaveText(['First']);

  // The URL alone gives the same page; values that others set move epics in and out of the filtered list.
  await visitor.page.reload();
  await expect(titles(visitor.page)).toHaveText(['First']);
  await expect(visitor.page.getByRole('button', { name: 'Exposure is High', exact: true })).toBeVisible();
  await expect(visitor.page.locator('html[data-live="on"]')).toBeAttached();
  await choose(maren, path, second.iid, 'Exposure', 'High');
  await expect(titles(visitor.page)).toHaveCount(2);
});
