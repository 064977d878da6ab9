import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { datesOf, makeEpic, makeGroup, someone, updateEpic, type MadeEpic, type Someone } from './setup/people.ts';

const rowOf = (page: Page, title: string): Locator =>
  page.locator('[role="row"][data-row]').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const tray = (page: Page): Locator => page.getByRole('dialog', { name: 'Undated epics' });
const sign = (page: Page): Locator => page.locator('[data-drag-sign]');
const ghost = (page: Page): Locator => page.locator('[data-drag-ghost]');
const said = (page: Page): Locator => page.locator('[data-drag-said]');
const scroller = (page: Page): Locator => page.getByRole('treegrid').locator('..');

const weeks = 'range_from=2026-01-01&range_to=2026-12-31&layout=WEEKS';

interface Scene {
  maren: Someone;
  page: Page;
  path: string;
  idea: MadeEpic;
}

/** A roadmap in weeks with one epic on it and one in its open tray of undated epics. */
async function begin(browser: Browser, options: Parameters<typeof someone>[2] = {}): Promise<Scene> {
  const maren = await someone(browser, 'maren', { viewport: { width: 1440, height: 800 }, ...options });
  const path = await makeGroup(maren);
  await makeEpic(maren, path, { title: 'Spring', startDateFixed: '2026-01-12', dueDateFixed: '2026-02-08' });
  const idea = await makeEpic(maren, path, { title: 'Idea' });
  await maren.page.goto(`/groups/${path}/-/roadmap?${weeks}`);
  await expect(rowOf(maren.page, 'Spring')).toBeVisible();
  await scroller(maren.page).evaluate((element) => element.scrollTo({ left: 0 }));
  await maren.page.getByRole('button', { name: 'Undated (1)' }).click();
  await expect(tray(maren.page).getByRole('link', { name: 'Idea' })).toBeVisible();
  return { maren, page: maren.page, path, idea };
}

interface Point {
  x: number;
  y: number;
}

/** The middle of a tray row, and a point below the row "Spring" in the second week of the view. */
async function points(page: Page): Promise<{ from: Point; to: Point }> {
  const row = await tray(page).locator('[data-undated]').first().boundingBox();
  const spring = await rowOf(page, 'Spring').boundingBox();
  const cell = await rowOf(page, 'Spring').getByRole('gridcell').boundingBox();
  const width = await page.getByRole('treegrid').evaluate((grid) => getComputedStyle(grid).getPropertyValue('--cell'));
  if (!row || !spring || !cell) throw new Error('Nothing is there');
  const x = cell.x + Number.parseFloat(width) * (1 + 0.5 / 7);
  return { from: { x: row.x + 40, y: row.y + row.height / 2 }, to: { x, y: spring.y + spring.height + 20 } };
}

async function drag(page: Page): Promise<void> {
  const { from, to } = await points(page);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 20, from.y - 20, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
}

