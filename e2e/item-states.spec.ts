import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { makeGroup, makeIssue, makeProject, someone } from './setup/people.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' } as const;

/** Nothing sticks out at the side, and axe finds nothing that keeps people out. */
async function expectInOrder(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
}

test('long words, a hundred labels, a closed duplicate whose discussion is locked and a confidential incident fit on a dark phone', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', phone);
  const { page } = maren;
  const project = await makeProject(maren, await makeGroup(maren));
  const labels = Array.from({ length: 100 }, (_, index) => `${'long'.repeat(index === 0 ? 50 : 2)}-${index}`);
  const long = await makeIssue(maren, project, { title: 'Wall'.repeat(60), labels: labels.join(',') });
  await page.goto(long.webPath);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(`${'long'.repeat(50)}-0`).first()).toBeVisible();
  await expectInOrder(page);

  const twin = await makeIssue(maren, project, { title: 'Twin' });
  const notes = `/projects/${encodeURIComponent(project)}/issues/${twin.iid}`;
  await maren.call('POST', `${notes}/notes`, { body: `See there.\n/duplicate #${long.iid}` });
  await maren.call('PUT', notes, { discussion_locked: true });
  await page.goto(twin.webPath);
  await expect(page.getByRole('link', { name: 'duplicated' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Locked', { exact: true }).first()).toBeVisible();
  await expectInOrder(page);

  const incident = {
    title: 'Flood',
    issue_type: 'incident',
    confidential: true,
    description: '| a | b |\n|---|---|\n| 1 | 2 |',
  };
  await page.goto((await makeIssue(maren, project, incident)).webPath);
  await expect(page.getByRole('heading', { level: 2, name: 'Metrics' })).toBeVisible();
  await expect(page.getByText('Confidential', { exact: true }).first()).toBeVisible();
  await expectInOrder(page);
});
