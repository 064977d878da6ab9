import { rm } from 'node:fs/promises';
import { type Browser, type BrowserContextOptions, expect, type Locator, type Page, test } from '@playwright/test';
import { bodyOf, type MailServer, startMailServer } from '../packages/server/src/testing/mail/mail-server.ts';
import { expectSoundOnScreens } from './setup/axe.ts';
import { emptyDataDir, ended, type MilepostProcess, ready, startMilepost, until } from './setup/milepost.ts';
import { go, phone, wide } from './setup/people.ts';

let dataDir: string;
let mail: MailServer;
let server: MilepostProcess;

test.beforeEach(async () => {
  dataDir = await emptyDataDir('milepost-team-');
  mail = await startMailServer();
  server = startMilepost({ MILEPOST_DATA_DIR: dataDir, MILEPOST_SMTP_URL: mail.url }, 'serve', '--port', '0');
});

test.afterEach(async () => {
  server.kill('SIGTERM');
  await ended(server);
  await mail.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The link of this form in the last message to an address, as soon as it arrives. */
function mailedLink(address: string, form: RegExp): Promise<string> {
  return until(
    async () => {
      const last = mail.received.findLast(({ to }) => to.includes(address));
      return last && form.exec(bodyOf(last))?.[0];
    },
    () => `no ${String(form)} for ${address}`,
  );
}

/** Fills a field as a person does who only has a keyboard. */
async function type(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.page().keyboard.press('Control+a');
  await field.page().keyboard.type(text);
}

test('TM-LM-05, TM-IN-01, TM-IN-07, TM-IN-11, TM-IN-14, TM-IN-15, TM-IN-20, TM-MB-06, TM-GS-05, TM-GS-14, TM-GS-17 to TM-GS-19: a team starts on an empty server and needs nothing but a browser and the keyboard, on a wide screen and on a phone', async ({
  browser,
}) => {
  const url = await ready(server);
  const open = (options: BrowserContextOptions): Promise<Page> => newPage(browser, { ...options, baseURL: url });
  // Who does most of it does it on a phone; the other two have wide screens. Each state is looked at on both.
  const ada = await open({ ...phone, colorScheme: 'dark' });

  await test.step('set up', async () => {
    const address = await until(async () => /(\S+\/-\/set-up\/\S+)/.exec(server.said())?.[1], server.said);
    await ada.goto(address);
    await expectSoundOnScreens(ada);
    await type(ada.getByRole('textbox', { name: 'Name', exact: true }), 'Ada Okafor');
    await type(ada.getByRole('textbox', { name: 'Username' }), 'ada');
    await type(ada.getByRole('textbox', { name: 'Email' }), 'ada@example.com');
    await type(ada.getByLabel('Password'), 'a long first password');
    await ada.keyboard.press('Enter');
    await expect(ada.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
  });

  await test.step('create groups and a project', async () => {
    for (const [name, path] of [
      ['Orbit', 'orbit'],
      ['Archive', 'archive'],
    ] as const) {
      await go(ada, '/groups/new');
      await type(ada.getByRole('textbox', { name: 'Name', exact: true }), name);
      if (path === 'orbit') await expectSoundOnScreens(ada);
      await ada.keyboard.press('Enter');
      await expect(ada).toHaveURL(`/groups/${path}`);
      // The address changes before the page does: going back to the form now would keep it.
      await expect(ada.getByRole('heading', { name: 'New group' })).toBeHidden();
    }
    await go(ada, '/groups/orbit');
    await expect(ada.getByRole('heading', { name: 'First steps' })).toBeVisible();
    await expectSoundOnScreens(ada);
    await ada.getByRole('button', { name: 'New' }).first().press('Enter');
    await ada.getByRole('menuitem', { name: 'New project' }).press('Enter');
    await type(ada.getByRole('textbox', { name: 'Name', exact: true }), 'Rocket');
    await ada.keyboard.press('Enter');
    await expect(ada).toHaveURL('/orbit/rocket');
  });

  const [nora, lena] = [await open(wide), await open(wide)];
  await test.step('invite by mail and by link; both accept in browsers of their own', async () => {
    await go(ada, '/admin/users');
    await ada.getByRole('button', { name: 'Create user' }).press('Enter');
    const creating = ada.getByRole('dialog');
    await type(creating.getByRole('textbox', { name: 'Name', exact: true }), 'Lena Ortiz');
    await type(creating.getByRole('textbox', { name: 'Username' }), 'lena');
    await type(creating.getByRole('textbox', { name: 'Email' }), 'lena@example.com');
    await expectSoundOnScreens(ada);
    await ada.keyboard.press('Enter');
    await expect(creating).toBeHidden();
    await lena.goto(await mailedLink('lena@example.com', /http\S+\/-\/reset-password\/[\w-]+/));
    await type(lena.getByLabel('New password'), 'a long second password');
    await lena.keyboard.press('Enter');
    await lena.getByRole('link', { name: 'Sign in' }).press('Enter');
    await type(lena.getByRole('textbox', { name: 'Username or email' }), 'lena');
    await type(lena.getByLabel('Password', { exact: true }), 'a long second password');
    await lena.keyboard.press('Enter');
    await expect(lena.getByRole('heading', { name: 'No groups yet' })).toBeVisible();

    await go(ada, '/groups/orbit/-/group_members');
    await ada.getByRole('button', { name: 'Invite people' }).press('Enter');
    const dialog = ada.getByRole('dialog', { name: /^Invite people to/ });
    await expect(dialog.getByRole('textbox', { name: 'Email or username' })).toBeFocused();
    await ada.keyboard.type('nora@example.com ');
    await expect(dialog.getByRole('button', { name: 'Remove nora@example.com' })).toBeVisible();
    await expectSoundOnScreens(ada);
    await dialog.getByRole('button', { name: 'Create link' }).press('Enter');
    const link = await dialog.getByRole('textbox', { name: 'Share a link' }).inputValue();
    await expect(dialog.getByText(/^Anyone with this link can join as Developer\. 25 uses left/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Send 1 invitation' }).press('Enter');
    await expect(dialog).toBeHidden();
    // The invitation and the link.
    await expect(ada.getByRole('tab', { name: /^Pending/ })).toHaveText(/2$/);

    const mailed = await mailedLink('nora@example.com', /http\S+\/-\/invitations\/[\w-]{43}/);
    await nora.goto(mailed);
    await expect(nora.getByRole('textbox', { name: 'Email' })).toHaveValue('nora@example.com');
    await expectSoundOnScreens(nora);
    await type(nora.getByRole('textbox', { name: 'Name', exact: true }), 'Nora New');
    await type(nora.getByRole('textbox', { name: /^Username/ }), 'nora');
    await type(nora.getByLabel(/^Password/), 'a long third password');
    await nora.keyboard.press('Enter');
    await expect(nora).toHaveURL('/groups/orbit');
    expect((await lena.goto(mailed))?.status()).toBe(404);
    await lena.goto(link);
    await lena.getByRole('button', { name: /^Accept/ }).press('Enter');
    await expect(lena).toHaveURL('/groups/orbit');
  });

  await test.step('change a role', async () => {
    await ada.goto('/groups/orbit/-/group_members');
    await ada.getByRole('button', { name: /^Role of Nora New: Developer/ }).press('Enter');
    await ada.getByRole('menuitemradio', { name: 'Maintainer' }).press('Enter');
    await expect(ada.getByRole('button', { name: 'Role of Nora New: Maintainer' })).toBeVisible();
    await expect(ada.getByRole('tab', { name: /^Members/ })).toHaveText(/3$/);
    await expectSoundOnScreens(ada);
  });

  await test.step('a milestone, a label, a cadence and a lifecycle', async () => {
    await go(nora, '/groups/orbit/-/milestones');
    await nora.getByRole('button', { name: 'New milestone' }).first().press('Enter');
    await type(nora.getByRole('textbox', { name: 'Title' }), 'Lift-off');
    await nora.keyboard.press('Enter');
    await expect(nora.getByRole('link', { name: 'Lift-off' })).toBeVisible();
    await expectSoundOnScreens(nora);

    await go(nora, '/groups/orbit/-/labels');
    await nora.getByRole('button', { name: 'New label' }).first().press('Enter');
    await type(nora.getByRole('textbox', { name: 'Title' }), 'stage::one');
    await nora.keyboard.press('Enter');
    await expect(nora.getByRole('dialog')).toBeHidden();
    await expect(nora.getByRole('heading', { name: 'stage' })).toBeVisible();
    await expectSoundOnScreens(nora);

    await go(nora, '/groups/orbit/-/iterations');
    await nora.getByRole('button', { name: 'New cadence' }).first().press('Enter');
    await type(nora.getByRole('textbox', { name: 'Title' }), 'Sprints');
    await nora.keyboard.press('Enter');
    await expect(nora.getByRole('dialog')).toBeHidden();
    await expect(nora.getByRole('heading', { name: 'Sprints' })).toBeVisible();
    await expectSoundOnScreens(nora);

    await go(ada, '/groups/orbit/-/settings/statuses');
    await ada.getByRole('button', { name: /^Edit / }).press('Enter');
    await ada.getByRole('button', { name: 'Add status' }).press('Enter');
    const status = ada.getByRole('dialog');
    await type(status.getByRole('textbox', { name: 'Name' }), 'On the pad');
    await status.getByRole('combobox', { name: 'Category' }).press('I');
    await expectSoundOnScreens(ada);
    await status.getByRole('button', { name: 'Done' }).press('Enter');
    await ada.getByRole('button', { name: 'Save changes' }).press('Enter');
    await expect(ada.getByRole('listitem').filter({ hasText: 'On the pad' })).toBeVisible();
    await expectSoundOnScreens(ada);
  });

  const card = (page: Page) => page.getByRole('article', { name: 'Fuel the rocket' });
  const column = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
  let board = '';
  await test.step('a board with a column for each status, one of them limited', async () => {
    await go(ada, '/groups/orbit/-/boards');
    await ada.getByRole('button', { name: 'Default board' }).press('Enter');
    await ada.getByRole('menuitem', { name: 'New board…' }).press('Enter');
    await type(ada.getByRole('dialog').getByRole('textbox', { name: 'Name' }), 'Launch');
    await expectSoundOnScreens(ada);
    await ada.keyboard.press('Enter');
    await expect(ada).toHaveURL(/\/groups\/orbit\/-\/boards\/\d+$/);
    board = new URL(ada.url()).pathname;
    await ada.getByRole('button', { name: 'Actions for the column On the pad' }).press('Enter');
    await ada.getByRole('menuitem', { name: 'Set limit…' }).press('Enter');
    await type(ada.getByRole('textbox', { name: 'At most' }), '1');
    await expectSoundOnScreens(ada);
    await ada.keyboard.press('Enter');
    await expect(ada.getByText('0 / 1')).toBeVisible();
  });

  await test.step('cards move, seen live on a second screen', async () => {
    await go(nora, board);
    await ada.getByRole('button', { name: 'New issue in To do' }).press('Enter');
    await type(ada.getByRole('textbox', { name: 'Title' }), 'Fuel the rocket');
    await ada.keyboard.press('Enter');
    await expect(column(nora, 'To do').getByRole('article', { name: 'Fuel the rocket' })).toBeAttached();
    await ada.keyboard.press('Escape');
    await card(ada).focus();
    await ada.keyboard.press('Space');
    await expect(async () => {
      await ada.keyboard.press('ArrowRight');
      await expect(ada.getByText(/^Moved to On the pad, position 1 of 1/)).toBeAttached({ timeout: 500 });
    }).toPass();
    await ada.keyboard.press('Space');
    await expect(column(nora, 'On the pad').getByRole('article', { name: 'Fuel the rocket' })).toBeAttached();
    await expectSoundOnScreens(ada);
  });

  await test.step('search finds a comment', async () => {
    await go(nora, '/orbit/rocket/-/issues/1');
    await type(nora.getByRole('textbox', { name: 'Comment' }), 'The valve is frozen shut');
    await nora.keyboard.press('Control+Enter');
    await expect(nora.getByRole('article').getByText('The valve is frozen shut')).toBeVisible();
    await expect
      .poll(async () => (await lena.request.get('/api/v4/search?scope=notes&search=frozen+valve')).json())
      .toHaveLength(1);
    await go(lena, '/search?search=frozen+valve');
    await expect(lena.getByRole('list', { name: 'Results' })).toContainText('The valve is frozen shut');
    await expectSoundOnScreens(lena);
  });

  await test.step('rename, transfer, delete and restore; old links redirect', async () => {
    await go(ada, '/groups/orbit/-/edit');
    await type(ada.getByRole('textbox', { name: 'Group URL' }), 'space');
    await ada.keyboard.press('Enter');
    await expect(ada).toHaveURL('/groups/space/-/edit');
    await expectSoundOnScreens(ada);
    await lena.goto('/orbit/rocket/-/issues/1?x=1');
    await expect(lena).toHaveURL('/space/rocket/-/issues/1?x=1');

    const dialog = ada.getByRole('dialog');
    await ada.getByRole('button', { name: 'Transfer…' }).press('Enter');
    await type(dialog.getByRole('searchbox'), 'Archive');
    await dialog.getByRole('radio', { name: /archive/i }).press('Space');
    // The other group has no status of this name.
    await dialog.getByRole('combobox', { name: /^On the pad/ }).press('I');
    await type(dialog.getByRole('textbox', { name: 'Type space to confirm' }), 'space');
    await expectSoundOnScreens(ada);
    await ada.keyboard.press('Enter');
    await expect(ada).toHaveURL('/groups/archive/space/-/edit');

    await ada.getByRole('button', { name: 'Delete…' }).press('Enter');
    await type(dialog.getByRole('textbox'), 'archive/space');
    await ada.keyboard.press('Enter');
    await expect(ada).toHaveURL('/groups/archive');
    await lena.goto('/archive/space/rocket/-/issues/1');
    await expect(lena.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await go(ada, '/groups/archive/space/-/edit');
    await expect(ada.getByText('This group is deleted')).toBeVisible();
    await expectSoundOnScreens(ada);
    await ada.getByRole('button', { name: 'Restore' }).press('Enter');
    await expect(ada.getByText('This group is deleted')).toBeHidden();
    await expect(ada.getByRole('heading', { level: 1, name: 'General' })).toBeVisible();
    await lena.goto('/orbit/rocket/-/issues/1');
    await expect(lena).toHaveURL('/archive/space/rocket/-/issues/1');
    await expect(lena.getByText('The valve is frozen shut')).toBeVisible();
  });
});

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  return context.newPage();
}
