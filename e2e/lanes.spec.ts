// Lanes of the roadmap, in a real browser with the real server.
import { expect, test } from '@playwright/test';
import { headerOf, headers, makeLabeledEpics, openLanes, rowOf } from './setup/lanes.ts';
import { makeGroup, someone, wide, type ApiCaller } from './setup/people.ts';

const keptDocument = 'query ($path: ID!) { currentUser { roadmapSettings(fullPath: $path) } }';

test('RX-LN-07: a header or its chevron folds its lane, with Alt its level; kept for viewer and group and held by views, not by the address', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const other = await makeGroup(maren);
  await makeLabeledEpics(maren, group, [
    ['Harbor', 'stage::alpha,team::sea'],
    ['Quay', 'stage::beta,team::sea'],
    ['Boat', 'stage::beta,team::land'],
  ]);
  await makeLabeledEpics(maren, other, [['Elsewhere', 'stage::alpha']]);
  const { page } = maren;
  await openLanes(page, group);
  const address = page.url();
  const [alpha, beta] = [headerOf(page, 'stage alpha'), headerOf(page, 'stage beta')];
  const kept = async (who: ApiCaller) => {
    const { currentUser } = await who.ask<{ currentUser: { roadmapSettings: { folded?: string } | null } }>(
      keptDocument,
      { path: group },
    );
    return currentUser.roadmapSettings?.folded ?? '';
  };

  // By its header, and by its chevron.
  await alpha.getByRole('gridcell').click({ position: { x: 700, y: 12 } });
  await expect(alpha).toHaveAttribute('aria-expanded', 'false');
  await expect(rowOf(page, 'Harbor')).toHaveCount(0);
  await expect(rowOf(page, 'Quay')).toBeVisible();
  await alpha.getByRole('button', { name: /^Expand/ }).click();
  await expect(rowOf(page, 'Harbor')).toBeVisible();
  // With Alt, every lane of its level, by either.
  await beta.getByRole('button', { name: /^Collapse/ }).click({ modifiers: ['Alt'] });
  for (const lane of [alpha, beta]) await expect(lane).toHaveAttribute('aria-expanded', 'false');
  await alpha.getByRole('gridcell').click({ position: { x: 700, y: 12 }, modifiers: ['Alt'] });
  for (const lane of [alpha, beta]) await expect(lane).toHaveAttribute('aria-expanded', 'true');
  // The second level does not fold the first.
  await openLanes(page, group, 'group_by=LABEL:stage&then_by=LABEL:team');
  await headerOf(page, 'team land')
    .getByRole('button')
    .click({ modifiers: ['Alt'] });
  await expect(page.locator('[data-lane][data-level="2"]:not([data-folded])')).toHaveCount(0);
  await expect(page.locator('[data-lane][data-level="1"][data-folded]')).toHaveCount(0);
  await headerOf(page, 'team land')
    .getByRole('button')
    .click({ modifiers: ['Alt'] });
  await expect.poll(() => kept(maren)).toBe('');

  // Kept by the server: another browser has it, another group and another person do not.
  await openLanes(page, group);
  await beta.getByRole('button').click();
  await expect(beta).toHaveAttribute('aria-expanded', 'false');
  expect(page.url()).toBe(address);
  await expect.poll(() => kept(maren)).toContain('=');
  const again = await someone(browser, 'maren', wide);
  await openLanes(again.page, group);
  await expect(headerOf(again.page, 'stage beta')).toHaveAttribute('aria-expanded', 'false');
  await expect(headerOf(again.page, 'stage alpha')).toHaveAttribute('aria-expanded', 'true');
  await openLanes(again.page, other);
  await expect(rowOf(again.page, 'Elsewhere')).toBeVisible();
  const ines = await someone(browser, 'ines', wide);
  await openLanes(ines.page, group);
  await expect(headerOf(ines.page, 'stage beta')).toHaveAttribute('aria-expanded', 'true');
  expect(await kept(ines)).toBe('');
  // An address cannot fold lanes.
  await openLanes(ines.page, group, `group_by=LABEL:stage&folded=${encodeURIComponent(await kept(maren))}`);
  await expect(headerOf(ines.page, 'stage beta')).toHaveAttribute('aria-expanded', 'true');

  // A view that is saved now folds the same lane for others.
  await page.getByRole('button', { name: /^Views?\b/ }).click();
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  await page.getByLabel('Name').fill('Folded');
  await page.getByLabel('Share with everyone who can see the group').check();
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: 'View: Folded', exact: true })).toBeVisible();
  const id = new URL(page.url()).searchParams.get('view');
  await ines.page.goto(`/groups/${group}/-/roadmap?view=${id}`);
  await expect(headerOf(ines.page, 'stage beta')).toHaveAttribute('aria-expanded', 'false');
  await expect(headerOf(ines.page, 'stage alpha')).toHaveAttribute('aria-expanded', 'true');
});

test('folded lanes are kept in the browser of a visitor', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  await makeLabeledEpics(maren, group, [
    ['Harbor', 'stage::alpha'],
    ['Quay', 'stage::beta'],
  ]);
  const { page } = await someone(browser, null, wide);
  await openLanes(page, group);
  await headerOf(page, 'stage beta').getByRole('button').click();
  await expect(rowOf(page, 'Quay')).toHaveCount(0);
  await openLanes(page, group);
  await expect(headerOf(page, 'stage beta')).toHaveAttribute('aria-expanded', 'false');
  await expect(rowOf(page, 'Harbor')).toBeVisible();
});

