import { expect, test, type Page } from '@playwright/test';
import { go, makeEpic, makeGroup, someone, wide } from './setup/people.ts';

/** The console errors of the page. */
function errorsOn(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

/** Pages of missing objects, by their tab title. */
const missing = [
  '/no/such/thing',
  '/-/nothing',
  '/groups/nope',
  '/groups/nope/-/roadmap',
  '/groups/nope/-/epics',
  '/groups/nope/-/epics/1',
  '/groups/nope/-/epics/new',
  '/groups/nope/-/issues',
  '/groups/nope/-/milestones',
  '/groups/nope/-/labels',
  '/groups/nope/-/group_members',
  '/groups/nope/-/hooks',
  '/groups/nope/-/custom_fields',
  '/groups/tidewater/-/epics/99999',
  '/tidewater/nope/-/issues',
  '/tidewater/nope/-/issues/1',
  '/tidewater/nope/-/issues/new',
  '/tidewater/fleet/dispatch/-/issues/99999',
];

for (const [who, refused, wanted] of [
  [null, 'Sign in to continue', missing],
  // What is missing is so for everybody.
  ['olu', "You don't have access", missing.filter((path) => /roadmap|new$|hooks|issues.1$/.test(path))],
] as const) {
  test(`pages that are missing or forbidden to ${who ?? 'a visitor'} say so, also in the tab title, and log no console error`, async ({
    browser,
  }) => {
    const { page } = await someone(browser, who, wide);
    const errors = errorsOn(page);
    for (const path of wanted) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' }), path).toBeVisible();
      await expect(page, path).toHaveTitle('Page not found · Milepost');
    }
    for (const path of ['/-/imports', '/admin/abuse_reports', '/groups/tidewater/-/hooks']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: refused }), path).toBeVisible();
      await expect(page, path).toHaveTitle(`${refused} · Milepost`);
      if (who !== null && !path.endsWith('hooks')) await expect(page.getByText('administrators')).toBeVisible();
    }
    expect(errors).toEqual([]);
  });
}

test('the tab title names the page, then the full path, then the product', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  await page.goto('/');
  for (const [path, title] of [
    ['/groups/tidewater', 'Tidewater · tidewater'],
    ['/groups/tidewater/-/roadmap', 'Roadmap · tidewater'],
    ['/groups/tidewater/-/epics', 'Epics · tidewater'],
    ['/groups/tidewater/-/issues', 'Issues · tidewater'],
    ['/groups/tidewater/-/milestones', 'Milestones · tidewater'],
    ['/groups/tidewater/-/labels', 'Labels · tidewater'],
    ['/groups/tidewater/-/group_members', 'Members · tidewater'],
    ['/groups/tidewater/-/epics/new', 'New epic · tidewater'],
    ['/groups/tidewater/-/hooks', 'Webhooks · tidewater'],
    ['/tidewater/fleet/dispatch', 'Dispatch · tidewater/fleet/dispatch'],
    ['/tidewater/fleet/dispatch/-/issues', 'Issues · tidewater/fleet/dispatch'],
    ['/tidewater/fleet/dispatch/-/issues/new', 'New issue · tidewater/fleet/dispatch'],
    ['/projects/new?parent=tidewater', 'New project · tidewater'],
    ['/projects/new', 'New project'],
    ['/dashboard/todos', 'To-do items'],
    ['/', 'Groups'],
  ] as const) {
    await (path.startsWith('/projects/new') ? page.goto(path) : go(page, path));
    await expect(page, path).toHaveTitle(`${title} · Milepost`);
  }
});

test('a missing group or project is shown once it is created', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const path = `late-${Date.now()}`;
  await maren.page.goto(`/groups/${path}`);
  await expect(maren.page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await maren.page.getByRole('link', { name: 'Go to your groups' }).click();
  await maren.page.getByRole('link', { name: 'New group' }).click();
  await maren.page.getByRole('textbox', { name: 'Name' }).fill(path);
  await maren.page.getByRole('button', { name: 'Create group' }).click();
  await expect(maren.page.getByRole('heading', { level: 1, name: path })).toBeVisible();
});

test('a toast covers neither the account button nor the status line, at 1440, 768 and 390 px', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const groupPath = await makeGroup(maren);
  const epic = await makeEpic(maren, groupPath, {
    title: 'Castle',
    startDateFixed: '2026-01-01',
    dueDateFixed: '2026-12-31',
  });
  await maren.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/groups/${groupPath}/-/epics/${epic.iid}`);
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await go(page, `/groups/${groupPath}/-/epics/${epic.iid}`);
    await page.getByRole('button', { name: 'Epic actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy reference' }).click();
    const toast = page.getByText('Reference copied').last();
    await expect(toast).toBeVisible();
    if (width > 640) {
      // A click on it opens its menu.
      await page.getByRole('button', { name: 'Maren Holt' }).click({ timeout: 5_000 });
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
      await page.keyboard.press('Escape');
    }
    // The toast stays while hovered, and is kept when navigating to the roadmap.
    await toast.hover();
    await go(page, `/groups/${groupPath}/-/roadmap`);
    const status = page.getByText(/epics? shown/);
    await expect(status).toBeVisible();
    await expect(toast).toBeVisible();
    const [below, above] = [await status.boundingBox(), await toast.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0), `at ${width} px`).toBeLessThanOrEqual(below?.y ?? 0);
  }
});
