import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, expectSoundOnScreens } from './setup/axe.ts';
import { makeCode } from './setup/code.ts';
import { go, phone, someone, tablet, wide } from './setup/people.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test('DL-RF-18: files, branches and commits of a ref with the newest commit of each entry; an empty repository shows how to push', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const tomas = await someone(browser, 'tomas', wide);
  const { page } = maren;
  const empty = await makeCode(maren, null);
  await page.goto(`/${empty.fullPath}`);
  await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Repository' }).click();
  await expect(page.getByRole('heading', { name: 'This repository is empty' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Clone address' }).last()).toContainText(
    `git clone ${process.env['MILEPOST_E2E_URL']}/${empty.fullPath}.git`,
  );
  const commands = page.getByRole('region', { name: 'Commands of the first push' });
  await expect(commands.last()).toContainText('git push --set-upstream origin main');
  await expectAccessible(page);
  // Those who cannot push see the address only.
  await tomas.page.goto(`/${empty.fullPath}/-/tree`);
  await expect(tomas.page.getByRole('region', { name: 'Clone address' }).last()).toContainText('git clone');
  await expect(tomas.page.getByRole('region', { name: 'Commands of the first push' })).toHaveCount(0);

  const code = await makeCode(maren, {
    'README.md': 'one\n',
    'docs/guide.md': 'old\n',
    'docs/<img>.txt': '<b>x</b>\n',
  });
  const changed = await code.branch('feature/one', { 'docs/guide.md': 'new\n' }, 'Explain more');
  await go(page, `/${code.fullPath}/-/tree`);
  const files = page.getByRole('table', { name: 'Files' });
  const row = (name: string) => files.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  await expect(row('README.md')).toContainText('Begin');
  await expect(row('docs')).toContainText('Begin');
  await expectAccessible(page);

  // Another branch, chosen by its name.
  await page.getByRole('combobox', { name: 'Branch, tag or commit' }).fill('feature/one');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/${code.fullPath}/-/tree/feature/one$`));
  await expect(row('docs')).toContainText('Explain more');
  await expect(row('README.md')).toContainText('Begin');
  await files.getByRole('link', { name: 'docs', exact: true }).click();
  await expect(row('guide.md')).toContainText('Explain more');
  await expect(row('<img>.txt')).toContainText('Begin');
  await files.getByRole('link', { name: '<img>.txt', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Content of <img>.txt' })).toContainText('<b>x</b>');
  await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /\/raw\?ref=feature%2Fone$/);
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'docs' }).click();
  await row('guide.md').getByRole('link', { name: 'Explain more' }).click();
  await expect(page).toHaveURL(new RegExp(`/-/commit/${changed}$`));
  await expect(page.getByRole('heading', { name: 'Explain more' })).toBeVisible();

  await go(page, `/${code.fullPath}/-/tree/feature/one`);
  await tab(page, 'Commits').click();
  const commits = page.getByRole('list', { name: 'Commits' }).getByRole('listitem');
  await expect(commits).toHaveCount(2);
  await expect(commits.first()).toContainText('Explain more');
  await tab(page, 'Branches').click();
  const branches = page.getByRole('list', { name: 'Branches' }).getByRole('listitem');
  await expect(branches).toHaveCount(2);
  await expect(branches.filter({ hasText: 'main' })).toContainText('Default');
  await expectAccessible(page);
  await branches.getByRole('link', { name: 'New merge request from feature/one' }).click();
  await expect(page.getByRole('combobox', { name: 'Source branch' })).toHaveValue('feature/one');

  await go(page, `/${code.fullPath}/-/tree/none/at/all`);
  await expect(page.getByRole('heading', { name: 'There is no such branch, file or folder' })).toBeVisible();
});

test('the repository fits a phone and a tablet', async ({ browser }) => {
  const maren = await someone(browser, 'maren', { ...phone, colorScheme: 'dark' });
  const { page } = maren;
  const long = `${'a-very-long-file-name-'.repeat(6)}.txt`;
  const code = await makeCode(maren, { [long]: `${'x'.repeat(400)}\n`, 'b.txt': 'b\n' });
  for (const [path, content] of [
    ['tree', 'b.txt'],
    [`blob/main/${long}`, /x{400}/],
    ['tree?tab=branches', 'main'],
    ['tree?tab=commits', 'Begin'],
  ] as const) {
    await go(page, `/${code.fullPath}/-/${path}`);
    await expect(page.getByRole('tablist')).toBeVisible();
    await expect(page.getByRole('tabpanel').getByText(content).first()).toBeVisible();
    await expectSoundOnScreens(page, path, { other: tablet.viewport });
  }
});
