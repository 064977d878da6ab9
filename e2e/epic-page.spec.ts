import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { expectAccessible, graveFindings } from './setup/axe.ts';
import { makeEpic, makeGroup, makeIssue, makeProject, someone, type Someone, updateEpic } from './setup/people.ts';

const wide = { viewport: { width: 1440, height: 1000 } };

interface Scene {
  maren: Someone;
  page: Page;
  groupPath: string;
  iid: string;
}

/** An epic with a parent, a child and an issue, and its owner's page showing it. */
async function begin(browser: Browser): Promise<Scene> {
  const maren = await someone(browser, 'maren', wide);
  const groupPath = await makeGroup(maren);
  const parent = await makeEpic(maren, groupPath, { title: 'Castle', startDateFixed: '2026-03-01' });
  const epic = await makeEpic(maren, groupPath, {
    title: 'Walls',
    parentId: parent.id,
    startDateFixed: '2026-02-01',
    dueDateFixed: '2026-09-30',
  });
  await makeEpic(maren, groupPath, { title: 'North wall', parentId: epic.id, startDateFixed: '2026-01-15' });
  await updateEpic(maren, groupPath, epic.iid, { description: 'Of **stone**.\n\n- [ ] plan\n- [x] dig' });
  const project = await makeProject(maren, groupPath);
  await makeIssue(maren, project, { title: 'Order stones', epic_id: Number(epic.id.split('/').at(-1)) });
  await maren.page.goto(`/groups/${groupPath}/-/epics/${epic.iid}`);
  await expect(maren.page.getByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();
  return { maren, page: maren.page, groupPath, iid: epic.iid };
}

const facts = (page: Page): Locator => page.getByRole('complementary', { name: 'Epic details' });
const fact = (page: Page, name: string): Locator =>
  facts(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
const saved = (by: Someone, { groupPath, iid }: Scene) =>
  by.call<Record<string, unknown>>('GET', `/groups/${encodeURIComponent(groupPath)}/epics/${iid}`);

test('EP-PG-01, EP-PG-02, EP-PG-03, EP-PG-04, EP-SB-07 and EP-SB-10: header, text, tree and sidebar; the text is edited with e, and everything is changed in place', async ({
  browser,
}) => {
  const scene = await begin(browser);
  const { page, maren } = scene;
  const head = page.getByRole('main').locator('header').first();
  await expect(head).toContainText('Open');
  await expect(head.getByRole('button', { name: 'Close epic' })).toBeVisible();
  await expect(page.getByText('Of stone.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Child items' })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'North wall' })).toBeVisible();
  await expect(fact(page, 'Labels')).toBeVisible();
  await expect(fact(page, 'Ancestors').getByRole('link', { name: 'Castle' })).toBeVisible();

  await test.step('axe finds nothing serious, in light and dark mode', async () => {
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await graveFindings(page, undefined, { isColorsOnly: true })).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  });

  await test.step('the text is edited, and the open form shows what another user saved meanwhile', async () => {
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Title' }).fill('High walls');
    await page.getByRole('textbox', { name: 'Description' }).fill('Of granite.');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'High walls' })).toBeVisible();
    await expect(page.getByText('Of granite.')).toBeVisible();
    await expect.poll(() => saved(maren, scene)).toMatchObject({ title: 'High walls', description: 'Of granite.' });
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine.');
    await updateEpic(maren, scene.groupPath, scene.iid, { description: 'Theirs.' });
    await expect(page.getByRole('button', { name: /^Review/ })).toBeVisible();
    expect(await saved(maren, scene)).toMatchObject({ description: 'Theirs.' });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByText('Theirs.')).toBeVisible();
  });

  await test.step('dates and labels open with one click and focus the control', async () => {
    await expect(fact(page, 'Start date')).toContainText('A child item starts earlier.');
    await expect(fact(page, 'Start date')).toContainText('Starts before its parent Castle (Mar 1, 2026).');
    await page.getByRole('button', { name: 'Edit Due date' }).click();
    await expect(page.getByRole('dialog', { name: 'Choose date' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Due date', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Edit Due date' })).toBeFocused();
    await page.getByRole('button', { name: 'Edit Labels' }).click();
    const labels = page.getByRole('dialog', { name: 'Select labels' });
    await expect(labels.getByRole('combobox', { name: 'Search' })).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('dates and color are changed in the sidebar', async () => {
    await page.getByRole('button', { name: 'Edit Start date' }).click();
    await fact(page, 'Start date').getByRole('radio', { name: 'Inherited' }).click();
    await fact(page, 'Start date').getByRole('button', { name: 'Save' }).click();
    await expect(fact(page, 'Start date')).toContainText('Inherited from North wall');
    await page.getByRole('button', { name: 'Edit Color' }).click();
    await fact(page, 'Color').getByText('Purple').click();
    await fact(page, 'Color').getByRole('button', { name: 'Save' }).click();
    await expect(fact(page, 'Color')).toContainText('Purple');
    await expect
      .poll(() => saved(maren, scene))
      .toMatchObject({ color: '#694cc0', start_date_is_fixed: false, start_date: '2026-01-15' });
  });

  await test.step('submitting a comment from its preview keeps the editor open', async () => {
    const text = page.getByRole('textbox', { name: 'Add a comment' });
    await text.fill('Of granite.');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(text).toBeVisible();
    await expect(text).toHaveValue('');
  });

  await test.step('on a phone axe finds nothing serious, and nothing overflows', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(facts(page)).toBeHidden();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize(wide.viewport);
  });

  await test.step('the epic is closed, reopened and deleted; the arrow keys move through the whole menu', async () => {
    await page.getByRole('button', { name: 'Close epic' }).click();
    await expect(page.getByRole('button', { name: 'Reopen epic' })).toBeVisible();
    await page.getByRole('button', { name: 'Reopen epic' }).click();
    await expect(page.getByRole('button', { name: 'Close epic' })).toBeVisible();
    await page.getByRole('button', { name: 'Epic actions' }).focus();
    await page.keyboard.press('ArrowDown');
    const items = page.getByRole('menuitem');
    const count = await items.count();
    const walked: (string | null)[] = [];
    for (let index = 0; index < count; index += 1) {
      walked.push(await page.evaluate(() => document.activeElement?.textContent ?? null));
      await page.keyboard.press('ArrowDown');
    }
    expect(walked).toEqual(await items.allTextContents());
    await page.getByRole('menuitem', { name: 'Delete epic' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete epic' });
    await expect(dialog).toContainText('Delete this epic and release all child items?');
    await dialog.getByRole('button', { name: 'Delete epic' }).click();
    await expect(page).toHaveURL(`/groups/${scene.groupPath}/-/epics`);
  });
});
