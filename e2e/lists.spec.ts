import { untilStill } from './setup/quiet.ts';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { makeGroup, someone, type Someone } from './setup/people.ts';

const wide = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

interface Made {
  group: string;
  project: string;
}

/** A public group with a project and this many issues: every third has weight 3, every fifth has the label "bug". */
async function makeIssues(by: Someone, count: number): Promise<Made> {
  const group = await makeGroup(by);
  const { id } = await by.call<{ id: number }>('GET', `/groups/${group}`);
  const project = await by.call<{ id: number; path_with_namespace: string }>('POST', '/projects', {
    name: 'Depot',
    path: 'depot',
    namespace_id: id,
    visibility: 'public',
  });
  await by.call('POST', `/groups/${group}/labels`, { name: 'bug', color: '#c91c00' });
  for (let index = 0; index < count; index += 1) {
    await by.call('POST', `/projects/${project.id}/issues`, {
      title: `Issue ${String(index).padStart(2, '0')}`,
      ...(index % 3 === 0 && { weight: 3 }),
      ...(index % 5 === 0 && { labels: 'bug' }),
    });
  }
  return { group, project: project.path_with_namespace };
}

const rows = (page: Page) => page.getByRole('list', { name: 'Issues' }).getByRole('listitem');

test('issues are filtered by tokens, paged by cursors, and every URL restores its state', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const { project } = await makeIssues(maren, 23);
  await page.goto(`/${project}/-/issues?sort=title_asc`);
  await expect(rows(page)).toHaveCount(20);
  await expect(page.getByText('1–20 of 23')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('21–23 of 23')).toBeVisible();
  const second = page.url();
  await page.goto(second);
  await expect(page.getByRole('link', { name: 'Issue 20' })).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByRole('link', { name: 'Issue 00' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Search or filter issues' }).click();
  await page.keyboard.type('~bug');
  await page.getByRole('option', { name: 'bug' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(page).toHaveURL(/label_name\[\]=bug/);
  await expect(page.getByRole('tab', { name: 'Open 5' })).toBeVisible();
  await page.goto(`/${project}/-/issues?label_name[]=bug&weight=3`);
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.goto(`/${project}/-/issues?label_name[]=bug&weight=99`);
  await expect(page.getByRole('heading', { name: 'No issues match' })).toBeVisible();
  await expectAccessible(page);
});

test('many issues are changed at once: selected by keys and checkboxes, confirmed, reported, and undone', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const { group } = await makeIssues(maren, 23);
  await page.goto(`/groups/${group}/-/issues?sort=title_asc`);
  await expect(page.getByRole('checkbox', { name: 'Select Issue 00' })).toBeAttached();
  await page.getByRole('link', { name: 'Issue 00' }).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await expect(page.getByText('3 selected')).toBeVisible();
  await expectAccessible(page);
  const bar = page.getByRole('region', { name: 'Bulk edit' });
  await bar.getByRole('button', { name: 'State' }).click();
  await page.getByRole('menuitem', { name: 'Close' }).click();
  await expect(page.getByText('3 items changed.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Closed 3' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('tab', { name: 'Open 23' })).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select Issue 00' }).check({ force: true });
  await bar.getByRole('button', { name: 'Select all 20 on this page' }).click();
  await bar.getByRole('button', { name: 'Select all 23 matching items' }).click();
  await expect(page.getByText('23 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Weight' }).click();
  await page.getByRole('option', { name: '8' }).click();
  const question = page.getByRole('dialog', { name: 'Change 23 items?' });
  await expect(question).toContainText('Weight: 8');
  await question.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByText('23 items changed.')).toBeVisible();
  await page.goto(`/groups/${group}/-/issues?weight=8`);
  await expect(page.getByRole('tab', { name: 'Open 23' })).toBeVisible();
});

test('an exported file holds exactly what the list shows', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const { project } = await makeIssues(maren, 6);
  await page.goto(`/${project}/-/issues?label_name[]=bug&sort=title_asc`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'More actions for this list' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('depot-issues.csv');
  const stream = await file.createReadStream();
  let text = '';
  for await (const part of stream) text += String(part);
  expect(
    text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]),
  ).toEqual(['Issue 00', 'Issue 05']);
});

