import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { makeEpic, makeGroup, someone } from './setup/people.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: { object_kind: string; object_attributes: { title: string } };
}

let receiver: Server;
const received: Received[] = [];
/** Its response. */
let status = 200;

test.beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({
        headers: request.headers,
        body: JSON.parse(Buffer.concat(parts).toString()) as Received['body'],
      });
      response.writeHead(status, { 'x-receiver': 'journey' }).end('thanks');
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
});

test.afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const urlField = (page: Page): Locator => page.getByRole('textbox', { name: 'URL' });

test('a webhook is created, tested, inspected, resent, edited and deleted', async ({ browser }) => {
  const maren = await someone(browser, 'maren', { viewport: { width: 1440, height: 900 } });
  const { page } = maren;
  const group = await makeGroup(maren);
  await makeEpic(maren, group, { title: 'Castle' });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`;

  // The navigation links to it, and the breadcrumb shows the location.
  await page.goto(`/groups/${group}`);
  await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL(`/groups/${group}/-/hooks`);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Webhooks');
  await expect(page.getByText('No webhooks yet')).toBeVisible();

  // An invalid URL is rejected where it was typed.
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await urlField(page).fill('ftp://somewhere');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(urlField(page)).toHaveAccessibleDescription('Must be a valid URL of http or https');
  await expectAccessible(page);
  await urlField(page).fill(url);
  await page.getByRole('textbox', { name: 'Secret token' }).fill('open-sesame');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const hooks = page.getByRole('list', { name: 'Webhooks' });
  await expect(hooks.getByText(url)).toBeVisible();

  // A test that cannot be sent shows the reason; one that can reaches the receiver and the log.
  const tried = async (event: string): Promise<void> => {
    await page.getByRole('button', { name: `Test ${url}` }).click();
    await page.getByRole('menuitem', { name: event, exact: true }).click();
  };
  await tried('Comments');
  await expect(page.getByText('There is nothing to send yet: write a comment first')).toBeVisible();
  status = 503;
  await tried('Epics and issues');
  await expect(page.getByText('Sent: 503')).toBeVisible();
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    headers: { 'x-gitlab-token': 'open-sesame', 'x-gitlab-event': 'Issue Hook' },
    body: { object_kind: 'work_item', object_attributes: { title: 'Castle' } },
  });
  const log = page.getByRole('list', { name: `Log of ${url}` });
  await log.getByRole('button', { name: /^Details of Issue Hook/ }).click();
  await expect(log.getByRole('region', { name: 'Request headers' })).toContainText('X-Gitlab-Token: [REDACTED]');
  await expect(log.getByRole('region', { name: 'Request body' })).toContainText('"title": "Castle"');
  await expect(log.getByRole('region', { name: 'Response headers' })).toContainText('x-receiver: journey');
  await expect(log.getByRole('region', { name: 'Response body' })).toContainText('thanks');
  await expectAccessible(page);

  status = 200;
  await log.getByRole('button', { name: /^Resend/ }).click();
  await expect(page.getByText('Resent: 200')).toBeVisible();
  await expect(log.getByRole('listitem')).toHaveCount(2);
  expect(received[1]?.headers['idempotency-key']).toBe(received[0]?.headers['idempotency-key']);

  // On a phone in dark mode nothing overflows horizontally.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(log.getByRole('region', { name: 'Request headers' })).toBeVisible();
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: window.innerWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(width);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });

  // Edited: the old token is kept when none is typed.
  await page.getByRole('button', { name: `Edit ${url}` }).click();
  await urlField(page).fill(`${url}/changed`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(hooks.getByText(`${url}/changed`)).toBeVisible();
  await makeEpic(maren, group, { title: 'Tower' });
  await expect.poll(() => received.at(-1)?.body.object_attributes.title).toBe('Tower');
  expect(received.at(-1)?.headers['x-gitlab-token']).toBe('open-sesame');

  await page.getByRole('button', { name: `Remove ${url}/changed` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});
