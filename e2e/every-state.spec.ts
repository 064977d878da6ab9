import { expect, test, type Locator, type Page } from '@playwright/test';
import { graveFindings } from './setup/axe.ts';
import { go, makeGroup, makeIssue, makeProject, someone } from './setup/people.ts';

/**
 * Checks one state, or the part of the page that it changed, in light and dark mode: nothing overflows horizontally, and axe finds
 * nothing serious or critical.
 */
async function look(page: Page, state: string, part?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const findings = await graveFindings(page, part, { isColorsOnly: colorScheme === 'dark' });
    expect(findings, `${state}, ${colorScheme}`).toEqual([]);
  }
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over, `${state}, sticking out`).toBeLessThanOrEqual(0);
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

/** Opens each entry of an item's menu, checks it, and closes it. */
async function lookAtDialog(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: / actions$/ }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, item, 'dialog[open]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('axe finds nothing serious in forms, open pickers, dialogs, lists and settings, in light and dark mode', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', { viewport: { width: 1280, height: 900 } });
  const { page } = maren;
  const group = await makeGroup(maren);
  const project = await makeProject(maren, group);
  const issue = await makeIssue(maren, project, { title: 'Walls', labels: 'stone,site::north' });

  await page.goto(issue.webPath);
  await expect(page.getByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();
  for (const item of ['Move', 'Delete issue']) await lookAtDialog(page, item);
  await button(page, 'Edit Labels').click();
  await expect(page.getByRole('option', { name: /stone/ })).toBeVisible();
  await look(page, 'labels of an issue', 'aside');
  await page.keyboard.press('Escape');

  await go(page, `/${project}/-/issues`);
  await page.getByRole('checkbox', { name: 'Select Walls' }).check({ force: true });
  await expect(page.getByRole('region', { name: 'Bulk edit' })).toBeVisible();
  await look(page, 'issues, one of them selected');
  await page.goto(`/${project}/-/issues?search=nothing-like-it`);
  await expect(page.getByText('No issues match')).toBeVisible();
  await look(page, 'issues, none found', 'main');

  await go(page, `/${project}/-/issues/new`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Doors');
  await button(page, 'Edit Labels').click();
  await expect(page.getByRole('option', { name: /stone/ })).toBeVisible();
  await look(page, 'new issue, labels open', 'main');

  await go(page, `/groups/${group}/-/epics/new`);
  await page.getByRole('textbox', { name: 'Start date' }).click();
  await look(page, 'new epic, dates open', 'main');

  await go(page, '/dashboard/todos');
  await expect(page.getByRole('heading', { level: 1, name: 'To-do items' })).toBeVisible();
  await look(page, 'to-do items', 'main');
  await go(page, `/groups/${group}/-/settings/description_templates`);
  await page
    .getByRole('button', { name: /New template|Add/ })
    .first()
    .click();
  await look(page, 'description templates with a form', 'main');
});
