import { expect, test } from 'vitest';
import { violationsOf } from '../../testing/rendered-html.ts';
import { renderMarkdown } from './render.ts';
import type { ReferenceResolver } from './resolver.ts';

/** What imported texts use beside common Markdown, by GitLab's documentation of its Markdown. */

const file = '/uploads/0123456789abcdef0123456789abcdef';
const resolver: ReferenceResolver = {
  origin: null,
  resolve: () => Promise.resolve(new Map()),
  filesOf: (paths) => Promise.resolve(new Map(paths.map((path) => [path, '/-/project/7']))),
};

async function render(text: string): Promise<string> {
  const [html = ''] = await renderMarkdown([{ text, base: { path: 'castle/gate', kind: 'project' } }], resolver);
  expect(violationsOf(html)).toEqual([]);
  return html.trim();
}

test('attached videos and sounds are played, in the size that is asked for, with a link for programs that cannot', async () => {
  expect(await render(`![A walk](${file}/walk.mp4){width=50%}`)).toBe(
    `<p><video src="/-/project/7${file}/walk.mp4" controls preload="metadata" title="A walk" width="50%">` +
      `<a href="/-/project/7${file}/walk.mp4">A walk</a></video></p>`,
  );
  expect(await render(`![](${file}/call.MP3) <b>bold</b>`)).toBe(
    `<p><audio src="/-/project/7${file}/call.MP3" controls preload="metadata" title="call.MP3">` +
      `<a href="/-/project/7${file}/call.MP3">call.MP3</a></audio> <b>bold</b></p>`,
  );
});

test('a video elsewhere is a link, which no browser loads unasked', async () => {
  expect(await render('![A walk](https://example.com/walk.webm?x=1)')).toBe(
    '<p><a href="https://example.com/walk.webm?x=1" rel="nofollow noopener">A walk</a></p>',
  );
});

test('lines between >>> are a quote of blocks', async () => {
  expect(await render('Before\n>>>\nOne **line**\n\n- item\n>>>\nAfter')).toBe(
    '<p>Before</p>\n<blockquote>\n<p>One <strong>line</strong></p>\n<ul>\n<li>item</li>\n</ul>\n</blockquote>\n<p>After</p>',
  );
  // Without an end it is a quote in a quote, as in common Markdown.
  expect(await render('>>> deep')).toContain('<p>deep</p>');
  expect(await render('>>>\nopen')).not.toContain('&gt;');
});

test('marked changes are added and removed text, and links in brackets stay links', async () => {
  expect(await render('{+ one **two** +} [- three -] {-four-} [+five+]')).toBe(
    '<p><ins>one <strong>two</strong></ins> <del>three</del> <del>four</del> <ins>five</ins></p>',
  );
  expect(await render('[-a-](https://example.com)')).toContain('<a href="https://example.com"');
  expect(await render('`{+ code +}` {+ open')).toBe('<p><code>{+ code +}</code> {+ open</p>');
  expect(await render('{+ two\nlines +}')).toBe('<p>{+ two\nlines +}</p>');
});

test('a task that does not apply is crossed out, and its box cannot be ticked', async () => {
  expect(await render('- [~] Sign\n- [ ] Ship')).toBe(
    '<ul class="task-list">\n' +
      '<li class="task-item"><input type="checkbox" class="task-box" aria-label="Sign" disabled> <s>Sign</s></li>\n' +
      '<li class="task-item"><input type="checkbox" class="task-box" data-line="2" aria-label="Ship" disabled> Ship</li>\n</ul>',
  );
});
