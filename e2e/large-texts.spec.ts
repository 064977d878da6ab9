import { expect, test } from '@playwright/test';
import { makeGroup, makeIssue, makeProject, someone } from './setup/people.ts';

test('the built server renders a description of 100 kB, with its references', async ({ browser }) => {
  const maren = await someone(browser, 'maren');
  const project = await makeProject(maren, await makeGroup(maren));
  const other = await makeIssue(maren, project, { title: 'Walls' });
  const issue = await makeIssue(maren, project, {
    title: 'Large',
    description: `First **bold** #${other.iid}\n\n${'- a line of *many*\n'.repeat(5_500)}`,
  });
  await maren.page.goto(issue.webPath);
  await expect(maren.page.getByRole('heading', { level: 1, name: 'Large' })).toBeVisible();
  await expect(maren.page.locator('strong', { hasText: 'bold' })).toBeVisible();
  await expect(maren.page.locator(`a.reference[href$="${other.webPath}"]`).first()).toBeVisible();
});
