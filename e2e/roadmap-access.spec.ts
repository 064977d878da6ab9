// The states of the roadmap for everybody: axe in both themes and on a phone, targets, zoom, forced colors and reduced motion.
import { expect, type Page, test } from '@playwright/test';
import { axeFindings } from './setup/axe.ts';
import { makeEpic, makeGroup, phone, someone, updateEpic, wide } from './setup/people.ts';

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

/** The targets in view that are smaller than this. Links in sentences are as high as their line; a press on a row opens its epic. */
const smallTargets = (page: Page, least: number) =>
  page.evaluate((min) => {
    const targets = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=checkbox]), [role=slider]',
    );
    return [...targets].flatMap((each) => {
      const box = each.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const isHit = (dx: number, dy: number): boolean => {
        const found = document.elementFromPoint(x + dx, y + dy);
        return found !== null && each.contains(found);
      };
      const isExempt =
        !each.checkVisibility({ visibilityProperty: true }) ||
        getComputedStyle(each).display === 'inline' ||
        each.closest('[data-row] a[data-card], [data-row] [role=rowheader] > a') !== null ||
        !isHit(0, 0);
      const half = min / 2 - 1;
      const isWide = box.width >= min - 0.5 || (isHit(-half, 0) && isHit(half, 0));
      const isHigh = box.height >= min - 0.5 || (isHit(0, -half) && isHit(0, half));
      if (isExempt || (isWide && isHigh)) return [];
      return [`${each.getAttribute('aria-label') ?? each.textContent}: ${box.width} × ${box.height}`];
    });
  }, least);

/** Waits for the layout, which follows a resize after 400 ms. */
const settle = (page: Page) => page.waitForTimeout(450);

test('RX-KB-08: axe finds nothing in the states of the roadmap, in both themes, wide and at 390 px; targets, zoom, forced colors and reduced motion', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const owner = `/groups/${encodeURIComponent(group)}`;
  const add = async (title: string, stage: string, from: number, to: number, health: string) => {
    const epic = await makeEpic(maren, group, { title, startDateFixed: day(from), dueDateFixed: day(to) });
    await maren.call('PUT', `${owner}/epics/${epic.iid}`, { add_labels: `stage::${stage}`, health_status: health });
    return epic;
  };
  const late = await add('Late', 'alpha', -40, -3, 'at_risk');
  await add('Fine', 'beta', -5, 30, 'on_track');
  await makeEpic(maren, group, { title: 'Open end', startDateFixed: day(-3) });
  const { id } = await maren.call<{ id: number }>('POST', `${owner}/roadmap_snapshots`, { name: 'Plan' });
  await expect
    .poll(async () => (await maren.call<{ status: string }>('GET', `${owner}/roadmap_snapshots/${id}`)).status)
    .toBe('saved');
  await updateEpic(maren, group, late.iid, { dueDateFixed: day(-2) });
  const { roadmapLinkCreate } = await maren.ask<{ roadmapLinkCreate: { pageUrl: string } }>(
    'mutation ($input: RoadmapLinkCreateInput!) { roadmapLinkCreate(input: $input) { errors pageUrl } }',
    { input: { fullPath: group, kind: 'PAGE', name: 'For the board', query: 'group_by=LABEL:stage' } },
  );
  const roadmap = `/groups/${group}/-/roadmap`;
  const lanes = `${roadmap}?group_by=LABEL:stage&color_by=HEALTH&density=COMPACT`;
  const overview = `${roadmap}?view=overview`;
  const twoLevels = `${lanes}&then_by=HEALTH`;
  const compared = `${lanes}&compare=${id}`;
  const states = [
    overview,
    roadmap,
    twoLevels,
    compared,
    `/groups/tidewater/-/roadmap?view=overview&as_of=${day(-14)}`,
    `${lanes}&peek=${encodeURIComponent(`${group}&${late.iid}`)}`,
    `${lanes}&present=true`,
    new URL(roadmapLinkCreate.pageUrl).pathname,
  ];
  const { page } = maren;
  const devtools = await page.context().newCDPSession(page);
  // A window that fills the screen cannot be resized.
  await page.addInitScript(() => Object.defineProperty(Document.prototype, 'fullscreenEnabled', { value: false }));
  for (const state of states) {
    await page.setViewportSize(wide.viewport);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(state);
    await expect(page.getByRole('treegrid')).toBeAttached();
    await page.waitForLoadState('networkidle');
    expect(await axeFindings(page), state).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFindings(page, undefined, { isColorsOnly: true }), `${state}, dark`).toEqual([]);
    expect(await smallTargets(page, 24), state).toEqual([]);
    if (state === roadmap) {
      await page.goto(`${roadmap}?show_labels=true`);
      await expect(page.getByRole('button', { name: /^Filter by label/ }).first()).toBeVisible();
      expect(await smallTargets(page, 24), 'labels').toEqual([]);
      await page.goto(roadmap);
      await expect(page.getByRole('treegrid')).toBeAttached();
    }
    if (state === overview || state === twoLevels) {
      // A wide screen that is touched.
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      await expect.poll(() => page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
      await settle(page);
      expect(await smallTargets(page, 44), `${state}, touched`).toEqual([]);
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    }
    // On a phone everything is looked at in the dark.
    await page.setViewportSize(phone.viewport);
    await settle(page);
    expect(await axeFindings(page), `${state}, 390 px`).toEqual([]);
    expect(await smallTargets(page, 44), `${state}, 390 px`).toEqual([]);
    if (state === compared) {
      await expectAllReachedAt400Percent(page);
      await expectColorsOfSystem(page);
      await expectNoAnimations(page);
    }
  }
});

