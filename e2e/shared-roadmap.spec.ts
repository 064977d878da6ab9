import { expect, test, type Browser, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { makeEpic, makeGroup, someone, updateEpic, type MadeEpic, type Someone } from './setup/people.ts';

const dates = { startDateFixed: '2026-02-01', dueDateFixed: '2026-04-30' };
const days = 'range_from=2026-01-01&range_to=2026-12-31&layout=MONTHS';

interface Scene {
  maren: Someone;
  path: string;
  /** A browser of a person without an account who received the link. */
  page: Page;
  shown: MadeEpic;
}

async function begin(browser: Browser): Promise<Scene> {
  const maren = await someone(browser, 'maren', { viewport: { width: 1440, height: 800 } });
  const path = await makeGroup(maren);
  const shown = await makeEpic(maren, path, { title: 'Harbour', ...dates });
  const blocker = await makeEpic(maren, path, { title: 'Dredging', ...dates });
  const secret = await makeEpic(maren, path, { title: 'Takeover', confidential: true, ...dates });
  await makeEpic(maren, path, { title: 'Someday' });
  await makeEpic(maren, path, { title: 'Secretly someday', confidential: true });
  for (const { id } of [blocker, secret]) {
    const { workItemAddLinkedItems: done } = await maren.ask<{ workItemAddLinkedItems: { errors: string[] } }>(
      'mutation ($input: WorkItemAddLinkedItemsInput!) { workItemAddLinkedItems(input: $input) { errors } }',
      { input: { id: workItem(shown.id), workItemsIds: [workItem(id)], linkType: 'BLOCKED_BY' } },
    );
    expect(done.errors).toEqual([]);
  }
  const { roadmapLinkCreate } = await maren.ask<{ roadmapLinkCreate: { pageUrl: string } }>(
    'mutation ($input: RoadmapLinkCreateInput!) { roadmapLinkCreate(input: $input) { errors pageUrl } }',
    { input: { fullPath: path, kind: 'PAGE', name: 'For the board', query: days } },
  );
  const { page } = await someone(browser, null, { viewport: { width: 1440, height: 800 } });
  await page.goto(`${new URL(roadmapLinkCreate.pageUrl).pathname}?${days}`);
  await expect(page.getByRole('rowheader').filter({ hasText: 'Harbour' })).toBeVisible();
  return { maren, path, page, shown };
}

function workItem(epicId: string): string {
  return epicId.replace('/Epic/', '/WorkItem/');
}

test('behind a public link undated epics are listed, blockers are named, changes are shown, but nothing confidential is, until the link is revoked', async ({
  browser,
}) => {
  const { maren, path, page, shown } = await begin(browser);
  await page.getByRole('button', { name: 'Undated (1)' }).click();
  const tray = page.getByRole('dialog', { name: 'Undated epics' });
  await expect(tray.getByText('Someday', { exact: true })).toBeVisible();
  await expect(tray.getByRole('link')).toHaveCount(0);
  await expect(tray.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.locator('[data-card^="blockedBy:"]').hover();
  const card = page.locator('[popover]').filter({ hasText: 'Blocked by' });
  await expect(card).toContainText('Dredging');
  await expect(card.getByRole('link')).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(/Takeover|Secretly/);

  await expect(page.locator('html')).toHaveAttribute('data-live', 'on');
  await updateEpic(maren, path, shown.iid, { title: 'Harbour wall' });
  await expect(page.getByRole('rowheader').filter({ hasText: 'Harbour wall' })).toBeVisible();
  await makeEpic(maren, path, { title: 'Lighthouse', ...dates });
  await expect(page.getByRole('rowheader').filter({ hasText: 'Lighthouse' })).toBeVisible();
  await makeEpic(maren, path, { title: 'Second takeover', confidential: true, ...dates });
  await updateEpic(maren, path, shown.iid, { confidential: true });
  await expect(page.getByRole('rowheader').filter({ hasText: 'Harbour wall' })).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText('takeover');

  const { group } = await maren.ask<{ group: { roadmapLinks: { nodes: { id: string }[] } } }>(
    'query ($path: ID!) { group(fullPath: $path) { roadmapLinks { nodes { id } } } }',
    { path },
  );
  await maren.ask('mutation ($input: RoadmapLinkRevokeInput!) { roadmapLinkRevoke(input: $input) { errors } }', {
    input: { id: group.roadmapLinks.nodes[0]?.id },
  });
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('Lighthouse');
});
