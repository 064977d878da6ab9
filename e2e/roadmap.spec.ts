import { expect, test, type Locator, type Page } from '@playwright/test';
import { frames, untilStill } from './setup/quiet.ts';
import { expectAccessible, graveFindings } from './setup/axe.ts';
import { makeEpic, makeGroup, someone } from './setup/people.ts';

const roadmap = '/groups/tidewater/-/roadmap';
const threeYears = `${roadmap}?timeframe_range_type=THREE_YEARS`;
const theme = 'An app everyone can use';

const rows = (page: Page): Locator => page.locator('[role="row"][data-row]');
const rowOf = (page: Page, title: string): Locator =>
  rows(page).filter({ has: page.getByRole('link', { name: title, exact: true }) });
const barOf = (row: Locator): Locator => row.getByRole('gridcell').getByRole('link');
const lines = (page: Page): Locator => page.locator('svg[data-dependencies]');
/** The scrolling element. */
const scroller = (page: Page): Locator => page.getByRole('treegrid').locator('..');

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-busy', 'false');
}

interface EpicsAnswer {
  data: { group: { epics: { nodes: EpicNode[]; pageInfo: object } } };
}
interface EpicNode {
  id: string;
  title: string;
  startDate: string | null;
  dueDate: string | null;
  linkedWorkItems: { nodes: object[] };
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
      ...(epics.nodes[index % epics.nodes.length] as EpicNode),
      id: `gid://gitlab/Epic/${at * 50 + index + 1_000_000}`,
      title: `Row ${at * 50 + index + 1}`,
    }));
    epics.pageInfo = { hasNextPage: at + 1 < pages, endCursor: String(at + 1) };
    return route.fulfill({ response, json: answer });
  });
  return { asked };
}

/** Days from the first of this quarter, so that every range contains them. */
function dayAfter(days: number): string {
  const now = new Date();
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (now.getUTCMonth() % 3), 1);
  return new Date(first + days * 86_400_000).toISOString().slice(0, 10);
}

