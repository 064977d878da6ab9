import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { makeGroup, makeIssue, makeProject, someone, type MadeIssue, type Someone } from './setup/people.ts';

interface Scene {
  maren: Someone;
  page: Page;
  groupPath: string;
  projectPath: string;
  issue: MadeIssue;
}

const wide = { viewport: { width: 1440, height: 900 } };

async function begin(browser: Browser, issue: object = {}): Promise<Scene> {
  const maren = await someone(browser, 'maren', wide);
  const groupPath = await makeGroup(maren);
  const projectPath = await makeProject(maren, groupPath);
  const made = await makeIssue(maren, projectPath, { title: 'Walls', ...issue });
  await maren.page.goto(made.webPath);
  await expect(maren.page.getByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();
  return { maren, page: maren.page, groupPath, projectPath, issue: made };
}

const issueOf = (by: Someone, { projectPath, iid }: MadeIssue) =>
  by.call<Record<string, unknown>>('GET', `/projects/${encodeURIComponent(projectPath)}/issues/${iid}`);
const part = (page: Page, name: string): Locator =>
  page
    .getByRole('complementary')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

test('IS-SB-10 and GQ-IS-08: a label is created in the selector of the sidebar, and is on the issue after the selector closes', async ({
  browser,
}) => {
  const { maren, page, issue } = await begin(browser);
  await page.getByRole('button', { name: 'Edit Labels', exact: true }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill('moat');
  await page.getByRole('button', { name: 'Create label “moat”' }).click();
  const view = page.getByRole('dialog', { name: 'Create label' });
  await expect(view.getByLabel('Name')).toHaveValue('moat');
  await expect(page.getByRole('dialog', { name: 'Select labels' })).toBeHidden();
  await view.getByRole('group', { name: 'Suggested colors' }).getByRole('button', { name: 'Teal' }).click();
  await view.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('option', { name: 'moat' })).toHaveAttribute('aria-selected', 'true');
  await expect(view).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(part(page, 'Labels')).toContainText('moat');
  await expect.poll(async () => (await issueOf(maren, issue))['labels']).toEqual(['moat']);

  // The same title again is rejected where it was typed.
  await page.getByRole('button', { name: 'Edit Labels', exact: true }).click();
  await page.getByRole('button', { name: 'Create label', exact: true }).click();
  await view.getByLabel('Name').fill('moat');
  await view.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(view.getByRole('alert')).toContainText('Label already exists');
});

test('LK-FM-06, LK-FM-13 and LK-FM-14: items are linked by reference and by title, and a removed link is restored by Undo', async ({
  browser,
}) => {
  const { maren, page, projectPath, issue } = await begin(browser);
  const moat = await makeIssue(maren, projectPath, { title: 'Moat' });
  const tower = await makeIssue(maren, projectPath, { title: 'Tower of the north' });
  await page.getByRole('button', { name: 'Link items' }).click();
  const form = page.getByRole('form', { name: 'Link items' });
  const input = form.getByRole('combobox');
  const add = form.getByRole('button', { name: 'Add', exact: true });
  await expect(add).toBeDisabled();
  await form.getByRole('radio', { name: 'is blocked by' }).check();
  await input.fill('tower of');
  await form.getByRole('option', { name: /Tower of the north/ }).click();
  await input.pressSequentially(`#${moat.iid} #4711`);
  await add.click();
  await expect(form.getByRole('alert')).toContainText('No matching item found: #4711');
  await expect(input).toHaveValue('#4711');
  await input.fill('');
  await add.click();
  const linked = page.getByRole('region', { name: 'Linked items' });
  await expect(linked.getByRole('heading', { name: 'Is blocked by' })).toBeVisible();
  await expect(linked.getByRole('link', { name: 'Moat' })).toBeVisible();
  await expect(linked.getByRole('link', { name: 'Tower of the north' })).toBeVisible();

  await linked.getByRole('button', { name: 'Remove the link to Moat' }).click();
  await expect(linked.getByRole('link', { name: 'Moat' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(linked.getByRole('link', { name: 'Moat' })).toBeVisible();
  await page.goto(tower.webPath);
  await expect(linked.getByRole('heading', { name: 'Blocks' })).toBeVisible();
  await expect(linked.getByRole('link', { name: 'Walls' })).toHaveAttribute('href', issue.webPath);
});

test('tasks are added to an issue one after another, closed, removed and restored; others see it', async ({
  browser,
}) => {
  const { maren, page, projectPath, issue } = await begin(browser);
  const section = page.getByRole('region', { name: 'Child items' });
  await section.getByRole('button', { name: 'Add task' }).click();
  const title = section.getByRole('textbox', { name: 'Title' });
  for (const each of ['Dig', 'Fill']) {
    await expect(title).toHaveValue('');
    await title.fill(each);
    await title.press('Enter');
    await expect(section.getByRole('link', { name: each })).toBeVisible();
  }
  await expect(title).toBeFocused();
  await expect(section.getByText('0 of 2 done')).toBeVisible();
  const tasks = `/projects/${encodeURIComponent(projectPath)}/issues?issue_type=task`;
  const taskOf = async (name: string) =>
    (await maren.call<{ title: string; iid: number; state: string }[]>('GET', tasks)).find(
      (each) => each.title === name,
    );

  await section.getByRole('button', { name: 'Close Dig' }).click();
  await expect(section.getByText('1 of 2 done')).toBeVisible();
  await expect.poll(() => taskOf('Dig')).toMatchObject({ state: 'closed' });
  await section.getByRole('button', { name: 'Remove Fill' }).click();
  await expect(section.getByText('1 of 1 done')).toBeVisible();
  await expect(section.getByRole('link', { name: 'Fill' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(section.getByText('1 of 2 done')).toBeVisible();

  // An existing task is found by words of its title; a reference to a missing item is named in the error.
  const project = `/projects/${encodeURIComponent(projectPath)}/issues`;
  await maren.call('POST', project, { title: 'Haul stones', issue_type: 'task' });
  await section.getByRole('radio', { name: 'Existing task' }).click();
  const reference = section.getByRole('combobox', { name: 'Add an existing task' });
  await reference.pressSequentially('#9999 ');
  await reference.pressSequentially('Haul');
  await section.getByRole('option', { name: 'Haul stones' }).click();
  await section.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(section.getByRole('alert')).toContainText('Could not find #9999');
  await section.getByRole('button', { name: 'Remove #9999' }).click();
  await section.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(section.getByRole('link', { name: 'Haul stones' })).toBeVisible();
  await expect(section.getByText('1 of 3 done')).toBeVisible();
  await section.getByRole('button', { name: 'Remove Haul stones' }).click();
  await expect(section.getByText('1 of 2 done')).toBeVisible();

  // Changes of a task on another page show up here.
  const fill = await taskOf('Fill');
  const path = `/projects/${encodeURIComponent(projectPath)}/issues/${fill?.iid}`;
  await maren.call('PUT', path, { title: 'Fill again' });
  await expect(section.getByRole('link', { name: 'Fill again' })).toBeVisible();
  await section.getByRole('link', { name: 'Fill again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fill again' })).toBeVisible();
  await expect(section).toBeHidden();
  await page.goto(issue.webPath);
  await expect(section.getByText('1 of 2 done')).toBeVisible();
});

test.describe('task list of a description', () => {
  const plan = '- [ ] one\n- [ ] two\n- [x] three';
  const items = (page: Page): Locator => page.locator('.task-item');

  test('WI-TC-01, WI-TC-02, WI-TC-03 and WI-TC-04: an item is converted to a task, and Undo reverts that', async ({
    browser,
  }) => {
    const { maren, page, projectPath, issue } = await begin(browser, { description: plan });
    await items(page).filter({ hasText: 'two' }).hover();
    await page.getByRole('button', { name: 'Actions for “two”' }).click();
    await page.getByRole('menuitem', { name: 'Convert to child item' }).click();
    await expect(page.getByText('Converted to task')).toBeVisible();
    await expect(items(page)).toHaveText([/one/, /three/]);
    await expect.poll(() => issueOf(maren, issue)).toMatchObject({ description: '- [ ] one\n- [x] three' });
    const tasks = `/projects/${encodeURIComponent(projectPath)}/issues?issue_type=task`;
    await expect.poll(() => maren.call<{ title: string }[]>('GET', tasks)).toMatchObject([{ title: 'two' }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Task reverted')).toBeVisible();
    await expect(items(page)).toHaveText([/one/, /two/, /three/]);
    await expect.poll(() => issueOf(maren, issue)).toMatchObject({ description: plan });
    await expect.poll(() => maren.call<unknown[]>('GET', tasks)).toEqual([]);
  });

  test('an item is dragged by pointer, and moved by keys, which keeps the focus on it', async ({ browser }) => {
    const { maren, page, issue } = await begin(browser, { description: plan });
    const handle = (name: string): Locator => page.getByRole('button', { name: `Move “${name}”` });
    await items(page).first().hover();
    const from = await handle('one').boundingBox();
    const to = await items(page).last().boundingBox();
    if (!from || !to) throw new Error('The items are on the page');
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, to.y + to.height - 2, { steps: 8 });
    await expect(items(page).last()).toHaveAttribute('data-drop', 'after');
    await page.mouse.up();
    await expect(items(page)).toHaveText([/two/, /three/, /one/]);
    await expect
      .poll(async () => (await issueOf(maren, issue))['description'])
      .toBe('- [ ] two\n- [x] three\n- [ ] one');

    await handle('one').focus();
    await page.keyboard.press('ArrowUp');
    await expect(items(page)).toHaveText([/two/, /one/, /three/]);
    await expect(handle('one')).toBeFocused();
    await expect
      .poll(async () => (await issueOf(maren, issue))['description'])
      .toBe('- [ ] two\n- [ ] one\n- [x] three');
  });
});

test('time is estimated, logged with a summary, and removed again in the sidebar', async ({ browser }) => {
  const { page } = await begin(browser);
  const time = part(page, 'Time tracking');
  await page.getByRole('button', { name: 'Edit Time tracking' }).click();
  await time.getByLabel('Estimate').fill('1d 4h');
  await page.keyboard.press('Enter');
  await expect(time).toContainText('Estimate 1d 4h');
  await time.getByRole('button', { name: 'Log time' }).click();
  const report = page.getByRole('dialog', { name: 'Time spent' });
  await report.getByLabel('Time', { exact: true }).fill('6h');
  await report.getByLabel('Summary').fill('Digging the moat');
  await report.getByRole('button', { name: 'Log time' }).click();
  await expect(report.getByText('Digging the moat')).toBeVisible();
  await report.getByRole('button', { name: 'Close' }).last().click();
  await expect(time).toContainText('Spent 6h');
  await expect(time.getByRole('progressbar', { name: '6h spent of 1d 4h' })).toBeVisible();
  await expect(page.getByText('added 6h of time spent')).toBeVisible();
  await time.getByRole('button', { name: 'Time report' }).click();
  await report.getByRole('button', { name: /^Delete 6h/ }).click();
  await expect(report.getByText('No time logged yet.')).toBeVisible();
});