test('on a phone rows are cards, and several can be selected from the menu', async ({ browser }) => {
  const { page } = await someone(browser, 'maren', phone);
  await page.goto('/groups/tidewater/-/issues');
  await expect(rows(page).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'More actions for this list' }).tap();
  await page.getByRole('menuitem', { name: 'Bulk edit' }).tap();
  await page.getByRole('checkbox').first().tap();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expectAccessible(page);
});

for (const [kind, name] of [
  ['issues', 'Issues'],
  ['epics', 'Epics'],
] as const) {
  test(`titles of ${kind} keep 240 px at every width; columns are dropped one by one`, async ({ browser }) => {
    const { page } = await someone(browser, 'maren', wide);
    await page.goto(`/groups/tidewater/-/${kind}`);
    const list = page.getByRole('list', { name, exact: true });
    await expect(list.getByRole('listitem')).toHaveCount(20);
    let shownBefore = Infinity;
    for (const width of [1440, 1280, 1100, 1024, 900, 800, 768, 700, 641]) {
      await page.setViewportSize({ width, height: 900 });
      // The navigation collapses in steps: measured once it is still.
      await untilStill(page);
      const found = await list.evaluate((element) => {
        const { right } = element.getBoundingClientRect();
        const widthOf = (part: Element): number => part.getBoundingClientRect().width;
        const columns = [...element.querySelectorAll('[data-column]')];
        return {
          titles: [...element.querySelectorAll('li a')].map((link) => widthOf(link.parentElement as Element)),
          shown: columns.filter((column) => widthOf(column) > 0).length,
          cut: columns.filter((column) => {
            const inside = column.firstElementChild as Element;
            return (
              widthOf(column) > 0 &&
              (widthOf(column) < widthOf(inside) || inside.getBoundingClientRect().right > right + 1)
            );
          }).length,
        };
      });
      expect(Math.min(...found.titles), `titles at ${width} px`).toBeGreaterThanOrEqual(240);
      expect(found.cut, `cut columns at ${width} px`).toBe(0);
      // Below 1,024 px the navigation collapses, which leaves room for one more column.
      if (width !== 900) expect(found.shown).toBeLessThanOrEqual(shownBefore);
      expect(found.shown).toBeGreaterThan(0);
      shownBefore = found.shown;
    }
  });
}

test('a column that is empty in all rows takes no space', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const { project } = await makeIssues(maren, 2);
  await maren.page.goto(`/${project}/-/issues`);
  await expect(rows(maren.page)).toHaveCount(2);
  const columns = rows(maren.page).first().locator('[data-column]');
  expect(await columns.evaluateAll((all) => all.map((each) => each.getAttribute('data-column')))).toEqual(['weight']);
});

test('epics in dark mode: the list, its filters and its checkboxes are readable', async ({ browser }) => {
  const { page } = await someone(browser, 'maren', { ...wide, colorScheme: 'dark' });
  await page.goto('/groups/tidewater/-/epics?state=all');
  const list = page.getByRole('list', { name: 'Epics' }).getByRole('listitem');
  await expect(list).toHaveCount(20);
  await expectAccessible(page);
  await page.getByRole('checkbox').first().check({ force: true });
  await expect(page.getByText('1 selected')).toBeVisible();
  await expectAccessible(page);
});

test('a visitor sees a list without checkboxes and without people filters', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const { project } = await makeIssues(maren, 2);
  const visitor = await someone(browser, null, wide);
  await visitor.page.goto(`/${project}/-/issues`);
  await expect(rows(visitor.page)).toHaveCount(2);
  await expect(visitor.page.getByRole('checkbox')).toHaveCount(0);
  await visitor.page.getByRole('combobox', { name: 'Search or filter issues' }).click();
  await expect(visitor.page.getByRole('option', { name: 'Label' })).toBeVisible();
  await expect(visitor.page.getByRole('option', { name: 'Assignee' })).toHaveCount(0);
});
