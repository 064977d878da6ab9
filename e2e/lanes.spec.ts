// Lanes of the roadmap, in a real browser with the real server.
import { expect, test } from '@playwright/test';
import { headerOf, makeLabeledEpics, openLanes, rowOf } from './setup/lanes.ts';
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
