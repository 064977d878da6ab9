import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, expectSoundOnScreens } from './setup/axe.ts';
import { makeGroup, phone, someone, tablet, wide, type Someone } from './setup/people.ts';

const sha = 'c0ffee'.padEnd(40, '1');

interface Scene {
  maren: Someone;
  jonas: Someone;
  fullPath: string;
  deploy(environment: string, status: string, ref?: string): Promise<{ id: number; status: string }>;
}

/** A project whose production needs an approval of a maintainer; jonas deploys there, maren owns it. */
async function makeScene(maren: Someone, jonas: Someone): Promise<Scene> {
  const group = await makeGroup(maren);
  const fullPath = `${group}/castle`;
  const { id: groupId } = await maren.call<{ id: number }>('GET', `/groups/${group}`);
  await maren.call('POST', '/projects', { name: 'castle', path: 'castle', namespace_id: groupId });
  const { id: userId } = await jonas.call<{ id: number }>('GET', '/user');
  await maren.call('POST', `/groups/${groupId}/members`, { user_id: userId, access_level: 30 });
  const project = `/projects/${encodeURIComponent(fullPath)}`;
  await maren.call('POST', `${project}/protected_environments`, {
    name: 'production',
    deploy_access_levels: [{ access_level: 30 }],
    approval_rules: [{ access_level: 40 }],
  });
  return {
    maren,
    jonas,
    fullPath,
    deploy: (environment, status, ref = 'main') =>
      jonas.call('POST', `${project}/deployments`, { environment, status, ref, tag: false, sha }),
  };
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('DL-EN-08, DL-EN-09, DL-DP-17, DL-DP-18: what runs where, and who decides what waits', async ({ browser }) => {
  const scene = await makeScene(await someone(browser, 'maren', wide), await someone(browser, 'tomas', wide));
  const { maren, jonas, fullPath } = scene;
  const { page } = maren;
  await page.goto(`/${fullPath}`);
  await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Environments' }).click();
  await expect(page.getByRole('heading', { name: 'No environments' })).toBeVisible();
  await page.getByRole('button', { name: 'New environment' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('staging');
  await page.getByRole('textbox', { name: 'External URL' }).fill('https://staging.example.org');
  await page.getByRole('button', { name: 'Create environment' }).click();
  await expect(card(page, 'staging')).toContainText('Nothing deployed yet');

  await scene.deploy('staging', 'success', 'v1');
  const staging = card(page, 'staging');
  await expect(staging).toContainText('Live');
  await expect(staging).toContainText(`v1 ${sha.slice(0, 7)}`);
  await expect(staging).toContainText('Staging');
  await expect(staging).toContainText('0.25 a week');
  await expect(staging).toContainText(/Deployed .* by Tomás/);
  await expect(staging.getByRole('link', { name: 'staging.example.org' })).toHaveAttribute(
    'href',
    'https://staging.example.org',
  );

  const first = await scene.deploy('production', 'running', 'v2');
  expect(first.status).toBe('blocked');
  const production = card(page, 'production');
  await expect(production).toContainText('v2 is blocked: 1 approval missing');
  await expect(page.getByRole('tab', { name: /^Active/ })).toHaveText(/2/);
  await expect(page.getByRole('tab', { name: /^Waiting for you/ })).toHaveText(/1/);
  await expectAccessible(page);
  // No pipeline runs here that they could change (decision 305).
  for (const name of ['Roll back', 'Retry', 'Cancel'])
    await expect(page.getByText(name, { exact: true })).toHaveCount(0);

  // A person who meets no rule sees whose approval is missing, and no button.
  await jonas.page.goto(`/${fullPath}/-/environments`);
  const waited = card(jonas.page, 'production');
  await expect(waited.getByRole('list', { name: 'Waiting for' })).toContainText('Maintainers');
  await expect(waited.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  await production.getByRole('button', { name: 'Approve' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Approve v2 for production' });
  await expect(dialog.getByRole('combobox', { name: 'On behalf of' })).toHaveValue('Maintainers');
  await expect(dialog.getByRole('textbox', { name: 'Comment' })).toBeFocused();
  await page.keyboard.type('Go on');
  await expectAccessible(page, 'dialog');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved v2 for production.')).toBeVisible();
  // The other page follows.
  await expect(waited).not.toContainText('is blocked', { timeout: 2_000 });

  // A click that comes too late.
  const second = await scene.deploy('production', 'running', 'v3');
  await production.getByRole('button', { name: 'Reject…' }).click();
  const late = page.getByRole('dialog', { name: 'Reject v3 for production' });
  await late.getByRole('textbox', { name: 'Comment' }).fill('Not today');
  const project = `/projects/${encodeURIComponent(fullPath)}`;
  await jonas.call('PUT', `${project}/deployments/${second.id}`, { status: 'canceled' });
  await late.getByRole('button', { name: 'Reject' }).click();
  await expect(late).toContainText('This deployment is no longer waiting for approval.');
  await late.getByRole('button', { name: 'Cancel' }).click();

  await scene.deploy('production', 'running', 'v4');
  await page.getByRole('tab', { name: /^Waiting for you/ }).click();
  await page.getByRole('button', { name: 'Reject…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Rejected v4 for production.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No deployments need your approval' })).toBeVisible();

  await page.getByRole('tab', { name: /^Active/ }).click();
  await page.getByRole('button', { name: 'Actions for staging' }).click();
  await page.getByRole('menuitem', { name: 'Stop' }).click();
  await expect(staging).toHaveCount(0);
  await expect(page.getByRole('tab', { name: /^Stopped/ })).toHaveText(/1/);
  await page.getByRole('tab', { name: /^Stopped/ }).click();
  await expect(staging).toBeVisible();
});

test('environments fit a phone and a tablet', async ({ browser }) => {
  const options = { ...phone, colorScheme: 'dark' as const };
  const scene = await makeScene(await someone(browser, 'maren', options), await someone(browser, 'tomas', wide));
  const { page } = scene.maren;
  await scene.deploy('staging', 'success', 'release/with-a-very-long-name-that-needs-two-lines');
  await scene.deploy('staging', 'failed', 'v2');
  await scene.deploy('production', 'running', 'v3');
  await page.goto(`/${scene.fullPath}/-/environments`);
  await expect(card(page, 'production')).toContainText('is blocked');
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await expectSoundOnScreens(page, 'environments', { other: tablet.viewport });
});
