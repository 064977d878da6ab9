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
  const { project: found } = await maren.ask<{ project: { issue: { descriptionHtml: string } } }>(
    'query ($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) { descriptionHtml } } }',
    { path: project, iid: String(issue.iid) },
  );
  const { descriptionHtml } = found.issue;
  expect(descriptionHtml).toContain('<strong>bold</strong>');
  expect(descriptionHtml).toMatch(new RegExp(`class="[^"]*\\breference\\b[^"]*"[^>]*|href="[^"]*${other.webPath}"`));
  expect(descriptionHtml.match(/<em>many<\/em>/g)).toHaveLength(5_500);
});
