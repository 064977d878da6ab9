import { readFileSync } from 'node:fs';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { graveFindings } from './setup/axe.ts';
import { makeGroup, makeIssue, makeProject, someone, type MadeIssue, type Someone } from './setup/people.ts';

interface Scene {
  maren: Someone;
  page: Page;
  groupPath: string;
  issue: MadeIssue;
}

const wide = { viewport: { width: 1440, height: 800 } };

async function begin(
  browser: Browser,
  issue: object = {},
  options: Parameters<typeof someone>[2] = wide,
): Promise<Scene> {
  const maren = await someone(browser, 'maren', options);
  const groupPath = await makeGroup(maren);
  const made = await makeIssue(maren, await makeProject(maren, groupPath), { title: 'Walls', ...issue });
  await maren.page.goto(made.webPath);
  await expect(maren.page.getByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();
  return { maren, page: maren.page, groupPath, issue: made };
}

const head = (page: Page): Locator => page.getByRole('main').locator('header').first();
const actions = (page: Page): Locator => page.getByRole('button', { name: /^(Issue|Incident|Task) actions$/ });
const choose = async (page: Page, item: string): Promise<void> => {
  await actions(page).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const issueOf = (by: Someone, { projectPath, iid }: MadeIssue) =>
  by.call<Record<string, unknown>>('GET', `/projects/${encodeURIComponent(projectPath)}/issues/${iid}`);
const description = (page: Page): Locator => page.getByRole('textbox', { name: 'Description' });
/** A change that another user makes through the API. */
const change = (by: Someone, { projectPath, iid }: MadeIssue, changes: object) =>
  by.call('PUT', `/projects/${encodeURIComponent(projectPath)}/issues/${iid}`, changes);

test.describe('header', () => {
  test('IS-HD-01, IS-HD-06, IS-HD-10, IS-HD-13 and IS-HD-14: shows title, state, author, creation date, and the checklist', async ({
    browser,
  }) => {
    const { maren, page, issue } = await begin(browser, { description: '- [x] one\n- [ ] two' });
    await expect(head(page).getByText('Open', { exact: true })).toBeVisible();
    await expect(head(page)).toContainText(/Created .+ by.*Maren/);
    await expect(head(page)).toContainText('1 of 2 checklist items completed');
    await change(maren, issue, { description: 'none' });
    await expect(head(page)).not.toContainText('checklist');
  });

  test('IS-HD-02, IS-HD-03, IS-AC-04, IS-AC-05, ER-IS-09 and ER-IS-10: locking and confidentiality are switched in the menu, and their badges follow', async ({
    browser,
  }) => {
    const { maren, page, issue } = await begin(browser);
    const badge = (name: string) => head(page).getByText(name, { exact: true });
    await expect(badge('Confidential')).toBeHidden();
    await expect(badge('Locked')).toBeHidden();
    await choose(page, 'Turn on confidentiality');
    await expect(page.getByText('Confidentiality turned on.')).toBeVisible();
    await expect(badge('Confidential')).toBeVisible();
    await choose(page, 'Lock discussion');
    await expect(badge('Locked')).toBeVisible();
    await expect.poll(() => issueOf(maren, issue)).toMatchObject({ confidential: true, discussion_locked: true });
    await choose(page, 'Turn off confidentiality');
    await expect(page.getByText('Confidentiality turned off.')).toBeVisible();
    await choose(page, 'Unlock discussion');
    await expect(badge('Locked')).toBeHidden();
    await expect(badge('Confidential')).toBeHidden();
    await expect.poll(() => issueOf(maren, issue)).toMatchObject({ confidential: false, discussion_locked: false });
  });

  test('IS-SH-01, IS-SH-03 and IS-SH-04: the title stays visible after it scrolls away, and scrolls back up on click', async ({
    browser,
  }) => {
    const { page } = await begin(browser, { description: 'A line.\n\n'.repeat(120), confidential: true });
    const sticky = page.locator('[data-sticky-head]');
    await expect(sticky).toBeHidden();
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, 2_000);
    await expect(sticky).toBeVisible();
    await expect(sticky).toContainText('Open');
    await expect(sticky).toContainText('Confidential');
    await sticky.getByRole('link', { name: 'Walls' }).click();
    await expect(sticky).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  });

  test('IS-CL-01, IS-CL-02, IS-CL-03 and IS-CL-05: a closed issue shows that, and links to its successor', async ({
    browser,
  }) => {
    const { maren, page, groupPath, issue } = await begin(browser);
    await page.getByRole('button', { name: 'Close issue' }).click();
    await expect(head(page).getByText('Closed', { exact: true })).toBeVisible();
    await expect(head(page).getByRole('link', { name: /duplicated|moved|promoted/ })).toBeHidden();

    const same = await makeIssue(maren, issue.projectPath, { title: 'The same' });
    await maren.ask(
      'mutation ($input: IssueMarkAsDuplicateInput!) { issueMarkAsDuplicate(input: $input) { errors } }',
      {
        input: {
          projectPath: issue.projectPath,
          iid: String(issue.iid),
          duplicateOfId: `gid://gitlab/Issue/${same.id}`,
        },
      },
    );
    await page.reload();
    await expect(head(page).getByRole('link', { name: 'duplicated' })).toHaveAttribute('href', same.webPath);

    const target = await makeProject(maren, groupPath);
    await page.goto(same.webPath);
    await choose(page, 'Move');
    await page.getByRole('searchbox', { name: 'Search projects' }).fill(target.split('/').at(-1) ?? '');
    await page.getByRole('radio').first().check();
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    await expect(page).toHaveURL(new RegExp(`${target}/-/issues/1$`));
    await expect(page.getByRole('heading', { level: 1, name: 'The same' })).toBeVisible();
    await page.goto(same.webPath);
    await expect(head(page).getByRole('link', { name: 'moved' })).toHaveAttribute('href', `/${target}/-/issues/1`);
  });

  test('IS-CL-04, IS-PR-01 and IS-PR-02: promoting is announced and opens the epic; the issue is closed and links to it', async ({
    browser,
  }) => {
    const { page, groupPath, issue } = await begin(browser);
    await choose(page, 'Promote to epic');
    await expect(page.getByText('The issue was successfully promoted to an epic. Redirecting to epic…')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/groups/${groupPath}/-/epics/1$`));
    await expect(page.getByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();
    await page.goto(issue.webPath);
    await expect(head(page).getByRole('link', { name: 'promoted' })).toHaveAttribute(
      'href',
      `/groups/${groupPath}/-/epics/1`,
    );
  });
});

test.describe('actions', () => {
  test('IS-AC-01, IS-AC-02, IS-AC-06, IS-AC-09, IS-AC-10 and ER-IS-25: Edit with its shortcut, a menu behind three dots, copying the reference', async ({
    browser,
  }) => {
    const { maren, page, issue } = await begin(browser);
    await maren.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await expect(page.getByRole('button', { name: 'Edit E', exact: true })).toContainText('E');
    await expect(page.getByRole('button', { name: 'Close issue' })).toBeVisible();
    await choose(page, 'Copy reference');
    await expect(page.getByText('Reference copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${issue.projectPath}#${issue.iid}`);
    await page.keyboard.press('e');
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  });

  test('on a phone Edit and Close are in the menu', async ({ browser }) => {
    const { page } = await begin(browser, {}, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await expect(page.getByRole('button', { name: 'Close issue' })).toBeHidden();
    await choose(page, 'Close issue');
    await expect(head(page).getByText('Closed', { exact: true })).toBeVisible();
    await choose(page, 'Edit title and description');
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  });

  test('a new related issue is linked to this one', async ({ browser }) => {
    const { page } = await begin(browser);
    await choose(page, 'New related issue');
    await expect(page.getByText('The new issue will relate to #1.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Title' }).fill('Doors');
    await page.getByRole('button', { name: 'Create issue' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Doors' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Walls' })).toBeVisible();
  });

  test('IS-DL-01, IS-DL-02, IS-DL-05 and IS-DL-06: deleting asks for confirmation, posts a form, and returns to the list', async ({
    browser,
  }) => {
    const { page, issue } = await begin(browser);
    await choose(page, 'Delete issue');
    const dialog = page.getByRole('dialog', { name: 'Delete issue' });
    await expect(dialog).toContainText('Issue will be removed! Are you sure?');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await choose(page, 'Delete issue');
    const posted = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith(issue.webPath),
    );
    await dialog.getByRole('button', { name: 'Delete issue' }).click();
    const form = new URLSearchParams((await posted).postData() ?? '');
    expect([...form.keys()]).toEqual(['_method', 'authenticity_token', 'destroy_confirm']);
    expect(form.get('_method')).toBe('delete');
    await expect(page).toHaveURL(`/${issue.projectPath}/-/issues`);
    expect((await page.request.get(`${issue.webPath}.json`)).status()).toBe(404);
  });
});

