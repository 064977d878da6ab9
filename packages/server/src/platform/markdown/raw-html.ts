import type { MarkdownIt, RendererRule, Token } from 'markdown-it';
import { escapeHtml, words } from './html.ts';
import { ALLOWED_TAGS } from './sanitize.ts';
import { stateOf } from './state.ts';

/** Known elements that authors may not use are removed. Unknown ones, like `<pod-name>`, are shown as text. */
const FORBIDDEN_TAGS = words(`
  html head body title base meta link style script noscript template slot iframe frame frameset noframes object embed
  applet param form input button select option optgroup textarea label fieldset legend datalist output svg math canvas
  video audio source track picture map area dialog menu nav main header footer aside article address search marquee
  center font big tt strike xmp plaintext listing noembed portal progress meter hgroup data rtc bdi col colgroup
`);
const KNOWN_TAGS = new Set([...ALLOWED_TAGS, ...FORBIDDEN_TAGS]);

/** HTML unchanged for the sanitizer, or escaped if the document has more than `LIMITS.tags` tags. */
const writtenHtml: RendererRule = (tokens, index, _options, env) => {
  const { content } = tokens[index] as Token;
  return stateOf(env).hasHtml ? content : escapeHtml(content);
};

export function rawHtmlRules(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'unknown_html', (core) => {
    for (const token of core.tokens) {
      if (token.type === 'html_block' && isUnknown(token)) token.type = 'unknown_html';
      if (!token.content.includes('<')) continue;
      for (const child of token.children ?? []) {
        if (child.type === 'html_inline' && isUnknown(child)) child.type = 'text';
      }
    }
  });
  md.renderer.rules['html_block'] = writtenHtml;
  md.renderer.rules['html_inline'] = writtenHtml;
  md.renderer.rules['unknown_html'] = (tokens, index) =>
    `<p>${escapeHtml((tokens[index] as Token).content.trim())}</p>\n`;
}

/** The number of HTML tags in a document. */
export function countTags(tokens: readonly Token[]): number {
  let count = 0;
  for (const token of tokens) {
    if (token.type === 'html_block' || token.type === 'html_inline') count += token.content.split('<').length - 1;
    if (token.children && token.content.includes('<')) count += countTags(token.children);
  }
  return count;
}

function isUnknown({ content }: Token): boolean {
  const name = /^\s*<\/?([a-z][^\s/>]*)/i.exec(content)?.[1];
  return name !== undefined && !KNOWN_TAGS.has(name.toLowerCase());
}
