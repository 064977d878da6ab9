import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fullReference, relativeReference, type ReferenceBase } from '@milepost/core/text/references';
import { findTaskItems } from '@milepost/core/text/task-lists';
import type { ReferenceCandidate, ReferenceResolver, ResolvedReference } from './resolver.ts';
import { candidatesIn, renderMarkdown, renderMarkdownSync } from './render.ts';
import { renderTitle } from './title.ts';

const PROJECT: ReferenceBase = { path: 'kubernetes/enhancements', kind: 'project' };
const GROUP: ReferenceBase = { path: 'kubernetes/sig-node', kind: 'group' };

/** A resolver for one issue, one epic, one label and one user, which records its calls. */
function library(): ReferenceResolver & { calls: (readonly ReferenceCandidate[])[] } {
  const calls: (readonly ReferenceCandidate[])[] = [];
  const known: Record<string, { href: string; title: string; summary?: string; color?: string; text?: string }> = {
    'kubernetes/enhancements#12': {
      href: '/kubernetes/enhancements/-/issues/12',
      title: 'Sidecar <containers>',
      summary: 'Ada • v1.37',
    },
    'kubernetes/sig-node&5': { href: '/groups/kubernetes/sig-node/-/epics/5', title: 'Swap' },
    'kubernetes/enhancements~"two words"': { href: '/labels', title: 'two words', color: '#1068bf', text: 'two words' },
    '@ada': { href: '/ada', title: 'Ada Lovelace' },
  };
  return {
    calls,
    origin: 'https://plan.example.com',
    resolve(candidates) {
      calls.push(candidates);
      const answers = new Map<string, ResolvedReference | null>();
      for (const { key, kind, name, paths, base } of candidates) {
        const targets = (paths.length > 0 ? paths : [null]).map((path) => ({ kind, path, name }));
        const target = targets.find((each) => known[fullReference(each)]);
        const entry = target && known[fullReference(target)];
        answers.set(
          key,
          entry ? { kind, reference: fullReference(target), text: relativeReference(target, base), ...entry } : null,
        );
      }
      return Promise.resolve(answers);
    },
  };
}

async function render(text: string, base: ReferenceBase = PROJECT): Promise<string> {
  const [html] = await renderMarkdown([{ text, base }], library());
  return (html as string).trim();
}

/** The texts of the reference links in a page. */
function linksIn(html: string): string[] {
  return [...html.matchAll(/<a class="reference"[^>]*>(.*?)<\/a>/g)].map((match) =>
    (match[1] as string).replaceAll(/<svg.*<\/svg>/g, ''),
  );
}

