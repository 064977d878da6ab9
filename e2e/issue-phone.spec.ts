import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { changeIssue, chooseAction, commentOn, description, head, openIssue, saveButton } from './setup/issue.ts';
import { go, makeGroup, makeIssue, makeProject, phone, someone } from './setup/people.ts';

/** Nothing overflows horizontally, and axe finds nothing serious or critical. */
async function expectInOrder(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
}

test('long texts, a hundred labels, a closed duplicate with a locked discussion and a confidential incident fit on a phone in dark mode', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', { ...phone, colorScheme: 'dark' });
  const { page } = maren;
  const project = await makeProject(maren, await makeGroup(maren));
  const labels = Array.from({ length: 100 }, (_, index) => `${'long'.repeat(index === 0 ? 50 : 2)}-${index}`);
  const long = await makeIssue(maren, project, { title: 'Wall'.repeat(60), labels: labels.join(',') });
  await page.goto(long.webPath);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(`${'long'.repeat(50)}-0`).first()).toBeVisible();
  await expectInOrder(page);

  const twin = await makeIssue(maren, project, { title: 'Twin' });
  await commentOn(maren, twin, `See there.\n/duplicate #${long.iid}`);
  await changeIssue(maren, twin, { discussion_locked: true });
  await go(page, twin.webPath);
  await expect(page.getByRole('link', { name: 'duplicated' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Locked', { exact: true }).first()).toBeVisible();
  await expectInOrder(page);

  const incident = {
    title: 'Flood',
    issue_type: 'incident',
    confidential: true,
    description: '| a | b |\n|---|---|\n| 1 | 2 |',
  };
  await go(page, (await makeIssue(maren, project, incident)).webPath);
  await expect(page.getByRole('heading', { level: 2, name: 'Metrics' })).toBeVisible();
  await expect(page.getByText('Confidential', { exact: true }).first()).toBeVisible();
  await expectInOrder(page);
});

test('on a phone the sidebar is a drawer, the menu has Edit and Close, and a long form shows a conflict where it is saved', async ({
  browser,
}) => {
  const title = 'Walls and towers of the old castle by the river. '.repeat(5);
  const { maren, page, issue } = await openIssue(browser, { title, description: 'Of stone.', labels: 'stone' }, phone);

  await test.step('a long title continues below the buttons at full width', async () => {
    const lines = await page.getByRole('heading', { level: 1 }).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return [...range.getClientRects()].map(({ right }) => right);
    });
    const actions = (await page.getByRole('button', { name: 'Issue actions' }).boundingBox())?.x ?? 0;
    expect(lines[0]).toBeLessThanOrEqual(actions);
    expect(Math.max(...lines.slice(2))).toBeGreaterThan(Math.max(actions, 320));
  });

  await test.step('IS-HD-16, EP-SB-13, LM-IS-02 and LM-IS-03: a button opens the sidebar as a drawer at 300, and Escape closes it', async () => {
    const sidebar = page.locator('aside[aria-label="Issue details"]');
    await expect(sidebar).toBeHidden();
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await expect(sidebar).toBeVisible();
    expect(await sidebar.evaluate((element) => getComputedStyle(element).zIndex)).toBe('300');
    await expectInOrder(page);
    await page.keyboard.press('Escape');
    await expect(sidebar).toBeHidden();
  });

  await test.step('Close and Edit are in the menu, and no button shows a shortcut', async () => {
    await expect(page.getByRole('button', { name: 'Close issue' })).toBeHidden();
    await chooseAction(page, 'Close issue');
    await expect(head(page).getByText('Closed', { exact: true })).toBeVisible();
    await chooseAction(page, 'Edit title and description');
    await expect(saveButton(page)).toHaveText('Save changes', { useInnerText: true });
  });

  await test.step('saving at the end of a long form shows a conflict right there', async () => {
    await description(page).fill('Of brick.\n'.repeat(40));
    await changeIssue(maren, issue, { description: 'Of wood.' });
    const warning = page.getByRole('alert').filter({ hasText: 'edited this issue at the same time you did.' });
    await expect(warning).toBeVisible();
    await saveButton(page).scrollIntoViewIfNeeded();
    await expect(warning).not.toBeInViewport();
    await saveButton(page).click();
    await expect(warning).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Review changes' })).toBeInViewport();
  });

  await test.step('labels of a new issue are picked in a full-width bottom sheet', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto(`/${issue.projectPath}/-/issues/new`);
    await page.getByRole('button', { name: 'Edit Labels' }).click();
    const list = page.getByRole('dialog', { name: 'Select labels' });
    await expect(list.getByRole('option', { name: 'stone' })).toBeVisible();
    expect(await list.boundingBox()).toMatchObject({ x: 0, width: 390 });
  });
});
