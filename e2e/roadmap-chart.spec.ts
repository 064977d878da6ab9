import { expect, test, type Locator, type Page } from '@playwright/test';
import { frames } from './setup/quiet.ts';
import { expectAccessible } from './setup/axe.ts';

const roadmap = '/groups/tidewater/-/roadmap';
const threeYears = `${roadmap}?timeframe_range_type=THREE_YEARS`;

const rows = (page: Page): Locator => page.locator('[role="row"][data-row]');
const lines = (page: Page): Locator => page.locator('svg[data-dependencies]');

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

/** Days from the first of this quarter, so that every range contains them. */
function dayAfter(days: number): string {
  const now = new Date();
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (now.getUTCMonth() % 3), 1);
  return new Date(first + days * 86_400_000).toISOString().slice(0, 10);
}

/** Serves `count` epics in place of the group's, each blocking the next; every third starts before its blocker ends. */
async function serveChain(page: Page, count: number): Promise<{ asked: () => number }> {
  let asked = 0;
  await page.route('**/api/graphql', async (route) => {
    const body = route.request().postDataJSON() as { variables?: Record<string, unknown> };
    const { variables } = body;
    if (typeof variables?.['endCursor'] !== 'string' || 'iid' in variables) return route.continue();
    const response = await route.fetch();
    const answer = (await response.json()) as EpicsAnswer;
    const epics = answer.data.group?.epics;
    const like = epics?.nodes[0];
    if (!epics || !like || !('linkedWorkItems' in like)) return route.fulfill({ response, json: answer });
    asked += 1;
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
  return { asked: () => asked };
}

test.describe('dependency lines between bars', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('are drawn for the hovered row and for the focused row', async ({ page }) => {
    await serveChain(page, 10);
    await open(page, threeYears);
    await expect(lines(page)).toHaveCount(0);
    await rows(page).nth(2).hover();
    await expect(lines(page)).toHaveAttribute('data-dependencies', '2');
    await page.mouse.move(700, 20);
    await expect(lines(page)).toHaveCount(0);
    await rows(page).first().focus();
    await expect(lines(page)).toHaveAttribute('data-dependencies', '1');
  });

  test('lead from the end of the blocker to the start of the blocked epic, to the pixel', async ({ page }) => {
    await serveChain(page, 3);
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
  });

  test('are red with a reason only where the blocked epic starts before its blocker ends', async ({ page }) => {
    await serveChain(page, 7);
    await open(page, `${threeYears}&show_dependencies=true`);
    await expect(page.locator('svg[data-dependencies] [data-hit]')).toHaveCount(4);
    const red = await page
      .locator('svg[data-dependencies] g[data-wrong]')
      .first()
      .evaluate((group) => getComputedStyle(group).color);
    const danger = await page.evaluate(() => {
      const probe = document.createElement('i');
      probe.style.color = 'var(--danger)';
      document.body.append(probe);
      return getComputedStyle(probe).color;
    });
    expect(red).toBe(danger);
    await expect(page.getByRole('button', { name: /Starts before “Row 1” ends/ })).toBeVisible();
  });

  test('stay few however long the list is, and scrolling draws only visible ones', async ({ page }) => {
    await serveChain(page, 2000);
    await open(page, `${threeYears}&show_dependencies=true`);
    const count = async () => Number(await lines(page).getAttribute('data-dependencies'));
    expect(await count()).toBeLessThan(60);
    await page
      .getByRole('treegrid')
      .locator('..')
      .evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    await expect(page.getByRole('link', { name: 'Row 1001', exact: true })).toBeAttached();
    await expect.poll(count).toBeGreaterThan(10);
    expect(await count()).toBeLessThan(60);
    expect(await page.locator('*').count()).toBeLessThan(2500);
  });
});

test.describe('range and zoom', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('custom dates are entered in the drawer, kept in the URL, and survive a reload', async ({ page }) => {
    await open(page, threeYears);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: /^Date range/ }).click();
    await page.getByRole('option', { name: 'Custom range…' }).click();
    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await page.getByRole('radio', { name: 'Years' }).click();
    await expect(page).toHaveURL(/range_from=2020-01-01/);
    await page.reload();
    await expect(page.getByText('2020', { exact: true })).toBeVisible();
  });

  test('buttons and keys zoom, Fit shows every date, and Back leaves the roadmap', async ({ page }) => {
    await page.goto('/groups/tidewater');
    await open(page, threeYears);
    const length = await page.evaluate(() => history.length);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect(page).toHaveURL(/layout=MONTHS/);
    await rows(page).first().focus();
    await page.keyboard.press('-');
    await expect(page).toHaveURL(/layout=QUARTERS/);
    await page.keyboard.press('0');
    await expect(page).toHaveURL(/range_from=/);
    expect(await page.evaluate(() => history.length)).toBe(length);
    await expect(rows(page).first()).toBeVisible();
    const [inner, whole] = await page
      .getByRole('treegrid')
      .locator('..')
      .evaluate((element) => [element.clientWidth, element.scrollWidth]);
    expect(whole).toBe(inner);
  });

  test('zooming keeps the day in the middle of the view', async ({ page }) => {
    await open(page, `${roadmap}?timeframe_range_type=THREE_YEARS&layout=MONTHS`);
    const scroller = page.getByRole('treegrid').locator('..');
    const middle = () =>
      scroller.evaluate((element) => {
        const details = Number.parseFloat(getComputedStyle(element).getPropertyValue('--details'));
        const all = element.scrollWidth - details - 24;
        return (element.scrollLeft + (element.clientWidth - details) / 2) / all;
      });
    await scroller.evaluate((element) => element.scrollTo(1100, 0));
    const before = await middle();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect(page).toHaveURL(/layout=WEEKS/);
    await expect.poll(async () => Math.abs((await middle()) - before)).toBeLessThan(0.02);
  });

  test('another layout or a narrower range requests no epics', async ({ page }) => {
    const { asked } = await serveChain(page, 50);
    await open(page, `${threeYears}&show_dependencies=true`);
    const before = asked();
    for (const [button, layout] of [
      ['Zoom in', 'MONTHS'],
      ['Zoom out', 'QUARTERS'],
      ['Zoom in', 'MONTHS'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await expect(page.locator(`[class*="periodParts"][data-preset="${layout}"]`).first()).toBeVisible();
      // A request that is no longer needed is aborted, and would be sent again.
      await expect(page.locator('[data-stale]')).toHaveCount(0);
    }
    const wide = asked();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: /^Date range/ }).click();
    await page.getByRole('option', { name: 'This year' }).click();
    await expect(page).toHaveURL(/CURRENT_YEAR/);
    await expect(rows(page).first()).toBeVisible();
    await frames(page, 20);
    expect(asked()).toBe(wide);
    expect(wide - before).toBeLessThanOrEqual(1);
  });
});

