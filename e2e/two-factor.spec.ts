import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, request, test } from '@playwright/test';
import { codeOf } from '../packages/server/src/testing/second-factors/totp.ts';
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

// One worker, and so one server, for all of them.
test.describe.configure({ mode: 'default' });

const PASSWORD = 'a long first password';

let dataDir: string;
let server: MilepostProcess;
let url: string;
let root: ApiCaller;

test.beforeAll(async () => {
  dataDir = await emptyDataDir('milepost-two-factor-');
  const port = String(await freePort());
  // Passkeys belong to a name, not to an address.
  url = `http://localhost:${port}`;
  server = startMilepost({ MILEPOST_DATA_DIR: dataDir, MILEPOST_URL: url }, 'serve', '--port', port);
  await ready(server);
  root = await setUp(server, url);
});

test.afterAll(async () => {
  server.kill('SIGTERM');
  await ended(server);
  await rm(dataDir, { recursive: true, force: true });
});

/** Types into the focused field and presses Enter. */
async function enter(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

async function signInWithPassword(page: Page, username: string): Promise<void> {
  await page.goto('/users/sign_in');
  await expect(page.getByRole('textbox', { name: 'Username or email' })).toBeFocused();
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await enter(page, PASSWORD);
}

/** Those of these texts that are in a file below the data folder, of which PostgreSQL has written all. */
async function foundInFiles(texts: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // PostgreSQL removes files at any time.
    const content = await readFile(join(entry.parentPath, entry.name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    for (const text of texts) if (content.includes(text)) found.add(text);
  }
  return [...found];
}

/** An authenticator in this browser that verifies its user. */
async function addAuthenticator(page: Page): Promise<(isVerified: boolean) => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (isUserVerified) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}

test('OG-2F-04, OG-SE-07: a person sets up an authenticator app, and signs in with its codes, a recovery code and a passkey, on wide screens and phones', async ({
  browser,
}) => {
  const username = 'ada';
  await createAccount(root, username, PASSWORD);
  const context = await browser.newContext({ ...wide, baseURL: url });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const setVerified = await addAuthenticator(page);
  const heading = page.getByRole('heading', { name: 'Two-factor authentication', level: 1 });
  const signOut = () => context.clearCookies();
  let secret = '';
  let codes: string[] = [];

  await test.step('set up the app', async () => {
    await signInWithPassword(page, username);
    await expect(page).toHaveURL(/\/$/);
    await go(page, '/-/profile');
    await page.getByRole('link', { name: 'Manage' }).press('Enter');
    await expect(heading).toBeVisible();
    await expectSoundOnScreens(page);
    await page.getByRole('button', { name: 'Set up' }).press('Enter');
    await expect(page.getByLabel('Current password')).toBeFocused();
    await enter(page, 'wrong');
    await expect(page.getByText('The current password is wrong.')).toBeVisible();
    await page.getByLabel('Current password').focus();
    await enter(page, PASSWORD);
    await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await expectSoundOnScreens(page);
    secret = (await page.getByRole('status', { name: 'Secret' }).innerText()).replaceAll(' ', '');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    await enter(page, '000000');
    await expect(page.getByText('The code is wrong or was used before.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Code' }).focus();
    await enter(page, codeOf(secret, -1));
  });

  await test.step('keep the recovery codes', async () => {
    const list = page.getByRole('dialog').getByRole('listitem');
    await expect(list).toHaveCount(10);
    codes = await list.allInnerTexts();
    await expectSoundOnScreens(page);
    await expect(page.getByRole('button', { name: 'Copy' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${codes.join('\n')}\n`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).press('Enter'),
    ]);
    expect(file.suggestedFilename()).toBe('milepost-recovery-codes.txt');
    expect(await readFile(await file.path(), 'utf8')).toBe(`${codes.join('\n')}\n`);
    await page.getByRole('button', { name: 'I have saved them' }).press('Enter');
    await expect(page.getByText('10 codes left')).toBeVisible();
    await page.reload();
    await expect(page.getByText('10 codes left')).toBeVisible();
    await expect(page.getByText(codes[0] ?? '')).toBeHidden();
    expect(await page.content()).not.toContain(secret);
  });

  await test.step('neither the codes nor the secret are in a file of the installation', async () => {
    const hidden = [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))];
    // The search finds what is stored.
    expect(await foundInFiles([`${username}@example.com`, ...hidden])).toEqual([`${username}@example.com`]);
  });

  await test.step('sign in with a code', async () => {
    await signOut();
    await signInWithPassword(page, username);
    await expect(heading).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await expectSoundOnScreens(page);
    await enter(page, '000000');
    await expect(page.getByText('The code is wrong or was used before.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await enter(page, codeOf(secret));
    await expect(page).toHaveURL(/\/$/);
  });

  await test.step('sign in with recovery codes, until few are left', async () => {
    await page.setViewportSize(phone.viewport);
    // The first and the last of them on the page.
    const withRecoveryCode = async (code: string) => {
      await signOut();
      await signInWithPassword(page, username);
      await page.getByRole('button', { name: 'Use a recovery code' }).press('Enter');
      await expect(page.getByRole('textbox', { name: 'Recovery code' })).toBeFocused();
      await enter(page, code);
    };
    const [first = '', ...others] = codes.slice(0, 7);
    const last = others.pop() ?? '';
    await withRecoveryCode(first);
    await expect(page).toHaveURL(/\/$/);
    for (const code of others) {
      const requests = await request.newContext({ baseURL: url });
      await requests.post('/-/sign-in', { data: { username, password: PASSWORD } });
      const response = await requests.post('/-/sign-in/second-factor', { data: { recovery_code: code } });
      expect(response.ok(), await response.text()).toBe(true);
      await requests.dispose();
    }
    await withRecoveryCode(last);
    await expect(page.getByText('You have 3 recovery codes left. Make new ones in your profile.')).toBeVisible();
    await expectSoundOnScreens(page);
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/$/);
    await go(page, '/-/profile/2fa');
    await page.getByRole('button', { name: 'Generate new codes' }).press('Enter');
    await enter(page, PASSWORD);
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
    await page.getByRole('button', { name: 'I have saved them' }).press('Enter');
    await signOut();
    await signInWithPassword(page, username);
    await page.getByRole('button', { name: 'Use a recovery code' }).press('Enter');
    await enter(page, codes[8] ?? '');
    await expect(page.getByText('The code is wrong or was used before.')).toBeVisible();
    await page.getByRole('button', { name: 'Use the authenticator app' }).press('Enter');
    await enter(page, codeOf(secret, 1));
    await expect(page).toHaveURL(/\/$/);
  });

  await test.step('add a passkey and sign in with it alone', async () => {
    await page.setViewportSize(wide.viewport);
    await go(page, '/-/profile/2fa');
    await page.getByRole('button', { name: 'Add a passkey' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name of the passkey' })).toBeFocused();
    await page.keyboard.type('Work laptop');
    await page.keyboard.press('Tab');
    await enter(page, PASSWORD);
    await expect(page.getByText('never used')).toBeVisible();
    await expectSoundOnScreens(page);
    await signOut();
    await page.goto('/users/sign_in');
    await expectSoundOnScreens(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
    await expect(page).toHaveURL(/\/$/);
  });

  await test.step('use the passkey as the second factor, after it did not verify its user', async () => {
    await page.setViewportSize(phone.viewport);
    await signOut();
    await page.goto('/users/sign_in');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
    await expect(page).toHaveURL(/\/$/);
    await setVerified(false);
    await signOut();
    await page.goto('/users/sign_in');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await setVerified(true);
    await signInWithPassword(page, username);
    await page.getByRole('button', { name: 'Use a passkey' }).press('Enter');
    await page.getByRole('button', { name: 'Use a passkey' }).press('Enter');
    await expect(page).toHaveURL(/\/$/);
  });

  await test.step('rename and remove', async () => {
    await page.setViewportSize(wide.viewport);
    await go(page, '/-/profile/2fa');
    await page.getByRole('button', { name: 'Rename Work laptop' }).press('Enter');
    await enter(page, 'Old laptop');
    await page.getByRole('button', { name: 'Remove Old laptop' }).press('Enter');
    await enter(page, PASSWORD);
    await expect(page.getByText('You have no passkeys.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove the authenticator app' }).press('Enter');
    await enter(page, PASSWORD);
    await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeHidden();
    await signOut();
    await signInWithPassword(page, username);
    await expect(page).toHaveURL(/\/$/);
  });
  await context.close();
});

test('an expired second step leads back to the sign-in', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: url });
  await page.goto('/users/sign_in?step=second_factor');
  await expect(page.getByText('This sign-in has expired. Sign in again.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to sign-in' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Username or email' })).toBeFocused();
  await page.close();
});

test('a group requires a second factor: a banner with the deadline, then every page leads to the set-up, on wide screens and phones', async ({
  browser,
}) => {
  const username = 'omar';
  await createAccount(root, username, PASSWORD);
  const context = await browser.newContext({ ...wide, baseURL: url });
  const page = await context.newPage();
  const path = 'guarded';
  const banner = page.getByRole('region', { name: 'Two-factor authentication' }).getByRole('link', { name: 'Set up' });

  const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());

  await test.step('require it, with time to set it up', async () => {
    await signInWithPassword(page, username);
    await expect(page).toHaveURL(/\/$/);
    await go(page, '/groups/new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
    await enter(page, path);
    await expect(page).toHaveURL(`/groups/${path}`);
    await expect(banner).toBeHidden();
    await go(page, `/groups/${path}/-/edit`);
    await page.getByRole('checkbox', { name: 'Require two-factor authentication' }).press('Space');
    await page.getByRole('textbox', { name: 'Hours to set it up' }).focus();
    await enter(page, 'soon');
    await expect(page.getByText('Must be a number of hours from 0 to 8760')).toBeVisible();
    await page.getByRole('textbox', { name: 'Hours to set it up' }).focus();
    await Promise.all([saved(), enter(page, '24')]);
    await expectSoundOnScreens(page);
  });

  await test.step('every page shows the deadline', async () => {
    for (const each of [`/groups/${path}/-/roadmap`, '/dashboard/todos']) {
      await page.goto(each);
      await expect(banner).toBeVisible();
      await expect(page.getByText(/Set it up before \w+ \d+, \d{4}, /)).toBeVisible();
    }
    await expectSoundOnScreens(page);
  });

  await test.step('after the deadline, every page leads to the set-up', async () => {
    await go(page, `/groups/${path}/-/edit`);
    await page.getByRole('textbox', { name: 'Hours to set it up' }).focus();
    await Promise.all([saved(), enter(page, '0')]);
    for (const each of ['/', `/groups/${path}`, '/-/profile']) {
      await page.goto(each);
      await expect(page).toHaveURL('/-/profile/2fa');
    }
    await expect(page.getByText('Set it up to continue.')).toBeVisible();
    await expect(page.getByRole('navigation')).toBeHidden();
    await expectSoundOnScreens(page);
  });

  await test.step('a factor opens them again', async () => {
    await page.getByRole('button', { name: 'Set up' }).press('Enter');
    await enter(page, PASSWORD);
    const secret = (await page.getByRole('status', { name: 'Secret' }).innerText()).replaceAll(' ', '');
    await enter(page, codeOf(secret));
    await page.getByRole('button', { name: 'I have saved them' }).press('Enter');
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect(page).toHaveURL(/\/$/);
    await go(page, '/-/profile/2fa');
    await page.getByRole('button', { name: 'Remove the authenticator app' }).press('Enter');
    await enter(page, PASSWORD);
    await expect(page.getByText('Add another one before you remove this one.')).toBeVisible();
  });
  await context.close();
});
