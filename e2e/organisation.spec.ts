import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectSound, expectSoundOnScreens } from './setup/axe.ts';
import { GROUP, LONG_NAME, type Organisation, startOrganisation, streamAnswer } from './setup/organisation.ts';
import { go, phone, wide } from './setup/people.ts';

/** One server for the whole file: the pages are first empty, then filled. */
test.describe.configure({ mode: 'serial' });

let organisation: Organisation;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  organisation = await startOrganisation();
  const { url, state } = organisation;
  context = await browser.newContext({ baseURL: url, storageState: state, ...wide, colorScheme: 'light' });
  page = await context.newPage();
});

test.afterAll(async () => {
  await context.close();
  await organisation.stop();
});

const settings = `/groups/${GROUP}/-/settings`;
const api = `/api/v4/groups/${GROUP}`;

/** Each page: its address, the request of what it shows, and its text while it is empty. */
const pages = [
  { path: `${settings}/seats`, from: `${api}/billable_members`, empty: /Seats in use/ },
  { path: `${settings}/seats?tab=enterprise`, from: `${api}/enterprise_users`, empty: 'No enterprise users' },
  { path: `${settings}/service_accounts`, from: `${api}/service_accounts`, empty: 'No service accounts' },
  { path: `${settings}/access_tokens`, from: `${api}/access_tokens`, empty: 'No access tokens' },
  { path: `${settings}/role_mappings`, from: `${api}/role_mappings`, empty: 'No role mappings yet.' },
  { path: `${settings}/audit_events`, from: `${api}/audit_event_streams`, empty: 'No destinations.' },
  { path: `${settings}/assistant`, from: `${api}/ai/usage`, empty: 'The assistant has not been used here' },
  { path: '/admin/service_accounts', from: '/api/v4/service_accounts', empty: 'No service accounts' },
  { path: '/admin/sites', from: '/api/v4/geo_sites', empty: 'Only this site is set up' },
  { path: '/admin/backups', from: '/-/admin/backups.json', empty: 'No backups' },
  { path: '/admin/audit_events', from: '/api/v4/audit_event_streams', empty: 'No destinations.' },
  {
    path: '/admin/incoming_mail',
    from: '/-/admin/incoming_mail.json',
    empty: 'No email was refused in the last 30 days',
  },
  { path: '/admin/assistant', from: '/api/v4/ai/usage', empty: 'The assistant has not been used here' },
] as const;

test('OG-ER-05: each page of an organisation loads, fails with Retry, and is empty', async () => {
  for (const { path, from, empty } of pages) {
    await test.step(path, async () => {
      let release!: () => void;
      const released = new Promise<void>((resolve) => (release = resolve));
      const requests = (url: URL): boolean => url.pathname === from;
      await page.route(requests, async (route) => {
        await released;
        await route.fulfill({ status: 500, json: { message: 'Broken' } });
      });
      await go(page, path);
      await expect(
        page
          .getByRole('status')
          .filter({ hasText: /^Loading/ })
          .first(),
      ).toBeVisible();
      release();
      const retry = page.getByRole('button', { name: 'Retry' });
      await expect(retry).toBeVisible();
      await page.unroute(requests);
      await retry.press('Enter');
      await expect(page.getByText(empty).first()).toBeVisible();
      await expectSound(page, path);
    });
  }
});

/** What the filled pages show. */
const filled = [
  { path: `${settings}/seats`, shows: [LONG_NAME, 'Seats owed'] },
  { path: `${settings}/seats?tab=enterprise`, shows: ['engineering.subsidiary.example.com'] },
  { path: `${settings}/access_tokens`, shows: ['Deploy'] },
  { path: `${settings}/role_mappings`, shows: ['Developer for people of Corp'] },
  { path: `${settings}/audit_events`, shows: ['http://127.0.0.1:9/audit', 'Continuous deployment of the whole'] },
  { path: '/admin/service_accounts', shows: ['Continuous deployment of the whole of production'] },
  { path: '/admin/sites', shows: ['14 seconds behind', 'File 42'] },
  { path: '/admin/backups', shows: ['Verified', /^ENOSPC/, /older than two periods/] },
  { path: '/admin/audit_events', shows: ['http://127.0.0.1:9/audit/of/the/whole'] },
  { path: '/admin/incoming_mail', shows: ['mallory@example.org'] },
  { path: '/-/profile/2fa', shows: ['Passkeys'] },
] as const;

