import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { violationsOf } from '../../testing/rendered-html.ts';
import { renderMarkdown, renderMarkdownSync } from './render.ts';
import { LIMITS } from './state.ts';
import type { ReferenceResolver } from './resolver.ts';
import { renderTitle } from './title.ts';

const resolver: ReferenceResolver = {
  origin: 'https://plan.example.com',
  resolve: (candidates) =>
    Promise.resolve(
      new Map(
        candidates.map(({ key, kind, name }) => [
          key,
          {
            kind,
            reference: `g/p${name}`,
            href: '/g/p',
            text: name,
            title: '"><script>alert(1)</script>',
            color: '#123456',
          },
        ]),
      ),
    ),
};

async function render(text: string): Promise<string> {
  const [html] = await renderMarkdown([{ text, base: { path: 'g/p', kind: 'project' } }], resolver);
  return html as string;
}

test('the HTML parser of these tests works', () => {
  const bad = [
    '<img src=x onerror=alert(1)>',
    '<p style="x">',
    '<a href="java&#10;script:x">',
    '<form>',
    '<p id="root">',
    'a < b',
  ];
  for (const html of bad) expect({ html, count: violationsOf(html).length }).toEqual({ html, count: 1 });
  expect(violationsOf('<p id="user-content-a">a &lt; b</p><a href="/x?a=b:c" rel="nofollow noopener">c</a>')).toEqual(
    [],
  );
});

describe('what an author cannot do', () => {
  test.each([
    '<script>alert(1)</script>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<img src=x onerror=alert(1)>',
    '<img src="x" srcset="javascript:alert(1) 2x, https://evil.example/x 1x">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href=" &#1; javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt&colon;alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="vbscript:x">x</a>',
    '<a href="//evil.example">x</a>',
    '[x](javascript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](JAVASCRIPT&colon;alert(1))',
    '[x](<java\\nscript:alert(1)>)',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    '![x](javascript:alert(1))',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '[x](//evil.example)',
    '<p style="position:fixed;inset:0">x</p>',
    '<style>body{display:none}</style>',
    '<link rel=stylesheet href=x><meta http-equiv="refresh" content="0;url=https://evil.example"><base href="https://evil.example">',
    '<iframe src="https://evil.example"></iframe>',
    '<form action="https://evil.example"><input name=password><button>Go</button></form>',
    '<input type="checkbox" class="task-box" data-line="1">',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<object data="x"></object><embed src="x">',
    '<video src=x onloadstart=alert(1)><source srcset=x></video>',
    '<details open ontoggle=alert(1)>x</details>',
    '<div class="reference nav app-shell" data-reference="x">x</div>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<template><img src=x onerror=alert(1)></template>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<![CDATA[<img src=x onerror=alert(1)>]]>',
    '<?php <img src=x onerror=alert(1)> ?>',
    '<div\n\nonclick=alert(1)>',
    '```"onmouseover="alert(1)\ncode\n```',
    '```<img/src=x>\n<img src=x onerror=alert(1)>\n```\n\n<b>x</b>',
    '$\\href{javascript:alert(1)}{x}$ $\\htmlStyle{color:red}{x}$ $\\includegraphics{x}$ $<img src=x onerror=alert(1)>$',
    '`#123456" onload="alert(1)`',
    '![a"onerror="alert(1)](x "t\\"onload=alert(1)")',
    '# <a id="x" onclick=alert(1)>h</a>\n\n[[_TOC_]]\n\n<b>',
    '#12 ~"<img src=x onerror=alert(1)>" @ada <b>#13</b>',
    '- [ ] "><img src=x onerror=alert(1)>\n\n<b>x</b>',
    '[^"><img src=x onerror=alert(1)>]\n\n[^"><img]: x\n\n[^"><img]',
    '&lt;script&gt;alert(1)&lt;/script&gt; <b>&lt;img onerror=alert(1)&gt;</b>',
    '<b>x</b> milepost0x0x',
  ])('%s', async (text) => {
    const html = await render(text);
    expect(violationsOf(html.replaceAll('milepost0x0x', ''))).toEqual([]);
    expect(violationsOf(renderMarkdownSync(text).replaceAll('milepost0x0x', ''))).toEqual([]);
  });

  test('text cannot shadow a page element: ids and names have a prefix', () => {
    const html = renderMarkdownSync(
      '<a name="session"></a><div id="root">x</div>\n\n# Root\n\n<img id=location name=cookie src=x>',
    );
    expect(html.match(/ id="[^"]*"/g)).toEqual([
      ' id="user-content-session"',
      ' id="user-content-root"',
      ' id="user-content-root"',
      ' id="user-content-location"',
    ]);
    expect(html).not.toContain('name=');
  });

  test('a marker of generated HTML is not replaced inside an attribute', async () => {
    const html = await render('<div title="\n\n```x onclick=alert(1)\ncode\n```\n\n#12 `#123456` "\n\n<b>x</b>');
    expect(violationsOf(html)).toEqual([]);
    expect(html).not.toContain('class="code-block"');
  });

  test('scripts and styles are removed with their content; other forbidden tags keep their text', () => {
    expect(renderMarkdownSync('a <script>alert(1)</script> <button>words</button>')).toBe('<p>a  words</p>\n');
  });
});

