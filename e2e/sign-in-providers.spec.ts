import { rm } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import {
  Directory,
  LDAP_PASSWORD,
  missingDirectory,
  personLdif,
} from '../packages/server/src/testing/identity/directory.ts';
import { OpenidProvider } from '../packages/server/src/testing/identity/openid-provider.ts';
import { expectSoundOnScreens } from './setup/axe.ts';
import { freePort } from '../packages/server/src/testing/line.ts';
import {
  createAccount,
  emptyDataDir,
  ended,
  type MilepostProcess,
  ready,
  setUp,
  startMilepost,
} from './setup/milepost.ts';
import { type ApiCaller, go, phone, wide } from './setup/people.ts';

const PASSWORD = 'a long first password';

let dataDir: string;
let server: MilepostProcess;
let url: string;
let provider: OpenidProvider;
let directory: Directory | null = null;
let root: ApiCaller;

test.beforeAll(async () => {
  dataDir = await emptyDataDir('milepost-sign-in-');
  const port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  provider = new OpenidProvider([`${url}/users/auth/corp/callback`]);
  await provider.start();
  provider.people.set('grace', {
    sub: 'grace',
    preferred_username: 'grace',
    name: 'Grace Person',
    email: 'grace@corp.test',
    email_verified: true,
    groups: ['staff'],
  });
  if (!missingDirectory) directory = await Directory.start({ ldif: personLdif('lea') });
  const settings = { ...provider.variables('corp'), ...directory?.variables };
  server = startMilepost({ MILEPOST_DATA_DIR: dataDir, MILEPOST_URL: url, ...settings }, 'serve', '--port', port);
  await ready(server);
  root = await setUp(server, url);
});