test('OG-ER-05: filled pages of an organisation pass axe, wide and on a phone in the dark, and keep typed text when a part fails', async () => {
  await organisation.fill();
  for (const [index, { path, shows }] of filled.entries()) {
    await test.step(path, async () => {
      // Loading the first one drops what the page keeps of the empty lists.
      await (index === 0 ? page.goto(path) : go(page, path));
      for (const text of shows) await expect(page.getByText(text).first()).toBeVisible();
      await expectSoundOnScreens(page, path);
    });
  }

  await test.step('a part of a page that fails keeps the rest and what was typed', async () => {
    await go(page, `${settings}/seats?tab=enterprise`);
    const domain = page.getByRole('textbox', { name: 'Mail domain' });
    await domain.fill('new.example.com');
    const requests = (url: URL): boolean => url.pathname === `${api}/mail_domains`;
    await page.route(requests, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { message: 'Broken' } })
        : route.fallback(),
    );
    await page.keyboard.press('Enter');
    await expect(page.getByText('Could not save your changes.')).toBeVisible();
    await expect(domain).toHaveValue('new.example.com');
    await expect(page.getByRole('heading', { name: 'No enterprise users' })).toBeVisible();
    await page.unroute(requests);
    await expect(page.getByRole('button', { name: 'Add domain' })).toBeEnabled();
    await domain.press('Enter');
    await expect(page.getByText('new.example.com')).toBeVisible();
  });

  await test.step('a service account and its token, by keyboard', async () => {
    await go(page, `/groups/${GROUP}/-/edit`);
    await page.getByRole('link', { name: 'Service accounts' }).press('Enter');
    await page.getByRole('button', { name: 'New service account' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await page.keyboard.type('Mirror');
    await page.keyboard.press('Enter');
    const tokens = page.getByRole('region', { name: 'Access tokens of Mirror' });
    await tokens.getByRole('button', { name: 'New token' }).press('Enter');
    await page.keyboard.type('Sync');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status', { name: 'Your new token' })).toHaveText(/^mp-/);
    await expectSoundOnScreens(page);
    const secret = await page.getByRole('status', { name: 'Your new token' }).innerText();
    await page.reload();
    await expect(tokens.getByText('Sync')).toBeVisible();
    expect(await page.content()).not.toContain(secret);
  });

  await test.step('on a phone the chosen section of the administration is in view', async () => {
    await page.setViewportSize(phone.viewport);
    await page.goto('/admin/assistant');
    const section = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Assistant' });
    await expect(section).toHaveAttribute('aria-current', 'page');
    await expect(section).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(wide.viewport);
  });
});

test('the assistant answers from the navigation, part by part, with sources; Stop keeps what is there', async () => {
  const { model } = organisation;
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  streamAnswer(model, ['It begins **in May**', ', after the rehearsal [1].'], released);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Ask' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Question' })).toBeFocused();
  await page.keyboard.type('When does the wombat migration begin?');
  await page.keyboard.press('Enter');
  await expect(page.getByText('in May')).toBeVisible();
  await expect(page.getByText('The model is answering…')).toBeVisible();
  await expectSoundOnScreens(page);
  await page.getByRole('button', { name: 'Stop' }).press('Enter');
  await model.last.left;
  await expect(page.getByText('Stopped')).toBeVisible();
  await expect(page.getByText('in May')).toBeVisible();
  release();
  streamAnswer(model, ['It begins **in May**', ', after the rehearsal [1].']);
  await page.keyboard.press('Enter');
  await expect(page.getByText('after the rehearsal [1].')).toBeVisible();
  await expectSoundOnScreens(page);
  // A source opens, and Back leads to the same answer.
  await page.getByRole('link', { name: /Wombat migration/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Wombat migration to PostgreSQL 18' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('after the rehearsal [1].')).toBeVisible();

  // The palette and, on a phone, the menu lead there as well.
  await page.goto('/');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Ask');
  await page.getByRole('option', { name: 'Ask' }).first().waitFor();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/-/ask');
  await page.setViewportSize(phone.viewport);
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Ask' }).press('Enter');
  await expect(page).toHaveURL('/-/ask');
  await page.setViewportSize(wide.viewport);

  // The usage is logged.
  for (const path of [`${settings}/assistant`, '/admin/assistant']) {
    await go(page, path);
    if (path === '/admin/assistant') await expect(page.getByRole('row', { name: /planner-1/ }).first()).toBeVisible();
    else await expect(page.getByRole('heading', { name: 'Usage' })).toBeVisible();
    await expectSoundOnScreens(page);
  }
});
