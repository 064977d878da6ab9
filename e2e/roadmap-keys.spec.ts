// What the keys of a roadmap's address show, and where they are kept, in a real browser.
import { expect, test, type Page } from '@playwright/test';
import { makeEpic, makeGroup, makeIssue, makeProject, someone, wide } from './setup/people.ts';

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const sample = '/groups/tidewater/-/roadmap?state=opened&range_from=2026-01-01&range_to=2027-12-31&layout=MONTHS';
const drawn = (page: Page) => page.locator('[role="treegrid"] a[data-card^="epic:"]').first();

test('RX-FC-10: forecasts are lines from the 50 % to the 85 % date, for the epic in hand or for all rows, red where they are late', async ({
  browser,
}) => {
  const { page } = await someone(browser, null, wide);
  const lines = page.getByRole('img', { name: /: forecast .* – .* \(50–85%\)$/ });
  const around = `state=opened&range_from=${day(-60)}&range_to=${day(700)}&layout=QUARTERS`;
  await page.goto(`/groups/tidewater/-/roadmap?${around}&show_forecasts=true`);
  await expect.poll(() => lines.count()).toBeGreaterThan(2);
  // Red if and only if the 50 % date lies after the due date.
  const ends = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role="img"][aria-label*="(50–85%)"]')].map((each) => {
      const title = each.getAttribute('aria-label')?.split(': forecast ')[0] ?? '';
      const bar = [...document.querySelectorAll('[role="treegrid"] a[data-card^="epic:"]')].find((one) =>
        one.getAttribute('aria-label')?.startsWith(`${title},`),
      );
      return [
        each.getBoundingClientRect().left > (bar?.getBoundingClientRect().right ?? 0) + 2,
        each.hasAttribute('data-late'),
      ];
    }),
  );
  for (const [isAfter, isLate] of ends) expect(isLate).toBe(isAfter);

  const title = (await lines.first().getAttribute('aria-label'))?.split(': forecast ')[0] ?? '';
  // In hand.
  await page.goto(`/groups/tidewater/-/roadmap?${around}`);
  await expect(drawn(page)).toBeVisible();
  await page.mouse.move(5, 5);
  await expect(lines).toHaveCount(0);
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
    .focus();
  await expect(lines).toHaveCount(1);
  const [line] = await lines.evaluateAll((all) =>
    all.map((each) => {
      const { height } = each.getBoundingClientRect();
      const { backgroundSize, borderInlineStartWidth } = getComputedStyle(each);
      return { height, backgroundSize, tick: borderInlineStartWidth };
    }),
  );
  expect(line).toEqual({ height: 8, backgroundSize: '100% 2px', tick: '2px' });
});

