import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { makeGroup, makeProject, someone, wide } from './setup/people.ts';

test('OG-AU-08: the audit log of a group is filtered in the address, exported, and shown to owners', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const tomas = await someone(browser, 'tomas', wide);
  const group = await makeGroup(maren);
  const fullPath = await makeProject(maren, group);
  const { id } = await tomas.call<{ id: number }>('GET', '/user');
  const members = `/groups/${encodeURIComponent(group)}/members`;
  await maren.call('POST', members, { user_id: id, access_level: 40 });
  await maren.call('PUT', `${members}/${id}`, { access_level: 30 });
  await maren.call('PUT', `/projects/${encodeURIComponent(fullPath)}`, { description: 'A'.repeat(100) });

  // The settings lead to it; the breadcrumb shows the location.
  const { page } = maren;
  const path = `/groups/${group}/-/settings/audit_events`;
  await page.goto(`/groups/${group}/-/edit`);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Audit log');
  const table = page.getByRole('table', { name: 'Audit log' });
  const rows = table.getByRole('row');
  // Newest first, with that of the project below.
  await expect(rows.nth(1)).toContainText('Changed settings');
  await expect(rows.nth(1).getByRole('link', { name: fullPath })).toHaveAttribute('href', `/${fullPath}`);
  await expect(rows.nth(2)).toContainText('Changed a member');
  await expect(rows.nth(2)).toContainText('access level: Maintainer → Developer');
  await expect(rows.nth(2).getByRole('link', { name: 'Maren' })).toHaveAttribute('href', '/maren');
  await expectAccessible(page);

  // By kind and object, with the keyboard; each step is an address.
  await page.getByRole('combobox', { name: 'Event' }).selectOption('Changed a member');
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(`${path}?event=member_updated`);
  await page.getByRole('button', { name: 'Object' }).press('Enter');
  await page.getByRole('combobox', { name: 'Search' }).fill(fullPath.split('/').at(-1) ?? '');
  await page.getByRole('option', { name: fullPath }).first().waitFor();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No events match.' })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(2);

  // By person and day.
  await page.getByRole('button', { name: 'Person' }).press('Enter');
  await page.getByRole('combobox', { name: 'Search' }).fill('tomas');
  await page.getByRole('option', { name: '@tomas' }).click();
  await expect(page.getByRole('heading', { name: 'No events match.' })).toBeVisible();
  await expect(page).toHaveURL(`${path}?event=member_updated&author=tomas`);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(path);
  await expect(rows.nth(1)).toContainText('Changed settings');
  await page.getByRole('textbox', { name: 'To' }).fill('2001-01-01');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No events match.' })).toBeVisible();
  await page.getByRole('textbox', { name: 'From' }).fill('2001-01-01');
  await page.getByRole('textbox', { name: 'To' }).fill('2999-01-01');
  await page.keyboard.press('Enter');

  // The address alone gives the same list, on a phone as cards.
  await page.setViewportSize({ width: 320, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${path}?author=maren&event=member_updated&object=${encodeURIComponent(group)}&from=2001-01-01`);
  await expect(table.getByText('Changed a member')).toBeVisible();
  await expect(rows).toHaveCount(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectAccessible(page);

  // The export has the same event, and is one itself.
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/-audit-events\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('member_updated');
  const newest = await maren.call<{ event_name: string }[]>('GET', `/groups/${encodeURIComponent(group)}/audit_events`);
  expect(newest[0]?.event_name).toBe('exported');

  // A failure says so and can be tried again.
  const list = /\/audit_events\?/;
  await page.route(list, (route) => route.fulfill({ status: 500 }));
  await page.getByRole('combobox', { name: 'Event' }).selectOption('Added a member');
  await expect(page.getByText('Could not load the events.')).toBeVisible();
  await page.unroute(list);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(table.getByText('Added a member')).toBeVisible();

  // A developer sees neither the link nor the page.
  await tomas.page.goto(path);
  await expect(tomas.page.getByRole('heading', { name: "You don't have access" })).toBeVisible();
  await expect(tomas.page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
});
