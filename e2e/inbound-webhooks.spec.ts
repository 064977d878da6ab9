import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { makeGroup, makeProject, phone, someone, wide } from './setup/people.ts';

const forges = {
  GitHub: { steps: ['Payload URL', 'Pull requests'], event: 'x-github-event' },
  GitLab: { steps: ['Secret token', 'Merge request events'], event: 'x-gitlab-event' },
  Gitea: { steps: ['Target URL', 'Pull Request Synchronized'], event: 'x-gitea-event' },
} as const;

test('DL-IN-01: a maintainer creates an inbound webhook of each forge and sees its address, its steps and once its secret', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const tomas = await someone(browser, 'tomas', wide);
  const fullPath = await makeProject(maren, await makeGroup(maren));
  const project = `/projects/${encodeURIComponent(fullPath)}`;
  const { id } = await tomas.call<{ id: number }>('GET', '/user');
  await maren.call('POST', `${project}/members`, { user_id: id, access_level: 30 });
  const { page } = tomas;
  const path = `/${fullPath}/-/settings/inbound_webhooks`;

  // A developer does not.
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add inbound webhook' })).toHaveCount(0);
  await maren.call('PUT', `${project}/members/${id}`, { access_level: 40 });

  await page.goto(`/${fullPath}/edit`);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Inbound webhooks' }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { name: 'No inbound webhooks yet' })).toBeVisible();
  await expectAccessible(page);
  const secrets: string[] = [];
  for (const [forge, { steps, event }] of Object.entries(forges)) {
    await page.getByRole('button', { name: 'Add inbound webhook' }).click();
    await page.getByRole('combobox', { name: 'Forge' }).selectOption(forge);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const made = page.getByRole('status').filter({ hasText: `The webhook for ${forge} was added` });
    await expect(made).toContainText('Copy its secret now: it is not shown again.');
    const valueOf = (term: string) =>
      made.locator('dt', { hasText: new RegExp(`^${term}$`) }).locator('xpath=following-sibling::dd[1]');
    const address = await valueOf('Address').innerText();
    const secret = await valueOf('Secret').innerText();
    secrets.push(secret);
    expect(new URL(address).pathname).toMatch(/^\/-\/inbound_webhooks\/[0-9a-f-]{36}$/);
    for (const step of steps) await expect(made.getByRole('listitem').filter({ hasText: step })).toHaveCount(1);
    if (forge === 'GitHub') await expectAccessible(page);

    // They are the ones that the forge needs.
    const deliver = async (key: string): Promise<number> => {
      const data = JSON.stringify({ zen: 'ping' });
      const signature = createHmac('sha256', key).update(data).digest('hex');
      const response = await tomas.context.request.post(address, {
        data,
        headers: {
          'content-type': 'application/json',
          [event]: 'ping',
          'x-hub-signature-256': `sha256=${signature}`,
          'x-gitea-signature': signature,
          'x-gitlab-token': key,
        },
      });
      return response.status();
    };
    expect(await deliver(`${secret}1`)).toBe(401);
    expect(await deliver(secret)).toBe(202);

    // Once only.
    await page.reload();
    const row = page.getByRole('list', { name: 'Inbound webhooks' }).getByRole('listitem').filter({ hasText: forge });
    await row.getByRole('button', { name: `Set-up of ${forge}` }).click();
    const setUp = page.getByRole('region', { name: `Set-up of ${forge}` });
    await expect(setUp).toContainText(address);
    for (const step of steps) await expect(setUp.getByRole('listitem').filter({ hasText: step })).toHaveCount(1);
    for (const known of secrets) expect(await page.content()).not.toContain(known);
  }
  const listed = JSON.stringify(await tomas.call('GET', `${project}/inbound_webhooks`));
  for (const secret of secrets) expect(listed).not.toContain(secret);
});

test('inbound webhooks fit a phone in dark mode', async ({ browser }) => {
  const maren = await someone(browser, 'maren', { ...phone, colorScheme: 'dark' });
  const { page } = maren;
  const fullPath = await makeProject(maren, await makeGroup(maren));
  await page.goto(`/${fullPath}/-/settings/inbound_webhooks`);
  await page.getByRole('button', { name: 'Add inbound webhook' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('The webhook for GitHub was added.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});
