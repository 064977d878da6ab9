import { expect } from 'vitest';
import { renderTexts } from '../../platform/markdown/sockets.ts';
import { test } from '../../testing/test.ts';

test('labels and milestones of a namespace and its ancestors become links, with the color of the label', async ({
  as,
  build,
}) => {
  const group = await build.group({ path: 'plan' });
  const project = await build.project({ group, path: 'web' });
  await build.label({ namespace: group, title: 'two words', description: 'A "label"', color: '#123456' });
  await build.milestone({ namespace: group, title: 'v1.0' });
  await build.milestone({ namespace: project, title: 'Spring' });
  const base = { path: project.fullPath, kind: 'project' } as const;
  const text = '~"two words", %v1.0, %Spring, ~missing, %missing';
  const [html = ''] = await renderTexts(as('gwen'), [{ text, base }]);
  expect(html).toContain('href="/plan/web/-/issues?label_name[]=two%20words"');
  expect(html).toContain('fill="#123456"');
  expect(html).toContain('title="A &quot;label&quot;"');
  expect(html).toContain('href="/groups/plan/-/milestones/1"');
  expect(html).toContain('href="/plan/web/-/milestones/1"');
  expect(html).toContain('~missing, %missing');
});

test('references that other readers may not see stay text for every author', async ({ as, build }) => {
  const open = await build.group({ path: 'open', visibility: 'public' });
  const closed = await build.group({ path: 'closed' });
  await build.label({ namespace: open, title: 'bug' });
  await build.label({ namespace: closed, title: 'secret' });
  await build.milestone({ namespace: open, title: 'v1' });
  await build.milestone({ namespace: closed, title: 'v2' });
  const other = await build.group({ path: 'other' });
  const base = { path: other.fullPath, kind: 'group' } as const;
  const [html = ''] = await renderTexts(as('root'), [{ text: 'open~bug closed~secret open%v1 closed%v2', base }]);
  expect(html).toContain('data-reference="open~bug"');
  expect(html).toContain('data-reference="open%v1"');
  expect(html).toContain('closed~secret');
  expect(html).not.toContain('data-reference="closed');
});

test('the references of many texts take one statement a kind', async ({ as, build, statements }) => {
  const group = await build.group({ path: 'many' });
  await build.label({ namespace: group, title: 'a' });
  await build.label({ namespace: group, title: 'b' });
  const base = { path: group.fullPath, kind: 'group' } as const;
  const ctx = as('gwen');
  statements.length = 0;
  const htmls = await renderTexts(ctx, [
    { text: '~a ~b', base },
    { text: '~b', base },
  ]);
  expect(htmls.every((html) => html.includes('data-reference-kind="label"'))).toBe(true);
  expect(statements).toHaveLength(1);
});