test.afterAll(async () => {
  server.kill('SIGTERM');
  await ended(server);
  await provider.stop();
  await directory?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** At the provider: who one is, or that one cancels. */
async function answerProvider(page: Page, sub: string | null): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Corp' })).toBeVisible();
  if (sub === null) {
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    return;
  }
  await page.getByRole('textbox', { name: 'Account' }).fill(sub);
  await page.keyboard.press('Enter');
}

test('OG-SE-07: people sign in through a provider and a directory, and owners map roles, on wide screens and phones', async ({
  browser,
}) => {
  const grace = 'grace';
  const owner = 'olga';
  await createAccount(root, owner, PASSWORD);
  const context = await browser.newContext({ ...wide, baseURL: url });
  const page = await context.newPage();
  const home = page.getByRole('heading', { name: 'No groups yet' });
  const withCorp = page.getByRole('link', { name: 'Sign in with Corp' });
  const signOut = () => context.clearCookies();
  const chooseAccount = async (): Promise<void> => {
    if (!missingDirectory) await page.getByRole('radio', { name: 'Milepost account' }).click();
  };
  const signInWithPassword = async (): Promise<void> => {
    await page.goto('/users/sign_in');
    await chooseAccount();
    await page.getByRole('textbox', { name: 'Username or email' }).fill(owner);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/$/);
  };

  await test.step('a refusal of the provider, and of a forged answer', async () => {
    await page.goto('/users/sign_in?redirect=%2F-%2Fprofile');
    await expect(withCorp).toBeVisible();
    await expectSoundOnScreens(page);
    await withCorp.press('Enter');
    await answerProvider(page, null);
    await expect(page.getByRole('alert')).toContainText('Corp did not allow the sign-in.');
    await expectSoundOnScreens(page);
    const answer = await page.goto('/users/auth/corp/callback?code=1&state=2');
    expect(answer?.status()).toBe(400);
    await expect(page.getByRole('alert')).toContainText('Sign-in could not be verified. Start again.');
  });

  await test.step('the first sign-in creates an account and returns to the page', async () => {
    await page.goto('/users/sign_in?redirect=%2F-%2Fprofile');
    await withCorp.press('Enter');
    await answerProvider(page, grace);
    await expect(page).toHaveURL('/-/profile');
    await expect(page.getByRole('heading', { name: 'Grace Person', level: 1 })).toBeVisible();
  });

  await test.step('the last way to sign in stays until there is a password', async () => {
    await page.getByRole('button', { name: 'Unlink Corp' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).press('Enter');
    await expect(page.getByText('Set a password or add a passkey first.')).toBeVisible();
    await expectSoundOnScreens(page);
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Password changed')).toBeVisible();
    await page.getByRole('button', { name: 'Unlink Corp' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Link Corp', exact: true })).toBeVisible();
  });

  await test.step('link it again, but not the account of somebody else', async () => {
    // The provider remembers who it was.
    await page.getByRole('button', { name: 'Link Corp', exact: true }).press('Enter');
    await expect(page.getByText(`Linked to ${grace}`)).toBeVisible();
    await expectSoundOnScreens(page);
    await signOut();
    await signInWithPassword();
    await go(page, '/-/profile');
    await page.getByRole('button', { name: 'Link Corp', exact: true }).press('Enter');
    await answerProvider(page, grace);
    await expect(page.getByRole('alert')).toContainText('This account of Corp is linked to another account here.');
    await page.getByRole('link', { name: 'Back to your profile' }).press('Enter');
    await expect(page).toHaveURL('/-/profile');
  });

  await test.step('an owner maps a role', async () => {
    const path = 'mapped';
    await go(page, '/groups/new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(path);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/groups/${path}`);
    await go(page, `/groups/${path}/-/edit`);
    await page.getByRole('link', { name: 'LDAP and role mappings' }).first().press('Enter');
    await expect(page.getByText('No role mappings yet.')).toBeVisible();
    await expectSoundOnScreens(page);
    await page.getByRole('button', { name: 'Add role mapping' }).press('Enter');
    await page.getByRole('textbox', { name: 'Value of the claim' }).fill('staff');
    await expectSoundOnScreens(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Developer for people of Corp')).toBeVisible();
    if (!missingDirectory) {
      await page.getByRole('button', { name: 'Add LDAP link' }).press('Enter');
      await page.getByRole('combobox', { name: 'Group of the directory' }).fill('crew');
      await expectSoundOnScreens(page);
      await page.keyboard.press('Enter');
      await expect(page.getByText('Developer for people of Directory')).toBeVisible();
      await page.getByRole('button', { name: 'Sync now' }).press('Enter');
      await expect(page.getByText('The sync starts within a minute.')).toBeVisible();
      await expectSoundOnScreens(page);
    }
    await signOut();
    await page.goto('/users/sign_in');
    await withCorp.press('Enter');
    await answerProvider(page, grace);
    await expect(page).toHaveURL(`${url}/`);
    await go(page, `/groups/${path}`);
    await expect(page.getByRole('heading', { name: path, level: 1 })).toBeVisible();
  });

  await test.step('sign in through the directory', async () => {
    test.skip(missingDirectory !== null, missingDirectory ?? '');
    await signOut();
    await page.goto('/users/sign_in');
    const username = page.getByRole('textbox', { name: 'Directory username' });
    await username.fill('lea');
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Incorrect username or password of the directory.')).toBeVisible();
    await expectSoundOnScreens(page);
    await directory?.halt();
    await page.getByRole('textbox', { name: 'Password' }).fill(LDAP_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText('The directory is unavailable. Try again later.')).toBeVisible();
    await expect(username).toHaveValue('lea');
    await directory?.resume();
    await page.getByRole('textbox', { name: 'Password' }).press('Enter');
    await expect(home).toBeVisible();
    expect(await page.evaluate(() => fetch('/api/v4/user').then((answer) => answer.json()))).toMatchObject({
      username: 'lea',
    });
  });

  await test.step('the same on a phone, with the refusals', async () => {
    await page.setViewportSize(phone.viewport);
    const whoIs = () =>
      page.evaluate(() =>
        fetch('/api/v4/user').then(async (answer) => ((await answer.json()) as { username?: string }).username ?? null),
      );
    await signOut();
    await page.goto('/users/sign_in');
    await withCorp.click();
    await answerProvider(page, null);
    await expect(page.getByRole('alert')).toContainText('Corp did not allow the sign-in.');
    await page.goto('/users/auth/corp/callback?code=1&state=2');
    await expect(page.getByRole('alert')).toContainText('Sign-in could not be verified. Start again.');
    expect(await whoIs()).toBeNull();
    await page.goto('/users/sign_in');
    await withCorp.click();
    await answerProvider(page, grace);
    await expect(page).toHaveURL(`${url}/`);
    expect(await whoIs()).toBe(grace);
    if (missingDirectory) return;
    await signOut();
    await page.goto('/users/sign_in');
    await page.getByRole('textbox', { name: 'Directory username' }).fill('lea');
    for (const password of ['wrong', LDAP_PASSWORD]) {
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      if (password === 'wrong')
        await expect(page.getByText('Incorrect username or password of the directory.')).toBeVisible();
    }
    await expect(home).toBeVisible();
    expect(await whoIs()).toBe('lea');
  });
  await context.close();
});
