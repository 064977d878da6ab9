import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { signInOn } from './setup/people.ts';

const roadmap = '/groups/tidewater/-/roadmap';
const rows = (page: Page): Locator => page.locator('[role="row"][data-row]');
const theme = 'An app everyone can use';
/** Names that no other journey uses. */
const unique = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`;

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-busy', 'false');
}

/** Saves the current settings as a view. */
async function save(page: Page, name: string, isShared: boolean): Promise<void> {
  await page.getByRole('button', { name: /^Views?\b/ }).click();
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  await page.getByLabel('Name').fill(name);
  if (isShared) await page.getByLabel('Share with everyone who can see the group').check();
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: `View: ${name}`, exact: true })).toBeVisible();
}

async function choose(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Views?\b/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function visitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  return context.newPage();
}

test.use({ viewport: { width: 1440, height: 900 } });

test('settings of a signed-in user apply in another browser, from the first request on', async ({ page, browser }) => {
  await signInOn(page);
  await open(page, `${roadmap}?timeframe_range_type=THREE_YEARS`);
  await page.getByRole('button', { name: 'Settings' }).click();
  const kept = page.waitForResponse((response) => response.request().postData()?.includes('show_labels') ?? false);
  await page.getByRole('switch', { name: /labels/i }).click();
  await kept;
  await expect(page).toHaveURL(/show_labels=true/);

  const other = await visitor(browser);
  await signInOn(other);
  const asked: string[] = [];
  other.on('request', (request) => {
    if (request.url().includes('/api/graphql')) asked.push(request.postData() ?? '');
  });
  await open(other, roadmap);
  // The list is requested once, with the saved settings: no waiting, and no second request.
  const lists = asked.filter(
    (question) => question.includes('endCursor') && question.includes('topLevelHierarchyOnly'),
  );
  expect(lists.length).toBe(1);
  await expect(other.locator('[data-label]').first()).toBeVisible();
  // The URL takes precedence over saved settings.
  await open(other, `${roadmap}?timeframe_range_type=THREE_YEARS&show_labels=false`);
  await expect(other.locator('[data-label]')).toHaveCount(0);
  await page.getByRole('switch', { name: /labels/i }).click();
  await expect(page).toHaveURL(/show_labels=false/);
  await other.context().close();
});

test('a view is saved, shared, opened by its link, changed, and restored after it was deleted', async ({
  page,
  browser,
}) => {
  const name = unique('Accessible');
  await signInOn(page);
  await open(page, `${roadmap}?timeframe_range_type=THREE_YEARS&show_labels=true&search=everyone`);
  await save(page, name, true);
  const id = new URL(page.url()).searchParams.get('view');

  // Everyone who sees the group opens it by its URL alone, with one request.
  const other = await visitor(browser);
  await open(other, `${roadmap}?view=${id}`);
  await expect(rows(other)).toHaveCount(1);
  await expect(other.getByRole('button', { name: `View: ${name}`, exact: true })).toBeVisible();
  await expect(rows(other).getByRole('link', { name: theme }).first()).toBeVisible();

  // A change is announced, and can be undone or saved.
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: /labels/i }).click();
  await expect(page.getByRole('button', { name: `View: ${name}, changed` })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`view=${id}`));
  await choose(page, `Reset to “${name}”`);
  await expect(page.getByRole('button', { name: `View: ${name}`, exact: true })).toBeVisible();
  await expect(page).toHaveURL(/show_labels=true/);
  await page.getByRole('switch', { name: /labels/i }).click();
  await choose(page, `Save changes to “${name}”`);
  await expect(page.getByRole('button', { name: `View: ${name}`, exact: true })).toBeVisible();
  await other.reload();
  await expect(rows(other)).toHaveCount(1);
  await expect(other.locator('[data-label]')).toHaveCount(0);

  await choose(page, 'Delete');
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: `View: ${name}`, exact: true })).toBeVisible();
  await choose(page, 'Delete');
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
  await other.reload();
  await expect(other.getByText('That view was deleted or is not shared with you.')).toBeVisible();
  await other.context().close();
});

test('two users who change one view get a conflict message', async ({ page, browser }) => {
  const name = unique('Contested');
  await signInOn(page);
  await open(page, `${roadmap}?timeframe_range_type=THREE_YEARS`);
  await save(page, name, true);
  const other = await visitor(browser);
  await signInOn(other);
  await open(other, page.url());
  for (const each of [page, other]) {
    await each.getByRole('button', { name: /^Views?\b/ }).click();
    await expect(each.getByRole('menuitemradio', { name })).toBeVisible();
    await each.keyboard.press('Escape');
  }
  await open(other, other.url().replace('state=all', 'state=closed'));
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: /labels/i }).click();
  await choose(page, `Save changes to “${name}”`);
  await expect(page.getByText(`“${name}” saved`).last()).toBeVisible();

  await other.route('**/api/graphql', async (route) => {
    // The list on this page is the old one, as if the other user had saved a moment ago.
    const answer = await route.fetch();
    const text = await answer.text();
    return route.fulfill({ response: answer, body: text.replace(/"lockVersion":1/g, '"lockVersion":0') });
  });
  await other.getByRole('button', { name: /^View/ }).click();
  await expect(other.getByRole('menuitemradio', { name })).toBeVisible();
  await other.unrouteAll();
  await other.getByRole('menuitem', { name: `Save changes to “${name}”` }).click();
  await expect(other.getByText(`Someone else changed “${name}”.`)).toBeVisible();
  await other.context().close();
});

test('a public link shows the roadmap read-only to anyone, until it is revoked', async ({ page, browser }) => {
  const name = unique('For the board');
  await signInOn(page);
  await open(page, `${roadmap}?timeframe_range_type=THREE_YEARS&show_labels=true&search=everyone`);
  await choose(page, 'Public links…');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create link' }).click();
  const address = await page.getByRole('textbox', { name: 'Page' }).inputValue();
  const calendar = await page.getByRole('textbox', { name: 'Calendar' }).inputValue();

  const other = await visitor(browser);
  const asked: string[] = [];
  other.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const answer = await other.goto(address);
  expect(answer?.headers()['x-robots-tag']).toBe('noindex, nofollow');
  await expect(rows(other)).toHaveCount(1);
  await expect(other.getByRole('heading', { name: new RegExp(name) })).toBeVisible();
  // Nothing that needs an account or a group URL, and no request that is not addressed to the link.
  await expect(other.getByRole('navigation')).toHaveCount(0);
  await expect(other.getByPlaceholder('Search epics')).toHaveCount(0);
  await expect(other.getByRole('button', { name: /^View/ })).toHaveCount(0);
  await expect(rows(other).locator('a[href]')).toHaveCount(0);
  const own = new URL(address).pathname;
  expect(asked.filter((path) => path.startsWith('/api/') || path.startsWith('/-/live'))).toEqual([]);
  expect(asked.filter((path) => path.endsWith('/live') && !path.startsWith(`${own}/`))).toEqual([]);
  // Display settings are the visitor's own.
  await other.getByRole('button', { name: 'Settings' }).click();
  await other.getByRole('switch', { name: /labels/i }).click();
  await expect(other.locator('[data-label]')).toHaveCount(0);
  await rows(other).first().getByRole('button').first().click();
  await expect(rows(other).nth(1)).toBeVisible();
  await expectAccessible(other);

  const feed = await other.request.get(calendar);
  expect(feed.headers()['content-type']).toContain('text/calendar');
  expect(await feed.text()).toContain(theme);

  await page.getByRole('button', { name: `Revoke “${name}”` }).click();
  const question = page.getByRole('dialog', { name: 'Revoke link' });
  await expect(question).toContainText(`“${name}” and its calendar stop working for everyone`);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect((await other.request.get(address)).status()).toBe(200);
  await page.getByRole('button', { name: `Revoke “${name}”` }).click();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText(`“${name}” revoked`)).toBeVisible();
  expect((await other.goto(address))?.status()).toBe(404);
  await expect(other.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  expect((await other.request.get(calendar)).status()).toBe(404);
  await other.context().close();
});
