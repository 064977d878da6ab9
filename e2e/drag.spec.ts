import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import {
  datesOf,
  makeEpic,
  makeGroup,
  someone,
  updateEpic,
  type EpicToMake,
  type MadeEpic,
  type Someone,
} from './setup/people.ts';
import { frames, holdTimers, timersOf } from './setup/quiet.ts';

const rows = (page: Page): Locator => page.locator('[role="row"][data-row]');
const rowOf = (page: Page, title: string): Locator =>
  rows(page).filter({ has: page.getByRole('link', { name: title, exact: true }) });
const barOf = (page: Page, title: string): Locator => rowOf(page, title).getByRole('gridcell').getByRole('link');
const sign = (page: Page): Locator => page.locator('[data-drag-sign]');
const said = (page: Page): Locator => page.locator('[data-drag-said]');
const scroller = (page: Page): Locator => page.getByRole('treegrid').locator('..');

/** A year in weeks: a day is more than ten pixels wide, and the view scrolls. */
const weeks = 'range_from=2026-01-01&range_to=2026-12-31&layout=WEEKS';
const spring: EpicToMake = { title: 'Spring', startDateFixed: '2026-01-12', dueDateFixed: '2026-02-08' };

interface Scene {
  maren: Someone;
  page: Page;
  path: string;
  epic: MadeEpic;
}

async function open(page: Page, path: string, query = weeks): Promise<void> {
  await page.goto(`/groups/${path}/-/roadmap?${query}`);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-busy', 'false');
}

async function begin(browser: Browser, options: Parameters<typeof someone>[2] = {}): Promise<Scene> {
  const maren = await someone(browser, 'maren', { viewport: { width: 1440, height: 800 }, ...options });
  const path = await makeGroup(maren);
  const epic = await makeEpic(maren, path, spring);
  await open(maren.page, path);
  // The roadmap may not open at its beginning.
  await scroller(maren.page).evaluate((element) => element.scrollTo({ left: 0 }));
  // Hovering near a bar loads the drag code.
  await comeNear(maren.page, 'Spring');
  return { maren, page: maren.page, path, epic };
}

/** Moves the pointer on a bar until the page has loaded the drag code. */
async function comeNear(page: Page, title: string): Promise<void> {
  await expect(async () => {
    const { x, y } = await pointOn(barOf(page, title), 'middle');
    await page.mouse.move(x - 3, y);
    await page.mouse.move(x, y);
    await expect(scroller(page)).toHaveAttribute('data-grip', 'move', { timeout: 500 });
  }).toPass();
}

/** The width of a day. */
async function dayWidth(page: Page): Promise<number> {
  const cell = await page.getByRole('treegrid').evaluate((grid) => getComputedStyle(grid).getPropertyValue('--cell'));
  return Number.parseFloat(cell) / 7;
}

interface Point {
  x: number;
  y: number;
}

async function pointOn(bar: Locator, part: 'start' | 'middle' | 'due'): Promise<Point> {
  const box = await bar.boundingBox();
  if (!box) throw new Error('There is no such bar');
  const x = { start: box.x + 3, middle: box.x + box.width / 2, due: box.x + box.width - 4 }[part];
  return { x, y: box.y + box.height / 2 };
}

/** Presses on a part of a bar and moves it by this many days, without releasing. */
async function grab(page: Page, bar: Locator, part: 'start' | 'middle' | 'due', days: number): Promise<Point> {
  const from = await pointOn(bar, part);
  const to = { x: from.x + days * (await dayWidth(page)), y: from.y };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, from.y, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  return to;
}

