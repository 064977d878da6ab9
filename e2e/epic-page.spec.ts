import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { makeEpic, makeGroup, makeIssue, makeProject, someone, type Someone, updateEpic } from './setup/people.ts';

const wide = { viewport: { width: 1440, height: 1000 } };

interface Scene {
  maren: Someone;
  page: Page;
  groupPath: string;
  webPath: string;
  iid: string;
}

/** An epic with a parent, a child and an issue, and its owner's page showing it. */
async function begin(browser: Browser, options: Parameters<typeof someone>[2] = wide): Promise<Scene> {
  const maren = await someone(browser, 'maren', options);
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
  const webPath = `/groups/${groupPath}/-/epics/${epic.iid}`;
  await maren.page.goto(webPath);
  await expect(maren.page.getByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();
  return { maren, page: maren.page, groupPath, webPath, iid: epic.iid };
}

const facts = (page: Page): Locator => page.getByRole('complementary', { name: 'Epic details' });
const fact = (page: Page, name: string): Locator =>
  facts(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
const saved = (by: Someone, { groupPath, iid }: Scene) =>
  by.call<Record<string, unknown>>('GET', `/groups/${encodeURIComponent(groupPath)}/epics/${iid}`);

test('EP-PG-01, EP-PG-02, EP-PG-03, EP-PG-04, EP-SB-07 and EP-SB-10: header, text, tree and sidebar; the text is edited with e, and saved', async ({
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
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Title' }).fill('High walls');
  await page.getByRole('textbox', { name: 'Description' }).fill('Of granite.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'High walls' })).toBeVisible();
  await expect(page.getByText('Of granite.')).toBeVisible();
  await expect.poll(() => saved(maren, scene)).toMatchObject({ title: 'High walls', description: 'Of granite.' });
});

test('the open form shows what another user saved meanwhile, and no text is lost', async ({ browser }) => {
  const scene = await begin(browser);
  const { page, maren } = scene;
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Description' }).fill('Mine.');
  await updateEpic(maren, scene.groupPath, scene.iid, { description: 'Theirs.' });
  await expect(page.getByRole('button', { name: /^Review/ })).toBeVisible({ timeout: 30_000 });
  expect(await saved(maren, scene)).toMatchObject({ description: 'Theirs.' });
});

test('dates, color and confidentiality are changed in the sidebar, and the epic is closed, reopened and deleted', async ({
  browser,
}) => {
  const scene = await begin(browser);
  const { page, maren } = scene;
  await expect(fact(page, 'Start date')).toContainText('A child item starts earlier.');
  await expect(fact(page, 'Start date')).toContainText('Starts before its parent Castle (Mar 1, 2026).');
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
  await page.getByRole('button', { name: 'Close epic' }).click();
  await expect(page.getByRole('button', { name: 'Reopen epic' })).toBeVisible();
  await page.getByRole('button', { name: 'Reopen epic' }).click();
  await expect(page.getByRole('button', { name: 'Close epic' })).toBeVisible();
  await page.getByRole('button', { name: 'Epic actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete epic' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete epic' });
  await expect(dialog).toContainText('Delete this epic and release all child items?');
  await dialog.getByRole('button', { name: 'Delete epic' }).click();
  await expect(page).toHaveURL(`/groups/${scene.groupPath}/-/epics`);
});

test('a new epic opens after it is created', async ({ browser }) => {
  const { page, groupPath } = await begin(browser);
  await page.goto(`/groups/${groupPath}/-/epics/new`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Moat');
  await page.getByText('Green').click();
  await page.getByRole('button', { name: 'Create epic' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Moat' })).toBeVisible();
  await expect(fact(page, 'Color')).toContainText('Green');
});

test('an anonymous visitor and a non-member can read the epic but change nothing', async ({ browser }) => {
  const { webPath } = await begin(browser);
  for (const who of [null, 'kofi']) {
    const { page: theirs } = await someone(browser, who, wide);
    await theirs.goto(webPath);
    await expect(theirs.getByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();
    await expect(theirs.getByRole('button', { name: 'Close epic' })).toBeHidden();
    await expect(facts(theirs).getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  }
});

for (const [name, options] of [
  ['wide', wide],
  ['dark', { ...wide, colorScheme: 'dark' }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
] as const) {
  test(`axe finds nothing serious on the epic page, ${name}`, async ({ browser }) => {
    const { page } = await begin(browser, options);
    await expect(page.getByRole('treeitem', { name: 'North wall' })).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath(`epic-${name}.png`), fullPage: true });
  });
}

for (const kind of ['epic', 'issue'] as const) {
  test(`dates and labels of an ${kind} open with one click and focus the control`, async ({ browser }) => {
    const maren = await someone(browser, 'maren', wide);
    const { page } = maren;
    const groupPath = await makeGroup(maren);
    const { webPath } =
      kind === 'issue'
        ? await makeIssue(maren, await makeProject(maren, groupPath), { title: 'Walls' })
        : { webPath: `/groups/${groupPath}/-/epics/${(await makeEpic(maren, groupPath, { title: 'Walls' })).iid}` };
    await page.goto(webPath);
    for (const name of kind === 'epic' ? ['Start date', 'Due date'] : ['Due date']) {
      await page.getByRole('button', { name: `Edit ${name}` }).click();
      await expect(page.getByRole('dialog', { name: 'Choose date' })).toBeVisible();
      await expect(page.getByRole('textbox', { name, exact: true })).toBeFocused();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeFocused();
    }
    await page.getByRole('button', { name: 'Edit Labels' }).click();
    const labels = page.getByRole('dialog', { name: 'Select labels' });
    await expect(labels.getByRole('combobox', { name: 'Search' })).toBeFocused();
  });
}

test('the arrow keys move through the whole actions menu, and submitting a comment from its preview keeps focus in the editor', async ({
  browser,
}) => {
  const { page } = await begin(browser);
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
  await page.keyboard.press('Escape');
  const text = page.getByRole('textbox', { name: 'Add a comment' });
  await text.fill('Of granite.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(text).toBeVisible();
  await expect(text).toHaveValue('');
});
