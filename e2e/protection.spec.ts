import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { makeGroup, makeProject, phone, someone, wide } from './setup/people.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('DL-PE-10: protection is listed, added, edited and removed with the people of each rule, and warns when nobody can approve', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const tomas = await someone(browser, 'tomas', wide);
  const { page } = maren;
  const group = await makeGroup(maren);
  const fullPath = await makeProject(maren, group);
  const project = `/projects/${encodeURIComponent(fullPath)}`;
  const { id } = await tomas.call<{ id: number }>('GET', '/user');
  await maren.call('POST', `${project}/members`, { user_id: id, access_level: 30 });

  await page.goto(`/${fullPath}/edit`);
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Protected environments' })
    .click();
  await expect(page.getByRole('heading', { name: 'No protected environments' })).toBeVisible();
  await page.getByRole('button', { name: 'Protect environment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Protect environment' });
  await dialog.getByRole('textbox', { name: 'Environment' }).fill('production');
  const deployers = dialog.getByRole('group', { name: 'May deploy', exact: true });
  await deployers.getByRole('combobox', { name: 'Who' }).selectOption('Developers + Maintainers');
  await dialog.getByRole('button', { name: 'Add an approval rule' }).click();
  const approvers = dialog.getByRole('group', { name: 'Have to approve', exact: true });
  await approvers.getByRole('combobox', { name: 'Who' }).selectOption(`user:${id}`);
  await expectAccessible(page, 'dialog');
  await dialog.getByRole('button', { name: 'Protect environment' }).click();

  const production = section(page, 'production');
  // Maren owns the group, Tomás develops.
  await expect(production.getByRole('list', { name: 'May deploy' })).toHaveText('Developers + Maintainers2 people');
  await expect(production.getByRole('list', { name: 'Have to approve' })).toContainText(/Tomás.*1 approval1 person/);
  await expect(production.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);

  // More approvals than people.
  await production.getByRole('button', { name: 'Edit production' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit protection of production' });
  await edit.getByRole('combobox', { name: 'Approvals' }).selectOption('2');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(production.getByRole('alert')).toContainText(/^Only 1 person can approve for “Tomás.*needs 2/);
  // Nobody, once the only one has left.
  await maren.call('DELETE', `${project}/members/${id}`);
  await page.reload();
  await expect(production.getByRole('alert')).toContainText(/^Nobody can approve for “Tomás/);
  await expect(production.getByRole('list', { name: 'Have to approve' })).toContainText('nobody');
  await production.getByRole('button', { name: 'Edit production' }).click();
  await edit.getByRole('button', { name: 'Remove row 1' }).last().click();
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(production).toContainText('No approvals needed.');
  await expect(production.getByRole('alert')).toHaveCount(0);
  await production.getByRole('button', { name: 'Unprotect production' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unprotect' }).click();
  await expect(page.getByRole('heading', { name: 'No protected environments' })).toBeVisible();

  // The tiers of a group.
  await page.goto(`/groups/${group}/-/settings/protected_environments`);
  await page.getByRole('button', { name: 'Protect environment' }).click();
  await dialog.getByRole('combobox', { name: 'Tier' }).selectOption('staging');
  await dialog.getByRole('button', { name: 'Protect environment' }).click();
  await expect(section(page, 'staging').getByRole('list', { name: 'May deploy' })).toHaveText('Maintainers1 person');
  expect(await maren.call('GET', `/groups/${group}/protected_environments`)).toMatchObject([{ name: 'staging' }]);
  await section(page, 'staging').getByRole('button', { name: 'Unprotect staging' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unprotect' }).click();
  await expect(page.getByRole('heading', { name: 'No protected environments' })).toBeVisible();
});

test('protected environments fit a phone', async ({ browser }) => {
  const maren = await someone(browser, 'maren', { ...phone, colorScheme: 'dark' });
  const { page } = maren;
  const fullPath = await makeProject(maren, await makeGroup(maren));
  await maren.call('POST', `/projects/${encodeURIComponent(fullPath)}/protected_environments`, {
    name: 'review/with-a-very-long-name-that-needs-two-lines',
    deploy_access_levels: [{ access_level: 30 }],
    approval_rules: [{ access_level: 40, required_approvals: 3 }],
  });
  await page.goto(`/${fullPath}/-/settings/protected_environments`);
  await expect(page.getByRole('alert')).toContainText('Only 1 person can approve');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Edit/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'dialog');
});
