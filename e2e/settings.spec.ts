import { expect, test } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { makeEpic, makeGroup, someone } from './setup/people.ts';

test('TM-GS-05, TM-GS-14, TM-GS-17 to TM-GS-19: a group is renamed, moved, deleted and restored by keyboard on a phone', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', { viewport: { width: 390, height: 844 } });
  const { page } = maren;
  const group = await makeGroup(maren);
  const other = await makeGroup(maren);
  const epic = await makeEpic(maren, group, { title: 'Castle' });
  await page.goto(`/groups/${group}/-/edit`);
  await expect(page.getByRole('heading', { level: 1, name: 'General' })).toBeVisible();
  await expectAccessible(page);
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: window.innerWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(width);

  // Renamed: the old link to the epic leads to the new address, with its query.
  const path = page.getByRole('textbox', { name: 'Group URL' });
  await path.fill(`${group}-new`);
  await path.press('Enter');
  await expect(page).toHaveURL(`/groups/${group}-new/-/edit`);
  await page.goto(`/groups/${group}/-/epics/${epic.iid}?x=1`);
  await expect(page).toHaveURL(`/groups/${group}-new/-/epics/${epic.iid}?x=1`);

  // Moved into another group.
  await page.goto(`/groups/${group}-new/-/edit`);
  await page.getByRole('button', { name: 'Transfer…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(other);
  await dialog.getByRole('radio', { name: other, exact: true }).press('Space');
  await dialog.getByRole('textbox', { name: `Type ${group}-new to confirm` }).fill(`${group}-new`);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/groups/${other}/${group}-new/-/edit`);

  // Deleted: its owner finds it at its old address, and restores it.
  await page.getByRole('button', { name: 'Delete…' }).press('Enter');
  await dialog.getByRole('textbox').fill(`${other}/${group}-new`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/groups/${other}`);
  await page.goto(`/groups/${other}/${group}-new/-/edit`);
  await expect(page.getByText('This group is deleted')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore' }).press('Enter');
  await expect(page).toHaveURL(`/groups/${other}/${group}-new/-/edit`);
  await page.goto(`/groups/${group}/-/epics/${epic.iid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Castle' })).toBeVisible();
});