test.describe('by pointer', () => {
  test('a bar is moved and its ends are resized: dates are shown while dragging, saved on drop, and undone; Escape cancels, and a press is a click on the link', async ({
    browser,
  }) => {
    const { maren, page, path, epic } = await begin(browser);
    await grab(page, barOf(page, 'Spring'), 'middle', 10);
    await expect(sign(page)).toContainText('Jan 22 – Feb 18, 2026');
    await expect(sign(page)).toContainText('28 days');
    expect(await datesOf(maren, path, epic.iid)).toEqual(['2026-01-12', '2026-02-08']);
    await page.mouse.up();
    await expect(sign(page)).toBeHidden();
    await expect(page.getByText('Moved “Spring” to Jan 22 – Feb 18, 2026')).toBeVisible();
    await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-22', '2026-02-18']);
    // Dropping a bar follows no link.
    expect(page.url()).toContain('/-/roadmap');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-12', '2026-02-08']);
    await expect(rowOf(page, 'Spring')).toContainText('Jan 12 – Feb 8, 2026');

    await grab(page, barOf(page, 'Spring'), 'due', 7);
    await expect(sign(page)).toHaveAttribute('data-drag-sign', 'due');
    await expect(sign(page)).toContainText('Jan 12 – Feb 15, 2026');
    await page.mouse.up();
    await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-12', '2026-02-15']);
    await grab(page, barOf(page, 'Spring'), 'start', -4);
    await page.mouse.up();
    await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-08', '2026-02-15']);
    await grab(page, barOf(page, 'Spring'), 'due', -60);
    await expect(sign(page)).toContainText('1 day');
    await page.mouse.up();
    await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-08', '2026-01-08']);
    // Ctrl+Z undoes the last step only.
    await page.keyboard.press('Control+z');
    await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-08', '2026-02-15']);
    // No toast offers an undo that was done already or is no longer possible.
    await expect(page.getByText('Moved “Spring” back to')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await page.keyboard.press('Control+z');
    // The next change is saved after it, in order.
    await grab(page, barOf(page, 'Spring'), 'start', 1);
    await page.mouse.up();
    await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-09', '2026-02-15']);

    // Escape cancels a drag.
    await updateEpic(maren, path, epic.iid, { startDateFixed: '2026-01-12', dueDateFixed: '2026-02-08' });
    await expect(rowOf(page, 'Spring')).toContainText('Jan 12 – Feb 8, 2026');
    await grab(page, barOf(page, 'Spring'), 'middle', 20);
    await page.keyboard.press('Escape');
    await expect(sign(page)).toBeHidden();
    const saved: string[] = [];
    page.on(
      'request',
      (request) => void ((request.postData() ?? '').includes('mutation') && saved.push(request.url())),
    );
    await page.mouse.up();
    await frames(page, 12);
    expect(saved).toEqual([]);
    expect(await datesOf(maren, path, epic.iid)).toEqual(['2026-01-12', '2026-02-08']);
    expect(page.url()).toContain('/-/roadmap');

    // A press that does not move is a click: it opens the peek.
    await barOf(page, 'Spring').click();
    await expect(page).toHaveURL(/[?&]peek=/);
  });

  test('LM-RM-08 and LM-RM-09: at the edge the view auto-scrolls, within 100 px of it and by 20 px a frame at most', async ({
    browser,
  }) => {
    const { maren, page, path, epic } = await begin(browser);
    const from = await pointOn(barOf(page, 'Spring'), 'middle');
    const view = await scroller(page).boundingBox();
    const right = (view?.x ?? 0) + (view?.width ?? 0);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(right - 130, from.y, { steps: 6 });
    await frames(page, 12);
    expect(await scroller(page).evaluate((element) => element.scrollLeft)).toBe(0);
    // Records every scroll step from here on.
    await page.evaluate(() => {
      const element = document.querySelector('[role="treegrid"]')?.parentElement as HTMLElement;
      const steps: number[] = [];
      let last = element.scrollLeft;
      const look = (): void => {
        if (element.scrollLeft !== last) steps.push(element.scrollLeft - last);
        last = element.scrollLeft;
        requestAnimationFrame(look);
      };
      look();
      Object.assign(window, { steps });
    });
    await page.mouse.move(right - 10, from.y, { steps: 2 });
    // Far enough for the bar to begin after April 1, however few frames this machine draws.
    await expect.poll(() => scroller(page).evaluate((element) => element.scrollLeft)).toBeGreaterThan(300);
    await page.mouse.up();
    const steps = await page.evaluate(() => (window as unknown as { steps: number[] }).steps);
    expect(Math.max(...steps)).toBeLessThanOrEqual(20);
    expect(Math.max(...steps)).toBeGreaterThan(10);
    await expect(page.getByText('Moved “Spring”')).toBeVisible();
    const [start] = await datesOf(maren, path, epic.iid);
    expect(Date.parse(start ?? '')).toBeGreaterThan(Date.parse('2026-04-01'));
  });

  test('inherited dates become fixed, as the icon shows, and are inherited again after an undo', async ({
    browser,
  }) => {
    const maren = await someone(browser, 'maren', { viewport: { width: 1440, height: 800 } });
    const { page } = maren;
    const path = await makeGroup(maren);
    const theme = await makeEpic(maren, path, { title: 'Theme' });
    await makeEpic(maren, path, { ...spring, parentId: theme.id });
    await open(page, path);
    await scroller(page).evaluate((element) => element.scrollTo({ left: 0 }));
    await comeNear(page, 'Theme');
    await grab(page, barOf(page, 'Theme'), 'middle', 7);
    await expect(sign(page)).toContainText('Inherited dates become fixed');
    await page.mouse.up();
    await expect(page.getByText('Moved “Theme”')).toBeVisible();
    const flags = async () => {
      const answer = await maren.ask<{ group: { epic: Record<string, unknown> } }>(
        'query ($path: ID!, $iid: ID!) { group(fullPath: $path) { epic(iid: $iid) { startDate startDateIsFixed dueDateIsFixed } } }',
        { path, iid: theme.iid },
      );
      return answer.group.epic;
    };
    await expect.poll(() => flags()).toMatchObject({ startDateIsFixed: true, dueDateIsFixed: true });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(flags)
      .toEqual({ startDate: '2026-01-12T00:00:00Z', startDateIsFixed: false, dueDateIsFixed: false });
  });

  test('PM-GN-01: a signed-in user with the right can edit; a signed-in user without it finds nothing to edit', async ({
    browser,
  }) => {
    const { maren, page, path, epic } = await begin(browser);
    await grab(page, barOf(page, 'Spring'), 'middle', 7);
    await page.mouse.up();
    await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-19', '2026-02-15']);
    await page.goto(`/groups/${path}/-/epics/${epic.iid}`);
    await expect(page.getByRole('button', { name: /Close epic/ })).toBeVisible();

    const tomas = await someone(browser, 'tomas', { viewport: { width: 1440, height: 800 } });
    await open(tomas.page, path);
    await scroller(tomas.page).evaluate((element) => element.scrollTo({ left: 0 }));
    await barOf(tomas.page, 'Spring').hover();
    await grab(tomas.page, barOf(tomas.page, 'Spring'), 'middle', 10);
    await expect(sign(tomas.page)).toHaveCount(0);
    await tomas.page.mouse.up();
    await tomas.page.goto(`/groups/${path}/-/epics/${epic.iid}`);
    await expect(tomas.page.getByRole('heading', { name: 'Spring' })).toBeVisible();
    await expect(tomas.page.getByRole('button', { name: /Close epic/ })).toHaveCount(0);
    const answer = await tomas.context.request.put(`/api/v4/groups/${path}/epics/${epic.iid}`, {
      headers: tomas.headers,
      data: { title: 'Taken over' },
    });
    expect(answer.status()).toBe(403);
    expect(await datesOf(maren, path, epic.iid)).toEqual(['2026-01-19', '2026-02-15']);
  });

  test('concurrent changes are never overwritten: the page says who changed what, and one click applies the intended change; when the server fails, the bar moves back', async ({
    browser,
  }) => {
    const { maren, page, path, epic } = await begin(browser);
    const bar = barOf(page, 'Spring');
    const to = await grab(page, bar, 'middle', 10);
    const arrived = page.waitForResponse(async (response) => {
      return response.url().endsWith('/api/graphql') && (await response.text()).includes('2026-01-31');
    });
    await updateEpic(maren, path, epic.iid, { startDateFixed: '2026-01-01', dueDateFixed: '2026-01-31' });
    // A live update does not interrupt a drag.
    await arrived;
    await frames(page, 12);
    await expect(sign(page)).toContainText('Jan 22 – Feb 18, 2026');
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
    const alert = page.getByRole('alert').filter({ hasText: 'Spring' });
    await expect(alert).toContainText('Maren Holt changed the dates meanwhile.');
    await expect(alert).toContainText('now at Jan 1 – Jan 31, 2026. Your change was Jan 22 – Feb 18, 2026');
    await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-01', '2026-01-31']);
    await alert.getByRole('button', { name: 'Use Jan 22 – Feb 18, 2026' }).click();
    await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-22', '2026-02-18']);
    await expect(alert).toBeHidden();

    // The server fails.
    await updateEpic(maren, path, epic.iid, { startDateFixed: '2026-01-12', dueDateFixed: '2026-02-08' });
    await expect(rowOf(page, 'Spring')).toContainText('Jan 12 – Feb 8, 2026');
    await page.route('**/api/graphql', (route) =>
      (route.request().postData() ?? '').includes('datesRead')
        ? route.fulfill({ status: 500, json: {} })
        : route.continue(),
    );
    await grab(page, barOf(page, 'Spring'), 'middle', 10);
    await page.mouse.up();
    const failure = page.getByRole('alert').filter({ hasText: 'Spring' });
    await expect(failure).toContainText('Something went wrong while changing the dates of “Spring”');
    await expect(rowOf(page, 'Spring')).toContainText('Jan 12 – Feb 8, 2026');
    // The toast of the change before is still there, and does not cover it.
    const [toast, shown] = [await page.getByText('Moved “Spring”').boundingBox(), await failure.boundingBox()];
    expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThan(shown?.x ?? 0);
    await page.unroute('**/api/graphql');
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-22', '2026-02-18']);
  });
});

test.describe('by keyboard', () => {
  /** The dates are saved after this many milliseconds without another key. */
  const KEYS_REST = 1_500;

  test('Alt and arrows move by a day, with Shift an end, with Ctrl by a column; changes are announced, saved by Enter and canceled by Escape', async ({
    browser,
  }) => {
    const { maren, page, path, epic } = await begin(browser);
    await rowOf(page, 'Spring').focus();
    const letKeysRest = await holdTimers(page, KEYS_REST);
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Alt+ArrowRight');
    await expect(said(page)).toHaveText('Jan 14 – Feb 10, 2026. Enter saves the dates, Escape cancels.');
    await expect(said(page)).toHaveAttribute('aria-live', 'assertive');
    await expect(sign(page)).toContainText('Jan 14 – Feb 10, 2026');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await expect(said(page)).toContainText('Jan 13 – Feb 11, 2026');
    await page.keyboard.press('Control+Alt+ArrowRight');
    await expect(said(page)).toContainText('Jan 20 – Feb 18, 2026');
    expect(await datesOf(maren, path, epic.iid)).toEqual(['2026-01-12', '2026-02-08']);
    await page.keyboard.press('Enter');
    await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-20', '2026-02-18']);
    await expect(rowOf(page, 'Spring')).toBeFocused();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.keyboard.press('Escape');
    await expect(said(page)).toHaveText('“Spring” is unchanged at Jan 20 – Feb 18, 2026');
    await letKeysRest();
    await page.keyboard.press('Alt+ArrowLeft');
    // The debounce has passed, so the keys have been saved.
    await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-19', '2026-02-17']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-20', '2026-02-18']);
    await expectAccessible(page);
  });
});