describe('references', () => {
  test('a reference that is found becomes a link with a title', async () => {
    expect(await render('See &5.', GROUP)).toBe(
      '<p>See <a class="reference" data-reference-kind="epic" data-reference="kubernetes/sig-node&amp;5" href="/groups/kubernetes/sig-node/-/epics/5" title="Swap">&amp;5</a>.</p>',
    );
  });

  test('short in its own namespace, by name in a sibling, full in any other', async () => {
    expect(linksIn(await render('#12'))).toEqual(['#12']);
    expect(linksIn(await render('enhancements#12', { path: 'kubernetes/website', kind: 'project' }))).toEqual([
      'enhancements#12',
    ]);
    expect(linksIn(await render('kubernetes/enhancements#12', GROUP))).toEqual(['kubernetes/enhancements#12']);
  });

  test('a plus shows the title, +s the summary', async () => {
    expect(linksIn(await render('#12+ #12+s &5+s', PROJECT))).toEqual([
      'Sidecar &lt;containers&gt; (#12)',
      'Sidecar &lt;containers&gt; (#12) • Ada • v1.37',
    ]);
  });

  test('addresses of this instance are made short, also of comments; others stay addresses', async () => {
    const own = 'https://plan.example.com/kubernetes/enhancements/-/issues/12';
    expect(linksIn(await render(`${own} <${own}> ${own}#note_3 ${own}+`))).toEqual([
      '#12',
      '#12',
      '#12 (comment 3)',
      'Sidecar &lt;containers&gt; (#12)',
    ]);
    expect(await render(`${own}#note_3`)).toContain('href="/kubernetes/enhancements/-/issues/12#note_3"');
    expect(await render('https://plan.example.com/kubernetes/enhancements/-/issues/99')).toBe(
      '<p><a href="https://plan.example.com/kubernetes/enhancements/-/issues/99" rel="nofollow noopener">https://plan.example.com/kubernetes/enhancements/-/issues/99</a></p>',
    );
  });

  test('a label shows its color', async () => {
    expect(await render('~"two words"')).toContain('<path fill="#1068bf" d="M0 0h1v1H0z"/></svg>two words</a>');
  });

  test('unknown and escaped references stay text', async () => {
    for (const text of ['#99', '~nope', '%v9', '!7', '@nobody', 'g/p#1', '\\#12', '&#35;12']) {
      expect(linksIn(await render(`a ${text} b`))).toEqual([]);
    }
    expect(await render('~nope & !7')).toBe('<p>~nope &amp; !7</p>');
    expect(await render('\\#12')).toBe('<p>#12</p>');
  });

  test('code, links and HTML links hold none', async () => {
    for (const text of [
      '`#12`',
      '    #12',
      '```\n#12\n```',
      '[#12](/x)',
      '<a href="/x">#12</a>',
      '<code>#12</code>',
      '![#12](/x)',
      'http://x.example/#12',
    ]) {
      expect(linksIn(await render(text))).toEqual([]);
    }
    expect(linksIn(await render('<b>#12</b> and <a href="/x">x</a> @ada'))).toEqual(['#12', '@ada']);
  });

  test('emphasis that fails does not break a name', async () => {
    const seen = library();
    await renderMarkdown([{ text: 'snake_case/some_name#1 **#12** ~a_b', base: PROJECT }], seen);
    expect(seen.calls[0]?.map((each) => `${each.path ?? ''}>${each.name}`)).toEqual([
      'snake_case/some_name>1',
      '>12',
      '>a_b',
    ]);
  });

  test('many documents look up each reference once per namespace', async () => {
    const seen = library();
    const sources = [
      { text: '#12 #12 &5', base: PROJECT },
      { text: '#12 @ada', base: PROJECT },
      { text: '&5 plain', base: GROUP },
      { text: '#12 stays', base: null },
    ];
    const pages = await renderMarkdown(sources, seen);
    expect(seen.calls.length).toBe(1);
    expect(seen.calls[0]?.map((each) => `${each.base.path} ${fullReference(each)}`)).toEqual([
      'kubernetes/enhancements #12',
      'kubernetes/enhancements &5',
      'kubernetes/enhancements @ada',
      'kubernetes/sig-node &5',
    ]);
    expect(pages.map((page) => linksIn(page))).toEqual([['#12', '#12'], ['#12', '@ada'], ['&amp;5'], []]);
  });

  test('what a text mentions can be read without rendering it', () => {
    const found = candidatesIn({ text: '@ada `@bob` [@eve](/x) and @ada, #12+', base: PROJECT }, null);
    expect(found.map((each) => fullReference(each))).toEqual(['@ada', '#12']);
  });

  test('without references there is no look-up', async () => {
    const seen = library();
    await renderMarkdown([{ text: 'plain', base: PROJECT }], seen);
    expect(seen.calls).toEqual([]);
  });
});