test('RX-PL-02: summary, owners, issues, minimap, forecasts, empty lanes, milestones, comparison, past day, peek and presentation by their keys', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const summary = page.getByRole('toolbar', { name: 'Summary' });
  const owners = page.locator('[data-owner="some"]');
  const issues = page.locator('[role="rowheader"] a[data-issue]');
  const forecasts = page.getByRole('img', { name: /\(50–85%\)$/ });
  const spans = page
    .locator('[aria-label$=" milestones"]')
    .or(page.getByText('Milestones', { exact: true }))
    .first();
  // Keys that do not change the same thing are opened together: first switched off, then on.
  await page.goto(
    `${sample}&levels=ALL&show_summary=false&show_owners=false&show_issues=false&show_forecasts=false&milestones_as=GUIDES`,
  );
  await expect(drawn(page)).toBeVisible();
  await expect(spans).toBeVisible();
  for (const each of [summary, owners, issues, forecasts]) await expect(each).toHaveCount(0);
  const guides = (await spans.boundingBox())?.y ?? 0;
  const rowOfGuides = (await drawn(page).boundingBox())?.y ?? 0;
  await page.goto(
    `${sample}&levels=ALL&show_summary=false&show_owners=true&show_issues=true&show_forecasts=true&milestones_as=SPANS`,
  );
  for (const each of [drawn(page), spans, owners.first(), issues.first(), forecasts.first()])
    await expect(each).toBeVisible();
  await expect(summary).toHaveCount(0);
  expect(guides).toBeGreaterThan(0);
  // A row of 28 px, or lanes of at least 56 px.
  await expect.poll(async () => (await drawn(page).boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(rowOfGuides + 28);

  const map = page.getByRole('group', { name: 'Minimap' });
  const empty = page.getByRole('row', { name: /No update, 0 epics/ });
  const weeks = `/groups/tidewater/-/roadmap?state=opened&range_from=${day(-10)}&range_to=${day(60)}&layout=WEEKS&group_by=HEALTH`;
  await page.goto(`${weeks}&show_minimap=true&show_summary=true&show_empty_lanes=true`);
  for (const each of [drawn(page), map, summary, empty]) await expect(each).toBeVisible();
  const peek = `peek=${encodeURIComponent('tidewater/ticketing&1')}`;
  await page.goto(`${weeks}&show_minimap=false&show_empty_lanes=false&${peek}`);
  await expect(drawn(page)).toBeVisible();
  await expect(page.getByRole('complementary').last()).toBeVisible();
  await expect(map).toHaveCount(0);
  await expect(empty).toHaveCount(0);

  // No day before the sample group was made has records.
  await page.goto(`${sample}&as_of=2020-01-01`);
  await expect(page.getByText('No records for this day')).toBeVisible();

  await page.goto(`${sample}&group_by=HEALTH&present=true`);
  await expect(page.getByRole('dialog')).toBeVisible();

  const group = await makeGroup(maren);
  await makeEpic(maren, group, { title: 'Compared', startDateFixed: day(-5), dueDateFixed: day(20) });
  const snapshots = `/groups/${encodeURIComponent(group)}/roadmap_snapshots`;
  const { id } = await maren.call<{ id: number }>('POST', snapshots, { name: 'Start' });
  const status = async () => (await maren.call<{ status: string }>('GET', `${snapshots}/${id}`)).status;
  await expect.poll(status).toBe('saved');
  await page.goto(`/groups/${group}/-/roadmap?state=opened&compare=${id}`);
  await expect(page.getByText(/^Compared with Start, /)).toBeVisible();
});

test('RX-PL-06: the new keys are kept for the viewer and the group and held by saved views; older views show what they showed', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const group = await makeGroup(maren);
  const other = await makeGroup(maren);
  const project = await makeProject(maren, group);
  await makeIssue(maren, project, { title: 'Wall' });
  for (const path of [group, other])
    await makeEpic(maren, path, { title: 'Boat', startDateFixed: day(-5), dueDateFixed: day(20) });
  const keys = {
    group_by: 'HEALTH',
    then_by: 'STATUS',
    color_by: 'PROGRESS',
    density: 'COMPACT',
    levels: '2',
    show_summary: 'false',
    show_owners: 'true',
    show_issues: 'true',
    show_minimap: 'true',
    show_forecasts: 'true',
    show_empty_lanes: 'true',
    milestones_as: 'GUIDES',
  };
  const query = `state=opened&timeframe_range_type=CURRENT_YEAR&layout=MONTHS&${new URLSearchParams(keys).toString()}`;
  await page.goto(`/groups/${group}/-/roadmap?${query}&peek=${encodeURIComponent(`${group}&1`)}`);
  await expect(page.getByRole('complementary').last()).toBeVisible();
  // A choice keeps all of them.
  await page.getByRole('button', { name: /^Group by: / }).click();
  await page.getByRole('menuitemradio', { name: 'Title' }).click();
  await expect(page).toHaveURL(/sort=TITLE_ASC/);
  const kept = async (who: typeof maren, path: string) => {
    const { currentUser } = await who.ask<{ currentUser: { roadmapSettings: Record<string, string> | null } }>(
      'query ($path: ID!) { currentUser { roadmapSettings(fullPath: $path) } }',
      { path },
    );
    return currentUser.roadmapSettings ?? {};
  };
  await expect.poll(() => kept(maren, group)).toMatchObject(keys);
  for (const key of ['peek', 'present', 'compare', 'as_of']) expect(await kept(maren, group)).not.toHaveProperty(key);
  const lanes = page.locator('[role="row"][data-lane]');
  await page.goto(`/groups/${group}/-/roadmap`);
  await expect(page.locator('[data-density="compact"]')).toHaveCount(1);
  await expect(lanes.first()).toBeVisible();
  await expect(page.getByRole('toolbar', { name: 'Summary' })).toHaveCount(0);

  // Not in another group, and not for somebody else.
  expect(await kept(maren, other)).toEqual({});
  const ines = await someone(browser, 'ines', wide);
  expect(await kept(ines, group)).toEqual({});
  await ines.page.goto(`/groups/${group}/-/roadmap?state=opened`);
  await expect(ines.page.getByRole('row', { name: /Boat/ })).toBeVisible();
  await expect(ines.page.locator('[data-density="compact"]')).toHaveCount(0);

  // Views.
  const save = async (name: string, text: string) => {
    const { savedViewCreate } = await maren.ask<{ savedViewCreate: { savedView: { id: string; query: string } } }>(
      'mutation ($input: SavedViewCreateInput!) { savedViewCreate(input: $input) { savedView { id query } } }',
      { input: { fullPath: group, kind: 'ROADMAP', name, query: text, shared: true } },
    );
    return savedViewCreate.savedView;
  };
  const view = await save('New keys', `${query}&compare=7&as_of=2026-01-01`);
  const held = Object.fromEntries(new URLSearchParams(view.query));
  expect(held).toMatchObject({ ...keys, compare: '7', as_of: '2026-01-01' });
  const old = await save('Old keys', 'state=opened&timeframe_range_type=CURRENT_YEAR&layout=MONTHS&show_labels=true');
  for (const key of Object.keys(keys)) expect(new URLSearchParams(old.query).get(key)).toBeNull();
  await page.goto(`/groups/${group}/-/roadmap?view=${old.id.split('/').at(-1)}`);
  await expect(page.getByRole('row', { name: /Boat/ })).toBeVisible();
  await expect(page.locator('[data-density="compact"]')).toHaveCount(0);
  await expect(lanes).toHaveCount(0);
  await expect(page.getByRole('toolbar', { name: 'Summary' })).toBeVisible();
  const newer = await save('Newer', query);
  await ines.page.goto(`/groups/${group}/-/roadmap?view=${newer.id.split('/').at(-1)}`);
  await expect(ines.page.locator('[data-density="compact"]')).toHaveCount(1);
  await expect(ines.page.locator('[role="row"][data-lane]').first()).toBeVisible();
});
