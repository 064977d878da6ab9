import { expect, test } from '@playwright/test';
import { expectAccessible, graveFindings } from './setup/axe.ts';
import { makeEpic, makeGroup, someone } from './setup/people.ts';

test('on a phone days are chosen in a bottom sheet, in both themes', async ({ browser }) => {
  const maren = await someone(browser, 'maren', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const path = await makeGroup(maren);
  await makeEpic(maren, path, { title: 'Spring', startDateFixed: '2026-01-12', dueDateFixed: '2026-02-08' });
  const { page } = maren;
  await page.goto(`/groups/${path}/-/roadmap?range_from=2026-01-01&range_to=2026-12-31&layout=MONTHS`);
  await expect(page.getByRole('row').filter({ hasText: 'Spring' })).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).tap();
  await page.getByRole('textbox', { name: 'From' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Choose date' });
  await expect(sheet.getByText('From', { exact: true })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Thursday, January 1, 2026' })).toBeFocused();
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  const box = await sheet.boundingBox();
  expect([box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))]).toEqual([0, 390, 844]);
  // Every target is large enough for a thumb.
  for (const button of await sheet.getByRole('button').all()) {
    const size = await button.boundingBox();
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await graveFindings(page, undefined, { isColorsOnly: true })).toEqual([]);
  // Switching to a month with a different number of weeks moves nothing.
  await sheet.getByRole('button', { name: 'Next month' }).tap();
  expect(await sheet.boundingBox()).toEqual(box);
  // A press outside closes it and does nothing else.
  await page.touchscreen.tap(60, (box?.y ?? 0) - 40);
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Roadmap settings' })).toBeVisible();
  await expect(page).toHaveURL(/range_from=2026-01-01/);
  await page.getByRole('textbox', { name: 'From' }).tap();
  await sheet.getByRole('gridcell', { name: 'Friday, January 9, 2026' }).tap();
  await expect(page).toHaveURL(/range_from=2026-01-09/);
  await expect(sheet).toHaveCount(0);
});
