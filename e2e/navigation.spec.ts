import { expect, test } from '@playwright/test';
import { someone } from './setup/people.ts';

test("leaving a form with typed text asks first; Back restores a list's scroll position, a new page starts at its top, and Forward works", async ({
  browser,
}) => {
  const { page } = await someone(browser, 'maren', { viewport: { width: 900, height: 500 } });
  await page.goto('/');
  await page.getByRole('link', { name: 'New group' }).first().click();
  await expect(page).toHaveURL('/groups/new');
  await page.getByLabel('Name', { exact: true }).fill('Harbour');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.goBack();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL('/groups/new');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Harbour');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL('/');

  await page.goto('/groups/tidewater/-/epics?state=all');
  const scrolledBy = () => page.evaluate(() => Math.round(window.scrollY));
  const epic = page.locator('main a[href*="/-/epics/"]:not([href$="/new"])').nth(10);
  await expect(epic).toBeAttached();
  await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }));
  await expect.poll(scrolledBy).toBe(300);
  const address = (await epic.getAttribute('href')) ?? '';
  await epic.dispatchEvent('click');
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(scrolledBy).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/groups/tidewater/-/epics?state=all');
  await expect.poll(scrolledBy).toBe(300);
  await page.goForward();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
