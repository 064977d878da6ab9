import { expect, test, type Locator, type Page } from '@playwright/test';
import { frames, untilStill } from './setup/quiet.ts';
import { expectAccessible } from './setup/axe.ts';

const roadmap = '/groups/tidewater/-/roadmap';
const threeYears = `${roadmap}?timeframe_range_type=THREE_YEARS`;
const theme = 'An app everyone can use';

const rows = (page: Page): Locator => page.locator('[role="row"][data-row]');
const rowOf = (page: Page, title: string): Locator =>
  rows(page).filter({ has: page.getByRole('link', { name: title, exact: true }) });
const barOf = (row: Locator): Locator => row.getByRole('gridcell').getByRole('link');
/** The scrolling element. */
const scroller = (page: Page): Locator => page.getByRole('treegrid').locator('..');

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-busy', 'false');
}

interface EpicsAnswer {
  data: { group: { epics: { nodes: Record<string, unknown>[]; pageInfo: object } } };
}

/** Makes a long list of the sample group: every page of epics is its first epic, fifty times. */
async function serveLongList(page: Page, pages: number): Promise<{ asked: string[] }> {
  const asked: string[] = [];
  await page.route('**/api/graphql', async (route) => {
    const { variables } = route.request().postDataJSON() as { variables?: Record<string, unknown> };
    const cursor = variables?.['endCursor'];
    if (typeof cursor !== 'string' || 'iid' in (variables ?? {})) return route.continue();
    asked.push(cursor);
    const response = await route.fetch({
      postData: { ...route.request().postDataJSON(), variables: { ...variables, endCursor: '' } },
    });
    const answer = (await response.json()) as EpicsAnswer;
    const { epics } = answer.data.group;
    const at = cursor === '' ? 0 : Number(cursor);
    epics.nodes = Array.from({ length: 50 }, (_, index) => ({
      ...epics.nodes[index % epics.nodes.length],
      id: `gid://gitlab/Epic/${at * 50 + index + 1_000_000}`,
      title: `Row ${at * 50 + index + 1}`,
    }));
    epics.pageInfo = { hasNextPage: at + 1 < pages, endCursor: String(at + 1) };
    return route.fulfill({ response, json: answer });
  });
  return { asked };
}

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('RM-PG-05 and RM-PG-06: a visitor sees epics as bars on a timeline, with milestones above them', async ({
    page,
  }) => {
    await open(page, threeYears);
    const bar = await barOf(rowOf(page, theme)).boundingBox();
    const milestone = await page.locator('[data-card^="milestone:"]').first().boundingBox();
    expect(bar?.width).toBeGreaterThan(20);
    expect(milestone?.y ?? 0).toBeLessThan(bar?.y ?? 0);
  });

  test('the page has one heading and is as high as the window', async ({ page }) => {
    await open(page, roadmap);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roadmap');
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  });

  test('RM-PG-07: filters, sorting and settings are on the page itself', async ({ page }) => {
    await open(page, roadmap);
    await expect(page.getByRole('search').getByRole('combobox')).toBeVisible();
    await expect(page.getByRole('button', { name: /Start date/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Settings' })).toBeVisible();
  });

  test('GQ-GN-01 and GQ-GN-02: every API request of the page goes to /api/graphql', async ({ page }) => {
    const asked = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.add(pathname);
    });
    await open(page, threeYears);
    await rows(page)
      .first()
      .getByRole('button', { name: /^Expand/ })
      .click();
    await expect(rows(page).nth(1)).toHaveAttribute('aria-level', '2');
    await page.getByRole('search').getByRole('combobox').fill('fleet');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/search=fleet/);
    expect([...asked]).toEqual(['/api/graphql']);
  });

  test('PM-GN-02: a visitor is offered no edit, and every change is refused', async ({ page, request }) => {
    await open(page, threeYears);
    const edits = /^(new|create|add|edit|delete|close|reopen|share)\b/i;
    await expect(page.getByRole('button', { name: edits })).toHaveCount(0);
    await expect(page.getByRole('link', { name: edits })).toHaveCount(0);
    await rows(page).first().getByRole('rowheader').getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: edits })).toHaveCount(0);
    await expect(page.getByRole('link', { name: edits })).toHaveCount(0);
    const query =
      'mutation { updateEpic(input: { groupPath: "tidewater", iid: "1", title: "Mine" }) { errors epic { title } } }';
    const answer = (await (await request.post('/api/graphql', { data: { query } })).json()) as {
      data: { updateEpic: null } | null;
      errors: { message: string }[];
    };
    expect(answer.data?.updateEpic ?? null).toBeNull();
    expect(answer.errors[0]?.message).toContain('permission');
    const written = await request.put('/api/v4/groups/tidewater/epics/1', { data: { title: 'Mine' } });
    expect(written.status()).toBe(401);
  });

  test('within 3 years everything fits, without horizontal scrolling', async ({ page }) => {
    await open(page, threeYears);
    const [inner, whole] = await scroller(page).evaluate((element) => [element.clientWidth, element.scrollWidth]);
    expect(whole).toBe(inner);
  });

  test('RM-TL-10, RM-TL-11 and RM-TL-12: the section is as wide as details, cells and space, and is laid out again 400 ms after a resize', async ({
    page,
  }) => {
    await open(page, `${roadmap}?timeframe_range_type=CURRENT_YEAR`);
    const width = async () => Math.round((await page.getByRole('treegrid').boundingBox())?.width ?? 0);
    const cell = async () =>
      Number.parseFloat(
        await page.getByRole('treegrid').evaluate((grid) => getComputedStyle(grid).getPropertyValue('--cell')),
      );
    expect(await width()).toBe(344 + 12 * (await cell()) + 24);
    // Milliseconds from the resize to the frame with the new layout.
    const laidOutAfter = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const grid = document.querySelector('[role="treegrid"]') as HTMLElement;
          const before = grid.getBoundingClientRect().width;
          const watch = (): void => {
            const began = performance.now();
            const look = (): void => {
              if (grid.getBoundingClientRect().width === before) requestAnimationFrame(look);
              else resolve(performance.now() - began);
            };
            look();
          };
          window.addEventListener('resize', watch, { once: true });
        }),
    );
    await page.setViewportSize({ width: 1100, height: 900 });
    expect(await laidOutAfter).toBeGreaterThanOrEqual(390);
    await expect.poll(width).toBe(344 + 12 * 92 + 16);
  });

  test('RM-ET-02 and RM-TL-05: bars begin and end at their days, to the pixel', async ({ page }) => {
    await open(page, `${roadmap}?timeframe_range_type=CURRENT_YEAR`);
    const bars = await rows(page).evaluateAll((elements) =>
      elements.map((row) => {
        const bar = row.querySelector('[role="gridcell"] a') as HTMLElement;
        const track = bar.parentElement as HTMLElement;
        return {
          label: bar.getAttribute('aria-label') ?? '',
          left: bar.getBoundingClientRect().left - track.getBoundingClientRect().left,
          width: bar.getBoundingClientRect().width,
          cell: track.getBoundingClientRect().width / 12,
        };
      }),
    );
    const year = new Date().getFullYear();
    const x = (day: Date, cell: number): number => {
      const days = new Date(year, day.getMonth() + 1, 0).getDate();
      return (day.getMonth() + (day.getDate() - 1) / days) * cell;
    };
    let proved = 0;
    for (const { label, left, width, cell } of bars) {
      const dates = /(\w{3} \d{1,2})(?:, (\d{4}))? – (\w{3} \d{1,2}), (\d{4})/.exec(label);
      if (!dates) continue;
      const start = new Date(`${dates[1]}, ${dates[2] ?? dates[4]}`);
      const due = new Date(`${dates[3]}, ${dates[4]}`);
      const from = start.getFullYear() < year ? 0 : x(start, cell);
      const to =
        due.getFullYear() > year ? 12 * cell : x(new Date(due.getFullYear(), due.getMonth(), due.getDate() + 1), cell);
      const end = due.getMonth() === 11 && due.getDate() === 31 ? 12 * cell : to;
      expect(Math.abs(left - from), label).toBeLessThan(1);
      expect(Math.abs(left + width + 1 - end), label).toBeLessThan(1);
      proved++;
    }
    expect(proved).toBeGreaterThan(3);
  });

  test('RM-ED-18: rows expand and collapse, to any depth', async ({ page }) => {
    await open(page, threeYears);
    const row = rowOf(page, theme);
    await row.getByRole('button', { name: `Expand ${theme}` }).click();
    const child = rows(page).and(page.locator('[aria-level="2"]')).first();
    await expect(child).toBeVisible();
    await child.getByRole('button', { name: /^Expand/ }).click();
    await expect(rows(page).and(page.locator('[aria-level="3"]')).first()).toBeVisible();
    await row.getByRole('button', { name: `Collapse ${theme}` }).click();
    await expect(rows(page).and(page.locator('[aria-level="2"]'))).toHaveCount(0);
  });

  test('RM-ET-03: hovering a bar opens its card, Escape closes it', async ({ page }) => {
    await open(page, threeYears);
    await barOf(rowOf(page, theme)).hover();
    const card = page.getByRole('heading', { name: theme });
    await expect(card).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
  });

  test('RM-SD-01 and RM-SD-02: the drawer opens from the right, above the roadmap, which stays interactive', async ({
    page,
  }) => {
    await open(page, threeYears);
    await page.getByRole('button', { name: 'Settings' }).click();
    const drawer = page.getByRole('dialog', { name: 'Roadmap settings' });
    await expect(drawer).toBeVisible();
    expect(await drawer.evaluate((element) => getComputedStyle(element).zIndex)).toBe('20');
    await untilStill(page);
    const box = await drawer.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(1440);
    await drawer.getByRole('switch', { name: 'Show labels' }).click();
    await expect(
      rowOf(page, theme)
        .getByRole('button', { name: /^Filter by label/ })
        .first(),
    ).toBeVisible();
  });

  test('RM-QS-27: settings, sorting and filtering replace the history entry', async ({ page }) => {
    await page.goto('/groups/tidewater');
    await open(page, threeYears);
    const before = await page.evaluate(() => history.length);
    await page.getByRole('button', { name: /^Sort direction/ }).click();
    await page.getByRole('combobox', { name: 'Search epics' }).fill('app');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/search=app/);
    expect(await page.evaluate(() => history.length)).toBe(before);
    await page.goBack();
    await expect(page).toHaveURL('/groups/tidewater');
  });

  test('settings survive a reload, and are remembered for the next visit', async ({ page }) => {
    await open(page, roadmap);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: /^Date range/ }).click();
    await page.getByRole('option', { name: 'Within 3 years' }).click();
    await expect(page).toHaveURL(/timeframe_range_type=THREE_YEARS&layout=QUARTERS/);
    await page.reload();
    await expect(page.getByText('Q1').first()).toBeVisible();
    await open(page, roadmap);
    await expect(page.getByText('Q1').first()).toBeVisible();
  });

  test('the keyboard moves through, expands, enters and leaves rows, with one tab stop', async ({ page }) => {
    await open(page, threeYears);
    await expect(page.locator('[data-row][tabindex="0"]')).toHaveCount(1);
    await rows(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).nth(1)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(rows(page).nth(1)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(rows(page).nth(1).getByRole('button').first()).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(rows(page).nth(1)).toBeFocused();
    await expect(rows(page).nth(2)).toHaveAttribute('aria-level', '2');
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).nth(2)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(rows(page).nth(1)).toBeFocused();
    await page.keyboard.press('Home');
    await expect(rows(page).first()).toBeFocused();
  });

  test('RM-LS-16, RM-LS-17 and RM-LS-18: shadows show that there is more above and below', async ({ page }) => {
    await serveLongList(page, 1);
    await open(page, threeYears);
    const chart = page.getByRole('region', { name: 'Roadmap' });
    await expect(chart).toHaveAttribute('data-below', '');
    await expect(chart).not.toHaveAttribute('data-above', '');
    await scroller(page).evaluate((element) => element.scrollTo(0, 2));
    await expect(chart).not.toHaveAttribute('data-above', '');
    await scroller(page).evaluate((element) => element.scrollTo(0, 3));
    await expect(chart).toHaveAttribute('data-above', '');
    await scroller(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(chart).not.toHaveAttribute('data-below', '');
  });

  test('RM-LS-12 and RM-LS-14: scrolling to the end loads page after page, and stops at the last', async ({ page }) => {
    const { asked } = await serveLongList(page, 3);
    await open(page, threeYears);
    const toEnd = () => scroller(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const first = asked.length;
    await toEnd();
    await expect(rowOf(page, 'Row 52')).toBeAttached();
    await toEnd();
    await expect(rowOf(page, 'Row 102')).toBeAttached();
    await toEnd();
    await expect(rowOf(page, 'Row 150')).toBeVisible();
    // A request that depends on what is shown is sent within a frame or two.
    await frames(page, 20);
    expect(asked.slice(first)).toEqual(['1', '2']);
  });

  test('only what is on screen is in the document', async ({ page }) => {
    await serveLongList(page, 20);
    await open(page, `${roadmap}?timeframe_range_type=THREE_YEARS&layout=WEEKS&show_labels=true`);
    for (let loaded = 50; loaded < 1000; loaded += 50) {
      await scroller(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(rowOf(page, `Row ${loaded + 1}`)).toBeAttached();
    }
    expect(await rows(page).count()).toBeLessThan(40);
    expect(await page.locator('*').count()).toBeLessThan(2500);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing serious on the roadmap in ${colorScheme}, settings and labels shown`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await open(page, `${threeYears}&show_labels=true`);
      await page.getByRole('button', { name: 'Settings' }).click();
      await expectAccessible(page);
    });
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('rows have two lines, and today is a third from the left', async ({ page }) => {
    await open(page, threeYears);
    const row = rowOf(page, theme);
    expect((await row.boundingBox())?.height).toBe(92);
    const title = await row.getByRole('link', { name: theme, exact: true }).boundingBox();
    const bar = await barOf(row).boundingBox();
    expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThan((bar?.y ?? 0) + 14);
    const today = await page.locator('[data-today]').boundingBox();
    expect(Math.abs((today?.x ?? 0) - 390 / 3)).toBeLessThan(3);
  });

  test('horizontal scrolling moves the bars and keeps the titles in place', async ({ page }) => {
    await open(page, threeYears);
    const title = rowOf(page, theme).getByRole('link', { name: theme, exact: true });
    const before = await title.boundingBox();
    await scroller(page).evaluate((element) => element.scrollBy(-200, 0));
    const after = await title.boundingBox();
    expect(after?.x).toBe(before?.x);
  });
});