test.describe('an undated epic', () => {
  test('is dragged onto the timeline: its dates are shown while dragging, saved on drop, and undone with one step; dropped outside, it returns to the tray', async ({
    browser,
  }) => {
    const { maren, page, path, idea } = await begin(browser);
    await drag(page);
    await page.mouse.move(200, 30, { steps: 3 });
    await expect(ghost(page)).toHaveAttribute('data-drag-ghost', 'beside');
    await expect(sign(page)).toHaveCount(0);
    await page.mouse.up();
    await expect(ghost(page)).toHaveCount(0);
    await drag(page);
    await page.keyboard.press('Escape');
    await expect(ghost(page)).toHaveCount(0);
    await page.mouse.up();
    await expect(tray(page).getByRole('link', { name: 'Idea' })).toBeVisible();
    expect(await datesOf(maren, path, idea.iid)).toEqual([null, null]);
    expect(page.url()).toContain('/-/roadmap');

    await drag(page);
    await expect(ghost(page)).toHaveText('Idea');
    // The second column begins on January 4 and is a week long.
    await expect(sign(page)).toContainText('Jan 4 – Jan 10, 2026');
    await expect(sign(page)).toContainText('7 days');
    expect(await datesOf(maren, path, idea.iid)).toEqual([null, null]);
    await page.mouse.up();
    await expect(page.getByText('Placed “Idea” at Jan 4 – Jan 10, 2026')).toBeVisible();
    await expect(rowOf(page, 'Idea')).toContainText('Jan 4 – Jan 10, 2026');
    await expect.poll(() => datesOf(maren, path, idea.iid)).toEqual(['2026-01-04', '2026-01-10']);
    // It stays where it was dropped, after one that begins later.
    await expect(page.locator('[role="row"][data-row]').last()).toContainText('Idea');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => datesOf(maren, path, idea.iid)).toEqual([null, null]);
    await expect(page.getByText('Dates of “Idea” removed')).toBeVisible();
    await expect(rowOf(page, 'Idea')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Undated (1)' })).toBeVisible();
  });

  test('that got dates meanwhile keeps them, and one click applies the intended dates; it returns to the tray when the server fails, and is placed when a retry succeeds', async ({
    browser,
  }) => {
    const { maren, page, path, idea } = await begin(browser);
    await page.route('**/api/graphql', (route) =>
      (route.request().postData() ?? '').includes('datesRead')
        ? route.fulfill({ status: 500, json: {} })
        : route.continue(),
    );
    await drag(page);
    await page.mouse.up();
    const alert = page.getByRole('alert').filter({ hasText: 'Idea' });
    await expect(alert).toContainText('Something went wrong while changing the dates of “Idea”');
    await expect(rowOf(page, 'Idea')).toHaveCount(0);
    await expect(tray(page).getByRole('link', { name: 'Idea' })).toBeVisible();
    await page.unroute('**/api/graphql');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => datesOf(maren, path, idea.iid)).toEqual(['2026-01-04', '2026-01-10']);
    await expect(rowOf(page, 'Idea')).toBeVisible();

    // Dates that another user sets.
    await updateEpic(maren, path, idea.iid, { startDateIsFixed: false, dueDateIsFixed: false });
    await expect(rowOf(page, 'Idea')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undated (1)' }).click();
    await expect(tray(page).getByRole('link', { name: 'Idea' })).toBeVisible();
    // The page receives no live update; it would arrive too late.
    await page.route('**/-/live*', (route) => route.abort());
    await drag(page);
    await updateEpic(maren, path, idea.iid, { startDateFixed: '2026-03-01', dueDateFixed: '2026-03-31' });
    await page.mouse.up();
    const warning = page.getByRole('alert').filter({ hasText: 'Idea' });
    await expect(warning).toContainText('Maren Holt changed the dates meanwhile.');
    await expect(warning).toContainText('now at Mar 1 – Mar 31, 2026. Your change was Jan 4 – Jan 10, 2026');
    await expect(rowOf(page, 'Idea')).toContainText('Mar 1 – Mar 31, 2026');
    await expect.poll(() => datesOf(maren, path, idea.iid)).toEqual(['2026-03-01', '2026-03-31']);
    await warning.getByRole('button', { name: 'Use Jan 4 – Jan 10, 2026' }).click();
    await expect.poll(() => datesOf(maren, path, idea.iid)).toEqual(['2026-01-04', '2026-01-10']);
  });

  test('is placed with the same keys that move a bar, announced, and saved by Enter', async ({ browser }) => {
    const { maren, page, path, idea } = await begin(browser);
    await tray(page).getByRole('button', { name: 'Place “Idea” on the timeline' }).press('Enter');
    await expect(ghost(page)).toBeFocused();
    await expect(said(page)).toContainText('Enter places it, Escape cancels.');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(said(page)).toHaveText('“Idea” still has no dates');
    await expect(page.getByRole('button', { name: 'Undated (1)' })).toBeFocused();
    await page.keyboard.press('Enter');
    await tray(page).getByRole('button', { name: 'Place “Idea” on the timeline' }).press('Enter');
    const before = (await ghost(page).getAttribute('aria-label')) ?? '';
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await expect(sign(page)).toContainText('8 days');
    await expect(ghost(page)).not.toHaveAttribute('aria-label', before);
    expect(await datesOf(maren, path, idea.iid)).toEqual([null, null]);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Placed “Idea”')).toBeVisible();
    const [start, due] = await datesOf(maren, path, idea.iid);
    expect((Date.parse(due ?? '') - Date.parse(start ?? '')) / 86_400_000).toBe(7);
    await page.keyboard.press('Control+z');
    await expect.poll(() => datesOf(maren, path, idea.iid)).toEqual([null, null]);
  });
});

test.describe('by touch', () => {
  type Touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: Point) => Promise<void>;

  async function touching(page: Page): Promise<Touch> {
    const session = await page.context().newCDPSession(page);
    return async (type, point) => {
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
    };
  }

  test('a finger that rests 100 ms drags an undated epic', async ({ browser }) => {
    const { maren, page, path, idea } = await begin(browser, {
      hasTouch: true,
      viewport: { width: 1024, height: 768 },
    });
    const touch = await touching(page);
    const { from, to } = await points(page);
    await touch('touchStart', from);
    await expect(sign(page)).toBeVisible();
    for (const share of [0.2, 0.5, 0.8, 1])
      await touch('touchMove', { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
    await expect(sign(page)).toContainText('Jan 4 – Jan 10, 2026');
    await touch('touchEnd');
    await expect.poll(() => datesOf(maren, path, idea.iid)).toEqual(['2026-01-04', '2026-01-10']);
  });

  test('on a phone a bar appears on the timeline, follows the finger, and is saved where it is dropped', async ({
    browser,
  }) => {
    const { maren, page, path, idea } = await begin(browser, {
      hasTouch: true,
      viewport: { width: 390, height: 844 },
    });
    await tray(page).getByRole('button', { name: 'Place “Idea” on the timeline' }).tap();
    await expect(page.getByRole('button', { name: 'Place here' })).toBeVisible();
    const before = await sign(page).textContent();
    const box = await ghost(page).boundingBox();
    const touch = await touching(page);
    const at = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 14 };
    await touch('touchStart', at);
    for (const step of [1, 2, 3, 4]) await touch('touchMove', { x: at.x + step * 12, y: at.y });
    await expect(sign(page)).not.toHaveText(before ?? '');
    await touch('touchEnd');
    await expect(page.getByText('Placed “Idea”')).toBeVisible();
    await expect.poll(() => datesOf(maren, path, idea.iid)).not.toContain(null);
  });
});
