import { untilStill } from './setup/quiet.ts';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { go, makeGroup, phone, someone, wide, type Someone } from './setup/people.ts';

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

test('issues are filtered by tokens, paged by cursors and exported, every URL restores its state, and many are changed at once and undone', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const { group, project } = await makeIssues(maren, 23);
  await page.goto(`/${project}/-/issues?sort=title_asc`);
  await expect(rows(page)).toHaveCount(20);
  await expect(page.getByText('1–20 of 23')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('21–23 of 23')).toBeVisible();
  await page.goto(page.url());
  await expect(page.getByRole('link', { name: 'Issue 20' })).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByRole('link', { name: 'Issue 00' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Search or filter issues' }).click();
  await page.keyboard.type('~bug');
  await page.getByRole('option', { name: 'bug' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(page).toHaveURL(/label_name\[\]=bug/);
  await expect(page.getByRole('tab', { name: 'Open 5' })).toBeVisible();
  await page.goto(`/${project}/-/issues?label_name[]=bug&weight=3&sort=title_asc`);
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page);
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
  ).toEqual(['Issue 00', 'Issue 15']);

  // Many at once: selected by keys and checkboxes, confirmed, reported, and undone.
  await go(page, `/groups/${group}/-/issues?sort=title_asc`);
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
  await expect(page.getByText('All 23 matching items are selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Weight' }).click();
  await page.getByRole('option', { name: '8' }).click();
  const question = page.getByRole('dialog', { name: 'Change 23 items?' });
  await expect(question).toContainText('Weight: 8');
  await question.getByRole('button', { name: 'Change' }).click();
  // The server does it: the result is there for each tab of this person, until it is dismissed.
  const updates = page.getByRole('list', { name: 'Bulk updates' });
  await expect(updates).toContainText('Weight: 8 · 23 items changed.', { timeout: 60_000 });
  await page.reload();
  await expect(updates).toContainText('23 items changed.');
  await expectAccessible(page);
  await updates.getByRole('button', { name: 'Dismiss' }).click();
  await expect(updates).toBeHidden();
  await page.goto(`/groups/${group}/-/issues?weight=8`);
  await expect(page.getByRole('tab', { name: 'Open 23' })).toBeVisible();
});

test('on a phone an empty list offers creation, one that fails to load offers a retry, and rows are cards that can be selected from the menu', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', phone);
  const { page } = maren;
  const { project } = await makeIssues(maren, 0);
  await page.goto(`/${project}/-/issues`);
  await expect(page.getByRole('heading', { name: 'No issues yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Create issue' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Walls');
  await page.getByRole('button', { name: 'Create issue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();

  const graphql = '**/api/graphql';
  await page.route(graphql, (route) => route.fulfill({ status: 500, json: { message: '500 Internal Server Error' } }));
  await page.goto(`/${project}/-/issues`);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unroute(graphql);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('link', { name: 'Walls' })).toBeVisible();
  await page.getByRole('tab', { name: /^Closed/ }).click();
  await expect(page.getByRole('heading', { name: 'No closed issues' })).toBeVisible();
  await page.getByRole('tab', { name: /^Open/ }).click();
  await expect(page.getByRole('link', { name: 'Walls' })).toBeVisible();

  await go(page, '/groups/tidewater/-/issues');
  await expect(rows(page).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'More actions for this list' }).tap();
  await page.getByRole('menuitem', { name: 'Bulk edit' }).tap();
  await page.getByRole('checkbox').first().tap();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expectAccessible(page);
});

/** Of a page of a list. */
const ROWS = 20;

test('titles of issues and epics keep 240 px, beside many columns 360, and those of a tree 150 px at every width; columns are dropped one by one; the list of epics is readable in dark mode', async ({
  browser,
}) => {
  const { page } = await someone(browser, 'maren', wide);
  for (const [kind, name] of [
    ['issues', 'Issues'],
    ['epics', 'Epics'],
  ] as const) {
    await page.setViewportSize(wide.viewport);
    await go(page, `/groups/tidewater/-/${kind}`);
    const list = page.getByRole('list', { name, exact: true });
    await expect(list.getByRole('listitem')).toHaveCount(ROWS);
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
          // Labels are hidden first, and buttons to edit while the row is not used.
          cutBefore: [...element.querySelectorAll('li a')].flatMap((link) => {
            const text = document.createRange();
            text.selectNodeContents(link);
            const missing = text.getBoundingClientRect().width - widthOf(link);
            const free =
              (link.parentElement as Element).getBoundingClientRect().right - link.getBoundingClientRect().right;
            return missing > 0 && free > 20 ? [`${link.textContent}: ${missing} px, ${free} px free`] : [];
          }),
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
      const least = found.shown > 2 * ROWS ? 360 : 240;
      expect(Math.min(...found.titles), `titles at ${width} px`).toBeGreaterThanOrEqual(least);
      expect(found.cutBefore, `titles cut before the end of their line at ${width} px`).toEqual([]);
      expect(found.cut, `cut columns at ${width} px`).toBe(0);
      // Below 1,024 px the navigation collapses, which leaves room for one more column.
      if (width !== 900) expect(found.shown).toBeLessThanOrEqual(shownBefore);
      expect(found.shown).toBeGreaterThan(0);
      shownBefore = found.shown;
    }
  }

  await page.setViewportSize(wide.viewport);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('checkbox').first().check({ force: true });
  await expect(page.getByText('1 selected')).toBeVisible();
  await untilStill(page);
  await expectAccessible(page);

  await go(page, '/groups/tidewater/fleet/-/epics/1');
  const rows = page.getByRole('treeitem');
  await expect(rows.first()).toBeVisible();
  for (const width of [1440, 1280, 1100, 1024, 900, 768, 700, 641]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await rows.evaluateAll((all) =>
      all.flatMap((row) => {
        const title = row.querySelector('a') as HTMLElement;
        const isWhole = title.scrollWidth <= title.clientWidth;
        return isWhole || title.clientWidth >= 150 ? [] : [`${title.textContent}: ${title.clientWidth} px`];
      }),
    );
    expect(cut, `titles at ${width} px`).toEqual([]);
  }
});
