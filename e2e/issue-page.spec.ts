import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { makeGroup, makeIssue, makeProject, someone, type MadeIssue, type Someone } from './setup/people.ts';

const wide = { viewport: { width: 1440, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

interface Scene {
  maren: Someone;
  page: Page;
  issue: MadeIssue;
}

async function begin(browser: Browser, given: object = {}, options: Parameters<typeof someone>[2] = wide) {
  const maren = await someone(browser, 'maren', options);
  const issue = await makeIssue(maren, await makeProject(maren, await makeGroup(maren)), { title: 'Walls', ...given });
  await maren.page.goto(issue.webPath);
  await expect(title(maren.page)).toBeVisible();
  return { maren, page: maren.page, issue } satisfies Scene;
}

const title = (page: Page): Locator => page.getByRole('heading', { level: 1, name: 'Walls' });
const sidebar = (page: Page): Locator => page.locator('aside[aria-label="Issue details"]');
const menu = (page: Page): Locator => page.getByRole('button', { name: /^(Issue|Incident) actions$/ });
const nothingBad = async (page: Page): Promise<void> => {
  await expectAccessible(page);
};

test.describe('header', () => {
  test('IS-HD-08, IS-HD-09 and IS-HD-15: an incident is marked as one, and its links are pinned once they are set in the sidebar', async ({
    browser,
  }) => {
    const { page } = await begin(browser, { issue_type: 'incident' });
    const head = page.getByRole('main').locator('header').first();
    await expect(head.getByLabel('Incident', { exact: true })).toBeVisible();
    await expect(head.getByRole('link', { name: /Join meeting|Published on status page/ })).toHaveCount(0);
    const set = async (name: string, url: string) => {
      await sidebar(page)
        .getByRole('button', { name: `Edit ${name}` })
        .click();
      await sidebar(page).getByRole('textbox', { name }).fill(url);
      await page.keyboard.press('Enter');
    };
    await set('Meeting link', 'https://meet.example/1');
    await set('Published incident link', 'https://status.example/1');
    await expect(head.getByRole('link', { name: 'Join meeting' })).toHaveAttribute('href', 'https://meet.example/1');
    await expect(head.getByRole('link', { name: 'Published on status page' })).toBeVisible();
    await page.reload();
    await expect(head.getByRole('link', { name: 'Join meeting' })).toBeVisible();
    await nothingBad(page);
  });

  test("IS-HD-07 and IS-SH-02: an author's first issue has its icon, and a task has no sticky header", async ({
    browser,
  }) => {
    const { maren, page, issue } = await begin(browser);
    await expect(title(page)).toBeVisible();
    // The owner's own first issue is not a first contribution.
    await expect(page.getByLabel('1st contribution!')).toHaveCount(0);
    const first = await makeIssue(await someone(browser, 'kofi'), issue.projectPath, { title: 'Gates' });
    await page.goto(first.webPath);
    await expect(page.getByLabel('1st contribution!')).toBeVisible();
    const text = 'word '.repeat(4_000);
    const task = await makeIssue(maren, issue.projectPath, { title: 'Walls', issue_type: 'task', description: text });
    await page.goto(task.webPath);
    await expect(title(page)).toBeVisible();
    await expect(page.getByLabel('1st contribution!')).toHaveCount(0);
    await page.mouse.wheel(0, 4_000);
    await expect(title(page)).not.toBeInViewport();
    await expect(page.locator('[data-sticky-head]')).toHaveCount(0);
  });
});

test.describe('sidebar', () => {
  test('EP-SB-12 and EP-SB-14: stays collapsed, as kept in the cookie collapsed_gutter', async ({ browser }) => {
    const { maren, page } = await begin(browser);
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await expect(sidebar(page)).toBeHidden();
    const kept = (await maren.context.cookies()).find(({ name }) => name === 'collapsed_gutter');
    expect(kept?.value).toBe('true');
    expect((kept?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(360 * 86_400);
    await page.reload();
    await expect(title(page)).toBeVisible();
    await expect(sidebar(page)).toBeHidden();
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await expect(sidebar(page)).toBeVisible();
  });

  test('IS-HD-16, EP-SB-13, LM-IS-02 and LM-IS-03: on a phone a button opens it as a drawer at 300, and Escape closes it', async ({
    browser,
  }) => {
    const { page } = await begin(browser, { confidential: true }, phone);
    await expect(sidebar(page)).toBeHidden();
    await nothingBad(page);
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await expect(sidebar(page)).toBeVisible();
    expect(await sidebar(page).evaluate((element) => getComputedStyle(element).zIndex)).toBe('300');
    await nothingBad(page);
    await page.keyboard.press('Escape');
    await expect(sidebar(page)).toBeHidden();
  });

  test('confidentiality and the lock are changed in place, and announced', async ({ browser }) => {
    const { page } = await begin(browser);
    await sidebar(page).getByRole('button', { name: 'Edit Confidentiality' }).click();
    await sidebar(page).getByRole('switch', { name: 'Confidential' }).click();
    await expect(page.getByText('Confidentiality turned on.')).toBeVisible();
    await sidebar(page).getByRole('button', { name: 'Edit Lock discussion' }).click();
    await sidebar(page).getByRole('switch', { name: 'Only members can comment' }).click();
    await expect(page.getByText('Discussion locked.')).toBeVisible();
    const head = page.getByRole('main').locator('header').first();
    await expect(head.getByText('Confidential', { exact: true })).toBeVisible();
    await expect(head.getByText('Locked', { exact: true })).toBeVisible();
  });
});

test.describe('keys', () => {
  test('every shortcut does what the help says, and none fires while typing', async ({ browser }) => {
    const { maren, page } = await begin(browser);
    await maren.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const name of ['Edit title and description', 'Edit assignees', 'Edit milestone', 'Copy reference']) {
      await expect(help.getByText(name, { exact: true })).toBeVisible();
    }
    await nothingBad(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await expect(page.getByRole('combobox').first()).toBeFocused();
    await page.keyboard.press('e');
    await expect(page.getByRole('heading', { name: 'Edit issue' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    await page.keyboard.press('r');
    await expect(page.getByText('Reference copied')).toBeVisible();
    await page.keyboard.press('r');
    await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeFocused();
    await page.keyboard.press('Escape');
    await title(page).click();
    await page.keyboard.press('e');
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible();
    await nothingBad(page);
  });
});

test.describe('abuse and spam', () => {
  test('EP-AB-01, EP-AB-02, EP-AB-05, EP-AB-06, IS-AC-08 and PM-IS-13: a reader reports the author with a category, and returns to the page', async ({
    browser,
  }) => {
    const { page, issue } = await begin(browser);
    await menu(page).click();
    await expect(page.getByRole('menuitem', { name: 'Copy reference' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Report abuse' })).toHaveCount(0);
    const tomas = await someone(browser, 'tomas', wide);
    await tomas.page.goto(issue.webPath);
    await menu(tomas.page).click();
    await expect(tomas.page.getByRole('menuitem', { name: 'Submit as spam' })).toHaveCount(0);
    await tomas.page.getByRole('menuitem', { name: 'Report abuse' }).click();
    const drawer = tomas.page.getByRole('dialog', { name: 'Report abuse to administrator' });
    await expect(drawer).toHaveCSS('z-index', '300');
    await nothingBad(tomas.page);
    await drawer.getByRole('button', { name: 'Send report' }).click();
    await expect(drawer).toBeVisible();
    await drawer.getByRole('radio', { name: 'They post spam.' }).check();
    await drawer.getByRole('button', { name: 'Send report' }).click();
    await expect(tomas.page.getByText('Thank you. Your report was sent to the administrators.')).toBeVisible();
    await expect(tomas.page).toHaveURL(issue.webPath);
  });

  test('PM-IS-13 and PM-IS-15: a visitor can only read and copy', async ({ browser }) => {
    const { issue } = await begin(browser);
    const visitor = await someone(browser, null, { ...wide, colorScheme: 'dark' });
    await visitor.page.goto(issue.webPath);
    await expect(title(visitor.page)).toBeVisible();
    await expect(visitor.page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
    await menu(visitor.page).click();
    await expect(visitor.page.getByRole('menuitem')).toHaveText(['Copy reference']);
    await visitor.page.keyboard.press('Escape');
    await nothingBad(visitor.page);
  });
});
