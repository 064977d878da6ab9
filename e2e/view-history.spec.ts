import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { datesOf, makeEpic, makeGroup, someone, type MadeEpic, type Someone } from './setup/people.ts';
import { holdTimers, untilScrolled } from './setup/quiet.ts';

const rowOf = (page: Page, title: string): Locator =>
  page.locator('[role="row"][data-row]').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const scroller = (page: Page): Locator => page.getByRole('treegrid').locator('..');
const back = (page: Page): Locator => page.getByRole('button', { name: /^Back to / });
const leftOf = (page: Page): Promise<number> => scroller(page).evaluate((element) => Math.round(element.scrollLeft));
const lengthOfHistory = (page: Page): Promise<number> => page.evaluate(() => window.history.length);

const months = 'range_from=2026-01-01&range_to=2028-12-31&layout=MONTHS';

interface Scene {
  maren: Someone;
  page: Page;
  path: string;
  epic: MadeEpic;
}

async function begin(browser: Browser): Promise<Scene> {
  const maren = await someone(browser, 'maren', { viewport: { width: 1200, height: 800 } });
  const path = await makeGroup(maren);
  const epic = await makeEpic(maren, path, {
    title: 'Spring',
    startDateFixed: '2026-01-12',
    dueDateFixed: '2027-02-08',
  });
  await maren.page.goto(`/groups/${path}/-/roadmap?${months}`);
  await expect(rowOf(maren.page, 'Spring')).toBeVisible();
  return { maren, page: maren.page, path, epic };
}

async function scrollTo(page: Page, left: number): Promise<void> {
  await scroller(page).evaluate((element, to) => element.scrollTo({ left: to }), left);
  await expect.poll(() => leftOf(page)).toBe(left);
}

test('RM-QS-27: one step returns from Fit, from a zoom and from Today, Ctrl+Z undoes the latest action, and choosing a range clears the steps', async ({
  browser,
}) => {
  const { maren, page, path, epic } = await begin(browser);
  await scrollTo(page, 333);
  const before = await lengthOfHistory(page);
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await expect(page).toHaveURL(/range_to=2027-/);
  const fitted = page.url();
  await page.keyboard.press('-');
  await expect(page).not.toHaveURL(fitted);
  await back(page).click();
  await expect(page).toHaveURL(fitted);
  await expect(back(page)).toHaveAccessibleName('Back to Jan 1, 2026 – Dec 31, 2028');
  await page.keyboard.press('Control+z');
  await expect(page).toHaveURL(/range_to=2028-12-31/);
  await expect.poll(() => leftOf(page)).toBe(333);
  await expect(back(page)).toHaveCount(0);
  // No entry of the browser's history.
  expect(await lengthOfHistory(page)).toBe(before);

  await scrollTo(page, 1000);
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(back(page)).toBeVisible();
  await expect.poll(() => leftOf(page)).not.toBe(1000);
  await untilScrolled(scroller(page));
  await back(page).click();
  await expect.poll(() => leftOf(page)).toBe(1000);

  // The latest action is undone first, a move or a zoom.
  await scrollTo(page, 0);
  await page.keyboard.press('-');
  await expect(page).toHaveURL(/layout=QUARTERS/);
  await rowOf(page, 'Spring').focus();
  // Press Enter before the debounce ends, however slow this machine is.
  const letKeysRest = await holdTimers(page, 1_500);
  await expect(async () => {
    await page.keyboard.press('Alt+ArrowRight');
    await expect(page.locator('[data-drag-sign]')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect.poll(() => datesOf(maren, path, epic.iid)).not.toEqual(['2026-01-12', '2027-02-08']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-12', '2027-02-08']);
  await expect(page).toHaveURL(/layout=QUARTERS/);
  await page.keyboard.press('Control+z');
  await expect(page).toHaveURL(/layout=MONTHS/);
  await letKeysRest();

  await page.keyboard.press('-');
  await expect(back(page)).toHaveAccessibleName('Back to months');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /^Date range/ }).click();
  await page.getByRole('option', { name: 'Within 3 years' }).click();
  await expect(page).toHaveURL(/THREE_YEARS/);
  await expect(back(page)).toHaveCount(0);
});
