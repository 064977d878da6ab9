import { expect, test, type Page } from '@playwright/test';
import { graveFindings } from './setup/axe.ts';
import { changeIssue, deleteIssue, description, heading, openIssue, saveButton, savedIssue } from './setup/issue.ts';

const edit = (page: Page) => page.getByRole('button', { name: 'Edit E', exact: true }).click();

test('IS-ED-01, IS-ED-03, IS-ED-04, IS-ED-06, IS-ED-08, IS-ED-09, IS-ED-14, IS-ED-17 and IS-ED-24: the form replaces the title, and saves title, description and type', async ({
  browser,
}) => {
  const { maren, page, issue } = await openIssue(browser, { description: 'Old text' });
  await edit(page);
  await expect(page.getByRole('heading', { name: 'Edit issue' })).toBeAttached();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Type' }).getByRole('option')).toHaveText(['Issue', 'Incident']);
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  expect(await graveFindings(page, 'main')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await graveFindings(page, 'main', { isColorsOnly: true })).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });

  // Text that looks like a secret is sent only after confirmation.
  await description(page).fill(`token glpat-${'a1B2'.repeat(5)}`);
  await saveButton(page).click();
  const question = page.getByRole('dialog', { name: 'Save a secret?' });
  await expect(question).toContainText('GitLab personal access token');
  await question.getByRole('button', { name: 'Edit the description' }).click();
  await expect(saveButton(page)).toBeEnabled();
  expect(await savedIssue(maren, issue)).toMatchObject({ description: 'Old text' });

  await page.getByRole('textbox', { name: 'Title' }).fill('  ');
  await expect(saveButton(page)).toBeDisabled();
  await page.getByRole('textbox', { name: 'Title' }).fill('Doors');
  await description(page).fill('New **text**');
  await page.getByRole('button', { name: 'Preview' }).first().click();
  await expect(page.locator('.prose strong').first()).toHaveText('text');
  await page.getByRole('button', { name: 'Continue editing' }).first().click();
  const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('.json'));
  await description(page).press('Control+Enter');
  const body = (await sent).postDataJSON() as Record<string, unknown>;
  expect(new URL((await sent).url()).pathname).toBe(`${issue.webPath}.json`);
  expect(body).toEqual({ title: 'Doors', description: 'New **text**', lock_version: body['lock_version'] });
  await expect(heading(page, 'Doors')).toBeVisible();
  await expect(page.locator('.prose strong').first()).toHaveText('text');

  await edit(page);
  await page.getByRole('combobox', { name: 'Type' }).selectOption('incident');
  await saveButton(page).click();
  await expect(heading(page, 'Doors')).toBeVisible();
  await expect.poll(() => savedIssue(maren, issue)).toMatchObject({ issue_type: 'incident' });
});

test('IS-ED-15, IS-ED-16, IS-ED-18, IS-ED-20, IS-ED-21, ER-IS-07 and ER-IS-08: a draft survives a reload, leaving asks for confirmation, and a draft based on an older text is kept or discarded', async ({
  browser,
}) => {
  const { maren, page, issue } = await openIssue(browser, { description: 'one' });
  await edit(page);
  await description(page).fill('my draft');
  await expect(page.getByText('Draft saved')).toBeVisible();
  const asked = page.waitForEvent('dialog').then((dialog) => dialog.accept());
  await page.reload();
  await asked;
  await edit(page);
  await expect(description(page)).toHaveValue('my draft');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to lose your issue information?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(description(page)).toHaveValue('my draft');

  // The text changes while nobody has the page open.
  const changeMeanwhile = async (text: string): Promise<void> => {
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('about:blank');
    await changeIssue(maren, issue, { description: text });
    await page.goto(issue.webPath);
    await edit(page);
  };
  await changeMeanwhile('two');
  const warning = page.getByRole('alert').filter({ hasText: 'Would you like to keep your changes' });
  await expect(warning).toBeVisible();
  await expect(description(page)).toHaveValue('my draft');
  await warning.getByRole('button', { name: 'Keep' }).click();
  await expect(warning).toBeHidden();
  await expect(description(page)).toHaveValue('my draft');
  await changeMeanwhile('three');
  await warning.getByRole('button', { name: 'Discard' }).click();
  await expect(description(page)).toHaveValue('three');

  await description(page).fill('another draft');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(heading(page)).toBeVisible();
  await edit(page);
  await expect(description(page)).toHaveValue('three');
  // Nothing was typed, so no confirmation is shown.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(page)).toBeVisible();
  expect(page.url()).toContain(issue.webPath);
});

test("IS-ED-19, ER-IS-05 and ER-IS-06: typed text survives another user's change, the end of the session and the deletion of the issue", async ({
  browser,
}) => {
  const { maren, page, issue } = await openIssue(browser, { description: 'one\ntwo' });
  await edit(page);
  await description(page).fill('mine');
  await changeIssue(maren, issue, { title: 'High walls', description: 'one\nthree' });
  const warning = page.getByRole('alert').filter({ hasText: 'edited this issue at the same time you did' });
  await expect(warning).toBeVisible();
  await expect(warning.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', issue.webPath);
  await expect(description(page)).toHaveValue('mine');
  await saveButton(page).click();
  await expect(warning).toBeVisible();
  await expect.poll(() => savedIssue(maren, issue)).toMatchObject({ description: 'one\nthree' });
  await page.getByRole('button', { name: 'Review changes' }).click();
  const review = page.getByRole('dialog', { name: 'Changes by Maren Holt' });
  await expect(review.locator('del')).toHaveText(['Walls', /two/]);
  await expect(review.locator('ins')).toHaveText(['High walls', /three/]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await graveFindings(page, 'dialog[open]', { isColorsOnly: colorScheme === 'dark' })).toEqual([]);
  }
  await review.getByRole('button', { name: 'Keep my text' }).click();
  await expect(warning).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('High walls');
  await expect(description(page)).toHaveValue('mine');

  const cookies = await maren.context.cookies();
  await maren.context.clearCookies();
  await saveButton(page).click();
  await expect(page.getByText(/You are signed out\. Sign in in another tab/)).toBeVisible();
  await maren.context.addCookies(cookies);
  await saveButton(page).click();
  await expect(heading(page, 'High walls')).toBeVisible();
  await expect.poll(() => savedIssue(maren, issue)).toMatchObject({ description: 'mine' });

  await edit(page);
  await description(page).fill('Written to the end');
  await deleteIssue(maren, issue);
  await expect(page.getByText(/^This issue was deleted/)).toBeVisible();
  await saveButton(page).click();
  await expect(page.getByText(/^Error updating issue\. It was deleted/)).toBeVisible();
  await expect(description(page)).toHaveValue('Written to the end');
});
