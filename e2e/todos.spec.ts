import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { axeFindings } from './setup/axe.ts';
import { makeEpic, makeGroup, makeIssue, makeProject, someone } from './setup/people.ts';

const wide = { viewport: { width: 1440, height: 900 } };

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

test('a mention creates a to-do, which is marked as done, restored with Undo, and completed by answering', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const issue = await makeIssue(maren, await makeProject(maren, await makeGroup(maren)), { title: 'Paint the walls' });
  await comment(maren, issue.projectPath, issue.iid, '@tomas which color?');
  const tomas = await someone(browser, 'tomas', wide);
  const { page } = tomas;
  await page.goto('/dashboard/todos');
  const row = page.getByRole('listitem').filter({ hasText: issue.projectPath.split('/').at(-1) ?? '' });
  await expect(row.getByText('addressed you')).toBeVisible();
  await expect(row.getByText('@tomas which color?')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await row.getByRole('button', { name: 'Mark as done: Paint the walls' }).click();
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();

  await row.getByRole('link', { name: 'Paint the walls' }).click();
  await expect(page).toHaveURL(new RegExp(`${issue.webPath}#note_\\d+$`));
  await expect(page.getByRole('button', { name: 'Mark as done', exact: true })).toBeVisible();
  await comment(tomas, issue.projectPath, issue.iid, 'Blue.');
  await page.goto('/dashboard/todos');
  await page.getByRole('tab', { name: 'Done' }).click();
  await expect(row).toBeVisible();
});

test('PM-IS-16, EP-SB-01, EP-SB-02, IS-SB-09, EP-SB-11: signed-in users add a to-do and subscribe in the sidebar of an issue and an epic; everyone sees the participants', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const issue = await makeIssue(maren, await makeProject(maren, group), { title: 'Walls' });
  const epic = await makeEpic(maren, group, { title: 'House' });
  const { page } = maren;
  const visitor = await someone(browser, null, wide);
  for (const path of [issue.webPath, `/groups/${group}/-/epics/${epic.iid}`]) {
    await page.goto(path);
    const toggle = page.getByRole('switch', { name: 'Subscribe' });
    await expect(toggle).toHaveAttribute('aria-checked', 'true');
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-checked', 'false');
    await page.getByRole('button', { name: 'Add a to-do item' }).click();
    await expect(page.getByRole('button', { name: 'Mark as done' })).toBeVisible();
    await page.reload();
    await expect(toggle).toHaveAttribute('aria-checked', 'false');
    await page.getByRole('button', { name: 'Mark as done' }).click();
    await expect(page.getByRole('button', { name: 'Add a to-do item' })).toBeVisible();

    await visitor.page.goto(path);
    await expect(visitor.page.getByText('1 participant')).toBeVisible();
    await expect(visitor.page.getByRole('button', { name: 'Add a to-do item' })).toHaveCount(0);
    await expect(visitor.page.getByRole('switch', { name: 'Subscribe' })).toHaveCount(0);
  }
});

test('a comment is sent by e-mail, and its link unsubscribes a person who is not signed in', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const issue = await makeIssue(maren, await makeProject(maren, await makeGroup(maren)), {
    title: `Post ${Date.now()}`,
  });
  const { title } = await maren.call<{ title: string }>(
    'GET',
    `/projects/${encodeURIComponent(issue.projectPath)}/issues/${issue.iid}`,
  );
  await comment(maren, issue.projectPath, issue.iid, 'For @tomas');
  const mail = (await mailTo('tomas', title)).replaceAll(/\r\n[ \t]+/g, ' ');
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const link = /^List-Unsubscribe: <([^>]+)>/m.exec(mail)?.[1] ?? '';

  const visitor = await someone(browser, null, wide);
  await visitor.page.goto(link);
  await expect(visitor.page.getByRole('heading')).toHaveText(`Unsubscribe from ${issue.projectPath}#${issue.iid}?`);
  expect(await axeFindings(visitor.page)).toEqual([]);
  await visitor.page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(visitor.page.getByRole('heading')).toHaveText('You have unsubscribed');

  const tomas = await someone(browser, 'tomas', wide);
  await tomas.page.goto(issue.webPath);
  await expect(tomas.page.getByRole('switch', { name: 'Subscribe' })).toHaveAttribute('aria-checked', 'false');
});
