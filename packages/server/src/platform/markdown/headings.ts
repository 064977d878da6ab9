import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { escapeHtml, ID_PREFIX } from './html.ts';
import { LIMITS, trust } from './state.ts';

interface Heading {
  level: number;
  id: string;
  text: string;
}

const CONTENTS_MARK = /^\[(?:\[_TOC_\]|TOC)\]$/;

/** Gives each heading an id and a link to it, and inserts a table of contents at `[[_TOC_]]`. */
export function headingRules(md: MarkdownIt): void {
  md.core.ruler.after('references', 'headings', (core) => {
    const headings = nameHeadings(core);
    insertContents(core, headings);
  });
  md.renderer.rules['heading_anchor'] = (tokens, index, _options, env) =>
    trust(
      env,
      `<a class="heading-anchor" href="${(tokens[index] as Token).attrGet('href')}" aria-hidden="true" tabindex="-1"></a>`,
    );
  md.renderer.rules['table_of_contents'] = (tokens, index, _options, env) =>
    trust(env, contentsOf((tokens[index] as Token).meta?.['headings'] as Heading[]));
}

function nameHeadings(core: StateCore): Heading[] {
  const headings: Heading[] = [];
  const used = new Map<string, number>();
  for (const [index, token] of core.tokens.entries()) {
    const inline = token.type === 'heading_open' ? core.tokens[index + 1] : undefined;
    if (!inline?.children) continue;
    const text = plainText(inline.children).trim();
    const id = ID_PREFIX + encodeURIComponent(uniqueSlug(slugOf(text), used));
    token.attrSet('id', id);
    const anchor = new core.Token('heading_anchor', '', 0);
    // Not its content: it has no text.
    anchor.attrSet('href', `#${id}`);
    inline.children.push(anchor);
    headings.push({ level: Number(token.tag.slice(1)), id, text });
  }
  return headings;
}

/** Replaces only the first mark, which bounds the size of the output. */
function insertContents(core: StateCore, headings: Heading[]): void {
  const index = core.tokens.findIndex(
    (token, index) =>
      token.type === 'inline' &&
      CONTENTS_MARK.test(token.content) &&
      core.tokens[index - 1]?.type === 'paragraph_open' &&
      token.level === 1,
  );
  if (index < 0 || headings.length === 0) return;
  const contents = new core.Token('table_of_contents', '', 0);
  contents.block = true;
  contents.meta = { headings: headings.slice(0, LIMITS.contents) };
  core.tokens.splice(index - 1, 3, contents);
}

function contentsOf(headings: readonly Heading[]): string {
  let html = '';
  const open: number[] = [];
  for (const { level, id, text } of headings) {
    while (open.length > 1 && level < (open.at(-1) as number)) {
      html += '</li></ul>';
      open.pop();
    }
    if (open.length === 0) html += '<ul class="table-of-contents">';
    else if (level > (open.at(-1) as number)) html += '<ul>';
    else html += '</li>';
    if (open.length === 0 || level > (open.at(-1) as number)) open.push(level);
    html += `<li><a href="#${id}">${escapeHtml(text)}</a>`;
  }
  return `${html}${open.map(() => '</li></ul>').join('')}\n`;
}

/** The text of a line without its markup. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') return ' ';
      if (token.type === 'html_inline' || token.type === 'footnote_ref') return '';
      return token.children ? plainText(token.children) : token.content;
    })
    .join('');
}

function slugOf(text: string): string {
  const words = text
    .toLowerCase()
    .slice(0, 200)
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]+/gu, '');
  return words.trim().replaceAll(/\s+/g, '-') || 'section';
}

/** Continues from the last number of a slug, so that equal headings take linear time. */
function uniqueSlug(slug: string, used: Map<string, number>): string {
  const next = used.get(slug);
  if (next === undefined) {
    used.set(slug, 1);
    return slug;
  }
  let number = next;
  while (used.has(`${slug}-${number}`)) number++;
  used.set(slug, number + 1);
  used.set(`${slug}-${number}`, 1);
  return `${slug}-${number}`;
}
