import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { makeCode } from './setup/code.ts';
import { someone, wide } from './setup/people.ts';

const forges = [
  { forge: 'GitHub', path: 'pull' },
  { forge: 'GitLab', path: '-/merge_requests' },
  { forge: 'Gitea', path: 'pulls' },
] as const;

function eventOf(forge: string, url: string): object {
  const times = { created_at: '2026-11-19T10:00:00Z', updated_at: '2026-11-20T10:00:00Z' };
  const repository = { full_name: 'acme/app', path_with_namespace: 'acme/app', default_branch: 'main' };
  if (forge === 'GitLab') {
    const attributes = { iid: 7, title: 'Add a door', description: 'Of oak.', state: 'opened', url, author_id: 5 };
    const branches = { source_branch: 'topic', target_branch: 'main', last_commit: { id: 'a'.repeat(40) } };
    return {
      project: repository,
      user: { id: 5, name: 'Grace' },
      object_attributes: { ...attributes, ...branches, ...times },
    };
  }
  const head = { ref: 'topic', sha: 'a'.repeat(40) };
  const request = { number: 7, title: 'Add a door', body: 'Of oak.', state: 'open', html_url: url, ...times };
  return { repository, pull_request: { ...request, user: { login: 'Grace' }, head, base: { ref: 'main' } } };
}

/** Sends the event as the forge does. */
async function deliver(forge: string, { url, secret }: { url: string; secret: string }, event: object): Promise<void> {
  const body = JSON.stringify(event);
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = {
    GitHub: { 'x-github-event': 'pull_request', 'x-hub-signature-256': `sha256=${signature}` },
    GitLab: { 'x-gitlab-event': 'Merge Request Hook', 'x-gitlab-token': secret },
    Gitea: { 'x-gitea-event': 'pull_request', 'x-gitea-signature': signature },
  }[forge] as Record<string, string>;
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  expect(response.status, await response.text()).toBe(202);
}

for (const { forge, path } of forges) {
  test(`DL-MR-22: a request of ${forge} shows its forge, author and link, takes comments, and is not merged here`, async ({
    browser,
  }) => {
    const maren = await someone(browser, 'maren', wide);
    const code = await makeCode(maren);
    const { page } = maren;
    const webhook = await maren.call<{ url: string; secret: string }>('POST', `${code.project}/inbound_webhooks`, {
      forge: forge.toLowerCase(),
    });
    const there = `https://forge.example/acme/app/${path}/7`;
    await deliver(forge, webhook, eventOf(forge, there));
    const request = `${code.project}/merge_requests/1`;
    await expect.poll(async () => (await maren.call<object[]>('GET', `${code.project}/merge_requests`)).length).toBe(1);
    await page.goto(`/${code.fullPath}/-/merge_requests/1`);
    await expect(page.getByRole('heading', { name: 'Add a door' })).toBeVisible();
    await expect(
      page.getByText(`Grace opened this on ${forge} (acme/app#7). Review and merge it there.`),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: `Open on ${forge}` })).toHaveAttribute('href', there);
    await page.getByRole('textbox', { name: 'Add a comment' }).fill('Which hinges?');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(page.getByRole('article').filter({ hasText: 'Which hinges?' }).last()).toBeVisible();
    const notes = () => maren.call<object[]>('GET', `${request}/notes`);
    await expect.poll(notes).toMatchObject([{ body: 'Which hinges?' }]);
    for (const name of ['Merge', 'Approve']) {
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
    }
    await expectAccessible(page);
    const merged = await maren.context.request.put(`/api/v4${request}/merge`, { headers: maren.headers });
    expect([merged.status(), await merged.json()]).toEqual([405, { message: '405 Method Not Allowed' }]);
    expect(await maren.call('GET', request)).toMatchObject({ state: 'opened' });
  });
}
