import { expect, type Page, test } from '@playwright/test';
import { axeFindings } from './setup/axe.ts';
import { go, makeGroup, someone } from './setup/people.ts';

const peek = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true });

test('TM-PK-01, TM-PK-03, TM-PK-04, TM-PK-05, TM-BD-09: an item opens beside a roadmap, a list and a board, and is edited there', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', { viewport: { width: 1440, height: 900 } });
  const group = await makeGroup(maren);
  const owner = encodeURIComponent(group);
  const { id } = await maren.call<{ id: number }>('GET', `/groups/${owner}`);
  const code = { name: 'Code', path: 'code', namespace_id: id };
  const project = await maren.call<{ id: number }>('POST', '/projects', code);
  for (const [index, title] of ['First', 'Second'].entries()) {
    await maren.call('POST', `/projects/${project.id}/issues`, { title });
    const dates = { start_date_is_fixed: true, start_date_fixed: day(index - 5), due_date_is_fixed: true };
    await maren.call('POST', `/groups/${owner}/epics`, { title: `${title} epic`, ...dates, due_date_fixed: day(20) });
  }
  const { page } = maren;
  await page.goto(`/groups/${group}/-/roadmap`);

  // The bar is a link to the page of its epic, and a plain press on it opens the peek.
  const bar = page.getByRole('link', { name: /^First epic, / });
  await expect(bar).toHaveAttribute('href', `/groups/${group}/-/epics/1`);
  const chart = page.getByRole('treegrid');
  const { width } = (await chart.locator('xpath=..').boundingBox()) ?? { width: 0 };
  await bar.click();
  const first = peek(page, 'First epic');
  await expect(first).toBeFocused();
  expect((await first.boundingBox())?.width).toBeCloseTo(480);
  expect((await chart.locator('xpath=..').boundingBox())?.width).toBeCloseTo(width - 480);
  await expect(page.getByRole('row', { name: /First epic/ })).toHaveAttribute('aria-current', 'true');
  expect(await axeFindings(page)).toEqual([]);

  // It has the fields of the page, and a change shows in the chart behind it.
  await first.getByRole('button', { name: 'Epic actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await first.getByRole('textbox', { name: /^Title/ }).fill('Renamed epic');
  await first.getByRole('button', { name: 'Save changes' }).click();
  await expect(peek(page, 'Renamed epic')).toBeVisible();
  await expect(page.getByRole('row', { name: /Renamed epic/ })).toBeVisible();

  // Up and down follow the rows, and Escape returns the focus to the last one.
  await peek(page, 'Renamed epic').focus();
  await page.keyboard.press('ArrowDown');
  await expect(peek(page, 'Second epic')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`/groups/${group}/-/roadmap`);
  await expect(page.getByRole('row', { name: /Second epic/ })).toBeFocused();

  // A board: a press on the card opens the peek, and its title leads to the page.
  await go(page, `/groups/${group}/-/boards`);
  const card = page.getByRole('article', { name: 'Second', exact: true });
  await card.getByText('#2').click();
  await expect(peek(page, 'Second')).toBeVisible();
  await peek(page, 'Second').getByRole('button', { name: 'Next item' }).click();
  await expect(peek(page, 'First')).toBeVisible();
  await page.goBack();
  await expect(peek(page, 'First')).toHaveCount(0);
  await card.getByRole('link', { name: 'Second' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible();

  // A phone: the peek is a sheet over the list, which cannot be reached behind it.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/groups/${group}/-/epics?peek=${encodeURIComponent(`${group}&2`)}`);
  const sheet = peek(page, 'Second epic');
  await expect(sheet).toBeVisible();
  await expect.poll(() => sheet.boundingBox()).toMatchObject({ x: 0, width: 390 });
  await expect(page.locator('[inert] #content')).toHaveCount(1);
  expect(await axeFindings(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('[inert]')).toHaveCount(0);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Renamed epic' })
    .getByText(/created by/)
    .click();
  await expect(peek(page, 'Renamed epic')).toBeVisible();
});

/** A day from today, as the API has it. */
function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}
