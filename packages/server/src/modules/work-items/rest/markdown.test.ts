import { expect } from 'vitest';
import { test } from '../../../testing/http.ts';

test('Markdown is rendered as in its namespace, for signed-in people', async ({ call, build }) => {
  const project = await build.project();
  const issue = await build.issue({ project });
  const text = `**bold** <script>alert(1)</script> #${issue.iid}`;
  const answer = await call<{ html: string }>('gwen', 'POST', '/markdown', { text, project: project.fullPath });
  expect(answer.status).toBe(201);
  expect(answer.body.html).toContain('<strong>bold</strong>');
  expect(answer.body.html).toContain(`/${project.fullPath}/-/issues/${issue.iid}`);
  expect(answer.body.html).not.toContain('<script');
  const nowhere = await call<{ html: string }>('gwen', 'POST', '/markdown', { text: `#${issue.iid}` });
  expect(nowhere.body.html).not.toContain('href');
  expect((await call('otto', 'POST', '/markdown', { text, project: project.fullPath })).status).toBe(404);
  expect((await call('nobody', 'POST', '/markdown', { text })).status).toBe(401);
});