test.describe('form', () => {
  const edit = (page: Page) => page.getByRole('button', { name: 'Edit E', exact: true }).click();
  const save = (page: Page): Locator => page.getByRole('button', { name: 'Save changes' });

  test('IS-ED-01, IS-ED-03, IS-ED-04, IS-ED-06, IS-ED-14, IS-ED-17 and IS-ED-24: replaces the title, saves title and description', async ({
    browser,
  }) => {
    const { page, issue } = await begin(browser, { description: 'Old text' });
    await edit(page);
    await expect(page.getByRole('heading', { name: 'Edit issue' })).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    await expect(page.getByRole('combobox', { name: 'Type' }).getByRole('option')).toHaveText(['Issue', 'Incident']);
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Title' }).fill('  ');
    await expect(save(page)).toBeDisabled();
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
    await expect(page.getByRole('heading', { level: 1, name: 'Doors' })).toBeVisible();
    await expect(page.locator('.prose strong').first()).toHaveText('text');
  });

  test('IS-ED-15, IS-ED-16, IS-ED-18 and ER-IS-08: a draft survives a reload, and leaving asks for confirmation', async ({
    browser,
  }) => {
    const { page, issue } = await begin(browser, { description: 'Old text' });
    await edit(page);
    await description(page).fill('A draft');
    await expect(page.getByText('Draft saved')).toBeVisible();
    const asked = page.waitForEvent('dialog').then((dialog) => dialog.accept());
    await page.reload();
    await asked;
    await edit(page);
    await expect(description(page)).toHaveValue('A draft');
    await page.getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('dialog', { name: 'Are you sure you want to lose your issue information?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(description(page)).toHaveValue('A draft');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();
    await page.reload();
    await edit(page);
    await expect(description(page)).toHaveValue('Old text');
    // Nothing was typed, so no confirmation is shown.
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();
    expect(page.url()).toContain(issue.webPath);
  });

  test('IS-ED-19, ER-IS-05 and ER-IS-06: an open form receives what another user saved, shows the difference, and overwrites it only on request', async ({
    browser,
  }) => {
    const { maren, page, issue } = await begin(browser, { description: 'one\ntwo' });
    await edit(page);
    await description(page).fill('mine');
    await change(maren, issue, { description: 'one\nthree' });
    const warning = page.getByRole('alert').filter({ hasText: 'edited this issue at the same time you did' });
    await expect(warning).toBeVisible();
    await expect(warning.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', issue.webPath);
    await expect(description(page)).toHaveValue('mine');
    await save(page).click();
    await expect(warning).toBeVisible();
    await expect.poll(() => issueOf(maren, issue)).toMatchObject({ description: 'one\nthree' });
    await page.getByRole('button', { name: 'Review changes' }).click();
    const review = page.getByRole('dialog', { name: /^Changes by / });
    await expect(review.locator('del')).toContainText('two');
    await expect(review.locator('ins')).toContainText('three');
    await review.getByRole('button', { name: 'Keep my text' }).click();
    await expect(warning).toBeHidden();
    await expect(description(page)).toHaveValue('mine');
    await save(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => issueOf(maren, issue)).toMatchObject({ description: 'mine' });
  });

  test('IS-ED-20, IS-ED-21 and ER-IS-07: a draft based on an older text is kept or discarded', async ({ browser }) => {
    const { maren, page, issue } = await begin(browser, { description: 'one' });
    await edit(page);
    await description(page).fill('my draft');
    await expect(page.getByText('Draft saved')).toBeVisible();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('about:blank');
    await change(maren, issue, { description: 'two' });
    await page.goto(issue.webPath);
    await edit(page);
    const warning = page.getByRole('alert').filter({ hasText: 'Would you like to keep your changes' });
    await expect(warning).toBeVisible();
    await expect(description(page)).toHaveValue('my draft');
    await warning.getByRole('button', { name: 'Keep' }).click();
    await expect(warning).toBeHidden();
    await expect(description(page)).toHaveValue('my draft');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('about:blank');
    await change(maren, issue, { description: 'three' });
    await page.goto(issue.webPath);
    await edit(page);
    await warning.getByRole('button', { name: 'Discard' }).click();
    await expect(description(page)).toHaveValue('three');
  });

  test('IS-ED-08 and IS-ED-09: text that looks like a secret is sent only after confirmation', async ({ browser }) => {
    const { maren, page, issue } = await begin(browser);
    await edit(page);
    await description(page).fill(`token glpat-${'a1B2'.repeat(5)}`);
    await save(page).click();
    const question = page.getByRole('dialog', { name: 'Save a secret?' });
    await expect(question).toContainText('GitLab personal access token');
    await question.getByRole('button', { name: 'Edit the description' }).click();
    await expect(save(page)).toBeEnabled();
    expect(await issueOf(maren, issue)).toMatchObject({ description: null });
  });

  test('an issue whose type changes to incident is shown as one', async ({ browser }) => {
    const { maren, page, issue } = await begin(browser);
    await edit(page);
    await page.getByRole('combobox', { name: 'Type' }).selectOption('incident');
    await save(page).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();
    await expect.poll(() => issueOf(maren, issue)).toMatchObject({ issue_type: 'incident' });
  });

  test('IS-ED-05: a user who may not edit is offered no way to', async ({ browser }) => {
    const { issue } = await begin(browser);
    const { page } = await someone(browser, null, wide);
    await page.goto(issue.webPath);
    await expect(page.getByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit E', exact: true })).toBeHidden();
    await page.keyboard.press('e');
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeHidden();
    await actions(page).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Copy reference']);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on the issue page and its form in ${colorScheme}`, async ({ browser }) => {
    const { page } = await begin(browser, { description: '- [ ] one' }, { ...wide, colorScheme });
    const grave = (): Promise<string[]> => graveFindings(page);
    expect(await grave()).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('issue.png') });
    await page.keyboard.press('e');
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
    expect(await grave()).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('form.png') });
  });
}

test.describe('discussion', () => {
  const field = (page: Page, name = 'Add a comment'): Locator => page.getByRole('textbox', { name });
  const said = (page: Page, text: string): Locator => page.locator('article article').filter({ hasText: text });

  test('comments are created, answered, edited, resolved and deleted; everyone with the page open sees it', async ({
    browser,
  }) => {
    const { page, issue } = await begin(browser);
    const { page: other } = await someone(browser, null, wide);
    await other.goto(issue.webPath);
    await expect(other.getByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();
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
  });

  test('an internal note is visible to members only; a draft survives a reload; the activity filter is remembered', async ({
    browser,
  }) => {
    const { page, issue } = await begin(browser);
    await field(page).fill('Between us');
    await page.getByRole('checkbox', { name: 'Make this an internal note' }).check();
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(said(page, 'Between us')).toContainText('Internal');
    const { page: other } = await someone(browser, null, wide);
    await other.goto(issue.webPath);
    await expect(other.getByText('No activity yet.')).toBeVisible();

    await field(page).fill('Half a thought');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(field(page)).toHaveValue('Half a thought');
    await field(page).fill('');

    await page.getByRole('button', { name: 'Oldest first' }).click();
    await page.getByRole('menuitemradio', { name: 'History only' }).click();
    await expect(said(page, 'Between us')).toBeHidden();
    await page.reload();
    await expect(page.getByText('No activity of this kind yet.')).toBeVisible();
    await page.getByRole('button', { name: 'History only' }).click();
    await page.getByRole('menuitemradio', { name: 'All activity' }).click();
    await expect(said(page, 'Between us')).toBeVisible();
  });

  test('a link to a comment scrolls to it, also far down', async ({ browser }) => {
    const { maren, page, issue } = await begin(browser);
    const path = `/projects/${encodeURIComponent(issue.projectPath)}/issues/${issue.iid}/notes`;
    let last = 0;
    for (let number = 1; number <= 60; number += 1) {
      last = (await maren.call<{ id: number }>('POST', path, { body: `Comment ${number}` })).id;
    }
    await page.goto('about:blank');
    await page.goto(`${issue.webPath}#note_${last}`);
    await expect(said(page, 'Comment 60')).toBeInViewport();
  });
});

test.describe('sidebar', () => {
  const part = (page: Page, name: string): Locator =>
    page
      .getByRole('complementary')
      .locator('section')
      .filter({ has: page.getByRole('heading', { name, exact: true }) });
  const openPart = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  };
  const option = (page: Page, name: string | RegExp): Locator => page.getByRole('option', { name });

  test('several assignees and labels are picked and saved when the selector closes; of one scope only the last is kept', async ({
    browser,
  }) => {
    const { maren, page, issue, groupPath } = await begin(browser);
    const group = encodeURIComponent(groupPath);
    for (const name of ['bug', 'stage::alpha', 'stage::beta']) {
      await maren.call('POST', `/groups/${group}/labels`, { name, color: '#217645' });
    }
    await openPart(page, 'Assignees');
    await option(page, /Maren Holt/).click();
    await page.keyboard.press('Escape');
    await expect(part(page, 'Assignees')).toContainText('Maren Holt');
    await expect(page.getByRole('button', { name: 'Edit Assignees' })).toBeFocused();

    await openPart(page, 'Labels');
    await option(page, 'bug').click();
    await page.getByRole('combobox', { name: 'Search' }).fill('stage');
    await expect(option(page, 'bug')).toBeHidden();
    await option(page, 'stage::alpha').click();
    await option(page, 'stage::beta').click();
    await expect(option(page, 'stage::alpha')).toHaveAttribute('aria-selected', 'false');
    await page.keyboard.press('Escape');
    await expect(part(page, 'Labels')).toContainText('bug');
    await expect.poll(async () => (await issueOf(maren, issue))['labels']).toEqual(['bug', 'stage::beta']);
    await expect.poll(() => issueOf(maren, issue)).toMatchObject({ assignees: [{ name: 'Maren Holt' }] });
  });

  test('IS-SB-04, IS-SB-05 and IS-SB-06: health is a colored badge, chosen and cleared', async ({ browser }) => {
    const { maren, page, issue } = await begin(browser);
    const health = part(page, 'Health status');
    await expect(health).toContainText('No status');
    for (const [name, tone, value] of [
      ['On track', 'success', 'on_track'],
      ['Needs attention', 'warning', 'needs_attention'],
      ['At risk', 'danger', 'at_risk'],
    ] as const) {
      await openPart(page, 'Health status');
      await expect(page.getByRole('listbox', { name: 'Select health status' })).toBeVisible();
      await option(page, name).click();
      await expect(health.getByText(name)).toBeVisible();
      await expect(health.locator(`[data-tone=${tone}]`)).toBeVisible();
      await expect.poll(async () => (await issueOf(maren, issue))['health_status']).toBe(value);
    }
    await openPart(page, 'Health status');
    await option(page, 'No status').click();
    await expect.poll(async () => (await issueOf(maren, issue))['health_status']).toBeNull();
  });

  test('IS-SB-07 and IS-SB-08: iterations are grouped by cadence title, sorted case-insensitively', async ({
    browser,
  }) => {
    const { maren, page, groupPath } = await begin(browser);
    for (const title of ['beta', 'Alpha', 'Gamma']) {
      const { iterationCadenceCreate } = await maren.ask<{
        iterationCadenceCreate: { iterationCadence: { id: string }; errors: string[] };
      }>(
        `mutation ($input: IterationCadenceCreateInput!) {
          iterationCadenceCreate(input: $input) { errors iterationCadence { id } }
        }`,
        { input: { groupPath, title, active: true, automatic: false } },
      );
      expect(iterationCadenceCreate.errors).toEqual([]);
      const { createIteration } = await maren.ask<{ createIteration: { errors: string[] } }>(
        'mutation ($input: CreateIterationInput!) { createIteration(input: $input) { errors } }',
        {
          input: {
            groupPath,
            title: `${title} one`,
            startDate: '2030-01-01',
            dueDate: '2030-01-14',
            iterationsCadenceId: iterationCadenceCreate.iterationCadence.id,
          },
        },
      );
      expect(createIteration.errors).toEqual([]);
    }
    await openPart(page, 'Iteration');
    await expect(page.getByRole('option')).toHaveText(['No iteration', 'Alpha one', 'beta one', 'Gamma one']);
    await expect(page.getByRole('dialog').getByRole('presentation')).toHaveText(['Alpha', 'beta', 'Gamma']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(part(page, 'Iteration')).toContainText('beta one');
    await page.reload();
    await expect(part(page, 'Iteration')).toContainText('beta one');
  });

  test('milestone, epic, weight and due date are changed in place; a rejected change is reverted with its reason', async ({
    browser,
  }) => {
    const { maren, page, issue, groupPath } = await begin(browser);
    await maren.call('POST', `/groups/${encodeURIComponent(groupPath)}/milestones`, {
      title: '1.0',
      due_date: '2030-02-01',
    });
    await maren.call('POST', `/groups/${encodeURIComponent(groupPath)}/epics`, { title: 'Castle' });
    await openPart(page, 'Milestone');
    await option(page, /1\.0/).click();
    await expect(part(page, 'Milestone').getByRole('link', { name: '1.0' })).toBeVisible();
    await openPart(page, 'Epic');
    await option(page, /Castle/).click();
    await expect(part(page, 'Epic').getByRole('link', { name: 'Castle' })).toBeVisible();
    await openPart(page, 'Weight');
    await page.getByRole('textbox', { name: 'Weight' }).fill('x');
    await page.keyboard.press('Enter');
    await expect(part(page, 'Weight')).toContainText('Must be a whole number, 0 or more');
    await page.getByRole('textbox', { name: 'Weight' }).fill('5');
    await page.keyboard.press('Enter');
    await expect(part(page, 'Weight')).toContainText('5');
    await openPart(page, 'Due date');
    await part(page, 'Due date').getByRole('textbox').fill('2030-03-04');
    await part(page, 'Due date').getByRole('button', { name: 'Save' }).click();
    await expect(part(page, 'Due date')).toContainText('Mar 4, 2030');
    await expect
      .poll(() => issueOf(maren, issue))
      .toMatchObject({ weight: 5, due_date: '2030-03-04', milestone: { title: '1.0' }, epic: { title: 'Castle' } });

    await page.route('**/api/graphql', (route) => route.fulfill({ status: 500, body: '{"message":"broken"}' }));
    await openPart(page, 'Milestone');
    await option(page, 'No milestone').click();
    await expect(part(page, 'Milestone').getByRole('alert')).toContainText('Could not save. Try again.');
    await expect(part(page, 'Milestone').getByRole('link', { name: '1.0' })).toBeVisible();
  });
});

test.describe('checkboxes of the description', () => {
  const box = (page: Page, name: string): Locator => page.getByRole('checkbox', { name });
  const text = '- [ ] one\n- [ ] two\n- [ ] three';

  test('are ticked in the rendered text, several in quick succession, and each is saved', async ({ browser }) => {
    const { maren, page, issue } = await begin(browser, { description: text });
    await box(page, 'one').check();
    await box(page, 'two').check();
    await expect(head(page)).toContainText('2 of 3 checklist items completed');
    await expect
      .poll(async () => (await issueOf(maren, issue))['description'])
      .toBe('- [x] one\n- [x] two\n- [ ] three');
    await box(page, 'one').uncheck();
    await expect(head(page)).toContainText('1 of 3 checklist items completed');
    const { page: other } = await someone(browser, null, wide);
    await other.goto(issue.webPath);
    await expect(box(other, 'two')).toBeDisabled();
  });

  test('IS-PL-04: a checkbox that the server rejects is reverted, and everything is fetched again', async ({
    browser,
  }) => {
    const { maren, page, issue } = await begin(browser, { description: text });
    await page.route(`**${issue.webPath}.json`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 403, json: { message: 'No' } }) : route.continue(),
    );
    await expect(box(page, 'two')).toBeEnabled();
    const again = page.waitForRequest((request) => request.url().endsWith('/api/graphql'));
    await box(page, 'two').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await again;
    await expect(box(page, 'two')).not.toBeChecked();
    expect(await issueOf(maren, issue)).toMatchObject({ description: text });
    await page.unroute(`**${issue.webPath}.json`);
    await box(page, 'one').check();
    await expect.poll(() => issueOf(maren, issue)).toMatchObject({ description: text.replace('[ ] one', '[x] one') });
    await expect(box(page, 'two')).not.toBeChecked();
  });

  test('IS-PL-04 and ER-EP-24: a checkbox of a text that changed meanwhile is not saved, and the new text is shown', async ({
    browser,
  }) => {
    const { maren, page, issue } = await begin(browser, { description: text });
    // The page does not receive the change before it sends its own.
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/graphql', async (route) => {
      await released;
      await route.continue();
    });
    await change(maren, issue, { description: '- [ ] zero\n- [ ] one' });
    await box(page, 'one').check();
    await expect(page.getByRole('alert')).toHaveText(
      'Someone edited this issue at the same time you did. The description has been updated and you will need to make your changes again.',
    );
    release();
    await expect(box(page, 'zero')).toBeVisible();
    await expect(box(page, 'one')).not.toBeChecked();
    await expect.poll(() => issueOf(maren, issue)).toMatchObject({ description: '- [ ] zero\n- [ ] one' });
  });
});