test('RX-GB-11: a roadmap of one epic is grouped too; changing the grouping keeps range, zoom, filters, peek and the topmost epic', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', { viewport: { width: 1440, height: 600 } });
  const group = await makeGroup(maren);
  const many = Array.from({ length: 60 }, (_, index) => `Vessel ${String(index).padStart(2, '0')}`);
  const laneFor = (index: number): string => `stage::${'abcd'[index % 4]},kept`;
  const made = await makeLabeledEpics(maren, group, [
    ['Fleet', 'kept'],
    ['Elsewhere', 'stage::z'],
    ...many.map((title, index) => [title, laneFor(index)] as const),
  ]);
  const { page } = maren;
  const chooseGrouping = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: /^Group by: / }).click();
    await page.getByRole('menuitemradio', { name, exact: true }).first().click();
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  const scroller = page.locator('[data-scroller]');
  /** The title of the first epic below the heads, and how far it is below the top of the chart. */
  const topmost = async (): Promise<{ title: string; offset: number }> =>
    scroller.evaluate((element) => {
      const { bottom } = (element.querySelector('[role="columnheader"]') as Element).getBoundingClientRect();
      const stuck = [...element.querySelectorAll('[data-lane]')]
        .map((header) => header.getBoundingClientRect())
        .filter(({ top }) => top < bottom + 40);
      const edge = Math.max(bottom, ...stuck.map((box) => box.bottom));
      const rows = [...element.querySelectorAll('[role="row"][data-row]:not([data-lane])')]
        .map((row) => ({ title: row.querySelector('a')?.textContent ?? '', top: row.getBoundingClientRect().top }))
        .filter(({ top }) => top >= edge - 1)
        .toSorted((one, other) => one.top - other.top);
      return { title: rows[0]?.title ?? '', offset: (rows[0]?.top ?? 0) - bottom };
    });
  const isInView = async (title: string): Promise<void> => {
    const row = rowOf(page, title);
    await expect(row).toBeInViewport();
    await expect
      .poll(async () => {
        const box = await row.boundingBox();
        const view = await scroller.boundingBox();
        return box !== null && view !== null && box.y >= view.y && box.y + box.height <= view.y + view.height;
      })
      .toBe(true);
  };

  await openLanes(page, group, 'group_by=AUTHOR&label_name[]=kept&show_milestones=false');
  await chooseGrouping('None');
  await expect(headers(page)).toHaveCount(0);
  await expect(rowOf(page, 'Vessel 00')).toBeVisible();
  await page.getByRole('radio', { name: 'Months' }).click();
  await expect(page).toHaveURL(/layout=MONTHS/);
  await rowOf(page, 'Vessel 00').getByRole('link').first().click();
  await expect(page).toHaveURL(/peek=/);
  const keptOf = () => {
    const { searchParams } = new URL(page.url());
    return ['range_from', 'range_to', 'layout', 'label_name[]', 'peek', 'state', 'sort'].map((key) =>
      searchParams.get(key),
    );
  };
  const before = keptOf();
  await scroller.evaluate((element) => element.scrollTo({ top: 1_500 }));
  await expect.poll(async () => (await topmost()).title).toMatch(/^Vessel [2-4]/);
  const first = await topmost();
  // Its lane is the last one, whose rows are not loaded yet.
  for (const grouping of ['stage::*', 'Author', 'stage::*', 'None'] as const) {
    await chooseGrouping(grouping);
    await expect(page.getByRole('button', { name: `Group by: ${grouping}` })).toBeVisible();
    await isInView(first.title);
    if (grouping === 'stage::*') await expect(headers(page).first()).toBeAttached();
    expect([grouping, keptOf()]).toEqual([grouping, before]);
  }
  expect((await topmost()).title).toBe(first.title);
  expect(Math.abs((await topmost()).offset - first.offset)).toBeLessThan(80);

  // Of one epic: its children alone, in their lanes.
  const ids = await Promise.all(
    ['Vessel 00', 'Vessel 01', 'Vessel 04'].map(
      async (title) =>
        (await maren.call<{ id: number }>('GET', `/groups/${encodeURIComponent(group)}/epics/${made.get(title)}`)).id,
    ),
  );
  for (const id of ids)
    await maren.call('POST', `/groups/${encodeURIComponent(group)}/epics/${made.get('Fleet')}/epics/${id}`);
  await openLanes(page, group, `epicIid=${made.get('Fleet')}&group_by=LABEL:stage`);
  await expect(headers(page)).toHaveCount(2);
  await expect(headerOf(page, 'stage a')).toContainText('2');
  for (const title of ['Vessel 00', 'Vessel 01', 'Vessel 04']) await expect(rowOf(page, title)).toBeVisible();
  await expect(rowOf(page, 'Vessel 02')).toHaveCount(0);
  await page.getByRole('button', { name: /^Group by: / }).click();
  await expect(page.getByRole('menuitemradio', { name: 'stage::*' }).first()).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'None', exact: true }).first().click();
  await expect(headers(page)).toHaveCount(0);
  for (const title of ['Vessel 00', 'Vessel 01', 'Vessel 04']) await expect(rowOf(page, title)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`epicIid=${made.get('Fleet')}`));
});
