// The opening view of the roadmap in a real browser: where today stands, what is in view, and that nothing moves.
import { expect, test } from '@playwright/test';

interface Recorded {
  shifts: number;
  /** What the first paint and the page showed: the places of bars and lane headers. */
  painted: string[];
}

test('RX-OP-05, RX-OP-11, RX-OP-14: the overview of the sample group opens at today with lanes, and nothing moves after its first paint', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  // The page waits until its first paint has been seen.
  await page.route(/\/assets\/RoadmapPage-[^/]*\.js$/, async (route) => {
    await page.locator('[data-first-paint] [role="listitem"]').first().waitFor({ state: 'attached' });
    await route.continue();
  });
  await page.addInitScript(() => {
    const all: Recorded = { shifts: 0, painted: [] };
    Object.assign(window, { recorded: all });
    interface Shift extends PerformanceEntry {
      value: number;
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) all.shifts += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      const paint = document.querySelector('[data-first-paint]');
      const places = [
        ...(paint?.querySelectorAll('[role="listitem"] a[aria-hidden], [class*="header"][data-level]') ?? []),
      ];
      if (places.length > 0)
        all.painted = places.map((place) => {
          const { x, y, width, height } = place.getBoundingClientRect();
          return [x, y, width, height].map(Math.round).join(' ');
        });
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto('/groups/tidewater/-/roadmap?view=overview');
  const bars = page.locator('[role="treegrid"] a[data-card^="epic:"]');
  const headers = page.locator('[role="treegrid"] [role="row"][data-lane]');
  await expect(page.getByRole('toolbar', { name: 'Legend' })).toBeVisible();
  await expect(
    page.getByRole('toolbar', { name: 'Summary' }).getByRole('button', { name: /^Overdue \d/ }),
  ).toBeVisible();
  expect(await headers.count()).toBeGreaterThanOrEqual(3);
  await expect(page.getByText('Milestones', { exact: true }).first()).toBeVisible();

  const { today, painted, shown, shifts, height } = await page.evaluate(() => {
    const places = [
      ...document.querySelectorAll(
        '[role="treegrid"] a[data-card^="epic:"], [role="treegrid"] [role="row"][data-lane]',
      ),
    ].map((place) => {
      const { x, y, width, height: high } = place.getBoundingClientRect();
      return [x, y, width, high].map(Math.round).join(' ');
    });
    const scroller = document.querySelector('[role="treegrid"]')?.parentElement;
    const side = document.querySelector('[role="rowheader"]')?.getBoundingClientRect();
    const line = document.querySelector('[data-today]')?.getBoundingClientRect();
    const view = (scroller?.getBoundingClientRect().left ?? 0) + (scroller?.clientWidth ?? 0) - (side?.right ?? 0);
    const { recorded } = window as unknown as { recorded: Recorded };
    return {
      today: ((line?.left ?? 0) - (side?.right ?? 0)) / view,
      height: document.querySelector('[role="row"][data-peek]')?.getBoundingClientRect().height,
      painted: recorded.painted.toSorted(),
      shown: places.toSorted(),
      shifts: recorded.shifts,
    };
  });
  expect(height).toBe(28);
  expect(today).toBeGreaterThan(0.3);
  expect(today).toBeLessThan(0.36);
  expect(await bars.count()).toBeGreaterThanOrEqual(9);
  expect(painted).toEqual(shown);
  expect(shifts).toBe(0);
});