test.describe('polling', () => {
  const isPoll = (request: { url(): string; method(): string }) =>
    request.method() === 'GET' && request.url().endsWith('.json');

  test('IS-PL-01 and IS-PL-06: the endpoint is polled even while live updates arrive, at the interval it asks for, and an unchanged answer is not sent again', async ({
    browser,
  }) => {
    const { page } = await begin(browser, { description: 'before' });
    await page.clock.install();
    const first = page.waitForResponse((response) => isPoll(response.request()));
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-live', 'on');
    await page.clock.runFor(5_000);
    expect((await first).headers()['poll-interval']).toBe('60000');
    // Nothing is polled before that time has passed, with or without live updates.
    let polls = 0;
    page.on('request', (request) => {
      if (isPoll(request)) polls += 1;
    });
    await page.clock.runFor(30_000);
    expect(polls).toBe(0);
    const second = page.waitForResponse((response) => isPoll(response.request()));
    await page.clock.runFor(40_000);
    expect((await second).status()).toBe(304);
  });

  test('IS-PL-05: a title that changed between loading and the first poll is shown', async ({ browser }) => {
    const { maren, page, issue } = await begin(browser, { description: 'before' });
    await page.route('**/-/live**', (route) => route.abort());
    await page.clock.install();
    await page.reload();
    await expect(page.locator('.prose').first()).toHaveText('before');
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await page.reload();
    await expect(page.locator('.prose').first()).toHaveText('before');
    await change(maren, issue, { title: 'Doors' });
    await page.clock.resume();
    await expect(page.getByRole('heading', { level: 1, name: 'Doors' })).toBeVisible();
  });
});

