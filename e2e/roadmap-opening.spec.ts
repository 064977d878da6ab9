// The opening view of the roadmap in a real browser: where today stands, what is in view, and that nothing moves.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { kubernetesArchives } from '../packages/server/src/testing/kubernetes.ts';
import { makeEpic, makeGroup, someone, wide } from './setup/people.ts';

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

const milepost = fileURLToPath(new URL('../packages/server/bin/milepost.mjs', import.meta.url));
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

test('RX-OP-01: navigation, home, palette, first steps and the printed address lead to the overview; other addresses open as documented', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const group = await makeGroup(maren);
  const overview = `/groups/${group}/-/roadmap?view=overview`;
  for (const [title, from, to] of [
    ['Open', -20, 40],
    ['Other', 10, 90],
    ['Closed', -10, 30],
  ] as const)
    await makeEpic(maren, group, { title, startDateFixed: day(from), dueDateFixed: day(to) });
  await maren.call('PUT', `/groups/${encodeURIComponent(group)}/epics/3`, { state_event: 'close' });

  await page.goto(`/groups/${group}`);
  const navigation = page.getByRole('navigation').getByRole('link', { name: 'Roadmap', exact: true });
  await expect(navigation.first()).toHaveAttribute('href', overview);
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /roadmap/i })
      .first(),
  ).toHaveAttribute('href', overview);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('roadmap');
  await page
    .getByRole('option', { name: /^Roadmap/ })
    .first()
    .click();
  await expect(page).toHaveURL(overview);
  const sample = process.env['MILEPOST_E2E_SAMPLE'];
  if (sample !== undefined) expect(new URL(sample).search).toBe('?view=overview');

  // The overview: open epics, compact rows, order by due date.
  const names = page.locator('[role="treegrid"] [role="rowheader"] > a');
  await expect(names).toHaveText(['Open', 'Other']);
  await expect(page.locator('[data-density="compact"]')).toHaveCount(1);

  // The bare address, and one with documented keys only.
  const documented = new Map([
    [`/groups/${group}/-/roadmap`, 3],
    [`/groups/${group}/-/roadmap?show_labels=false`, 3],
    [`/groups/${group}/-/roadmap?state=opened`, 2],
  ]);
  const visitor = await someone(browser, null, wide);
  for (const [address, count] of documented) {
    await visitor.page.goto(address);
    await expect(visitor.page.getByText(new RegExp(`^${count} of \\d epics shown`))).toBeVisible();
    await expect(visitor.page.locator('[data-density="compact"]')).toHaveCount(0);
    await expect(visitor.page.getByRole('button', { name: 'Range: This quarter' })).toBeVisible();
    await expect(visitor.page.getByRole('radio', { name: 'Weeks', checked: true })).toBeVisible();
  }

  // The first steps of somebody's first group.
  const novice = await someone(browser, 'ruth', wide);
  await makeGroup(novice);
  const owned = await novice.call<{ id: number; full_path: string }[]>('GET', '/groups?owned=true&top_level_only=true');
  const first = owned.toSorted((one, other) => one.id - other.id)[0]?.full_path ?? '';
  await novice.page.goto(`/groups/${first}`);
  await expect(novice.page.getByRole('link', { name: 'Open the roadmap' })).toHaveAttribute(
    'href',
    `/groups/${first}/-/roadmap?view=overview`,
  );
});

