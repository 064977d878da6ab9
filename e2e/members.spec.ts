import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { axeFindings } from './setup/axe.ts';
import { phone, wide } from './setup/issue.ts';
import { makeGroup, someone } from './setup/people.ts';

/** The link of the invitation to this address, as soon as its mail arrives. */
async function invitationTo(address: string): Promise<string> {
  const folder = process.env['MILEPOST_E2E_MAIL'] ?? '';
  let found = '';
  await expect
    .poll(
      () => {
        const mail = readdirSync(folder).find((file) => file.endsWith(`-${address}.eml`));
        const text = mail ? readFileSync(join(folder, mail), 'utf8').replaceAll(/=\r\n/g, '') : '';
        found = /\/-\/invitations\/[\w-]{43}/.exec(text)?.[0] ?? '';
        return found;
      },
      { timeout: 60_000 },
    )
    .not.toBe('');
  return found;
}

test('TM-IN-01, TM-IN-07, TM-IN-11, TM-IN-14, TM-IN-15, TM-IN-20, TM-MB-06: an owner invites by mail and by link on a phone, both join, and a role changes by keyboard', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', phone);
  const group = await makeGroup(maren);
  const address = `new-${group.replaceAll(/\W/g, '-')}@example.com`;
  const { page } = maren;
  const members = `/groups/${group}/-/group_members`;
  await page.goto(members);
  await page.getByRole('button', { name: 'Invite people' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Invite people to/ });
  await expect(dialog.getByRole('textbox', { name: 'Email or username' })).toBeFocused();
  await page.keyboard.type(`${address} `);
  await expect(dialog.getByRole('button', { name: `Remove ${address}` })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create link' }).press('Enter');
  const link = new URL(await dialog.getByRole('textbox', { name: 'Share a link' }).inputValue()).pathname;
  await expect(dialog.getByText(/^Anyone with this link can join as Developer\. 25 uses left/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Send 1 invitation' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('tab', { name: /^Pending/ })).toHaveText(/1$/);

  const visitor = await someone(browser, null, phone);
  const mailed = await invitationTo(address);
  await visitor.page.goto(mailed);
  await expect(visitor.page.getByRole('textbox', { name: 'Email' })).toHaveValue(address);
  expect(await axeFindings(visitor.page)).toEqual([]);
  const username = address.split('@')[0] ?? '';
  await visitor.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nora New');
  await visitor.page.getByRole('textbox', { name: /^Username/ }).fill(username);
  await visitor.page.getByLabel(/^Password/).fill('a long first password');
  await visitor.page.keyboard.press('Enter');
  await expect(visitor.page).toHaveURL(new RegExp(`/groups/${group}$`));
  const again = await (await someone(browser, null, phone)).page.goto(mailed);
  expect(again?.status()).toBe(404);

  const tomas = await someone(browser, 'tomas', phone);
  await tomas.page.goto(link);
  await tomas.page.getByRole('button', { name: /^Accept/ }).press('Enter');
  await expect(tomas.page).toHaveURL(new RegExp(`/groups/${group}$`));

  await page.goto(members);
  const role = page.getByRole('button', { name: /^Role of Nora New: Developer/ });
  await role.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Reporter' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Role of Nora New: Reporter' })).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Members/ })).toHaveText(/3$/);
  for (const viewport of [phone.viewport, wide.viewport]) {
    await page.setViewportSize(viewport);
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
});
