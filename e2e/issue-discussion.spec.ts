import { expect, test, type Locator, type Page } from '@playwright/test';
import { commentOn, heading, openIssue } from './setup/issue.ts';
import { someone, wide } from './setup/people.ts';

const field = (page: Page, name = 'Add a comment'): Locator => page.getByRole('textbox', { name });
const said = (page: Page, text: string): Locator => page.locator('article article').filter({ hasText: text });

test('comments are created, answered, edited, resolved and deleted; everyone with the page open sees it, except for internal notes', async ({
  browser,
}) => {
  const { page, issue } = await openIssue(browser);
  const { page: other } = await someone(browser, null, wide);
  await other.goto(issue.webPath);
  await expect(heading(other)).toBeVisible();
  await expect(field(other)).toBeHidden();

  await field(page).fill('So **nice**');
  await page.getByRole('button', { name: 'Start thread' }).click();
  await expect(said(page, 'So nice').locator('strong')).toHaveText('nice');
  await expect(field(page)).toHaveValue('');
  await expect(said(other, 'So nice')).toBeVisible();

  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await field(page, 'Reply to thread by Maren Holt').fill('Indeed');
  await field(page, 'Reply to thread by Maren Holt').press('Control+Enter');
  await expect(said(page, 'Indeed')).toBeVisible();

  await page.getByRole('button', { name: 'Actions for comment by Maren Holt' }).first().click();
  await page.getByRole('menuitem', { name: 'Edit comment' }).click();
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('So *fine*');
  await page.getByRole('button', { name: 'Save comment' }).click();
  await expect(said(page, 'So fine')).toContainText('edited');

  await page.getByRole('button', { name: 'Resolve thread' }).click();
  await expect(page.getByText('Resolved by Maren Holt')).toBeVisible();
  await expect(said(page, 'Indeed')).toBeHidden();
  await page.getByRole('button', { name: 'Show 2 comments' }).click();
  await expect(said(page, 'Indeed')).toBeVisible();

  await page.getByRole('button', { name: 'Actions for comment by Maren Holt' }).nth(1).click();
  await page.getByRole('menuitem', { name: 'Delete comment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click();
  await expect(said(page, 'Indeed')).toBeHidden();
  await expect(said(page, 'So fine')).toBeVisible();

  await field(page).fill('Between us');
  await page.getByRole('checkbox', { name: 'Make this an internal note' }).check();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(said(page, 'Between us')).toContainText('Internal');
  await other.reload();
  await expect(other.getByText('Resolved by Maren Holt')).toBeVisible();
  await expect(said(other, 'Between us')).toHaveCount(0);

  // A draft and the activity filter survive a reload.
  await field(page).fill('Half a thought');
  await page.getByRole('button', { name: 'Oldest first' }).click();
  await page.getByRole('menuitemradio', { name: 'History only' }).click();
  await expect(said(page, 'Between us')).toBeHidden();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(field(page)).toHaveValue('Half a thought');
  await expect(said(page, 'Between us')).toBeHidden();
  await page.getByRole('button', { name: 'History only' }).click();
  await page.getByRole('menuitemradio', { name: 'All activity' }).click();
  await expect(said(page, 'Between us')).toBeVisible();
});

test('only comments near the viewport are in the document, and a link leads to any of them', async ({ browser }) => {
  const { maren, page, issue } = await openIssue(browser);
  await page.goto('about:blank');
  const ids: number[] = [];
  for (let index = 0; index < 100; index += 1) {
    ids.push((await commentOn(maren, issue, `Comment ${index}\n\n${'More of it. '.repeat(index % 7)}`)).id);
  }
  const articles = page.getByRole('main').locator('article[id^=note_]');
  await page.goto(issue.webPath);
  await expect(page.getByText('Comment 0', { exact: true })).toBeVisible();
  const foot = page.getByText('Comment 99', { exact: true });
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 4000);
        return foot.isVisible();
      },
      { timeout: 90_000 },
    )
    .toBe(true);
  // All are there until the code of long lists has come.
  await expect.poll(() => articles.count()).toBeLessThan(60);
  await expect(page.getByText('Comment 0', { exact: true })).toHaveCount(0);
  // Unsaved text is kept, however far one scrolls.
  const last = articles.filter({ has: foot });
  await last.getByRole('button', { name: /Actions for comment/ }).click();
  await page.getByRole('menuitem', { name: 'Edit comment' }).click();
  const editor = page.getByRole('textbox', { name: 'Comment', exact: true });
  await editor.fill('Half a thou');
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByText('Comment 0', { exact: true })).toBeVisible();
  await expect(editor).toHaveValue('Half a thou');
  await editor.fill('Comment 99');
  await page.getByRole('button', { name: 'Save comment' }).click();
  await expect(editor).toBeHidden();

  await page.goto('about:blank');
  await page.goto(`${issue.webPath}#note_${ids[80]}`);
  const named = page.locator(`#note_${ids[80]}`);
  await expect(named).toBeInViewport();
  await expect(named).toHaveAttribute('data-addressed');
});
