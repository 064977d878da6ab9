import { expect } from 'vitest';
import { renderTexts } from '../../platform/markdown/sockets.ts';
import { test, type Row } from '../../testing/merge-requests.ts';

test('DL-MR-02: issues and merge requests have numbers of their own, and !1 follows the rights of its readers', async ({
  newCode,
  call,
  as,
  build,
}) => {
  const open = await newCode('public');
  const closed = await newCode('private');
  const make = (code: typeof open, title: string) =>
    call<Row>('mina', 'POST', code.path, { source_branch: 'feature', target_branch: 'main', title });
  for (const code of [open, closed]) {
    await code.branch('feature', { a: 'a' });
    const issue = await build.issue({ project: code.project, title: 'An issue' });
    expect(issue.iid).toBe(1);
    expect((await make(code, 'A <request>')).body.iid).toBe(1);
  }
  const render = async (text: string, { project } = open): Promise<string> => {
    const base = { path: project.fullPath, kind: 'project' } as const;
    const [html = ''] = await renderTexts(as('mina'), [{ text, base }]);
    return html;
  };
  const html = await render('See !1 and #1, not !2.');
  expect(html).toContain(`href="/${open.project.fullPath}/-/merge_requests/1"`);
  expect(html).toContain('title="A &lt;request&gt;"');
  expect(html).toContain(`href="/${open.project.fullPath}/-/issues/1"`);
  expect(html).toContain('title="An issue"');
  expect(html).toContain('not !2');
  expect(await render('!1+s')).toContain('A &lt;request&gt; (!1)');

  // Guests read the texts of a private project and not its code: the link leads to what each reader may see.
  const inside = await render('!1+', closed);
  expect(inside).toContain(`href="/${closed.project.fullPath}/-/merge_requests/1"`);
  expect(inside).not.toContain('request&gt;');
  expect((await call('rita', 'GET', `${closed.path}/1`)).status).toBe(200);
  expect([403, 404]).toContain((await call('gwen', 'GET', `${closed.path}/1`)).status);
  expect((await call('otto', 'GET', `${closed.path}/1`)).status).toBe(404);
  // Nothing of it shows in a text that others read.
  const outside = await render(`${closed.project.fullPath}!1+`);
  expect(outside).not.toContain('request&gt;');

  // In comments of requests and issues alike.
  const note = await call<Row>('mina', 'POST', `${open.path}/1/notes`, { body: 'Like !1' });
  expect(note.status).toBe(201);
});