/** 1,280 px at 400 %: the page scrolls down to everything, and never to the side. */
async function expectAllReachedAt400Percent(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
  await settle(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  for (const place of [
    page.getByRole('link', { name: 'Late', exact: true }),
    page.getByRole('button', { name: 'Settings' }),
  ]) {
    await place.first().scrollIntoViewIfNeeded();
    await expect(place.first()).toBeInViewport({ ratio: 0.9 });
  }
}

/** Hatches and ghosts keep a color of the system where colors are forced. */
async function expectColorsOfSystem(page: Page): Promise<void> {
  await page.setViewportSize(wide.viewport);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await expect(page.getByTestId('ghost-bar')).toBeVisible();
  const forced = await page.evaluate(() => {
    const colorOf = (color: string) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = color;
      const { color: computed } = getComputedStyle(probe);
      probe.remove();
      return computed;
    };
    const bar = document.querySelector('a[data-card^="epic:"][aria-label*="overdue"]');
    const ghost = document.querySelector('[data-testid="ghost-bar"]');
    if (!bar?.nextElementSibling || !ghost) throw new Error('Nothing is drawn');
    const hatch = getComputedStyle(bar.nextElementSibling);
    return {
      text: colorOf('CanvasText'),
      ground: colorOf('Canvas'),
      ghost: getComputedStyle(ghost).backgroundColor,
      hatch: hatch.borderTopColor,
      width: hatch.borderTopWidth,
    };
  });
  expect(forced).toMatchObject({ ghost: forced.text, hatch: forced.text, width: '1px' });
  expect(forced.text).not.toBe(forced.ground);
}

/** With reduced motion nothing that opens is animated. */
async function expectNoAnimations(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
  await expect(page.getByRole('link', { name: 'Late', exact: true })).toBeVisible();
  const longest = () =>
    page.evaluate(() => {
      const times = document.getAnimations().map(({ effect }) => {
        const { duration, iterations } = effect?.getTiming() ?? {};
        return iterations === Infinity || typeof duration !== 'number' ? 0 : duration;
      });
      return Math.max(0, ...times);
    });
  const openings = [
    () => page.getByRole('button', { name: 'Settings' }).click(),
    () => page.getByRole('button', { name: /^Group by: / }).click(),
    () => page.getByRole('link', { name: 'Late', exact: true }).click(),
    () => page.keyboard.press('3'),
  ];
  for (const open of openings) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await open();
    expect(await longest()).toBeLessThan(2);
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.press('Escape');
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' });
}
