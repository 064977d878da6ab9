// The first paint of a roadmap: rows that stand before the application has run, and the application taking their place.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';

const roadmap = '/groups/tidewater/-/roadmap';
const threeYears = `${roadmap}?state=all&timeframe_range_type=THREE_YEARS`;

const firstPaint = (page: Page): Locator => page.locator('[data-first-paint]');
const paintedRows = (page: Page): Locator => firstPaint(page).getByRole('listitem');
const rows = (page: Page): Locator => page.locator('[role="row"][data-row]');

/** Holds back every script but the head start, until told to let them through. */
async function hold(page: Page): Promise<() => void> {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/(?!head-start)[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

interface Seen {
  atEnd: string[][] | null;
  /** How many rows each frame had, and whether they were the first paint's. */
  frames: string[];
  seen: string[][];
  read: () => string[][];
}

/**
 * Lets the page write down each link of each row (where it stands, how it looks, what it says and where it leads): of the
 * first paint as it last stood, and of the application in the frame in which the first paint was gone.
 */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const read = () =>
      [...document.querySelectorAll('[data-first-paint] [role="listitem"], [data-row]')].map((row) =>
        [...row.querySelectorAll('a')].map((link) => {
          const { x, y, width, height } = link.getBoundingClientRect();
          const { backgroundColor, color, fontSize, fontWeight, borderRadius, maskImage } = getComputedStyle(link);
          return [
            [x, y, width, height],
            [backgroundColor, color, fontSize, fontWeight, borderRadius, maskImage],
            [link.textContent, link.getAttribute('href')],
          ].join('|');
        }),
      );
    const seen: Seen = { atEnd: null, frames: [], seen: read(), read };
    Object.assign(window, { firstPaintSeen: seen });
    const isThere = () => document.querySelector('[data-first-paint]') !== null;
    new MutationObserver(() => {
      if (!isThere()) seen.atEnd ??= read();
    }).observe(document.body, { childList: true });
    const frame = () => {
      seen.frames.push(`${isThere() ? 'first paint' : 'page'} ${read().length > 0 ? 'with rows' : 'without rows'}`);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

const told = (page: Page) =>
  page.evaluate(() => {
    const { atEnd, frames, seen } = (window as unknown as { firstPaintSeen: Seen }).firstPaintSeen;
    return { atEnd, seen, frames: frames.filter((frame, index) => frame !== frames[index - 1]) };
  });

const looks = [
  { name: 'wide', viewport: { width: 1440, height: 900 }, search: '' },
  { name: 'on a phone', viewport: { width: 390, height: 844 }, search: '' },
  {
    name: 'with labels and no milestones',
    viewport: { width: 1000, height: 700 },
    search: '&show_labels=true&show_milestones=false',
  },
  { name: 'by weeks, where today is far right', viewport: { width: 1200, height: 800 }, search: '&layout=WEEKS' },
  {
    name: 'dark, filtered and sorted',
    viewport: { width: 1440, height: 900 },
    search: '&sort=TITLE_DESC&search=a',
    dark: true,
  },
] as const;

for (const look of looks) {
  test(`the page takes the place of its first paint without moving a pixel: ${look.name}`, async ({ page }) => {
    await page.setViewportSize(look.viewport);
    await page.emulateMedia({ colorScheme: 'dark' in look ? 'dark' : 'light' });
    const release = await hold(page);
    await page.goto(`${threeYears}${look.search}`, { waitUntil: 'commit' });
    await expect(paintedRows(page).first()).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    // Their faces come by themselves; only the place of the bars must not depend on them.
    await page.evaluate(() => document.fonts.ready);
    await watch(page);
    release();
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('treegrid')).toHaveAttribute('aria-busy', 'false');
    await expect(firstPaint(page)).toHaveCount(0);
    const { seen, atEnd, frames } = await told(page);
    expect(seen.length).toBeGreaterThan(2);
    // Each row has its name and its bar.
    expect(seen.every((links) => links.length === 2)).toBe(true);
    expect(atEnd).toEqual(seen);
    expect(frames).toEqual(['first paint with rows', 'page with rows']);
  });
}

test('its names and bars are links that work before the application is there', async ({ page }) => {
  await hold(page);
  await page.goto(threeYears, { waitUntil: 'commit' });
  const row = paintedRows(page).nth(1);
  await expect(row).toBeVisible();
  const href = await row.locator('a').first().getAttribute('href');
  expect(href).toMatch(/\/-\/epics\/\d+$/);
  await expect(row.locator('a').nth(1)).toHaveAttribute('href', String(href));
  await row.locator('a').nth(1).click({ noWaitAfter: true });
  await page.waitForURL(`**${href}`, { waitUntil: 'commit' });
});

test('nothing of it is there twice, for the ears or for the keyboard, and the focus goes on in the page', async ({
  page,
}) => {
  const release = await hold(page);
  await page.goto(threeYears, { waitUntil: 'commit' });
  await expect(paintedRows(page).first()).toBeVisible();
  await expectAccessible(page, '[data-first-paint]');
  const names = await paintedRows(page).getByRole('link').allTextContents();
  expect(names).toHaveLength(await paintedRows(page).count());
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(paintedRows(page).nth(1).getByRole('link')).toBeFocused();
  release();
  await expect(firstPaint(page)).toHaveCount(0);
  await expect(rows(page).nth(1)).toBeFocused();
  const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test('a window that changes is drawn anew, and so is what takes its place', async ({ page }) => {
  const release = await hold(page);
  await page.goto(threeYears, { waitUntil: 'commit' });
  await expect(paintedRows(page).first()).toBeVisible();
  await page.setViewportSize({ width: 700, height: 600 });
  await expect
    .poll(() =>
      paintedRows(page)
        .first()
        .evaluate((row) => row.getBoundingClientRect().width),
    )
    .toBeGreaterThan(0);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await watch(page);
  release();
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-busy', 'false');
  const { seen, atEnd } = await told(page);
  expect(atEnd).toEqual(seen);
});

test('an application that cannot come with its page says so in place of the first paint', async ({ page }) => {
  const release = await hold(page);
  await page.route(/\/assets\/RoadmapPage[^/]*\.js$/, (route) => route.abort());
  await page.goto(threeYears, { waitUntil: 'commit' });
  await expect(paintedRows(page).first()).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(firstPaint(page)).toHaveCount(0);
});

test('there is no first paint of a roadmap that has no rows, that cannot be had, or that is not there', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen: Node[] = [];
    Object.assign(window, { firstPaints: seen });
    new MutationObserver(() => {
      const element = document.querySelector('[data-first-paint]');
      if (element) seen.push(element);
    }).observe(document, { childList: true, subtree: true });
  });
  const firstPaints = () => page.evaluate(() => (window as unknown as { firstPaints: Node[] }).firstPaints.length);

  await page.goto(`${threeYears}&search=nothingiscalledthis`);
  await expect(page.getByRole('heading', { name: /no epics/i })).toBeVisible();
  expect(await firstPaints()).toBe(0);

  await page.goto('/groups/nobody-has-this/-/roadmap');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(await firstPaints()).toBe(0);

  await page.route('**/api/graphql', (route) => route.fulfill({ status: 422, json: { errors: [{ message: 'No' }] } }));
  await page.goto(threeYears);
  await expect(page.getByRole('alert').first()).toBeVisible();
  expect(await firstPaints()).toBe(0);
});
