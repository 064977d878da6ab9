// What users see while a page's code loads.
import { expect, test, type Page } from '@playwright/test';

/** Holds back the code of one page, until released. */
async function hold(page: Page, name: string): Promise<() => void> {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' });

test('a link to a slow page responds at once: the frame shows the new location and removes the old page, also before the code of the first page has loaded', async ({
  page,
}) => {
  await page.goto('/groups/tidewater/-/epics');
  await expect(page.getByRole('heading', { level: 1, name: 'Epics' })).toBeVisible();
  const release = await hold(page, 'LabelsPage');
  await page.getByRole('link', { name: 'Labels', exact: true }).first().click();
  await expect(page.getByRole('main').getByRole('status').getByText('Loading')).toBeVisible();
  await expect(page).toHaveURL('/groups/tidewater/-/labels');
  await expect(page.getByRole('heading', { level: 1, name: 'Epics' })).toHaveCount(0);
  await expect(crumbs(page)).toContainText('Labels');
  // Going back before it has loaded shows the old page again.
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Epics' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('main').getByRole('status').getByText('Loading')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Labels' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Loading', { exact: true })).toHaveCount(0);

  // The first page.
  const releaseAgain = await hold(page, 'LabelsPage');
  await page.goto('/groups/tidewater/-/labels', { waitUntil: 'commit' });
  await expect(page.getByRole('main').getByRole('status').getByText('Loading')).toBeVisible();
  await expect(crumbs(page)).toContainText('Labels');
  releaseAgain();
  await expect(page.getByRole('heading', { level: 1, name: 'Labels' })).toBeVisible();
});