/** Serves `count` epics in place of the group's, each blocking the next; every third starts before its blocker ends. */
async function serveChain(page: Page, count: number): Promise<void> {
  await page.route('**/api/graphql', async (route) => {
    const body = route.request().postDataJSON() as { variables?: Record<string, unknown> };
    const { variables } = body;
    if (typeof variables?.['endCursor'] !== 'string' || 'iid' in variables) return route.continue();
    const response = await route.fetch();
    const answer = (await response.json()) as EpicsAnswer;
    const epics = answer.data.group?.epics;
    const like = epics?.nodes[0];
    if (!epics || !like || !('linkedWorkItems' in like)) return route.fulfill({ response, json: answer });
    const dates = (index: number) => {
      const start = index % 3 === 0 ? 5 : 20;
      return { startDate: dayAfter(start), dueDate: dayAfter(start + 14) };
    };
    const linkTo = (index: number, linkType: string, linkId: number) => ({
      linkId: `gid://gitlab/WorkItems::RelatedWorkItemLink/${linkId}`,
      linkType,
      workItemState: 'OPEN',
      workItem: {
        id: `gid://gitlab/WorkItem/${1_000_000 + index}`,
        title: `Row ${index}`,
        features: { startAndDueDate: dates(index) },
      },
    });
    epics.nodes = Array.from({ length: count }, (_, index) => ({
      ...like,
      ...dates(index),
      id: `gid://gitlab/Epic/${1_000_000 + index}`,
      title: `Row ${index}`,
      state: 'opened',
      hasParent: false,
      hasChildrenWithinTimeframe: false,
      ancestors: { nodes: [] },
      linkedWorkItems: {
        nodes: [
          ...(index > 0 ? [linkTo(index - 1, 'is_blocked_by', index - 1)] : []),
          ...(index < count - 1 ? [linkTo(index + 1, 'blocks', index)] : []),
        ],
      },
    }));
    epics.pageInfo = { hasNextPage: false, endCursor: null };
    return route.fulfill({ response, json: answer });
  });
}

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the page of a visitor: bars, cards, rows by keyboard, search, settings', async ({ page }) => {
    const asked = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.add(pathname);
    });
    await open(page, threeYears);

    await test.step('RM-PG-02, RM-PG-05 and RM-PG-06: epics are bars on a timeline, with milestones above them', async () => {
      const bar = await barOf(rowOf(page, theme)).boundingBox();
      const milestone = await page.locator('[data-card^="milestone:"]').first().boundingBox();
      expect(bar?.width).toBeGreaterThan(20);
      expect(milestone?.y ?? 0).toBeLessThan(bar?.y ?? 0);
    });

    await test.step('the page has one heading, is as high as the window, and shows three years without scrolling', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roadmap');
      expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
      const [inner, whole] = await scroller(page).evaluate((element) => [element.clientWidth, element.scrollWidth]);
      expect(whole).toBe(inner);
    });

    await test.step('RM-PG-07: filters, sorting and settings are on the page itself', async () => {
      await expect(page.getByRole('search').getByRole('combobox')).toBeVisible();
      await page.getByRole('button', { name: /^Group by: / }).click();
      await expect(page.getByRole('menuitemradio', { name: 'Start date' })).toBeChecked();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Settings' })).toBeVisible();
    });

    await test.step('RM-ET-03: hovering a bar opens its card, Escape closes it', async () => {
      await barOf(rowOf(page, theme)).hover();
      const card = page.getByRole('heading', { name: theme });
      await expect(card).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(card).toBeHidden();
    });

    await test.step('RM-ED-18: the keyboard moves through, expands, enters and leaves rows, with one tab stop', async () => {
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

    await test.step('RM-SD-01 and RM-SD-02: the drawer opens from the right, above the roadmap, which stays interactive', async () => {
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
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await graveFindings(page, undefined, { isColorsOnly: true })).toEqual([]);
    });

    await test.step('GQ-GN-01 and GQ-GN-02: every API request of the page goes to /api/graphql', async () => {
      await page.getByRole('search').getByRole('combobox').fill('fleet');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/search=fleet/);
      expect([...asked]).toEqual(['/api/graphql']);
    });

    await test.step('settings are stored for the next visit', async () => {
      await open(page, roadmap);
      await expect(page.locator('[data-label]').first()).toBeVisible();
    });
  });

  test('RM-ET-02, RM-TL-05, RM-TL-10, RM-TL-11 and RM-TL-12: bars begin and end at their days to the pixel, the section is laid out again 400 ms after a resize, and zooming keeps the middle of the view', async ({
    page,
  }) => {
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

    await open(page, `${roadmap}?timeframe_range_type=THREE_YEARS&layout=MONTHS`);
    const middle = () =>
      scroller(page).evaluate((element) => {
        const details = Number.parseFloat(getComputedStyle(element).getPropertyValue('--details'));
        const all = element.scrollWidth - details - 24;
        return (element.scrollLeft + (element.clientWidth - details) / 2) / all;
      });
    await scroller(page).evaluate((element) => element.scrollTo(1100, 0));
    const before = await middle();
    await page.keyboard.press('+');
    await expect(page).toHaveURL(/layout=WEEKS/);
    await expect.poll(async () => Math.abs((await middle()) - before)).toBeLessThan(0.02);
  });

  test('RM-LS-12, RM-LS-14, RM-LS-16, RM-LS-17 and RM-LS-18: scrolling to the end loads page after page, and stops at the last; shadows show that there is more; only what is on screen is in the document', async ({
    page,
  }) => {
    const { asked } = await serveLongList(page, 3);
    await open(page, `${roadmap}?timeframe_range_type=THREE_YEARS&layout=WEEKS&show_labels=true`);
    const first = asked.length;
    const chart = page.getByRole('region', { name: 'Roadmap' });
    await expect(chart).toHaveAttribute('data-below', '');
    await expect(chart).not.toHaveAttribute('data-above', '');
    await scroller(page).evaluate((element) => element.scrollTo(0, 2));
    await expect(chart).not.toHaveAttribute('data-above', '');
    await scroller(page).evaluate((element) => element.scrollTo(0, 3));
    await expect(chart).toHaveAttribute('data-above', '');

    const toEnd = () => scroller(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await toEnd();
    await expect(rowOf(page, 'Row 52')).toBeAttached();
    await toEnd();
    await expect(rowOf(page, 'Row 102')).toBeAttached();
    await toEnd();
    await expect(rowOf(page, 'Row 150')).toBeVisible();
    await toEnd();
    await expect(chart).not.toHaveAttribute('data-below', '');
    // A request that depends on what is shown is sent within a frame or two.
    await frames(page, 20);
    expect(asked.slice(first)).toEqual(['1', '2']);
    expect(await rows(page).count()).toBeLessThan(40);
    expect(await page.locator('*').count()).toBeLessThan(2500);
  });

  test('dependency lines lead from bar to bar, to the pixel, and stay few however long the list is', async ({
    page,
  }) => {
    await serveChain(page, 2000);
    await open(page, `${roadmap}?timeframe_range_type=CURRENT_QUARTER&show_dependencies=true`);
    await expect(lines(page)).toBeVisible();
    const found = await page.evaluate(() => {
      const [path] = document.querySelectorAll<SVGPathElement>('svg[data-dependencies] g:not([data-wrong]) path');
      const bars = [...document.querySelectorAll('[role="gridcell"] a')].map((bar) => bar.getBoundingClientRect());
      const svg = path?.ownerSVGElement?.getBoundingClientRect();
      const numbers = (path?.getAttribute('d') ?? '').match(/-?[\d.]+/g)?.map(Number) ?? [];
      const [x1 = 0, y1 = 0] = numbers;
      return {
        x: (svg?.left ?? 0) + x1,
        y: (svg?.top ?? 0) + y1,
        bars: bars.map(({ right, top, height }) => ({ right, y: top + height / 2 })),
      };
    });
    const nearest = found.bars.find(({ right, y }) => Math.abs(right - found.x) < 1.5 && Math.abs(y - found.y) < 1.5);
    expect(nearest, JSON.stringify(found)).toBeTruthy();

    const count = async () => Number(await lines(page).getAttribute('data-dependencies'));
    expect(await count()).toBeLessThan(60);
    await scroller(page).evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    await expect(rowOf(page, 'Row 1001')).toBeAttached();
    await expect.poll(count).toBeGreaterThan(10);
    expect(await count()).toBeLessThan(60);
    expect(await page.locator('*').count()).toBeLessThan(2500);

    await open(page, `${roadmap}?range_from=2020-01-01&range_to=2031-12-31&layout=YEARS&show_dependencies=true`);
    await expect(lines(page)).toBeVisible();
    await page.getByRole('button', { name: 'Settings' }).click();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await graveFindings(page, undefined, { isColorsOnly: true })).toEqual([]);
  });

  test('RM-QS-17, RM-QS-18, RM-FB-11, RM-FB-12 and RM-ET-12: a group and an epic in the URL narrow the list to them, and epics without dates are marked', async ({
    browser,
  }) => {
    const maren = await someone(browser, 'maren');
    const { page } = maren;
    const path = await makeGroup(maren);
    const { id } = await maren.call<{ id: number }>('GET', `/groups/${path}`);
    await maren.call('POST', '/groups', { name: 'Below', path: 'below', parent_id: id, visibility: 'public' });
    const dates = { startDateFixed: '2025-07-07', dueDateFixed: '2025-08-22' };
    await makeEpic(maren, path, { title: 'Above', ...dates });
    const below = await makeEpic(maren, `${path}/below`, { title: 'Below', ...dates });
    await makeEpic(maren, path, { title: 'Idea' });
    const found = async (search: string, titles: readonly string[]): Promise<void> => {
      await open(page, `/groups/${path}/-/roadmap?range_from=2025-01-01&range_to=2025-12-31&layout=MONTHS${search}`);
      await expect(rows(page).locator('[role="rowheader"] a')).toHaveText(titles);
    };
    await found(`&group_path=${encodeURIComponent(`${path}/below`)}`, ['Below']);
    await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(1);
    // Both groups have an epic with this number: the part before the marker names the group.
    await found(`&epic_iid=${encodeURIComponent(`${path}/below::&${below.iid}`)}`, ['Below']);
    await found(`&epic_iid=${encodeURIComponent(`${path}::&1`)}`, ['Above']);
    await found('', ['Above', 'Below']);
    await page.getByRole('button', { name: 'Undated (1)' }).click();
    const item = page.getByRole('dialog', { name: 'Undated epics' }).getByRole('listitem');
    await expect(item).toContainText(/^Idea.*No start and end date$/);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('rows have two lines, titles keep their place, a tap opens a card, and one menu has views and exports', async ({
    page,
  }) => {
    await open(page, threeYears);
    const row = rowOf(page, theme);
    expect((await row.boundingBox())?.height).toBe(92);
    const title = row.getByRole('link', { name: theme, exact: true });
    const before = await title.boundingBox();
    const bar = await barOf(row).boundingBox();
    expect((before?.y ?? 0) + (before?.height ?? 0)).toBeLessThan((bar?.y ?? 0) + 14);
    // Today is a third from the left.
    const today = await page.locator('[data-today]').boundingBox();
    expect(Math.abs((today?.x ?? 0) - 390 / 3)).toBeLessThan(3);
    await scroller(page).evaluate((element) => element.scrollBy(-200, 0));
    expect((await title.boundingBox())?.x).toBe(before?.x);

    await barOf(row).tap();
    const link = page.getByRole('link', { name: 'Open epic' });
    await expect(link).toBeVisible();
    await untilStill(page);
    const sheet = await page.locator('[popover]').filter({ has: link }).boundingBox();
    expect(Math.round((sheet?.y ?? 0) + (sheet?.height ?? 0))).toBe(844);
    expect(sheet?.width).toBe(390);
    await page.touchscreen.tap(195, 100);
    await expect(link).toBeHidden();

    await page.getByRole('button', { name: 'Views' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Copy link to this roadmap' })).toBeVisible();
    await expect(page.locator('[role^="menuitem"]').first()).toBeFocused();
    await expect(page.getByRole('menuitem', { name: 'CSV', exact: true })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Save as a view…' })).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Views' })).toBeFocused();
  });
});
