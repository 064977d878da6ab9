import { expect, test, type Page } from '@playwright/test';
import { poolOn } from './bench/lib/database.ts';
import { startGitRemote, type GitRemote } from '../packages/server/src/testing/delivery/git-remote.ts';
import { expectAccessible } from './setup/axe.ts';
import { makeCode, type Code } from './setup/code.ts';
import { go, phone, someone, wide, type Someone } from './setup/people.ts';

const dataDir = process.env['MILEPOST_E2E_DATA_DIR'] ?? '';
test.skip(dataDir === '', 'The server of the journeys trusts the certificate of the remote');

let remote: GitRemote;
test.beforeAll(async () => {
  remote = await startGitRemote(process.env['MILEPOST_E2E_CERTIFICATES']);
});
test.afterAll(() => remote.end());

const pathOf = (code: Code): string => `/${code.fullPath}/-/settings/remote`;

interface Mirror {
  update_status: string;
  failures: number;
  last_update_at: string | null;
  next_update_at: string | null;
}

const stateOf = (who: Someone, code: Code): Promise<Mirror> => who.call('GET', `${code.project}/mirror/pull`);

/** An empty project, and a remote with one branch. */
async function makeRemote(who: Someone): Promise<Code> {
  const code = await makeCode(who, null);
  await code.git('commit', '--quiet', '--allow-empty', '--message', 'Begin');
  await code.git('push', '--quiet', '--force', remote.folder, 'HEAD:refs/heads/trunk');
  return code;
}

/** Two days pass, and the job runs. */
async function passDays(projectId: number): Promise<void> {
  const { pool, close } = await poolOn(dataDir, 1);
  try {
    await pool.query(
      `UPDATE repository_remotes SET started_at = started_at - interval '2 days', next_fetch_at = next_fetch_at - interval '2 days'
       WHERE project_id = ${projectId}`,
    );
    await pool.query(`SELECT graphile_worker.add_job('repositories.fetchRemotes')`);
    const waiting = `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'repositories.fetchRemotes'`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount, { intervals: [50] }).toBe(0);
  } finally {
    await close();
  }
}

/** The value of a term. */
const valueOf = (page: Page, term: string) =>
  page.locator('dt', { hasText: new RegExp(`^${term}$`) }).locator('xpath=following-sibling::dd[1]');