const HOSTILE = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '/',
  '=',
  '`',
  '[',
  ']',
  '(',
  ')',
  '!',
  '*',
  '_',
  '~',
  '#',
  '$',
  '|',
  '\\',
  ':',
  '\n',
  '\n\n',
  ' ',
  '    ',
  '- ',
  '> ',
  '1. ',
  '<b>',
  '</b>',
  '<div title="',
  '<a href="',
  '<img src=x onerror=',
  '<script>',
  '</script>',
  '<svg>',
  '<math>',
  '<style>',
  '<!--',
  '-->',
  '<details>',
  'javascript:',
  'data:',
  '&#106;',
  '&colon;',
  'onerror=alert(1)',
  'style="x"',
  '```',
  '```mermaid\n',
  '```math\n',
  '```js\n',
  '$x$',
  '$$',
  '`#123456`',
  '#12',
  '&5+',
  '~"a b"',
  '@ada',
  '[x](',
  '![x](',
  '[^1]',
  '[^1]: ',
  '- [ ] ',
  '- [~] ',
  '{+ ',
  ' +}',
  '[- ',
  ' -]',
  '\n>>>\n',
  '![" onerror=x](https://x.example/a.mp4)',
  '![<b>](/uploads/0123456789abcdef0123456789abcdef/a".mp4)',
  '> [!note] ',
  '[[_TOC_]]',
  ':tada:',
  '| a |\n|---|\n',
  'text',
  'é',
  '\u0000',
  'https://plan.example.com/g/p/-/issues/1',
  'https://x.example/?a="<b>',
  '{width=9}',
  '<pod-name>',
  'xmlns',
  '<xmp>',
  '<textarea>',
  '<title>',
  '<plaintext>',
];

test('no text whatever yields a tag, an attribute or an address off the list', async () => {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...HOSTILE) },
    { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
  );
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('').replaceAll('milepost', ''));
  await fc.assert(
    fc.asyncProperty(text, async (text) => {
      expect(violationsOf(await render(text))).toEqual([]);
      expect(violationsOf(renderTitle(text))).toEqual([]);
    }),
    { numRuns: 600 },
  );
});

describe('half a megabyte of malice', () => {
  const size = 500_000;
  const repeated = (unit: string): string => unit.repeat(Math.floor(size / unit.length));

  test.each([
    ['deep quotes', repeated('>')],
    ['deep lists', repeated('- ')],
    ['open brackets', repeated('[')],
    ['half links', repeated('[a](')],
    ['emphasis that never ends', repeated('*a _')],
    ['one long run of stars', repeated('*')],
    ['open tags', repeated('<b>a')],
    ['open divisions', repeated('<div>')],
    ['half tags', repeated('<a ')],
    ['open comments', repeated('<!-- ')],
    ['dollars', repeated('$$a\n')],
    ['open labels', repeated('~"a')],
    ['half mail addresses', repeated('a@')],
    ['open changes', repeated('{+a')],
    ['open changes of two kinds, closed at the end', `${repeated('{+[-')}-]+}`],
    ['marks of quotes', repeated('>>>\n')],
    ['marks of quotes in lists', repeated('- >>>\n')],
    ['videos', repeated('![](a.mp4)')],
    ['footnotes', `[^a]: x\n\n${repeated('[^a]')}`.slice(0, size)],
  ])('%s', (_name, text) => {
    // Must end within the timeout of a test: each of these took minutes in some Markdown renderer.
    expect(renderMarkdownSync(text).length).toBeLessThan(size * 40);
  });

  test('nesting stops at the limit', () => {
    const html = renderMarkdownSync(`${'> '.repeat(500)}deep`);
    expect(html.split('<blockquote>').length - 1).toBeLessThanOrEqual(LIMITS.nesting);
  });

  test('a definition used without end is cut short, not written out', () => {
    const text = `[a]: /${'x'.repeat(2000)} "${'t'.repeat(5000)}"\n\n${'[a] '.repeat(50_000)}`;
    expect(renderMarkdownSync(text).length).toBeLessThan(LIMITS.addresses * 3);
  });

  test('references beyond the limit stay text, and the resolver is asked once', async () => {
    let asked = 0;
    const counting: ReferenceResolver = {
      origin: null,
      resolve: (candidates) => {
        asked += candidates.length;
        return Promise.resolve(new Map());
      },
    };
    const text = Array.from({ length: LIMITS.references + 500 }, (_each, index) => `#${index + 1}`).join(' ');
    const [html] = await renderMarkdown([{ text, base: { path: 'g/p', kind: 'project' } }], counting);
    expect(asked).toBe(LIMITS.references);
    expect(html).toBe(`<p>${text}</p>\n`);
  });

  test('with too many tags none is a tag', () => {
    const html = renderMarkdownSync('<b>a</b> '.repeat(LIMITS.tags));
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;b&gt;a&lt;/b&gt;');
  });

  test('long code stays without colors, long formulas as code, long documents as typed', () => {
    expect(renderMarkdownSync(`\`\`\`js\n${'a;'.repeat(LIMITS.codeBlock)}\n\`\`\``)).not.toContain('hljs');
    expect(renderMarkdownSync(`$$${'x'.repeat(LIMITS.formula + 1)}$$`)).not.toContain('<math');
    expect(renderMarkdownSync('<b>'.repeat(LIMITS.document))).toMatch(/^<pre class="plain-text">&lt;b&gt;/);
  });
});