describe('task boxes', () => {
  test('carry their source line, nested and numbered too, and cannot be ticked yet', () => {
    const html = renderMarkdownSync('Do\n\n- [ ] one **b**\n  1. [x] two\n- three\n');
    expect(html).toContain(
      '<li class="task-item"><input type="checkbox" class="task-box" data-line="3" aria-label="one **b**" disabled> one',
    );
    expect(html).toContain('data-line="4" aria-label="two" disabled checked> two');
    expect(html).toContain('<li>three</li>');
    expect(html).toContain('<ul class="task-list">');
    expect(html).toContain('<ol class="task-list">');
  });

  test('are the items that core counts, line for line', () => {
    const line = fc.constantFrom(
      '- [ ] a',
      '  - [x] b',
      '1. [X] c',
      '> - [ ] q',
      'text',
      '',
      '- plain',
      '- [ ]nope',
      '- [x]: y',
      '# h',
      '* [ ] <b>d</b>',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n');
        const boxes = [...renderMarkdownSync(text).matchAll(/data-line="(\d+)"[^>]*?( checked)?>/g)].map((match) => [
          Number(match[1]),
          match[2] !== undefined,
        ]);
        const items = findTaskItems(text).map((item) => [item.line, item.isDone]);
        expect(items).toEqual(expect.arrayContaining(boxes));
        expect(boxes.length).toBe(new Set(boxes.map(([at]) => at)).size);
      }),
    );
  });

  test('a ticked box is no link, even where its letter is defined', () => {
    expect(renderMarkdownSync('- [x] done\n\n[x]: /y')).not.toContain('href');
  });
});

describe('blocks', () => {
  test('alerts, with a title of their own or the usual one', () => {
    expect(renderMarkdownSync('> [!note] Mind *this*\n> text\n\n> [!WARNING]\n> - a\n\n> [!other]\n> b')).toBe(
      '<div class="alert alert-note">\n<p class="alert-title">Mind <em>this</em></p>\n<p>text</p>\n</div>\n' +
        '<div class="alert alert-warning">\n<p class="alert-title">Warning</p>\n<ul>\n<li>a</li>\n</ul>\n</div>\n' +
        '<blockquote>\n<p>[!other]\nb</p>\n</blockquote>\n',
    );
  });

  test('headings have ids of their own, and the first mark lists them', () => {
    const html = renderMarkdownSync(
      '[[_TOC_]]\n\n# Goals & `aims`\n\n## Goals & aims\n\n# Goals aims-1\n\n# Über\n\n# !\n\n[[_TOC_]]',
    );
    expect([...html.matchAll(/<h\d id="([^"]*)"/g)].map((match) => match[1])).toEqual([
      'user-content-goals-aims',
      'user-content-goals-aims-1',
      'user-content-goals-aims-1-1',
      'user-content-%C3%BCber',
      'user-content-section',
    ]);
    expect(html).toMatch(
      /^<ul class="table-of-contents"><li><a href="#user-content-goals-aims">Goals &amp; aims<\/a><ul><li><a href="#user-content-goals-aims-1">Goals &amp; aims<\/a><\/li><\/ul><\/li><li>/,
    );
    expect(html).toContain('<p>[[<em>TOC</em>]]</p>');
    expect(renderMarkdownSync('# Ab\n\n[x](#ab)')).toContain('<a href="#user-content-ab">x</a>');
  });

  test('footnotes are numbered as they are used and point both ways', () => {
    const html = renderMarkdownSync('a[^b] b[^a] c[^b] d[^c]\n\n[^a]: first\n[^b]: second\n\n    - more\n[^unused]: x');
    const id = /fn-1-(\w+)/.exec(html)?.[1];
    expect(html).toContain(
      `a<sup class="footnote-ref"><a href="#user-content-fn-1-${id}" id="user-content-fnref-1-${id}">1</a></sup>`,
    );
    expect(html).toContain('d[^c]');
    expect(html.indexOf('second')).toBeLessThan(html.indexOf('first'));
    expect(html).toContain(`first <a class="footnote-back" href="#user-content-fnref-2-${id}">`);
    expect(html).not.toContain('<p>x');
  });

  test('code in colors for languages we know, plain for others, drawings left to the browser', () => {
    expect(renderMarkdownSync('```ts\nconst a = 1;\n```')).toBe(
      '<pre class="code-block" data-language="ts"><code><span class="hljs-keyword">const</span> a = <span class="hljs-number">1</span>;\n</code></pre>\n',
    );
    expect(renderMarkdownSync('```nope"<\na < b\n```')).toBe(
      '<pre class="code-block" data-language="nope&quot;&lt;"><code>a &lt; b\n</code></pre>\n',
    );
    expect(renderMarkdownSync('```mermaid\na --> b\n```')).toBe('<pre data-diagram="mermaid">a --&gt; b\n</pre>\n');
  });

  test('mathematics as MathML, in a line, in a block and in a fence; prices stay prices', () => {
    for (const text of ['$x^2$', '$`x^2`$', '$$x^2$$', '$$\nx^2\n$$', '```math\nx^2\n```']) {
      expect(renderMarkdownSync(text)).toContain('<msup><mi>x</mi><mn>2</mn></msup>');
    }
    expect(renderMarkdownSync('from $5 to $10, or $5,$10')).toBe('<p>from $5 to $10, or $5,$10</p>\n');
    expect(renderMarkdownSync('$\\frac{$')).toContain('<code class="math-error">\\frac{</code>');
  });

  test('tables scroll on their own and align without styles', () => {
    expect(renderMarkdownSync('| a |\n|--:|\n| ~~b~~ |')).toBe(
      '<div class="table-scroll">\n<table>\n<thead>\n<tr>\n<th align="right">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="right"><s>b</s></td>\n</tr>\n</tbody>\n</table>\n</div>\n',
    );
  });

  test('details fold, with markdown inside', () => {
    expect(renderMarkdownSync('<details open><summary>More</summary>\n\n- a\n- [ ] b\n\n</details>')).toMatch(
      /^<details open(?:="")?><summary>More<\/summary>\n<ul class="task-list">\n<li>a<\/li>\n<li class="task-item"><input type="checkbox"[^>]*> b<\/li>\n<\/ul>\n<\/details>$/,
    );
  });
});

