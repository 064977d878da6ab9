import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { makeGroup, makeIssue, makeProject, someone } from './setup/people.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' } as const;

/** Nothing overflows horizontally, and axe finds nothing serious or critical. */
async function expectInOrder(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
}

test('long texts, a hundred labels, a closed duplicate with a locked discussion and a confidential incident fit on a phone in dark mode', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', phone);
  const { page } = maren;
  const project = await makeProject(maren, await makeGroup(maren));
  const labels = Array.from({ length: 100 }, (_, index) => `${'long'.repeat(index === 0 ? 50 : 2)}-${index}`);
  const long = await makeIssue(maren, project, { title: 'Wall'.repeat(60), labels: labels.join(',') });
  await page.goto(long.webPath);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(`${'long'.repeat(50)}-0`).first()).toBeVisible();
  await expectInOrder(page);

  const twin = await makeIssue(maren, project, { title: 'Twin' });
  const notes = `/projects/${encodeURIComponent(project)}/issues/${twin.iid}`;
  await maren.call('POST', `${notes}/notes`, { body: `See there.\n/duplicate #${long.iid}` });
  await maren.call('PUT', notes, { discussion_locked: true });
  await page.goto(twin.webPath);
  await expect(page.getByRole('link', { name: 'duplicated' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Locked', { exact: true }).first()).toBeVisible();
  await expectInOrder(page);

  const incident = {
    title: 'Flood',
    issue_type: 'incident',
    confidential: true,
    description: '| a | b |\n|---|---|\n| 1 | 2 |',
  };
  await page.goto((await makeIssue(maren, project, incident)).webPath);
  await expect(page.getByRole('heading', { level: 2, name: 'Metrics' })).toBeVisible();
  await expect(page.getByText('Confidential', { exact: true }).first()).toBeVisible();
  await expectInOrder(page);
});

const wide = { viewport: { width: 1280, height: 800 } };
const form = (page: Page) => page.getByRole('textbox', { name: 'Description' });

async function openForm(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Edit\b/ })
    .first()
    .click();
  await expect(form(page)).toBeVisible();
}

/** The same in light and dark mode. */
async function expectInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectInOrder(page);
  }
}

test("typed text survives another user's change, the end of the session and the deletion of the issue", async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const project = await makeProject(maren, await makeGroup(maren));
  const issue = await makeIssue(maren, project, { title: 'Walls', description: 'One\nTwo' });
  const address = `/projects/${encodeURIComponent(project)}/issues/${issue.iid}`;
  await page.goto(issue.webPath);
  await openForm(page);
  await form(page).fill('One, mine\nTwo');
  await expectInBoth(page);

  // The same person in another tab: the form is notified at once.
  await maren.call('PUT', address, { title: 'High walls', description: 'One\nTwo\nThree' });
  await page.getByRole('button', { name: 'Review changes' }).click();
  const review = page.getByRole('dialog', { name: 'Changes by Maren Holt' });
  // A line with new lines after it is still the same line.
  await expect(review.locator('del')).toHaveText(['Walls']);
  await expect(review.locator('ins')).toHaveText(['High walls', /Three/]);
  await expectInBoth(page);
  await review.getByRole('button', { name: 'Keep my text' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('High walls');
  await expect(form(page)).toHaveValue('One, mine\nTwo');

  const cookies = await maren.context.cookies();
  await maren.context.clearCookies();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/You are signed out\. Sign in in another tab/)).toBeVisible();
  await maren.context.addCookies(cookies);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'High walls' })).toBeVisible();
  await expect(page.getByText('One, mine')).toBeVisible();

  await openForm(page);
  await form(page).fill('Written to the end');
  await maren.call('DELETE', address);
  await expect(page.getByText(/^This issue was deleted/)).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/^Error updating issue\. It was deleted/)).toBeVisible();
  await expect(form(page)).toHaveValue('Written to the end');
  await expectInBoth(page);
});

test('on a phone a long title continues below the buttons beside it, and no button shows a shortcut', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', phone);
  const { page } = maren;
  const project = await makeProject(maren, await makeGroup(maren));
  const issue = await makeIssue(maren, project, { title: 'Graduate the walls of the castle to stable '.repeat(4) });
  await page.goto(issue.webPath);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeVisible();
  const lines = await title.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].map(({ right }) => right);
  });
  const actions = (await page.getByRole('button', { name: 'Issue actions' }).boundingBox())?.x ?? 0;
  expect(lines[0]).toBeLessThanOrEqual(actions);
  expect(Math.max(...lines.slice(2))).toBeGreaterThan(actions);
  await page.getByRole('button', { name: 'Issue actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit title and description' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveText('Save changes', { useInnerText: true });

  // Outside groups, to-dos are in the bottom bar too.
  await page.goto('/dashboard/todos');
  const foot = page.getByRole('navigation').getByRole('link', { name: 'To-do items' });
  await expect(foot).toBeVisible();
  await expect(foot).toHaveAttribute('aria-current', 'page');
});