test.describe('by touch', () => {
  type Touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: Point) => Promise<void>;

  /** Sends touch events as a touchscreen does. */
  async function touching(page: Page): Promise<Touch> {
    const session = await page.context().newCDPSession(page);
    return async (type, point) => {
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
    };
  }

  test('LM-RM-07: a finger that moves immediately scrolls, and one that rests 100 ms drags the bar', async ({
    browser,
  }) => {
    const { maren, page, path, epic } = await begin(browser, {
      hasTouch: true,
      viewport: { width: 1024, height: 768 },
    });
    const touch = await touching(page);
    await test.step('a finger that rests', async () => {
      const day = await dayWidth(page);
      const at = await pointOn(barOf(page, 'Spring'), 'middle');
      await touch('touchStart', at);
      await expect(sign(page)).toBeVisible();
      for (let step = 1; step <= 5; step++) await touch('touchMove', { x: at.x + step * day, y: at.y });
      await expect(sign(page)).toContainText('Jan 17 – Feb 13, 2026');
      expect(await scroller(page).evaluate((element) => element.scrollLeft)).toBe(0);
      await touch('touchEnd');
      await expect.poll(() => datesOf(maren, path, epic.iid)).toEqual(['2026-01-17', '2026-02-13']);
    });
    await test.step('a finger that moves', async () => {
      const at = await pointOn(barOf(page, 'Spring'), 'middle');
      // However long a touch event takes to arrive, this one does not count as a long press.
      await holdTimers(page, 100);
      await touch('touchStart', at);
      for (let step = 1; step <= 6; step++) await touch('touchMove', { x: at.x - step * 20, y: at.y });
      await touch('touchEnd');
      await expect(sign(page)).toHaveCount(0);
      expect(await datesOf(maren, path, epic.iid)).toEqual(['2026-01-17', '2026-02-13']);
      expect(await scroller(page).evaluate((element) => element.scrollLeft)).toBeGreaterThan(50);
    });
  });

  test('on a phone bars cannot be dragged', async ({ browser }) => {
    const maren = await someone(browser, 'maren', { hasTouch: true, viewport: { width: 390, height: 844 } });
    const path = await makeGroup(maren);
    const epic = await makeEpic(maren, path, spring);
    const { page } = maren;
    await open(page, path);
    await scroller(page).evaluate((element) => element.scrollTo({ left: 0 }));
    const touch = await touching(page);
    const at = await pointOn(barOf(page, 'Spring'), 'middle');
    await touch('touchStart', at);
    await timersOf(page, 200);
    await touch('touchMove', { x: at.x + 60, y: at.y });
    await touch('touchEnd');
    await expect(sign(page)).toHaveCount(0);
    expect(await datesOf(maren, path, epic.iid)).toEqual(['2026-01-12', '2026-02-08']);
  });
});