describe('in a line', () => {
  test('links have nofollow noopener; mail addresses and URLs become links, file names do not', () => {
    expect(renderMarkdownSync('[x](https://x.example) ada@x.example https://y.example README.md')).toBe(
      '<p><a href="https://x.example" rel="nofollow noopener">x</a> <a href="mailto:ada@x.example" rel="nofollow noopener">ada@x.example</a> ' +
        '<a href="https://y.example" rel="nofollow noopener">https://y.example</a> README.md</p>\n',
    );
  });

  test('images load lazily and stay within bounds', () => {
    expect(renderMarkdownSync('![p](/p.png){width=300 height=50%}')).toBe(
      '<p><img src="/p.png" alt="p" width="300" height="50%" loading="lazy" decoding="async"></p>\n',
    );
    expect(renderMarkdownSync('<img src="/p.png" width="99999" height="20">')).toBe(
      '<img src="/p.png" height="20" loading="lazy" decoding="async" />',
    );
  });

  test('a color in code shows a chip', () => {
    expect(renderMarkdownSync('`#1068bf` `#nope`')).toContain('<code>#1068bf<svg class="color-chip"');
    expect(renderMarkdownSync('`#nope`')).toBe('<p><code>#nope</code></p>\n');
  });

  test('emoji by name, but not in times, code or unknown names', () => {
    expect(renderMarkdownSync(':tada: :+1: `:tada:` 10:30:45 :constructor: a:tada:b')).toBe(
      '<p>🎉 👍 <code>:tada:</code> 10:30:45 :constructor: a:tada:b</p>\n',
    );
  });

  test('unknown tags are shown as text', () => {
    expect(renderMarkdownSync('run <pod-name> now\n\n<namespace>')).toBe(
      '<p>run &lt;pod-name&gt; now</p>\n<p>&lt;namespace&gt;</p>\n',
    );
  });

  test('a title holds code and emoji and nothing else', () => {
    expect(renderTitle('Fix `a < b` :tada: **x** <b>')).toBe('Fix <code>a &lt; b</code> 🎉 **x** &lt;b&gt;');
  });
});

test('the same text renders to the same bytes, so it can be stored', async () => {
  const text = '<b>#12</b> a[^1] `#123456`\n\n[^1]: $x$\n\n```js\n1\n```';
  expect(await render(text)).toBe(await render(text));
});
