import { expect, test } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';

test('a user signs in, sees their groups, and axe finds nothing serious on the way', async ({ page }) => {
  await page.goto('/users/sign_in');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Username or email').fill('maren');
  await page.getByLabel('Password').fill(process.env['MILEPOST_E2E_PASSWORD'] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/');
  // Other journeys create groups too, more than one page of them.
  await page.getByRole('searchbox', { name: 'Search groups' }).fill('Tidewater');
  const tidewater = page.getByRole('link', { name: 'Tidewater', exact: true }).first();
  await expect(tidewater).toBeVisible();
  await expectAccessible(page);
  await page.goto('/groups/tidewater');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test('a chosen theme is applied before the first paint, and a page violates none of its own policies', async ({
  page,
}) => {
  const broken: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') broken.push(message.text());
  });
  await page.goto('/groups/tidewater/-/roadmap');
  await page.evaluate(() => localStorage.setItem('milepost.theme', 'dark'));
  // The application does not run: the script in the head does this alone.
  await page.route('**/assets/*.js', (route) => route.abort());
  expect(broken).toEqual([]);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