test('DL-IN-11: a failed fetch keeps the last state, and the page shows its error and the next time, up to 14 failures', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const code = await makeRemote(maren);
  const { id } = await maren.call<{ id: number }>('GET', code.project);
  remote.credentials = { username: 'fetcher', password: 'open-sesame' };

  await page.goto(`/${code.fullPath}/edit`);
  const settings = page.getByRole('navigation', { name: 'Settings' });
  await settings.getByRole('link', { name: 'Remote' }).click();
  await expect(page).toHaveURL(pathOf(code));
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Remote');
  await expect(page.getByRole('heading', { name: 'No remote' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add remote' }).click();
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('ssh://git@forge.example/app.git');
  await page.getByRole('button', { name: 'Add remote' }).click();
  await expect(address).toHaveAccessibleDescription(/Must be like https:\/\/host\/path/);
  await address.fill(remote.url);
  await page.getByRole('textbox', { name: 'User name' }).fill('fetcher');
  await page.getByRole('textbox', { name: 'Password or access token' }).fill('wrong');
  await expectAccessible(page);
  // An error that only a person can fix is shown immediately.
  await page.getByRole('button', { name: 'Add remote' }).click();
  await expect(page.getByRole('alert')).toHaveText('The remote refused the user name or password');
  await page.getByRole('textbox', { name: 'Password or access token' }).fill('open-sesame');
  await page.getByRole('button', { name: 'Add remote' }).click();
  await expect(page.getByText('The remote was saved and is fetched.')).toBeVisible();
  await expect(valueOf(page, 'Status')).toHaveText('Up to date');
  await expect(valueOf(page, 'Address')).toHaveText(remote.url);
  await expect(valueOf(page, 'Next fetch')).toContainText(/in (30|29) minutes/);
  const branches = () => maren.call<object[]>('GET', `${code.project}/repository/branches`);
  const before = await branches();
  expect(before).toMatchObject([{ name: 'trunk', default: true }]);
  await page.getByRole('button', { name: 'Fetch now' }).click();
  await expect(
    page.getByText(/A remote is fetched at most once in 5 minutes\. Try again in 5 minutes\./),
  ).toBeVisible();

  // Readers of the code see why nobody can push.
  await go(page, `/${code.fullPath}/-/tree/`);
  await expect(page.getByText('This repository mirrors a remote. Push there.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(pathOf(code));

  // The remote goes away.
  await remote.stop();
  const hours: number[] = [];
  for (let failure = 1; failure <= 14; failure += 1) {
    await passDays(id);
    await expect.poll(async () => (await stateOf(maren, code)).failures, { intervals: [50] }).toBe(failure);
    const { last_update_at: last, next_update_at: next } = await stateOf(maren, code);
    if (next !== null) hours.push(Math.round((Date.parse(next) - Date.parse(last ?? '')) / 3_600_000));
    if (failure > 1) continue;
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText('localhost cannot be reached (ECONNREFUSED)');
    await expect(valueOf(page, 'Status')).toHaveText('Failed');
    await expect(valueOf(page, 'Next fetch')).toContainText(/in (1 hour|59 minutes)/);
    await expect(page.locator('body')).not.toContainText(/fetcher|open-sesame/);
    await expectAccessible(page);
  }
  expect(hours).toEqual([1, 2, 4, 8, 16, ...Array<number>(8).fill(24)]);
  expect(await branches()).toEqual(before);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('It failed 14 times in a row and is no longer fetched.');
  await expect(valueOf(page, 'Next fetch')).toHaveText('Only on demand');
  await remote.start();
  await passDays(id);
  expect(await stateOf(maren, code)).toMatchObject({ failures: 14, update_status: 'failed' });
  await page.getByRole('button', { name: 'Fetch now' }).click();
  await expect(valueOf(page, 'Status')).toHaveText('Up to date');
  expect(await stateOf(maren, code)).toMatchObject({ failures: 0, update_status: 'finished' });

  // Edited without the password, and removed.
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('checkbox', { name: 'Replace branches that have other commits' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  expect(await stateOf(maren, code)).toMatchObject({
    mirror_overwrites_diverged_branches: true,
    has_credentials: true,
  });
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No remote' })).toBeVisible();
  remote.credentials = null;
});

test('the remote fits a phone in dark mode, and what nobody can fetch says why', async ({ browser }) => {
  const maren = await someone(browser, 'maren', { ...phone, colorScheme: 'dark' });
  const { page } = maren;
  const code = await makeRemote(maren);
  await maren.call('PUT', `${code.project}/mirror/pull`, {
    url: `https://127.0.0.1:1/${'long-name/'.repeat(20)}app.git`,
  });
  await page.goto(pathOf(code));
  await expect(page.getByRole('alert')).toHaveText('127.0.0.1 cannot be reached (ECONNREFUSED)');
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('checkbox', { name: 'Follow the remote' })).toBeChecked();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflow()).toBeLessThanOrEqual(0);
});

test('a merge request of a mirror says where to merge', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const code = await makeRemote(maren);
  await code.git('commit', '--quiet', '--allow-empty', '--message', 'Topic');
  await code.git('push', '--quiet', '--force', remote.folder, 'HEAD:refs/heads/topic');
  await maren.call('PUT', `${code.project}/mirror/pull`, { url: remote.url });
  await expect.poll(async () => (await stateOf(maren, code)).update_status).toBe('finished');
  const { iid } = await maren.call<{ iid: number }>('POST', `${code.project}/merge_requests`, {
    source_branch: 'topic',
    target_branch: 'trunk',
    title: 'Topic',
  });
  await page.goto(`/${code.fullPath}/-/merge_requests/${iid}`);
  const merging = page.getByRole('region', { name: 'Merge', exact: true });
  await expect(merging).toContainText('This repository mirrors a remote. Merge there.');
  await expect(merging.getByRole('button', { name: 'Merge' })).toHaveCount(0);
});
