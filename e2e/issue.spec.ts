import { expect, test } from '@playwright/test';
import { expectAccessible, graveFindings } from './setup/axe.ts';
import {
  changeIssue,
  chooseAction,
  head,
  heading,
  openActions,
  openIssue,
  openPart,
  part,
  savedIssue,
} from './setup/issue.ts';
import { go, makeIssue, makeProject, someone } from './setup/people.ts';

test('the header of an issue: badges, menu, keys, and a title that stays visible', async ({ browser }) => {
  const { maren, page, issue } = await openIssue(browser, { description: '- [x] one\n- [ ] two' });
  await maren.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const badge = (name: string) => head(page).getByText(name, { exact: true });

  await test.step('IS-HD-01, IS-HD-06, IS-HD-10, IS-HD-13 and IS-HD-14: title, state, author, creation date, and the checklist', async () => {
    await expect(badge('Open')).toBeVisible();
    await expect(head(page)).toContainText(/Created .+ by.*Maren/);
    await expect(head(page)).toContainText('1 of 2 checklist items completed');
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await graveFindings(page, undefined, { isColorsOnly: true })).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await changeIssue(maren, issue, { description: 'none' });
    await expect(head(page)).not.toContainText('checklist');
  });

  await test.step('IS-HD-02, IS-HD-03, IS-AC-04, IS-AC-05, ER-IS-09 and ER-IS-10: menu and sidebar switch lock and confidentiality, and badges follow', async () => {
    await expect(badge('Confidential')).toBeHidden();
    await expect(badge('Locked')).toBeHidden();
    await chooseAction(page, 'Turn on confidentiality');
    await expect(page.getByText('Confidentiality turned on.')).toBeVisible();
    await expect(badge('Confidential')).toBeVisible();
    await chooseAction(page, 'Lock discussion');
    await expect(badge('Locked')).toBeVisible();
    await expect.poll(() => savedIssue(maren, issue)).toMatchObject({ confidential: true, discussion_locked: true });
    await chooseAction(page, 'Turn off confidentiality');
    await expect(page.getByText('Confidentiality turned off.')).toBeVisible();
    await chooseAction(page, 'Unlock discussion');
    await expect(badge('Locked')).toBeHidden();
    await expect.poll(() => savedIssue(maren, issue)).toMatchObject({ confidential: false, discussion_locked: false });
    await openPart(page, 'Lock discussion');
    await part(page, 'Lock discussion').getByRole('switch', { name: 'Only members can comment' }).click();
    await expect(badge('Locked')).toBeVisible();
    await openPart(page, 'Confidentiality');
    await part(page, 'Confidentiality').getByRole('switch', { name: 'Confidential' }).click();
    await expect(badge('Confidential')).toBeVisible();
  });

  await test.step('IS-AC-01, IS-AC-02, IS-AC-06, IS-AC-09, IS-AC-10 and ER-IS-25: Edit with its shortcut, a menu behind three dots, copying the reference; no key fires while typing', async () => {
    await expect(page.getByRole('button', { name: 'Edit E', exact: true })).toContainText('E');
    await expect(page.getByRole('button', { name: 'Close issue' })).toBeVisible();
    await chooseAction(page, 'Copy reference');
    await expect(page.getByText('Reference copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${issue.projectPath}#${issue.iid}`);
    await page.keyboard.press('a');
    await expect(page.getByRole('combobox').first()).toBeFocused();
    await page.keyboard.press('e');
    await expect(page.getByRole('heading', { name: 'Edit issue' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeFocused();
    await page.keyboard.press('Escape');
    await heading(page).click();
    await page.keyboard.press('e');
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('IS-SH-01, IS-SH-03 and IS-SH-04: the title stays visible after it scrolls away, and scrolls back up on click', async () => {
    await changeIssue(maren, issue, { description: 'A line.\n\n'.repeat(120) });
    await expect(page.locator('.prose').first()).toContainText('A line.');
    const sticky = page.locator('[data-sticky-head]');
    await expect(sticky).toBeHidden();
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, 2_000);
    await expect(sticky).toBeVisible();
    await expect(sticky).toContainText('Open');
    await expect(sticky).toContainText('Confidential');
    await sticky.getByRole('link', { name: 'Walls' }).click();
    await expect(sticky).toBeHidden();
    await expect(heading(page)).toBeInViewport();
  });

  await test.step('IS-SH-02: a task has no sticky header', async () => {
    const text = 'word '.repeat(4_000);
    const task = await makeIssue(maren, issue.projectPath, { title: 'Walls', issue_type: 'task', description: text });
    await go(page, task.webPath);
    await expect(heading(page)).toBeVisible();
    await page.mouse.wheel(0, 4_000);
    await expect(heading(page)).not.toBeInViewport();
    await expect(page.locator('[data-sticky-head]')).toHaveCount(0);
  });
});

test('IS-CL-01, IS-CL-02, IS-CL-03, IS-CL-04, IS-CL-05, IS-PR-01 and IS-PR-02: a closed issue links to its duplicate, its copy or its epic', async ({
  browser,
}) => {
  const { maren, page, groupPath, issue } = await openIssue(browser);
  const link = (name: string) => head(page).getByRole('link', { name });
  await page.getByRole('button', { name: 'Close issue' }).click();
  await expect(head(page).getByText('Closed', { exact: true })).toBeVisible();
  await expect(head(page).getByRole('link', { name: /duplicated|moved|promoted/ })).toBeHidden();

  const same = await makeIssue(maren, issue.projectPath, { title: 'The same' });
  await maren.ask('mutation ($input: IssueMarkAsDuplicateInput!) { issueMarkAsDuplicate(input: $input) { errors } }', {
    input: {
      projectPath: issue.projectPath,
      iid: String(issue.iid),
      duplicateOfId: `gid://gitlab/Issue/${same.id}`,
    },
  });
  await page.reload();
  await expect(link('duplicated')).toHaveAttribute('href', same.webPath);

  const target = await makeProject(maren, groupPath);
  await go(page, same.webPath);
  await chooseAction(page, 'Move');
  await page.getByRole('searchbox', { name: 'Search projects' }).fill(target.split('/').at(-1) ?? '');
  await page.getByRole('radio').first().check();
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
  await expect(page).toHaveURL(new RegExp(`${target}/-/issues/1$`));
  await expect(heading(page, 'The same')).toBeVisible();

  await chooseAction(page, 'Promote to epic');
  await expect(page.getByText('The issue was successfully promoted to an epic. Redirecting to epic…')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/groups/${groupPath}/-/epics/1$`));
  await expect(heading(page, 'The same')).toBeVisible();
  await page.goto(`/${target}/-/issues/1`);
  await expect(link('promoted')).toHaveAttribute('href', `/groups/${groupPath}/-/epics/1`);
  await page.goto(same.webPath);
  await expect(link('moved')).toHaveAttribute('href', `/${target}/-/issues/1`);
});

test('IS-DL-01, IS-DL-02, IS-DL-05, IS-DL-06 and IS-ED-05: a related issue is created, and deleted by a form after confirmation; a visitor can only copy the reference', async ({
  browser,
}) => {
  const { page, issue } = await openIssue(browser);
  await chooseAction(page, 'New related issue');
  await expect(page.getByText('The new issue will relate to #1.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill('Doors');
  await page.getByRole('button', { name: 'Create issue' }).click();
  await expect(heading(page, 'Doors')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Walls' })).toBeVisible();

  await chooseAction(page, 'Delete issue');
  const dialog = page.getByRole('dialog', { name: 'Delete issue' });
  await expect(dialog).toContainText('Issue will be removed! Are you sure?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await chooseAction(page, 'Delete issue');
  const { pathname } = new URL(page.url());
  const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(pathname));
  await dialog.getByRole('button', { name: 'Delete issue' }).click();
  const form = new URLSearchParams((await posted).postData() ?? '');
  expect([...form.keys()]).toEqual(['_method', 'authenticity_token', 'destroy_confirm']);
  expect(form.get('_method')).toBe('delete');
  await expect(page).toHaveURL(`/${issue.projectPath}/-/issues`);
  expect((await page.request.get(`${pathname}.json`)).status()).toBe(404);

  const { page: theirs } = await someone(browser, null);
  await theirs.goto(issue.webPath);
  await expect(heading(theirs)).toBeVisible();
  await expect(theirs.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await theirs.keyboard.press('e');
  await expect(theirs.getByRole('textbox', { name: 'Title' })).toBeHidden();
  await openActions(theirs);
  await expect(theirs.getByRole('menuitem')).toHaveText(['Copy reference']);
});