test.describe('without live updates', () => {
  test('IS-PL-01, IS-PL-02 and IS-PL-05: the endpoint is polled, and changes are shown', async ({ browser }) => {
    const { maren, page, issue } = await begin(browser, { description: 'before' });
    await page.route('**/-/live**', (route) => route.abort());
    await page.clock.install();
    await page.reload();
    await expect(page.locator('.prose').first()).toHaveText('before');
    let polls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('.json')) polls += 1;
    });
    await expect.poll(() => polls).toBeGreaterThan(1);
    await change(maren, issue, { title: 'Doors', description: 'after' });
    await expect(page.getByRole('heading', { level: 1, name: 'Doors' })).toBeVisible();
    await expect(page.locator('.prose').first()).toHaveText('after');

    // A hidden tab does not poll.
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const pollsBefore = polls;
    await page.clock.fastForward(60_000);
    await page.evaluate(() => undefined);
    expect(polls).toBe(pollsBefore);
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => false });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(() => polls).toBeGreaterThan(pollsBefore);
  });
});

test.describe('error messages', () => {
  const fail = async (page: Page, operation: string, answer: object): Promise<void> => {
    await page.route('**/api/graphql', (route) => {
      const { query } = route.request().postDataJSON() as { query: string };
      const isIt = operations[operation] === query;
      return isIt ? route.fulfill({ status: 200, contentType: 'application/json', json: answer }) : route.fallback();
    });
  };
  /** The hashes of our persisted documents by operation name. */
  let operations: Record<string, string> = {};
  test.beforeAll(() => {
    const file = new URL('../packages/web/dist/persisted-documents.json', import.meta.url);
    const documents = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    operations = Object.fromEntries(
      Object.entries(documents).map(([hash, text]) => [/(?:query|mutation) (\w+)/.exec(text)?.[1] ?? '', hash]),
    );
  });
  const broken = { errors: [{ message: 'broken' }] };

  test('ER-IS-01, ER-IS-02, ER-IS-12, ER-IS-13 and ER-IS-17: state, promotion, confidentiality and health', async ({
    browser,
  }) => {
    const { page } = await begin(browser);
    const alert = page.getByRole('alert');
    await fail(page, 'setIssueState', broken);
    await page.getByRole('button', { name: 'Close issue' }).click();
    await expect(alert).toHaveText('Error occurred while updating the issue status');
    await fail(page, 'promoteToEpic', broken);
    await choose(page, 'Promote to epic');
    await expect(alert).toHaveText('Something went wrong while promoting the issue to an epic. Please try again.');
    await fail(page, 'setIssueConfidentiality', broken);
    await choose(page, 'Turn on confidentiality');
    await expect(alert).toHaveText('Something went wrong while setting issue confidentiality.');
    await fail(page, 'setIssueConfidentiality', {
      data: { issueSetConfidential: { errors: ['Not today'], issue: null } },
    });
    await choose(page, 'Turn on confidentiality');
    await expect(alert).toHaveText('Not today');
    await fail(page, 'updateItemField', broken);
    await page.getByRole('button', { name: 'Edit Health status' }).click();
    await page.getByRole('option', { name: 'At risk' }).click();
    await expect(alert.last()).toHaveText('Something went wrong while setting issue health status.');
  });
});
