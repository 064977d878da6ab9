import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { axeFindings } from './setup/axe.ts';
import { makeGroup, makeIssue, makeProject, someone, wide } from './setup/people.ts';

async function comment(by: Awaited<ReturnType<typeof someone>>, projectPath: string, iid: number, body: string) {
  await by.call('POST', `/projects/${encodeURIComponent(projectPath)}/issues/${iid}/notes`, { body });
}

/** The latest e-mail to this person about something with this title, as soon as it arrives; encoded as sent. */
async function mailTo(username: string, title: string): Promise<string> {
  const folder = process.env['MILEPOST_E2E_MAIL'] ?? '';
  let found = '';
  await expect
    .poll(
      () => {
        const files = readdirSync(folder).filter((file) => file.includes(`-${username}@`));
        const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
        found = texts.findLast((text) => text.includes(`| ${title} (`)) ?? '';
        return found !== '';
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  return found;
}

test('a mention creates a to-do, which is marked as done, restored with Undo, and completed by answering; its e-mail has a link that unsubscribes', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const title = `Paint the walls ${Date.now()}`;
  const issue = await makeIssue(maren, await makeProject(maren, await makeGroup(maren)), { title });
  await comment(maren, issue.projectPath, issue.iid, '@tomas which color?');
  const tomas = await someone(browser, 'tomas', wide);
  const { page } = tomas;
  await page.goto('/dashboard/todos');
  const row = page.getByRole('listitem').filter({ hasText: issue.projectPath.split('/').at(-1) ?? '' });
  await expect(row.getByText('addressed you')).toBeVisible();
  await expect(row.getByText('@tomas which color?')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await row.getByRole('button', { name: `Mark as done: ${title}` }).click();
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();

  await row.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(new RegExp(`${issue.webPath}#note_\\d+$`));
  await expect(page.getByRole('button', { name: 'Mark as done', exact: true })).toBeVisible();
  await comment(tomas, issue.projectPath, issue.iid, 'Blue.');
  await page.goto('/dashboard/todos');
  await page.getByRole('tab', { name: 'Done' }).click();
  await expect(row).toBeVisible();

  // The comment was sent by e-mail, too; its link unsubscribes a person who is not signed in.
  const mail = (await mailTo('tomas', title)).replaceAll(/\r\n[ \t]+/g, ' ');
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const link = /^List-Unsubscribe: <([^>]+)>/m.exec(mail)?.[1] ?? '';

  const visitor = await someone(browser, null, wide);
  await visitor.page.goto(link);
  await expect(visitor.page.getByRole('heading')).toHaveText(`Unsubscribe from ${issue.projectPath}#${issue.iid}?`);
  expect(await axeFindings(visitor.page)).toEqual([]);
  await visitor.page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(visitor.page.getByRole('heading')).toHaveText('You have unsubscribed');

  await page.goto(issue.webPath);
  await expect(page.getByRole('switch', { name: 'Subscribe' })).toHaveAttribute('aria-checked', 'false');
});