test.describe('the status line', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('and the header show the same number', async ({ page }) => {
    await open(page, threeYears);
    const status = page.getByRole('status').filter({ hasText: 'shown' });
    await expect(status).toContainText(/\d+ of \d+ epics shown/);
    const shown = /([\d,]+) of/.exec((await status.textContent()) ?? '')?.[1];
    await expect(page.getByText(new RegExp(`^(${shown} epics|[\\d,]+ top-level, ${shown} total)$`))).toBeVisible();
  });

  test('counts what filters leave out', async ({ page }) => {
    await open(page, `${threeYears}&search=app`);
    await expect(page.getByText(/filtered out/)).toBeVisible();
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious with lines, a custom range and its fields, in ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme });
    await serveChain(page, 12);
    await open(page, `${roadmap}?range_from=2020-01-01&range_to=2031-12-31&layout=YEARS&show_dependencies=true`);
    await expect(lines(page)).toBeVisible();
    await page.getByRole('button', { name: 'Settings' }).click();
    await expectAccessible(page);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a tap on a bar opens its card as a bottom sheet, with a link to the epic', async ({ page }) => {
    await serveChain(page, 5);
    await open(page, threeYears);
    await rows(page).first().getByRole('gridcell').getByRole('link').tap();
    const link = page.getByRole('link', { name: 'Open epic' });
    await expect(link).toBeVisible();
    const sheet = await page.locator('[popover]').filter({ has: link }).boundingBox();
    expect(Math.round((sheet?.y ?? 0) + (sheet?.height ?? 0))).toBe(844);
    expect(sheet?.width).toBe(390);
    await page.touchscreen.tap(195, 100);
    await expect(link).toBeHidden();
  });
});
