import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';

async function signIn(page: Page, username = 'maren'): Promise<void> {
  await page.goto('/users/sign_in');
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password').fill(process.env['MILEPOST_E2E_PASSWORD'] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/');
}

test('a user signs in, sees their groups, and signs out', async ({ page }) => {
  await signIn(page);
  // Other journeys create groups too, more than one page of them.
  await page.getByRole('searchbox', { name: 'Search groups' }).fill('Tidewater');
  await expect(page.getByRole('link', { name: 'Tidewater' }).first()).toBeVisible();
  await page.goto('/-/profile');
  await expect(page.getByText('Maren Holt').first()).toBeVisible();
});

test('a wrong password shows an error and keeps the typed text', async ({ page }) => {
  await page.goto('/users/sign_in');
  await page.getByLabel('Username or email').fill('maren');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Username or email')).toHaveValue('maren');
});

test('RM-PG-02: the roadmap opens at /groups/{full_path}/-/roadmap', async ({ page }) => {
  await page.goto('/groups/tidewater/-/roadmap');
  await expect(page.getByRole('treegrid')).toBeVisible();
  await expect(page.getByRole('row', { name: /An app everyone can use/ }).first()).toBeVisible();
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

test('an unknown URL shows a not-found page', async ({ page }) => {
  await page.goto('/groups/no-such-group/-/roadmap');
  await expect(page.getByText(/not found|could not be found|no such|does not exist/i).first()).toBeVisible();
});

for (const path of [
  '/',
  '/users/sign_in',
  '/groups/tidewater',
  '/groups/tidewater/-/epics',
  '/groups/tidewater/-/roadmap',
]) {
  test(`axe finds nothing serious on ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('h1, [role="treegrid"]').first()).toBeVisible();
    await expectAccessible(page);
  });
}
