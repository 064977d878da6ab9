import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Pair, startPair } from '../packages/server/src/testing/clusters.ts';
import { expectSound } from './setup/axe.ts';
import { ended, type MilepostProcess, ready, setUp, startMilepost } from './setup/milepost.ts';
import { freePort } from '../packages/server/src/testing/line.ts';

let pair: Pair;
let home: MilepostProcess;
let away: MilepostProcess;
const folders: string[] = [];

/** A site over one of the two databases. */
async function startSite(name: string, { target }: Pair['primary'], port: string): Promise<MilepostProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), `milepost-${name}-`));
  folders.push(dataDir);
  const settings = {
    DATABASE_URL: `postgres://${target.user}@/${target.database}?host=${encodeURIComponent(target.host)}`,
    MILEPOST_DATA_DIR: dataDir,
    MILEPOST_SECRET: 's'.repeat(32),
    MILEPOST_SITE_NAME: name,
    MILEPOST_URL: `http://127.0.0.1:${port}`,
  };
  const server = startMilepost(settings, 'serve', '--port', port);
  await ready(server);
  return server;
}

test.afterAll(async () => {
  for (const server of [home, away]) {
    server?.kill('SIGTERM');
    if (server) await ended(server);
  }
  await pair?.end();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

test('OG-ST-03, OG-ST-11: with the primary away, a second site serves roadmap, epic and issue to who is signed in, and loses no typed text', async ({
  page,
}) => {
  pair = await startPair();
  const [homePort, awayPort] = [String(await freePort()), String(await freePort())];
  const [homeUrl, awayUrl] = [`http://127.0.0.1:${homePort}`, `http://127.0.0.1:${awayPort}`];
  home = await startSite('Home', pair.primary, homePort);
  const root = await setUp(home, homeUrl);
  for (const [name, url] of [
    ['Home', homeUrl],
    ['Away', awayUrl],
  ] as const) {
    await root.call('POST', '/geo_sites', { name, url, primary: name === 'Home' });
  }
  const group = await root.call<{ id: number }>('POST', '/groups', {
    name: 'Harbor',
    path: 'harbor',
    visibility: 'private',
  });
  const project = await root.call<{ id: number }>('POST', '/projects', {
    name: 'Pier',
    path: 'pier',
    namespace_id: group.id,
  });
  const today = new Date();
  const day = (months: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
  const epic = await root.call<{ id: number; iid: number }>('POST', `/groups/${group.id}/epics`, {
    title: 'Deepen the basin',
    start_date_is_fixed: true,
    start_date_fixed: day(-1),
    due_date_is_fixed: true,
    due_date_fixed: day(2),
  });
  const issue = await root.call<{ iid: number }>('POST', `/projects/${project.id}/issues`, {
    title: 'Survey the ground',
    epic_id: epic.id,
  });
  away = await startSite('Away', pair.standby, awayPort);

  // The sign-in is forwarded to the primary.
  await page.goto(`${awayUrl}/users/sign_in`);
  await page.getByLabel('Username or email').fill('root');
  await page.getByLabel('Password', { exact: true }).fill('a long first password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/sign_in/);

  home.kill('SIGKILL');
  await ended(home);
  const opened = await page.goto(`${awayUrl}/groups/harbor/-/roadmap?view=overview`);
  expect(opened?.headers()['x-milepost-site']).toBe('Away');
  await expect(page.getByText('Read-only: the primary site is unreachable.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Deepen the basin/ }).first()).toBeVisible();
  await expectSound(page);

  await page.goto(`${awayUrl}/groups/harbor/-/epics/${epic.iid}`);
  await expect(page.getByRole('link', { name: 'Survey the ground' })).toBeVisible();

  await page.goto(`${awayUrl}/harbor/pier/-/issues/${issue.iid}`);
  await expect(page.getByRole('heading', { name: 'Survey the ground' })).toBeVisible();
  const comment = page.getByRole('textbox', { name: 'Add a comment' });
  await comment.fill('Depth is 12 m.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByText('Read-only: the primary site is unreachable.').last()).toBeVisible();
  await expect(comment).toHaveValue('Depth is 12 m.');
});