test('RX-OP-02: settings of the address win over kept ones, these over the overview, and choosing it discards them until undone', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const group = await makeGroup(maren);
  await makeEpic(maren, group, { title: 'Boat', startDateFixed: day(-5), dueDateFixed: day(60) });
  const overview = `/groups/${group}/-/roadmap?view=overview`;
  const compact = page.locator('[data-density="compact"]');
  const kept = async () => {
    const { currentUser } = await maren.ask<{ currentUser: { roadmapSettings: Record<string, string> | null } }>(
      'query ($path: ID!) { currentUser { roadmapSettings(fullPath: $path) } }',
      { path: group },
    );
    return currentUser.roadmapSettings ?? {};
  };
  // It leaves the kept settings as they are.
  await page.goto(overview);
  await expect(compact).toHaveCount(1);
  await expect(page.getByText('1 of 1 epic shown')).toBeVisible();
  expect(await kept()).toEqual({});

  // The first change writes every choice into the address.
  await page.getByRole('radio', { name: 'Years' }).click();
  await expect(page).toHaveURL(/layout=YEARS/);
  const written = new URL(page.url()).searchParams;
  expect(written.get('view')).toBeNull();
  for (const [key, value] of Object.entries({
    state: 'opened',
    density: 'COMPACT',
    milestones_as: 'GUIDES',
    show_owners: 'true',
  }))
    expect(written.get(key)).toBe(value);
  for (const key of ['sort', 'range_from', 'range_to', 'progress', 'milestones_type', 'show_labels'])
    expect(written.get(key)).not.toBeNull();
  await expect.poll(async () => (await kept())['layout']).toBe('YEARS');

  // The address wins over kept settings and the overview, and a view over all.
  await page.goto(`${overview}&density=COMFORTABLE`);
  await expect(compact).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Years', checked: true })).toBeVisible();
  const { savedViewCreate } = await maren.ask<{ savedViewCreate: { savedView: { id: string } } }>(
    'mutation ($input: SavedViewCreateInput!) { savedViewCreate(input: $input) { savedView { id } } }',
    {
      input: {
        fullPath: group,
        kind: 'ROADMAP',
        name: 'Mine',
        query: 'state=opened&timeframe_range_type=CURRENT_YEAR&layout=MONTHS',
        shared: false,
      },
    },
  );
  await page.goto(`/groups/${group}/-/roadmap?view=${savedViewCreate.savedView.id.split('/').at(-1)}`);
  await expect(page.getByRole('radio', { name: 'Months', checked: true })).toBeVisible();

  // Kept settings win over the overview. It is the first of the views, and its step can be undone.
  await page.goto(overview);
  await expect(page.getByRole('radio', { name: 'Years', checked: true })).toBeVisible();
  const choose = async () => {
    await page.getByRole('button', { name: /^Views?\b/ }).click();
    await expect(page.getByRole('menu').locator('[role^="menuitem"]').first()).toHaveText('Overview');
    await page.getByRole('menuitem', { name: 'Overview' }).click();
  };
  await choose();
  await expect(page.getByRole('radio', { name: 'Years', checked: true })).toHaveCount(0);
  await expect(compact).toHaveCount(1);
  await expect.poll(kept).toEqual({});
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('radio', { name: 'Years', checked: true })).toBeVisible();
  await expect.poll(async () => (await kept())['layout']).toBe('YEARS');

  // From another address, too.
  await page.goto(`/groups/${group}/-/roadmap?state=closed&layout=WEEKS`);
  await choose();
  await expect(page).toHaveURL(overview);
  await expect(page.getByRole('row', { name: /Boat/ })).toBeVisible();
});

test('RX-OP-15: the Kubernetes group and the sample group open with many bars or lanes, few of them across the whole chart, in several colors', async ({
  browser,
}) => {
  const admin = await someone(browser, 'maren', wide);
  await importKubernetes();
  for (const path of ['tidewater', 'kubernetes']) {
    await admin.page.goto(`/groups/${path}/-/roadmap?view=overview`);
    // Other journeys of this account keep settings, which Overview discards.
    await admin.page.getByRole('button', { name: /^Views?\b/ }).click();
    await admin.page.getByRole('menuitem', { name: 'Overview' }).click();
    await expect(admin.page.getByRole('toolbar', { name: 'Legend' })).toBeVisible();
    const look = () =>
      admin.page.evaluate(() => {
        const view = document.querySelector('[data-scroller]')?.getBoundingClientRect();
        const side = document.querySelector('[role="rowheader"]')?.getBoundingClientRect();
        if (!view || !side) throw new Error('There is no chart');
        const isInView = (element: Element) => {
          const { top, bottom, left, right } = element.getBoundingClientRect();
          return top < view.bottom && bottom > view.top && left < view.right && right > side.right;
        };
        const drawn = [...document.querySelectorAll('[role="treegrid"] a[data-card^="epic:"]')].filter(isInView);
        const headersInView = [...document.querySelectorAll('[role="treegrid"] [role="row"][data-lane]')].filter(
          isInView,
        );
        const whole = drawn.filter((bar) => {
          const { left, right } = bar.getBoundingClientRect();
          return left <= side.right + 1 && right >= view.right - 1;
        });
        return {
          bars: drawn.length,
          headers: headersInView.length,
          crossing: whole.length,
          fills: new Set(drawn.map((bar) => getComputedStyle(bar).getPropertyValue('--tone'))).size,
        };
      });
    // The legend is there before the rows of the lanes.
    await expect(async () => {
      const { bars, headers, crossing, fills } = await look();
      expect([path, bars >= 12 || headers >= 3]).toEqual([path, true]);
      expect([path, crossing <= bars * 0.25]).toEqual([path, true]);
      expect([path, fills]).toEqual([path, Math.max(3, fills)]);
    }).toPass({ timeout: 30_000 });
  }
});

/** The command line imports beside the running server. */
async function importKubernetes(): Promise<void> {
  const dataDir = process.env['MILEPOST_E2E_DATA_DIR'];
  const env = { ...process.env, ...(dataDir && { MILEPOST_DATA_DIR: dataDir }), DATABASE_URL: '' };
  const archives = [kubernetesArchives.group, kubernetesArchives.project];
  await promisify(execFile)(process.execPath, [milepost, 'import', ...archives], { env, maxBuffer: 2 ** 26 });
}
