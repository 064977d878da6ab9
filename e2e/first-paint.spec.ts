// The first paint of a roadmap: rows that are visible before the application has run, and the takeover by the application.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';

const roadmap = '/groups/tidewater/-/roadmap';
const threeYears = `${roadmap}?state=all&timeframe_range_type=THREE_YEARS`;

const firstPaint = (page: Page): Locator => page.locator('[data-first-paint]');
const paintedRows = (page: Page): Locator => firstPaint(page).getByRole('listitem');
const rows = (page: Page): Locator => page.locator('[role="row"][data-row]');

/** Holds back every script but the head start, until released. */
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
  /** The number of rows in each frame, and whether they belonged to the first paint. */
  frames: string[];
  seen: string[][];
  read: () => string[][];
}

/**
 * Makes the page record each link of each row (position, style, text and target): of the first paint as last shown, and of the
 * application in the frame in which the first paint was removed.
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

const recorded = (page: Page) =>
  page.evaluate(() => {
    const { atEnd, frames, seen } = (window as unknown as { firstPaintSeen: Seen }).firstPaintSeen;
    return { atEnd, seen, frames: frames.filter((frame, index) => frame !== frames[index - 1]) };
  });

const looks = [
  { name: 'wide', viewport: { width: 1440, height: 900 }, search: '' },
  { name: 'on a phone', viewport: { width: 390, height: 844 }, search: '' },
  {
    name: 'by weeks, where today is far right, with labels and no milestones',
    viewport: { width: 1000, height: 700 },
    search: '&layout=WEEKS&show_labels=true&show_milestones=false',
  },
  {
    name: 'dark, filtered and sorted',
    viewport: { width: 1440, height: 900 },
    search: '&sort=TITLE_DESC&search=a',
    dark: true,
  },
  { name: 'with a chosen width of names', viewport: { width: 1440, height: 900 }, search: '', detailsWidth: 500 },
] as const;

for (const look of looks) {
  test(`the page takes over from its first paint without moving a pixel: ${look.name}`, async ({ page }) => {
    await page.setViewportSize(look.viewport);
    await page.emulateMedia({ colorScheme: 'dark' in look ? 'dark' : 'light' });
    const detailsWidth = 'detailsWidth' in look ? look.detailsWidth : null;
    if (detailsWidth !== null)
      await page.addInitScript(
        (width) => localStorage.setItem('milepost.roadmap.details', String(width)),
        detailsWidth,
      );
    const release = await hold(page);
    await page.goto(`${threeYears}${look.search}`, { waitUntil: 'commit' });
    await expect(paintedRows(page).first()).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    // Avatars load separately; only the position of the bars must not depend on them.
    await page.evaluate(() => document.fonts.ready);
    await watch(page);
    release();
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('treegrid')).toHaveAttribute('aria-busy', 'false');
    await expect(firstPaint(page)).toHaveCount(0);
    const { seen, atEnd, frames } = await recorded(page);
    expect(seen.length).toBeGreaterThan(2);
    // Each row has its name and its bar.
    expect(seen.every((links) => links.length === 2)).toBe(true);
    expect(atEnd).toEqual(seen);
    expect(frames).toEqual(['first paint with rows', 'page with rows']);
    if (detailsWidth !== null)
      await expect(page.getByRole('separator')).toHaveAttribute('aria-valuenow', String(detailsWidth));
  });
}

test('its names and bars are working links before the application runs, none is duplicated for screen readers or the keyboard, and the focus is kept by the page', async ({
  page,
}) => {
  const release = await hold(page);
  await page.goto(threeYears, { waitUntil: 'commit' });
  const row = paintedRows(page).nth(1);
  await expect(row).toBeVisible();
  const href = await row.locator('a').first().getAttribute('href');
  expect(href).toMatch(/\/-\/epics\/\d+$/);
  await expect(row.locator('a').nth(1)).toHaveAttribute('href', String(href));
  await row.locator('a').nth(1).click({ noWaitAfter: true });
  await page.waitForURL(`**${href}`, { waitUntil: 'commit' });

  await page.goto(threeYears, { waitUntil: 'commit' });
  await expect(row).toBeVisible();
  await expectAccessible(page, '[data-first-paint]');
  const names = await paintedRows(page).getByRole('link').allTextContents();
  expect(names).toHaveLength(await paintedRows(page).count());
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(row.getByRole('link')).toBeFocused();
  release();
  await expect(firstPaint(page)).toHaveCount(0);
  await expect(rows(page).nth(1)).toBeFocused();
  const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test('resizing the window redraws the first paint and its successor', async ({ page }) => {
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
  const { seen, atEnd } = await recorded(page);
  expect(atEnd).toEqual(seen);
});

test('a roadmap that has no rows, is unavailable or does not exist has no first paint, and an application that fails to load shows an error in its place', async ({
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

  await page.unrouteAll();
  const release = await hold(page);
  await page.route(/\/assets\/RoadmapPage[^/]*\.js$/, (route) => route.abort());
  await page.goto(threeYears, { waitUntil: 'commit' });
  await expect(paintedRows(page).first()).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(firstPaint(page)).toHaveCount(0);
});

test('RX-LM-06: rows that come soon are painted before the code of the application and of lane headers runs', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const order: string[] = [];
    Object.assign(window, { order });
    // 100 ms count as soon, which this machine may exceed.
    const later = window.setTimeout.bind(window);
    const listen = window.addEventListener.bind(window);
    Object.assign(window, {
      setTimeout: (act: () => void, ms?: number) => later(act, ms === 100 ? 60_000 : ms),
      addEventListener: (...args: Parameters<typeof window.addEventListener>) => {
        // The first thing that the application listens to.
        if (args[0] === 'vite:preloadError') order.push('application');
        listen(...args);
      },
    });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        if (node.matches('[data-first-paint]')) order.push('first paint');
        if (node.matches('link[href*="/LaneRows-"]')) order.push('lane headers');
      }
    }).observe(document, { childList: true, subtree: true });
  });
  // Until then all code has loaded, and could run.
  await page.route('**/api/graphql', async (route) => {
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/RoadmapPage-[^/]*\.js$/.test(name)),
    );
    await route.continue();
  });
  await page.goto('/groups/tidewater/-/roadmap?view=overview');
  await expect(page.locator('[role="treegrid"] [role="row"][data-lane]').first()).toBeVisible();
  const order = await page.evaluate(() => (window as unknown as { order: string[] }).order);
  expect(order[0]).toBe('first paint');
  expect(order).toEqual(expect.arrayContaining(['application', 'lane headers']));
});
