import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { makeGroup, makeIssue, makeProject, someone, type MadeIssue, type Someone } from './setup/people.ts';

const wide = { viewport: { width: 1440, height: 800 } };
const articles = (page: Page) => page.getByRole('main').locator('article[id^=note_]');

async function issueOf(by: Someone): Promise<MadeIssue> {
  return makeIssue(by, await makeProject(by, await makeGroup(by)), { title: 'Walls' });
}

/** Comments of an issue, created in sequence; returns their ids. */
async function comment(by: Someone, { projectPath, iid }: MadeIssue, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await by.call<{ id: number }>(
      'POST',
      `/projects/${encodeURIComponent(projectPath)}/issues/${iid}/notes`,
      { body: `Comment ${index}\n\n${'More of it. '.repeat(index % 7)}` },
    );
    ids.push(id);
  }
  return ids;
}

test('only comments near the viewport are in the document, and a link leads to any of them', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const issue = await issueOf(maren);
  const ids = await comment(maren, issue, 130);
  await page.goto(issue.webPath);
  await expect(page.getByText('Comment 0', { exact: true })).toBeVisible();
  const foot = page.getByText('Comment 129', { exact: true });
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4000);
      return foot.isVisible();
    })
    .toBe(true);
  expect(await articles(page).count()).toBeLessThan(60);
  expect(await page.getByText('Comment 0', { exact: true }).count()).toBe(0);
  // Unsaved text is kept, however far one scrolls.
  const last = articles(page).filter({ has: foot });
  await last.getByRole('button', { name: /Actions for comment/ }).click();
  await page.getByRole('menuitem', { name: 'Edit comment' }).click();
  const field = page.getByRole('textbox', { name: 'Comment', exact: true });
  await field.fill('Half a thou');
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByText('Comment 0', { exact: true })).toBeVisible();
  await expect(field).toHaveValue('Half a thou');
  await field.fill('Comment 129');
  await page.getByRole('button', { name: 'Save comment' }).click();
  await expect(field).toBeHidden();

  await page.goto('about:blank');
  await page.goto(`${issue.webPath}#note_${ids[100]}`);
  const named = page.locator(`#note_${ids[100]}`);
  await expect(named).toBeInViewport();
  await expect(named).toHaveAttribute('data-addressed');
});

test('reactions on an issue and on a comment are added, counted for others, and removed', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const issue = await issueOf(maren);
  await comment(maren, issue, 1);
  await page.goto(issue.webPath);
  const [ofIssue, ofComment] = [
    page.getByRole('group', { name: 'Reactions' }).first(),
    articles(page).getByRole('group', { name: 'Reactions' }),
  ];
  await ofIssue.getByRole('button', { name: /thumbsup, 0/ }).click();
  await expect(ofIssue.getByRole('button', { name: /thumbsup, 1 reaction/ })).toHaveAttribute('aria-pressed', 'true');
  await ofComment.getByRole('button', { name: 'Add reaction' }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill('rocket');
  await page.keyboard.press('Enter');
  await expect(ofComment.getByRole('button', { name: /rocket, 1 reaction/ })).toBeEnabled();
  await expectAccessible(page, 'main');

  const visitor = await someone(browser, null, wide);
  await visitor.page.goto(issue.webPath);
  const seen = articles(visitor.page).getByRole('group', { name: 'Reactions' });
  await expect(seen.getByRole('button', { name: /rocket, 1 reaction/ })).toBeDisabled();

  await ofComment.getByRole('button', { name: /rocket/ }).click();
  await expect(ofComment.getByRole('button', { name: /rocket/ })).toBeHidden();
});
