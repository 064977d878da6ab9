import { expect, test, type Locator, type Page } from '@playwright/test';
import { changeIssue, head, openIssue, savedIssue } from './setup/issue.ts';
import { someone, wide } from './setup/people.ts';

const box = (page: Page, name: string): Locator => page.getByRole('checkbox', { name });
const items = (page: Page): Locator => page.locator('.task-item');

test('IS-PL-04 and ER-EP-24: checkboxes are ticked in the rendered text and saved; one that the server rejects is reverted, and a text that changed meanwhile is shown', async ({
  browser,
}) => {
  const text = '- [ ] one\n- [ ] two\n- [ ] three';
  const { maren, page, issue } = await openIssue(browser, { description: text });
  const saved = async () => (await savedIssue(maren, issue))['description'];
  await box(page, 'one').check();
  await box(page, 'two').check();
  await expect(head(page)).toContainText('2 of 3 checklist items completed');
  await expect.poll(saved).toBe('- [x] one\n- [x] two\n- [ ] three');
  await box(page, 'one').uncheck();
  await expect(head(page)).toContainText('1 of 3 checklist items completed');
  await expect.poll(saved).toBe('- [ ] one\n- [x] two\n- [ ] three');
  const { page: other } = await someone(browser, null, wide);
  await other.goto(issue.webPath);
  await expect(box(other, 'two')).toBeDisabled();

  // Rejected: everything is fetched again.
  const endpoint = `**${issue.webPath}.json`;
  await page.route(endpoint, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 403, json: { message: 'No' } }) : route.continue(),
  );
  await expect(box(page, 'three')).toBeEnabled();
  const again = page.waitForRequest((request) => request.url().endsWith('/api/graphql'));
  await box(page, 'three').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await again;
  await expect(box(page, 'three')).not.toBeChecked();
  expect(await saved()).toBe('- [ ] one\n- [x] two\n- [ ] three');
  await page.unroute(endpoint);
  await box(page, 'one').check();
  await expect.poll(saved).toBe('- [x] one\n- [x] two\n- [ ] three');
  await expect(box(page, 'three')).not.toBeChecked();

  // Changed meanwhile: the page does not receive the change before it sends its own.
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/graphql', async (route) => {
    await released;
    await route.continue();
  });
  await changeIssue(maren, issue, { description: '- [ ] zero\n- [ ] one' });
  await box(page, 'three').check();
  await expect(page.getByRole('alert')).toHaveText(
    'Someone edited this issue at the same time you did. The description has been updated and you will need to make your changes again.',
  );
  release();
  await expect(box(page, 'zero')).toBeVisible();
  await expect(box(page, 'one')).not.toBeChecked();
  await expect.poll(saved).toBe('- [ ] zero\n- [ ] one');
});

test('WI-TC-01, WI-TC-02, WI-TC-03 and WI-TC-04: an item of a task list is converted to a task and back, dragged by pointer, and moved by keys', async ({
  browser,
}) => {
  const plan = '- [ ] one\n- [ ] two\n- [x] three';
  const { maren, page, projectPath, issue } = await openIssue(browser, { description: plan });
  const saved = async () => (await savedIssue(maren, issue))['description'];
  await items(page).filter({ hasText: 'two' }).hover();
  await page.getByRole('button', { name: 'Actions for “two”' }).click();
  await page.getByRole('menuitem', { name: 'Convert to child item' }).click();
  await expect(page.getByText('Converted to task')).toBeVisible();
  await expect(items(page)).toHaveText([/one/, /three/]);
  await expect.poll(saved).toBe('- [ ] one\n- [x] three');
  const tasks = `/projects/${encodeURIComponent(projectPath)}/issues?issue_type=task`;
  await expect.poll(() => maren.call<{ title: string }[]>('GET', tasks)).toMatchObject([{ title: 'two' }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Task reverted')).toBeVisible();
  await expect(items(page)).toHaveText([/one/, /two/, /three/]);
  await expect.poll(saved).toBe(plan);
  await expect.poll(() => maren.call<unknown[]>('GET', tasks)).toEqual([]);

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
  await expect.poll(saved).toBe('- [ ] two\n- [x] three\n- [ ] one');
  await handle('one').focus();
  await page.keyboard.press('ArrowUp');
  await expect(items(page)).toHaveText([/two/, /one/, /three/]);
  await expect(handle('one')).toBeFocused();
  await expect.poll(saved).toBe('- [ ] two\n- [ ] one\n- [x] three');
});
